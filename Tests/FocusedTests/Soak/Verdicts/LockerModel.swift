/// An independent model of `Locker.State` that uses only arrays and dictionaries of the standard library.
///
/// The model implements the production behavior of the package's collections, and the rules that S14 adds for a
/// closure that is applied to the actual state.
struct LockerModel: Equatable {
  /// An element that keeps its ID.
  typealias Item = Locker.Item
  typealias Note = Locker.Note

  var count = 0
  var bonus = 0
  var ratio = 1.0
  var isOn = false
  var name: Int?
  var note: Note?
  var tags: [Int] = []
  var marks: Set<Int> = []
  var prices: [Int: Int] = [:]
  var rows: [Item] = []
  var entries: [Item] = []
  var path: [Item] = []
  var sheet: Int?
}

/// The state to which a closure is applied, and the closure's other operations.
struct LockerReading {
  enum Target: Equatable {
    /// The reducer, or a state other than the actual one. The collections act as in production.
    case production
    /// The actual state. The IDs are those of the rows before the step, or `nil` in `assert`.
    case actual(rowsBeforeStep: [Int]?)
  }

  struct Trap: Error {}

  var model: LockerModel
  let target: Target
  /// The IDs of new elements of the stack, in order, unless an element already has an ID.
  var freshIDs: [Int]
  /// The optional chains that found no element.
  private(set) var misses: Set<String> = []
  /// The rows that the closure added although they were present, in order.
  private var restated: [Int] = []
  /// The restated rows that the closure merged and that existed before the step. Merging them changes nothing.
  private var kept: Set<Int> = []
  /// The restated rows that the closure appended, unless it then set an order itself.
  var appended: Set<Int> = []
  /// The elements that the closure removed by ID or set to `nil`.
  private var removed: Set<String> = []

  init(_ model: LockerModel, target: Target, freshIDs: [Int]) {
    self.model = model
    self.target = target
    self.freshIDs = freshIDs
  }

  /// Whether the closure asserts a missing element, without the elements that it removed itself.
  var claimsSomethingMissing: Bool { !misses.subtracting(removed).isEmpty }

  mutating func noteMiss(_ chain: String) {
    if target != .production { misses.insert(chain) }
  }

  mutating func noteRemoval(_ chain: String) { removed.insert(chain) }

  func require(_ condition: Bool) throws {
    if !condition { throw Trap() }
  }
}

// MARK: - Rows, an identified array

extension LockerReading {
  func position(of id: Int) -> Int? { model.rows.firstIndex { $0.id == id } }

  /// `append` if the index is `nil`, otherwise `insert`.
  ///
  /// - Parameter isMerge: Whether to keep an element that existed before the step.
  mutating func add(_ item: LockerModel.Item, at index: Int?, isMerge: Bool = false) throws {
    guard let position = position(of: item.id) else {
      if let index, target == .production { try require(index <= model.rows.count) }
      model.rows.insert(item, at: min(index ?? model.rows.count, model.rows.count))
      return
    }
    guard case .actual(let before) = target, !restated.contains(item.id) else { return }
    restated.append(item.id)
    if isMerge, before?.contains(item.id) == true {
      kept.insert(item.id)
      return
    }
    model.rows[position] = item
    if before == nil { return }
    model.rows.remove(at: position)
    model.rows.insert(item, at: min(index ?? model.rows.count, model.rows.count))
    if index == nil { appended.insert(item.id) }
  }

  /// Moves the appended elements to their actual positions, if these are after all earlier elements, except for
  /// elements that the closure adds later.
  mutating func settle(with actual: [LockerModel.Item]) {
    guard case .actual(let before?) = target else { return }
    let ids = actual.map(\.id)
    let appended = restated.filter { id in
      self.appended.contains(id) && model.rows.contains { $0.id == id }
    }
    for id in appended {
      let addedLater = restated.drop { $0 != id }.dropFirst().filter { !kept.contains($0) }
      guard let position = ids.firstIndex(of: id),
        ids[(position + 1)...].allSatisfy({ !before.contains($0) || addedLater.contains($0) })
      else { return }
    }
    let fixed = model.rows.map(\.id).filter { !appended.contains($0) }
    guard model.rows.count == ids.count, fixed == ids.filter({ !appended.contains($0) }) else {
      return
    }
    model.rows = ids.compactMap { id in model.rows.first { $0.id == id } }
  }

  /// `append(contentsOf:)`, which adds the first element with each ID.
  mutating func merge(_ items: [LockerModel.Item]) throws {
    for (index, item) in items.enumerated()
    where !items[..<index].contains(where: { $0.id == item.id }) {
      try add(item, at: nil, isMerge: true)
    }
  }

  mutating func updateOrAppend(_ item: LockerModel.Item) {
    if let position = position(of: item.id) {
      model.rows[position] = item
    } else {
      model.rows.append(item)
    }
  }

  mutating func removeRow(id: Int) {
    noteRemoval("rows[\(id)]")
    model.rows.removeAll { $0.id == id }
  }

  mutating func changeRow(id: Int, _ change: (inout Int) -> Void) {
    if let position = position(of: id) {
      change(&model.rows[position].value)
    } else {
      noteMiss("rows[\(id)]")
    }
  }
}

// MARK: - Path, a stack

extension LockerReading {
  mutating func push(_ value: Int, at index: Int? = nil) throws {
    try require(index ?? 0 <= model.path.count)
    while model.path.contains(where: { $0.id == freshIDs[0] }) { freshIDs.removeFirst() }
    let item = LockerModel.Item(id: freshIDs.removeFirst(), value: value)
    model.path.insert(item, at: index ?? model.path.count)
  }

  mutating func changePage(id: Int, _ change: (inout Int) -> Void) {
    if let position = model.path.firstIndex(where: { $0.id == id }) {
      change(&model.path[position].value)
    } else {
      noteMiss("path[\(id)]")
    }
  }

  mutating func removePage(id: Int) {
    noteRemoval("path[\(id)]")
    model.path.removeAll { $0.id == id }
  }

  mutating func pop(from id: Int, keepsIt: Bool) {
    if !keepsIt { noteRemoval("path[\(id)]") }
    guard let position = model.path.firstIndex(where: { $0.id == id }) else { return }
    model.path.removeSubrange((keepsIt ? position + 1 : position)...)
  }
}

// MARK: - Sheet, a presented state

extension LockerReading {
  mutating func changeSheet(_ change: (inout Int) -> Void) {
    if model.sheet == nil { noteMiss("sheet") } else { change(&model.sheet!) }
  }

  mutating func present(_ sheet: Int?) {
    if sheet == nil { noteRemoval("sheet") }
    model.sheet = sheet
  }
}
