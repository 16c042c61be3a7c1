import FocusedTestStore
import Foundation

/// A feature with a field of each kind that an assert closure can change. Its one action applies edits.
struct Locker: Reducer {
  struct Item: Equatable, Identifiable {
    var id: Int
    var value: Int
  }
  struct Page: Equatable {
    var value: Int
  }
  enum Screen: Equatable {
    case page(Page)
    case closed
  }
  struct Note: Equatable {
    var text: Int
    var stars: Int??
  }
  struct State: Equatable {
    var count = 0
    var bonus = 0
    var ratio = 1.0
    var isOn = false
    var name: Int?
    var note: Note?
    var tags: [Int] = []
    var marks: Set<Int> = []
    var prices: [Int: Int] = [:]
    var rows: IdentifiedArrayOf<Item> = []
    var entries: [Item] = []
    var path = StackState<Page>()
    var screens = StackState<Screen>()
    @PresentationState var sheet: Page?
    @PresentationState var screen: Screen?
  }
  struct Action {
    var edits: [LockerEdit]
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    for edit in action.edits { edit.change(&state) }
    return .none
  }
}

/// A mutation of a locker: on the state itself, and on its model.
struct LockerEdit {
  let source: String
  /// Whether the edit accesses an element by its position, which another state may lack.
  var namesPosition: Bool {
    [
      "swapAt(", "move(", "remove(at:", "insert(", "Subrange(", "update(", "[0]", "[1]", "[2]",
      "[3]",
    ].contains {
      source.contains($0)
    }
  }
  let change: @Sendable (inout Locker.State) -> Void
  let model: @Sendable (inout LockerReading) throws -> Void
}

extension LockerEdit {
  init(
    _ source: String, _ change: @escaping @Sendable (inout Locker.State) -> Void,
    model: @escaping @Sendable (inout LockerReading) throws -> Void
  ) {
    self.init(source: source, change: change, model: model)
  }

  /// A mutation of fields that have the same standard library type in the state and in its model.
  fileprivate static func plain<Value>(
    _ source: String, _ field: any WritableKeyPath<Locker.State, Value> & Sendable,
    _ modelField: any WritableKeyPath<LockerModel, Value> & Sendable,
    requires isPossible: @escaping @Sendable (Value) -> Bool = { _ in true },
    _ change: @escaping @Sendable (inout Value) -> Void
  ) -> LockerEdit {
    LockerEdit("$0\(source)") {
      change(&$0[keyPath: field])
    } model: {
      try $0.require(isPossible($0.model[keyPath: modelField]))
      change(&$0.model[keyPath: modelField])
    }
  }
}

// MARK: - Numbers, flags, and optionals

extension LockerEdit {
  static func value(_ random: inout SeededRandom) -> LockerEdit {
    let k = random.number(1..<4)
    let ratio = random.pick([1, 2, .nan, .infinity, 0.0])
    let optional = random.pick([nil, k])
    let stars: Int?? = random.pick([nil, .some(nil), .some(k)])
    let edits: [LockerEdit] = [
      plain(".count = \(k)", \.count, \.count) { $0 = k },
      plain(".count += \(k)", \.count, \.count) { $0 += k },
      plain(".count = min(4, $0.count + \(k))", \.count, \.count) { $0 = min(4, $0 + k) },
      plain(".count /= 2", \.count, \.count) { $0 /= 2 },
      plain(".bonus = \(k)", \.bonus, \.bonus) { $0 = k },
      plain(".bonus = 0", \.bonus, \.bonus) { $0 = 0 },
      plain(".bonus = max(0, $0.bonus - 1)", \.bonus, \.bonus) { $0 = max(0, $0 - 1) },
      plain(".ratio = \(ratio)", \.ratio, \.ratio) { $0 = ratio },
      plain(".ratio += 1", \.ratio, \.ratio) { $0 += 1 },
      plain(".ratio /= 2", \.ratio, \.ratio) { $0 /= 2 },
      plain(".isOn = true", \.isOn, \.isOn) { $0 = true },
      plain(".isOn.toggle()", \.isOn, \.isOn) { $0.toggle() },
      plain(".name = \(String(describing: optional))", \.name, \.name) { $0 = optional },
      plain(".name? += 1", \.name, \.name) { $0? += 1 },
      LockerEdit("$0.count += $0.bonus; $0.bonus = 0") {
        $0.count += $0.bonus
        $0.bonus = 0
      } model: {
        $0.model.count += $0.model.bonus
        $0.model.bonus = 0
      },
      LockerEdit("$0.note = Note(text: \(k), stars: \(stars as Any))") {
        $0.note = Locker.Note(text: k, stars: stars)
      } model: {
        $0.model.note = LockerModel.Note(text: k, stars: stars)
      },
      LockerEdit("$0.note = nil") {
        $0.note = nil
      } model: {
        $0.model.note = nil
      },
      LockerEdit("$0.note?.text += \(k)") {
        $0.note?.text += k
      } model: {
        $0.model.note?.text += k
      },
      LockerEdit("$0.note?.stars = \(stars as Any)") {
        $0.note?.stars = stars
      } model: {
        $0.model.note?.stars = stars
      },
      LockerEdit("$0.sheet = \(String(describing: optional))") {
        $0.sheet = optional.map { Locker.Page(value: $0) }
      } model: {
        $0.present(optional)
      },
      LockerEdit("$0.sheet?.value = \(k)") {
        $0.sheet?.value = k
      } model: {
        $0.changeSheet { $0 = k }
      },
      LockerEdit("$0.sheet?.value += \(k)") {
        $0.sheet?.value += k
      } model: {
        $0.changeSheet { $0 += k }
      },
    ]
    return random.pick(edits)
  }
}

// MARK: - Arrays, sets, and dictionaries

extension LockerEdit {
  static func array(_ random: inout SeededRandom) -> LockerEdit {
    let k = random.number(1..<5)
    let i = random.number(0..<4)
    let j = random.number(0..<4)
    let other = [random.number(1..<5), random.number(1..<5)]
    func tags(
      _ source: String, requires isPossible: @escaping @Sendable ([Int]) -> Bool = { _ in true },
      _ change: @escaping @Sendable (inout [Int]) -> Void
    ) -> LockerEdit {
      plain(".tags\(source)", \.tags, \.tags, requires: isPossible, change)
    }
    let edits: [LockerEdit] = [
      tags(" = \(other)") { $0 = other },
      tags(".append(\(k))") { $0.append(k) },
      tags(".append(contentsOf: \(other))") { $0.append(contentsOf: other) },
      tags(" += [\(k)]") { $0 += [k] },
      tags(".insert(\(k), at: \(i))", requires: { i <= $0.count }) { $0.insert(k, at: i) },
      tags(".insert(contentsOf: \(other), at: \(i))", requires: { i <= $0.count }) {
        $0.insert(contentsOf: other, at: i)
      },
      tags("[\(i)] = \(k)", requires: { i < $0.count }) { $0[i] = k },
      tags("[\(i)] += 1", requires: { i < $0.count }) { $0[i] += 1 },
      tags(".remove(at: \(i))", requires: { i < $0.count }) { $0.remove(at: i) },
      tags(".removeFirst()", requires: { !$0.isEmpty }) { $0.removeFirst() },
      tags(".removeLast()", requires: { !$0.isEmpty }) { $0.removeLast() },
      tags(".removeFirst(2)", requires: { $0.count >= 2 }) { $0.removeFirst(2) },
      tags(".removeLast(2)", requires: { $0.count >= 2 }) { $0.removeLast(2) },
      tags(".popLast()") { _ = $0.popLast() },
      tags(".removeAll()") { $0.removeAll() },
      tags(".removeAll { $0 == \(k) }") { $0.removeAll { $0 == k } },
      tags(".removeSubrange(0..<\(i))", requires: { i <= $0.count }) { $0.removeSubrange(0..<i) },
      tags(".replaceSubrange(0..<\(i), with: \(other))", requires: { i <= $0.count }) {
        $0.replaceSubrange(0..<i, with: other)
      },
      tags(".swapAt(\(i), \(j))", requires: { max(i, j) < $0.count }) { $0.swapAt(i, j) },
      tags(".sort()") { $0.sort() },
      tags(".reverse()") { $0.reverse() },
      tags(".shuffle(\(k))") { $0.shuffle(seed: k) },
      tags(".partition { $0 > \(k) }") { _ = $0.partition { $0 > k } },
    ]
    return random.pick(edits)
  }

  static func hashed(_ random: inout SeededRandom) -> LockerEdit {
    let k = random.number(1..<5)
    let v = random.number(1..<4)
    let other: Set<Int> = [random.number(1..<5), random.number(1..<5)]
    let list = other.sorted()
    let edits: [LockerEdit] = [
      plain(".marks = Set(\(list))", \.marks, \.marks) { $0 = other },
      plain(".marks.insert(\(k))", \.marks, \.marks) { $0.insert(k) },
      plain(".marks.update(with: \(k))", \.marks, \.marks) { $0.update(with: k) },
      plain(".marks.remove(\(k))", \.marks, \.marks) { $0.remove(k) },
      plain(".marks.formUnion(\(list))", \.marks, \.marks) { $0.formUnion(other) },
      plain(".marks.formIntersection(\(list))", \.marks, \.marks) { $0.formIntersection(other) },
      plain(".marks.subtract(\(list))", \.marks, \.marks) { $0.subtract(other) },
      plain(".marks.formSymmetricDifference(\(list))", \.marks, \.marks) {
        $0.formSymmetricDifference(other)
      },
      plain(".marks.removeAll()", \.marks, \.marks) { $0.removeAll() },
      plain(
        ".marks.remove(at: $0.marks.firstIndex(of: \(k))!)", \.marks, \.marks,
        requires: { $0.contains(k) }
      ) {
        $0.remove(at: $0.firstIndex(of: k)!)
      },
      // Two equal sets can have different orders, so the first element is determined only if there is a single element.
      plain(".marks.removeFirst()", \.marks, \.marks, requires: { $0.count == 1 }) {
        $0.removeFirst()
      },
      plain(".marks.popFirst()", \.marks, \.marks, requires: { $0.count < 2 }) {
        _ = $0.popFirst()
      },
      plain(".prices.popFirst()", \.prices, \.prices, requires: { $0.count < 2 }) {
        _ = $0.popFirst()
      },
      plain(
        ".prices.remove(at: $0.prices.index(forKey: \(k))!)", \.prices, \.prices,
        requires: { $0[k] != nil }
      ) {
        $0.remove(at: $0.index(forKey: k)!)
      },
      plain(".prices[\(k)] = \(v)", \.prices, \.prices) { $0[k] = v },
      plain(".prices[\(k)] = nil", \.prices, \.prices) { $0[k] = nil },
      plain(".prices[\(k)]? += 1", \.prices, \.prices) { $0[k]? += 1 },
      plain(".prices[\(k), default: 0] += 1", \.prices, \.prices) { $0[k, default: 0] += 1 },
      plain(".prices.updateValue(\(v), forKey: \(k))", \.prices, \.prices) {
        $0.updateValue(v, forKey: k)
      },
      plain(".prices.removeValue(forKey: \(k))", \.prices, \.prices) { $0.removeValue(forKey: k) },
      plain(".prices.merge([\(k): \(v)]) { $0 + $1 }", \.prices, \.prices) {
        $0.merge([k: v]) { $0 + $1 }
      },
      plain(".prices = $0.prices.mapValues { $0 + 1 }", \.prices, \.prices) {
        $0 = $0.mapValues { $0 + 1 }
      },
      plain(".prices = $0.prices.filter { $0.key != \(k) }", \.prices, \.prices) {
        $0 = $0.filter { $0.key != k }
      },
      plain(".prices.removeAll()", \.prices, \.prices) { $0.removeAll() },
    ]
    return random.pick(edits)
  }
}

// MARK: - Identified arrays

extension LockerEdit {
  private static func rows(
    _ source: String,
    _ change: @escaping @Sendable (inout IdentifiedArrayOf<Locker.Item>) -> Void,
    model: @escaping @Sendable (inout LockerReading) throws -> Void
  ) -> LockerEdit {
    LockerEdit("$0.rows\(source)", { change(&$0.rows) }, model: model)
  }

  static func identified(_ random: inout SeededRandom) -> LockerEdit {
    random.chance(50) ? adding(&random) : rearranging(&random)
  }

  private static func adding(_ random: inout SeededRandom) -> LockerEdit {
    let (id, v, i) = (random.number(1..<6), random.number(1..<4), random.number(0..<4))
    let item = Locker.Item(id: id, value: v)
    let more = [item, Locker.Item(id: random.number(1..<6), value: random.number(1..<4))]
    let modelItem = LockerModel.Item(id: id, value: v)
    let modelMore = more.map { LockerModel.Item(id: $0.id, value: $0.value) }
    let text = "\(id): \(v)"
    let texts = more.map { "\($0.id): \($0.value)" }
    let edits: [LockerEdit] = [
      rows(".append(\(text))") {
        $0.append(item)
      } model: {
        try $0.add(modelItem, at: nil)
      },
      rows(".append(contentsOf: \(texts))") {
        $0.append(contentsOf: more)
      } model: {
        try $0.merge(modelMore)
      },
      rows(" += \(texts)") {
        $0 += more
      } model: {
        try $0.merge(modelMore)
      },
      rows(".insert(\(text), at: \(i))") {
        $0.insert(item, at: i)
      } model: {
        try $0.add(modelItem, at: i)
      },
      rows(".insert(contentsOf: [\(text)], at: \(i))") {
        $0.insert(contentsOf: [item], at: i)
      } model: {
        if $0.target == .production { try $0.require(i <= $0.model.rows.count) }
        try $0.add(modelItem, at: i, isMerge: true)
      },
      rows(".updateOrAppend(\(text))") {
        $0.updateOrAppend(item)
      } model: {
        try $0.put(modelItem, at: nil)
      },
      rows(".updateOrInsert(\(text), at: \(i))") {
        $0.updateOrInsert(item, at: i)
      } model: {
        try $0.put(modelItem, at: i)
      },
      rows("[id: \(id)] = \(text)") {
        $0[id: id] = item
      } model: {
        try $0.put(modelItem, at: nil)
      },
      rows("[id: \(id)]?.value = \(v)") {
        $0[id: id]?.value = v
      } model: {
        $0.changeRow(id: id) { $0 = v }
      },
      rows("[id: \(id)]?.value += \(v)") {
        $0[id: id]?.value += v
      } model: {
        $0.changeRow(id: id) { $0 += v }
      },
      rows("[\(i)].value = \(v)") {
        $0[i].value = v
      } model: {
        try $0.require(i < $0.model.rows.count)
        $0.model.rows[i].value = v
      },
      rows(" = \(texts)") {
        $0 = IdentifiedArray(more)
      } model: {
        $0.model.rows = modelMore.first?.id == modelMore.last?.id ? [modelMore[0]] : modelMore
      },
    ]
    return random.pick(edits)
  }

  private static func rearranging(_ random: inout SeededRandom) -> LockerEdit {
    let (id, i, j) = (random.number(1..<6), random.number(0..<4), random.number(0..<4))
    let edits: [LockerEdit] = [
      rows("[id: \(id)] = nil") {
        $0[id: id] = nil
      } model: {
        $0.removeRow(id: id)
      },
      rows(".remove(id: \(id))") {
        $0.remove(id: id)
      } model: {
        $0.removeRow(id: id)
      },
      rows(".remove(\(id): 0)") {
        $0.remove(Locker.Item(id: id, value: 0))
      } model: {
        $0.removeRow(id: id)
      },
      rows(".remove(at: \(i))") {
        $0.remove(at: i)
      } model: {
        try $0.require(i < $0.model.rows.count)
        $0.model.rows.remove(at: i)
      },
      rows(".remove(atOffsets: [\(i)])") {
        $0.remove(atOffsets: [i])
      } model: {
        try $0.require(i < $0.model.rows.count)
        $0.model.rows.remove(at: i)
      },
      rows(".removeFirst()") {
        $0.removeFirst()
      } model: {
        try $0.require(!$0.model.rows.isEmpty)
        $0.model.rows.removeFirst()
      },
      rows(".removeLast()") {
        $0.removeLast()
      } model: {
        try $0.require(!$0.model.rows.isEmpty)
        $0.model.rows.removeLast()
      },
      rows(".removeFirst(2)") {
        $0.removeFirst(2)
      } model: {
        try $0.require($0.model.rows.count >= 2)
        $0.model.rows.removeFirst(2)
      },
      rows(".popLast()") {
        _ = $0.popLast()
      } model: {
        _ = $0.model.rows.popLast()
      },
      rows(".removeAll()") {
        $0.removeAll()
      } model: {
        $0.model.rows = []
      },
      rows(".removeAll { $0.value == \(i) }") {
        $0.removeAll { $0.value == i }
      } model: {
        $0.model.rows.removeAll { $0.value == i }
      },
      rows(".removeSubrange(0..<\(i))") {
        $0.removeSubrange(0..<i)
      } model: {
        try $0.require(i <= $0.model.rows.count)
        $0.model.rows.removeSubrange(0..<i)
      },
      rows(".move(fromOffsets: [\(i)], toOffset: \(j))") {
        $0.move(fromOffsets: [i], toOffset: j)
      } model: {
        try $0.require(i < $0.model.rows.count && j <= $0.model.rows.count)
        let row = $0.model.rows.remove(at: i)
        $0.model.rows.insert(row, at: j > i ? j - 1 : j)
        $0.appended = []
      },
      rows(".swapAt(\(i), \(j))") {
        $0.swapAt(i, j)
      } model: {
        try $0.require(max(i, j) < $0.model.rows.count)
        $0.model.rows.swapAt(i, j)
        $0.appended = []
      },
      rows(".sort { ($0.value, $0.id) < ($1.value, $1.id) }") {
        $0.sort { ($0.value, $0.id) < ($1.value, $1.id) }
      } model: {
        $0.model.rows.sort { ($0.value, $0.id) < ($1.value, $1.id) }
        $0.appended = []
      },
      rows(".reverse()") {
        $0.reverse()
      } model: {
        $0.model.rows.reverse()
        $0.appended = []
      },
      rows(".shuffle(\(i))") {
        $0.shuffle(seed: i)
      } model: {
        try $0.require(!$0.hasRestated)
        $0.model.rows.shuffle(seed: i)
      },
      rows(".partition { $0.value > \(i) }") {
        _ = $0.partition { $0.value > i }
      } model: {
        try $0.require(!$0.hasRestated)
        _ = $0.model.rows.partition { $0.value > i }
      },
      rows(".update(\(id): \(i), at: \(j))") {
        $0.update(Locker.Item(id: id, value: i), at: j)
      } model: {
        // Assigning another ID reports an issue.
        try $0.require(j < $0.model.rows.count && $0.model.rows[j].id == id)
        $0.model.rows[j].value = i
      },
      rows(" = $0.rows.filter { $0.value == \(i) }") {
        $0 = $0.filter { $0.value == i }
      } model: {
        $0.model.rows = $0.model.rows.filter { $0.value == i }
      },
    ]
    return random.pick(edits)
  }
}

// MARK: - Stacks

extension LockerEdit {
  private static func path(
    _ source: String, _ change: @escaping @Sendable (inout StackState<Locker.Page>) -> Void,
    model: @escaping @Sendable (inout LockerReading) throws -> Void
  ) -> LockerEdit {
    LockerEdit("$0.path\(source)", { change(&$0.path) }, model: model)
  }

  static func stack(_ random: inout SeededRandom) -> LockerEdit {
    let (id, i, j) = (random.pick([0, 1, 77]), random.number(0..<4), random.number(0..<4))
    let v = random.number(1..<4)
    let stackID = StackElementID(integerLiteral: id)
    let page = Locker.Page(value: v)
    let edits: [LockerEdit] = [
      path(".append(\(v))") {
        $0.append(page)
      } model: {
        try $0.push([v])
      },
      path(".append(contentsOf: [\(v), 9])") {
        $0.append(contentsOf: [page, Locker.Page(value: 9)])
      } model: {
        try $0.push([v, 9])
      },
      path(".insert(\(v), at: \(i))") {
        $0.insert(page, at: i)
      } model: {
        try $0.push([v], at: i)
      },
      path(".remove(at: \(i))") {
        $0.remove(at: i)
      } model: {
        try $0.require(i < $0.model.path.count)
        $0.model.path.remove(at: i)
      },
      path(".removeFirst()") {
        $0.removeFirst()
      } model: {
        try $0.require(!$0.model.path.isEmpty)
        $0.model.path.removeFirst()
      },
      path(".removeLast()") {
        $0.removeLast()
      } model: {
        try $0.require(!$0.model.path.isEmpty)
        $0.model.path.removeLast()
      },
      path(".removeLast(2)") {
        $0.removeLast(2)
      } model: {
        try $0.require($0.model.path.count >= 2)
        $0.model.path.removeLast(2)
      },
      path(".popLast()") {
        _ = $0.popLast()
      } model: {
        _ = $0.model.path.popLast()
      },
      path(".pop(from: \(id))") {
        $0.pop(from: stackID)
      } model: {
        $0.pop(from: id, keepsIt: false)
      },
      path(".pop(to: \(id))") {
        $0.pop(to: stackID)
      } model: {
        $0.pop(from: id, keepsIt: true)
      },
      path("[id: \(id)] = nil") {
        $0[id: stackID] = nil
      } model: {
        $0.removePage(id: id)
      },
      path("[id: \(id)]?.value = \(v)") {
        $0[id: stackID]?.value = v
      } model: {
        $0.changePage(id: id) { $0 = v }
      },
      path("[id: \(id)]?.value += \(v)") {
        $0[id: stackID]?.value += v
      } model: {
        $0.changePage(id: id) { $0 += v }
      },
      path("[\(i)] = \(v)") {
        $0[i] = page
      } model: {
        try $0.require(i < $0.model.path.count)
        $0.model.path[i].value = v
      },
      path(".removeAll()") {
        $0.removeAll()
      } model: {
        $0.model.path = []
      },
      path(".removeAll { $0.value == \(v) }") {
        $0.removeAll { $0.value == v }
      } model: {
        $0.model.path.removeAll { $0.value == v }
      },
      path(".swapAt(\(i), \(j))") {
        $0.swapAt(i, j)
      } model: {
        try $0.require(max(i, j) < $0.model.path.count)
        $0.model.path.swapAt(i, j)
      },
      path(".reverse()") {
        $0.reverse()
      } model: {
        $0.model.path.reverse()
      },
      path(".shuffle(\(i))") {
        $0.shuffle(seed: i)
      } model: {
        $0.model.path.shuffle(seed: i)
      },
      path(".partition { $0.value > \(v) }") {
        _ = $0.partition { $0.value > v }
      } model: {
        _ = $0.model.path.partition { $0.value > v }
      },
    ]
    return random.pick(edits)
  }
}

extension MutableCollection where Self: RandomAccessCollection {
  fileprivate mutating func shuffle(seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed))
    shuffle(using: &generator)
  }
}

extension IdentifiedArray {
  /// Calls the `shuffle(using:)` of `IdentifiedArray`, not the one of `MutableCollection`.
  fileprivate mutating func shuffle(seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed))
    shuffle(using: &generator)
  }
}

// MARK: - Elements whose IDs change

extension LockerEdit {
  static func entries(_ random: inout SeededRandom) -> LockerEdit {
    let (id, v) = (random.number(1..<4), random.number(1..<4))
    let (i, j) = (random.number(0..<3), random.number(0..<3))
    func entries(
      _ source: String, _ change: @escaping @Sendable (inout [Locker.Item]) -> Void,
      model: @escaping @Sendable (inout [LockerModel.Item]) -> Void,
      requires isPossible: @escaping @Sendable ([LockerModel.Item]) -> Bool = { _ in true }
    ) -> LockerEdit {
      LockerEdit("$0.entries\(source)") {
        change(&$0.entries)
      } model: {
        try $0.require(isPossible($0.model.entries))
        model(&$0.model.entries)
      }
    }
    let edits: [LockerEdit] = [
      entries(".append(\(id): \(v))") {
        $0.append(Locker.Item(id: id, value: v))
      } model: {
        $0.append(LockerModel.Item(id: id, value: v))
      },
      entries("[\(i)].id = \(id)") {
        $0[i].id = id
      } model: {
        $0[i].id = id
      } requires: {
        i < $0.count
      },
      entries("[\(i)].id += 1") {
        $0[i].id += 1
      } model: {
        $0[i].id += 1
      } requires: {
        i < $0.count
      },
      entries("[\(i)].value = \(v)") {
        $0[i].value = v
      } model: {
        $0[i].value = v
      } requires: {
        i < $0.count
      },
      entries("[\(i)].value += \(v)") {
        $0[i].value += v
      } model: {
        $0[i].value += v
      } requires: {
        i < $0.count
      },
      entries(".swapAt(\(i), \(j))") {
        $0.swapAt(i, j)
      } model: {
        $0.swapAt(i, j)
      } requires: {
        max(i, j) < $0.count
      },
      entries(".remove(at: \(i))") {
        $0.remove(at: i)
      } model: {
        $0.remove(at: i)
      } requires: {
        i < $0.count
      },
      entries(".removeAll { $0.id == \(id) }") {
        $0.removeAll { $0.id == id }
      } model: {
        $0.removeAll { $0.id == id }
      },
      entries(".sort { $0.id < $1.id }") {
        $0.sort { ($0.id, $0.value) < ($1.id, $1.value) }
      } model: {
        $0.sort { ($0.id, $0.value) < ($1.id, $1.value) }
      },
    ]
    return random.pick(edits)
  }
}

// MARK: - Cases

extension LockerEdit {
  static func screen(_ random: inout SeededRandom) -> LockerEdit {
    let id = random.pick([2, 3, 77])
    let v = random.number(1..<4)
    let stackID = StackElementID(integerLiteral: id)
    let page = Locker.Page(value: v)
    let edits: [LockerEdit] = [
      LockerEdit("$0.screens[id: \(id), case: page]?.value = \(v)") {
        $0.screens[id: stackID, case: { .page($0) }]?.value = v
      } model: {
        try $0.changeScreen(id: id) { $0 = v }
      },
      LockerEdit("$0.screens[id: \(id), case: page]?.value += \(v)") {
        $0.screens[id: stackID, case: { .page($0) }]?.value += v
      } model: {
        try $0.changeScreen(id: id) { $0 += v }
      },
      LockerEdit("$0.screens[id: \(id), case: page] = nil") {
        $0.screens[id: stackID, case: { .page($0) }] = nil
      } model: {
        try $0.require(
          $0.model.screens.allSatisfy { $0.id != id || $0.value != LockerModel.closed })
        $0.removeScreen(id: id)
      },
      LockerEdit("$0.screens[id: \(id), case: page] = \(v)") {
        $0.screens[id: stackID, case: { .page($0) }] = page
      } model: {
        try $0.require($0.model.screens.contains { $0.id == id })
        try $0.changeScreen(id: id) { $0 = v }
      },
      LockerEdit("$0.screens[id: \(id)] = .closed") {
        $0.screens[id: stackID] = .closed
      } model: {
        let index = $0.model.screens.firstIndex { $0.id == id }
        try $0.require(index != nil)
        $0.model.screens[index!].value = LockerModel.closed
      },
      LockerEdit("$0.screens[id: \(id)] = nil") {
        $0.screens[id: stackID] = nil
      } model: {
        $0.removeScreen(id: id)
      },
      LockerEdit("$0.screens.append(\(v))") {
        $0.screens.append(.page(page))
      } model: {
        try $0.push([v], to: \.screens)
      },
      LockerEdit("$0.screens.popLast()") {
        _ = $0.screens.popLast()
      } model: {
        _ = $0.model.screens.popLast()
      },
      LockerEdit("$0.screen = \(v)") {
        $0.screen = .page(page)
      } model: {
        $0.model.screen = v
      },
      LockerEdit("$0.screen = .closed") {
        $0.screen = .closed
      } model: {
        $0.model.screen = LockerModel.closed
      },
      LockerEdit("$0.screen = nil") {
        $0.screen = nil
      } model: {
        $0.dismissScreen()
      },
      LockerEdit("$0.$screen[case: page]?.value = \(v)") {
        $0.$screen[case: { .page($0) }]?.value = v
      } model: {
        try $0.changeScreen { $0 = v }
      },
      LockerEdit("$0.$screen[case: page]?.value += \(v)") {
        $0.$screen[case: { .page($0) }]?.value += v
      } model: {
        try $0.changeScreen { $0 += v }
      },
      LockerEdit("$0.$screen[case: page] = nil") {
        $0.$screen[case: { .page($0) }] = nil
      } model: {
        try $0.require($0.model.screen != LockerModel.closed)
        $0.dismissScreen()
      },
      LockerEdit("$0.$screen[case: page] = \(v)") {
        $0.$screen[case: { .page($0) }] = page
      } model: {
        try $0.require($0.model.screen != nil)
        try $0.changeScreen { $0 = v }
      },
    ]
    return random.pick(edits)
  }
}
