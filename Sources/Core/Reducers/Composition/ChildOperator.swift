/// How an operator such as `ifLet` runs a child feature before its parent's logic.
protocol ChildOperator<Parent> {
  associatedtype Parent: Reducer
  associatedtype ChildState
  associatedtype ChildAction
  associatedtype Roster: ChildRoster

  var parent: Parent { get }
  /// Where the child's state is in the parent's.
  var childState: ChildState { get }
  var childAction: CasePath<Parent.Action, ChildAction> { get }
  var callSite: CallSite { get }

  /// The children that are there. Static, because a store that calls it later must not keep the
  /// reducers alive.
  static func roster(of childState: ChildState, in state: Parent.State) -> Roster

  /// Whether the parent's state itself stores the children, so that a comparison of it shows their
  /// changes.
  static func isStored(_ childState: ChildState, in state: Parent.State) -> Bool

  /// Lets the children note from now on which of them are edited, if they can.
  static func keepEdits(of childState: ChildState, in state: inout Parent.State)

  /// The history that lists edited children, if they are elements of an identified array.
  static func edits(
    of childState: ChildState, read: @escaping () -> Parent.State?
  ) -> ElementEdits?

  /// Looks at the children before any of the logic runs.
  func prepare(_ state: Parent.State)

  /// Runs what precedes the parent's logic.
  func reduceChild(
    of state: inout Parent.State, action: ChildAction, in parentAction: Parent.Action,
    at place: StatePlace<Parent.State>?
  ) -> Effect<Parent.Action>

  /// Runs what follows the parent's logic. `before` are the children that were there before it.
  func finish(_ action: ChildAction, in state: inout Parent.State, before: Roster)
}

extension ChildOperator {
  static func keepEdits(of _: ChildState, in _: inout Parent.State) {}
  static func edits(of _: ChildState, read _: @escaping () -> Parent.State?) -> ElementEdits? {
    nil
  }
  func prepare(_: Parent.State) {}
  func finish(_: ChildAction, in _: inout Parent.State, before _: Roster) {}
}

/// A parent's logic with the child that an operator runs. The effects of each child that goes are
/// cancelled.
struct WithChild<Operator: ChildOperator>: Reducer {
  let child: Operator

  init(_ child: Operator) {
    self.child = child
  }

  func reduce(
    into state: inout Operator.Parent.State, action: Operator.Parent.Action
  ) -> Effect<Operator.Parent.Action> {
    _reduce(into: &state, action: _Payloads(action))
  }

  func _reduce(
    into state: inout Operator.Parent.State, action: _Payloads<Operator.Parent.Action>
  ) -> Effect<Operator.Parent.Action> {
    let place = StatePlace<Operator.Parent.State>.current
    child.prepare(state)
    let childAction = child.childAction.extract(from: action, at: child.callSite)
    // First, so that it does not cancel what a child starts that has taken the place of another.
    let watched = note(state, at: place)
    if childAction == nil, place != nil, watched == nil {
      // Without effects of the children it does not matter which there are.
      return child.parent._reduce(into: &state, action: action)
    }
    var effect = Effect<Operator.Parent.Action>.cancelChildren(at: watched?.departures ?? [])
    if let childAction {
      let childEffect = child.reduceChild(
        of: &state, action: childAction, in: action.root, at: place)
      if !childEffect.isNone { watch(state, at: place) }
      effect = effect.merge(with: childEffect)
    }
    // Not earlier: a child may change its own identity, and keeps its effects.
    let before = roster(in: state)
    effect = effect.merge(with: child.parent._reduce(into: &state, action: action))
    if let childAction { child.finish(childAction, in: &state, before: before) }
    if note(state, at: place)?.needsEdits == true {
      Operator.keepEdits(of: child.childState, in: &state)
    }
    let after = roster(in: state)
    if before == after { return effect }
    return effect.merge(with: .cancelChildren(at: before.departures(to: after, below: path)))
  }

  private func roster(in state: Operator.Parent.State) -> Operator.Roster {
    Operator.roster(of: child.childState, in: state)
  }

  private var path: NavigationPath { .child(of: child.callSite) }

  // MARK: - Watching

  private typealias Place = StatePlace<Operator.Parent.State>

  private func owner(at place: Place) -> ChildLifetimes.Operator {
    ChildLifetimes.Operator(at: path, fields: place.fields(and: child.childState as? AnyKeyPath))
  }

  /// Notes the children that are there now, and returns the paths of those that reducers elsewhere
  /// have removed, and whether something asks for edits; `nil` if none has effects.
  private func note(
    _ state: Operator.Parent.State, at place: Place?
  ) -> (departures: [NavigationPath], needsEdits: Bool)? {
    guard let place, !place.lifetimes.isEmpty else { return nil }
    return place.lifetimes.update(roster(in: state), of: owner(at: place))
  }

  /// Asks the store to watch the children, one of which starts an effect.
  private func watch(_ state: Operator.Parent.State, at place: Place?) {
    guard let place else { return }
    let childState = child.childState
    place.lifetimes.watch(
      roster(in: state), of: owner(at: place),
      in: { place.element { Operator.isStored(childState, in: $0) } },
      edits: Operator.edits(of: childState, read: place.read)
    ) {
      place.read().map { Operator.roster(of: childState, in: $0) }
    }
  }
}

/// The child of an operator that has one at most.
struct OnlyChild: ChildRoster {
  private let identity: CaseIdentity?

  init<State>(_ state: State?) {
    identity = state.map { CaseIdentity(of: $0) }
  }

  static var empty: OnlyChild { OnlyChild(Never?.none) }

  func departures(to later: OnlyChild, below path: NavigationPath) -> [NavigationPath] {
    identity == nil ? [] : [path]
  }
}
