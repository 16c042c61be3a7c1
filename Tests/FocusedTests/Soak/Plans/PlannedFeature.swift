import Core
import FocusedTestStore

/// The reduction of one action: its change of the state, and the effect that it returns.
struct Reaction<Action: Equatable & Sendable, Change: Equatable & Sendable>: Equatable, Sendable {
  var action: Action
  var changes: [Change] = []
  var effect: PlannedEffect<Action> = .none
}

/// A child feature with one counter and its own effects.
enum Leaf {
  struct State: Equatable, Identifiable, Sendable {
    var id = 0
    var count = 0
  }

  enum Action: Equatable, Sendable {
    case step(Int)
  }

  enum Change: Equatable, Sendable {
    case count(Int)
  }

  typealias Reaction = FocusedTests.Reaction<Action, Change>
}

/// A parent feature with a child of each kind.
enum Tree {
  struct State: Equatable, Sendable {
    var count = 0
    var name = ""
    var values: [Int] = []
    var choice: Int?
    var scoped = Leaf.State()
    var optional: Leaf.State?
    var rows: IdentifiedArrayOf<Leaf.State> = []
    @PresentationState var sheet: Leaf.State?
    var path = StackState<Leaf.State>()
  }

  enum Action: Equatable, Sendable {
    case step(Int)
    case scoped(Leaf.Action)
    case optional(Leaf.Action)
    case rows(IdentifiedAction<Int, Leaf.Action>)
    case sheet(PresentationAction<Leaf.Action>)
    case path(StackAction<Leaf.State, Leaf.Action>)
  }

  enum Change: Equatable, Sendable {
    case count(Int)
    case name(String)
    case append(Int)
    case removeLast
    case choice(Int?)
    case optional(Int?)
    case insertRow(Int)
    case removeRow(Int)
    case sheet(Int?)
    case push
    case pop(Int)
  }

  typealias Reaction = FocusedTests.Reaction<Action, Change>
}

/// The location of a child in its parent.
enum Place: Hashable, Sendable {
  case scoped, optional, rows, sheet, path
}

/// A parent and its children as data: the reaction of each feature to each action.
struct Plan: Equatable, Sendable {
  var tree: [Tree.Reaction] = []
  var leaves: [Place: [Leaf.Reaction]] = [:]
}

extension Leaf.Change {
  func apply(to state: inout Leaf.State) {
    switch self {
    case .count(let amount): state.count += amount
    }
  }
}

extension Tree.Change {
  func apply(to state: inout Tree.State) {
    switch self {
    case .count(let amount): state.count += amount
    case .name(let name): state.name = name
    case .append(let value): state.values.append(value)
    case .removeLast: _ = state.values.popLast()
    case .choice(let value): state.choice = value
    case .optional(let id): state.optional = id.map { Leaf.State(id: $0) }
    case .insertRow(let id): state.rows.append(Leaf.State(id: id))
    case .removeRow(let id): state.rows.remove(id: id)
    case .sheet(let id): state.sheet = id.map { Leaf.State(id: $0) }
    case .push: state.path.append(Leaf.State())
    case .pop(let id):
      let id = StackElementID(integerLiteral: id)
      if state.path.ids.contains(id) { state.path.pop(from: id) }
    }
  }
}

/// The reducer for a plan.
struct PlannedFeature: Reducer {
  let plan: Plan
  /// A closure that runs before each action is reduced.
  var willReduce: @Sendable (Tree.Action) -> Void = { _ in }

  var body: some Reducer<Tree.State, Tree.Action> {
    Reduce { _, action in
      willReduce(action)
      return .none
    }
    Scope(state: \.scoped, action: { .scoped($0) }) { leaf(.scoped) }
    Reduce { state, action in
      guard let reaction = plan.tree.first(where: { $0.action == action }) else {
        return .none
      }
      for change in reaction.changes { change.apply(to: &state) }
      return reaction.effect.effect
    }
    .ifLet(\.optional, action: { .optional($0) }) { leaf(.optional) }
    .forEach(\.rows, action: { .rows($0) }) { leaf(.rows) }
    .ifLet(\.$sheet, action: { .sheet($0) }) { leaf(.sheet) }
    .forEach(\.path, action: { .path($0) }) { leaf(.path) }
  }

  private func leaf(_ place: Place) -> Reduce<Leaf.State, Leaf.Action> {
    Reduce { state, action in
      guard let reaction = plan.leaves[place]?.first(where: { $0.action == action }) else {
        return .none
      }
      for change in reaction.changes { change.apply(to: &state) }
      return reaction.effect.effect
    }
  }
}
