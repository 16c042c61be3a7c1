import FocusedTestStore

/// One line of an assert closure, as data.
enum StateClaim: Equatable, Sendable {
  case count(Int)
  case add(Int)
  case name(String)
  case values([Int])
  case append(Int)
  case choice(Int?)
  case scopedCount(Int)
  case optional(Leaf.State?)
  case optionalCount(Int)
  case rows([Leaf.State])
  case rowCount(id: Int, Int)
  case sheet(Leaf.State?)
  case sheetCount(Int)

  func apply(to state: inout Tree.State) {
    switch self {
    case .count(let count): state.count = count
    case .add(let amount): state.count += amount
    case .name(let name): state.name = name
    case .values(let values): state.values = values
    case .append(let value): state.values.append(value)
    case .choice(let choice): state.choice = choice
    case .scopedCount(let count): state.scoped.count = count
    case .optional(let child): state.optional = child
    case .optionalCount(let count): state.optional?.count = count
    case .rows(let rows): state.rows = IdentifiedArray(uniqueElements: rows)
    case .rowCount(let id, let count): state.rows[id: id]?.count = count
    case .sheet(let child): state.sheet = child
    case .sheetCount(let count): state.sheet?.count = count
    }
  }

  /// The field that the line asserts.
  var field: Field {
    switch self {
    case .count, .add: .count
    case .name: .name
    case .values, .append: .values
    case .choice: .choice
    case .scopedCount: .scoped
    case .optional, .optionalCount: .optional
    case .rows, .rowCount: .rows
    case .sheet, .sheetCount: .sheet
    }
  }
}

extension [StateClaim] {
  /// The result of the closure on a state.
  func applied(to state: Tree.State) -> Tree.State {
    var state = state
    for claim in self { claim.apply(to: &state) }
    return state
  }

  /// Whether a line changes an element or a sheet that is not there, and no other line states that it is gone.
  func writeToNothing(in state: Tree.State) -> Bool {
    var state = state
    return contains { claim in
      defer { claim.apply(to: &state) }
      return switch claim {
      case .rowCount(let id, _): state.rows[id: id] == nil
      case .sheetCount: state.sheet == nil && !contains(.sheet(nil))
      default: false
      }
    }
  }
}

/// A field of the state.
enum Field: CaseIterable, Sendable {
  case count, name, values, choice, scoped, optional, rows, sheet

  func isEqual(_ one: Tree.State, _ other: Tree.State) -> Bool {
    switch self {
    case .count: one.count == other.count
    case .name: one.name == other.name
    case .values: one.values == other.values
    case .choice: one.choice == other.choice
    case .scoped: one.scoped == other.scoped
    case .optional: one.optional == other.optional
    case .rows: one.rows == other.rows
    case .sheet: one.sheet == other.sheet
    }
  }

  /// A line that assigns the value of the field after a step.
  func claim(
    _ before: Tree.State, _ after: Tree.State, relative: Bool
  ) -> StateClaim {
    switch self {
    case .count:
      let added = after.count - before.count
      return relative && added != 0 ? .add(added) : .count(after.count)
    case .name: return .name(after.name)
    case .values:
      guard relative, let last = after.values.last, after.values.dropLast() == before.values[...]
      else { return .values(after.values) }
      return .append(last)
    case .choice: return .choice(after.choice)
    case .scoped: return .scopedCount(after.scoped.count)
    case .optional:
      guard relative, let child = after.optional, child.id == before.optional?.id else {
        return .optional(after.optional)
      }
      return .optionalCount(child.count)
    case .rows:
      let changed = after.rows.filter { before.rows[id: $0.id] != $0 }
      guard relative, after.rows.ids == before.rows.ids, let row = changed.first,
        changed.count == 1
      else { return .rows(Array(after.rows)) }
      return .rowCount(id: row.id, row.count)
    case .sheet:
      guard relative, let child = after.sheet, child.id == before.sheet?.id else {
        return .sheet(after.sheet)
      }
      return .sheetCount(child.count)
    }
  }

  /// A line that is wrong for a state.
  func wrongClaim(_ state: Tree.State, _ random: inout SeededRandom) -> StateClaim {
    switch self {
    case .count: random.chance(50) ? .count(state.count + 1) : .add(1)
    case .name: .name(state.name + "x")
    case .values: random.chance(50) ? .values(state.values + [9]) : .append(9)
    case .choice: .choice(state.choice == nil ? 7 : nil)
    case .scoped: .scopedCount(state.scoped.count + 1)
    case .optional:
      .optional(state.optional == nil ? Leaf.State(id: 7) : nil)
    case .rows: .rows(state.rows.dropFirst() + [Leaf.State(id: 7, count: 1)])
    case .sheet:
      .sheet(state.sheet.map { Leaf.State(id: $0.id, count: $0.count + 1) } ?? Leaf.State())
    }
  }
}
