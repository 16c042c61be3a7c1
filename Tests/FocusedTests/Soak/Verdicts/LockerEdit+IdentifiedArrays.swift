import FocusedTestStore

// MARK: - Identified arrays

extension LockerEdit {
  private static func rows(
    _ source: String,
    _ change: @escaping @Sendable (inout IdentifiedArrayOf<Locker.Item>) -> Void,
    model: @escaping @Sendable (inout LockerReading) throws -> Void
  ) -> LockerEdit {
    LockerEdit("$0.rows\(source)", { change(&$0.rows) }, model: model)
  }

  /// A mutation that an array has as well.
  private static func rowArray(
    _ source: String,
    requires isPossible: @escaping @Sendable ([Locker.Item]) -> Bool = { _ in true },
    _ change: @escaping @Sendable (inout IdentifiedArrayOf<Locker.Item>) -> Void,
    model: @escaping @Sendable (inout [Locker.Item]) -> Void
  ) -> LockerEdit {
    array("$0.rows\(source)", \.rows, requires: isPossible, { change(&$0.rows) }, model: model)
  }

  static func identified(_ random: inout SeededRandom) -> LockerEdit {
    random.chance(50) ? adding(&random) : rearranging(&random)
  }

  private static func adding(_ random: inout SeededRandom) -> LockerEdit {
    let (id, v, i) = (random.number(1..<6), random.number(1..<4), random.number(0..<4))
    let item = Locker.Item(id: id, value: v)
    let more = [item, Locker.Item(id: random.number(1..<6), value: random.number(1..<4))]
    let text = "\(id): \(v)"
    let texts = more.map { "\($0.id): \($0.value)" }
    let edits: [LockerEdit] = [
      rows(".append(\(text))", { $0.append(item) }) { try $0.add(item, at: nil) },
      rows(".append(contentsOf: \(texts))", { $0.append(contentsOf: more) }) { try $0.merge(more) },
      rows(" += \(texts)", { $0 += more }) { try $0.merge(more) },
      rows(".insert(\(text), at: \(i))", { $0.insert(item, at: i) }) { try $0.add(item, at: i) },
      rows(".insert(contentsOf: [\(text)], at: \(i))", { $0.insert(contentsOf: [item], at: i) }) {
        if $0.target == .production { try $0.require(i <= $0.model.rows.count) }
        try $0.add(item, at: i, isMerge: true)
      },
      rows(".updateOrAppend(\(text))", { $0.updateOrAppend(item) }) { try $0.put(item, at: nil) },
      rows(".updateOrInsert(\(text), at: \(i))", { $0.updateOrInsert(item, at: i) }) {
        try $0.put(item, at: i)
      },
      rows("[id: \(id)] = \(text)", { $0[id: id] = item }) { try $0.put(item, at: nil) },
      rows("[id: \(id)]?.value = \(v)", { $0[id: id]?.value = v }) {
        $0.changeRow(id: id) { $0 = v }
      },
      rows("[id: \(id)]?.value += \(v)", { $0[id: id]?.value += v }) {
        $0.changeRow(id: id) { $0 += v }
      },
      rowArray("[\(i)].value = \(v)", requires: { i < $0.count }, { $0[i].value = v }) {
        $0[i].value = v
      },
      rowArray(" = \(texts)", { $0 = IdentifiedArray(more) }) {
        $0 = more.first?.id == more.last?.id ? [more[0]] : more
      },
    ]
    return random.pick(edits)
  }

  private static func rearranging(_ random: inout SeededRandom) -> LockerEdit {
    let (id, i, j) = (random.number(1..<6), random.number(0..<4), random.number(0..<4))
    let edits: [LockerEdit] = [
      rows("[id: \(id)] = nil", { $0[id: id] = nil }) { $0.removeRow(id: id) },
      rows(".remove(id: \(id))", { $0.remove(id: id) }) { $0.removeRow(id: id) },
      rows(".remove(\(id): 0)", { $0.remove(Locker.Item(id: id, value: 0)) }) {
        $0.removeRow(id: id)
      },
      rowArray(".remove(at: \(i))", requires: { i < $0.count }, { $0.remove(at: i) }) {
        $0.remove(at: i)
      },
      rowArray(
        ".remove(atOffsets: [\(i)])", requires: { i < $0.count }, { $0.remove(atOffsets: [i]) }
      ) {
        $0.remove(at: i)
      },
      rowArray(".removeFirst()", requires: { !$0.isEmpty }, { $0.removeFirst() }) {
        $0.removeFirst()
      },
      rowArray(".removeLast()", requires: { !$0.isEmpty }, { $0.removeLast() }) {
        $0.removeLast()
      },
      rowArray(".removeFirst(2)", requires: { $0.count >= 2 }, { $0.removeFirst(2) }) {
        $0.removeFirst(2)
      },
      rowArray(".popLast()", { _ = $0.popLast() }) { _ = $0.popLast() },
      rowArray(".removeAll()", { $0.removeAll() }) { $0 = [] },
      rowArray(".removeAll { $0.value == \(i) }", { $0.removeAll { $0.value == i } }) {
        $0.removeAll { $0.value == i }
      },
      rowArray(
        ".removeSubrange(0..<\(i))", requires: { i <= $0.count }, { $0.removeSubrange(0..<i) }
      ) {
        $0.removeSubrange(0..<i)
      },
      rows(
        ".move(fromOffsets: [\(i)], toOffset: \(j))", { $0.move(fromOffsets: [i], toOffset: j) }
      ) {
        try $0.require(i < $0.model.rows.count && j <= $0.model.rows.count)
        let row = $0.model.rows.remove(at: i)
        $0.model.rows.insert(row, at: j > i ? j - 1 : j)
        $0.appended = []
      },
      rows(".swapAt(\(i), \(j))", { $0.swapAt(i, j) }) {
        try $0.require(max(i, j) < $0.model.rows.count)
        $0.model.rows.swapAt(i, j)
        $0.appended = []
      },
      rows(
        ".sort { ($0.value, $0.id) < ($1.value, $1.id) }",
        { $0.sort { ($0.value, $0.id) < ($1.value, $1.id) } }
      ) {
        $0.model.rows.sort { ($0.value, $0.id) < ($1.value, $1.id) }
        $0.appended = []
      },
      rows(".reverse()", { $0.reverse() }) {
        $0.model.rows.reverse()
        $0.appended = []
      },
      rows(".shuffle(\(i))", { $0.shuffle(seed: i) }) {
        try $0.require(!$0.hasRestated)
        $0.model.rows.shuffle(seed: i)
      },
      rows(".partition { $0.value > \(i) }", { _ = $0.partition { $0.value > i } }) {
        try $0.require(!$0.hasRestated)
        _ = $0.model.rows.partition { $0.value > i }
      },
      // Assigning another ID reports an issue.
      rowArray(
        ".update(\(id): \(i), at: \(j))", requires: { j < $0.count && $0[j].id == id },
        { $0.update(Locker.Item(id: id, value: i), at: j) }
      ) {
        $0[j].value = i
      },
      rowArray(" = $0.rows.filter { $0.value == \(i) }", { $0 = $0.filter { $0.value == i } }) {
        $0 = $0.filter { $0.value == i }
      },
    ]
    return random.pick(edits)
  }
}

// MARK: - Elements whose IDs change

extension LockerEdit {
  static func entries(_ random: inout SeededRandom) -> LockerEdit {
    let (id, v) = (random.number(1..<4), random.number(1..<4))
    let (i, j) = (random.number(0..<3), random.number(0..<3))
    func entries(
      _ source: String,
      requires isPossible: @escaping @Sendable ([Locker.Item]) -> Bool = { _ in true },
      _ change: @escaping @Sendable (inout [Locker.Item]) -> Void
    ) -> LockerEdit {
      plain(".entries\(source)", \.entries, \.entries, requires: isPossible, change)
    }
    let edits: [LockerEdit] = [
      entries(".append(\(id): \(v))") { $0.append(Locker.Item(id: id, value: v)) },
      entries("[\(i)].id = \(id)", requires: { i < $0.count }) { $0[i].id = id },
      entries("[\(i)].id += 1", requires: { i < $0.count }) { $0[i].id += 1 },
      entries("[\(i)].value = \(v)", requires: { i < $0.count }) { $0[i].value = v },
      entries("[\(i)].value += \(v)", requires: { i < $0.count }) { $0[i].value += v },
      entries(".swapAt(\(i), \(j))", requires: { max(i, j) < $0.count }) { $0.swapAt(i, j) },
      entries(".remove(at: \(i))", requires: { i < $0.count }) { $0.remove(at: i) },
      entries(".removeAll { $0.id == \(id) }") { $0.removeAll { $0.id == id } },
      entries(".sort { $0.id < $1.id }") { $0.sort { ($0.id, $0.value) < ($1.id, $1.value) } },
    ]
    return random.pick(edits)
  }
}
