/// A part of a state that can be observed separately: its identity, and a function that reads it.
@MainActor
package struct StatePart<State, Value> {
  let id: StatePartID
  /// Reads the part. `nil` if the part was removed, which doesn't count as a change.
  let read: @MainActor (State) -> Value?

  /// A member, or the whole state as `\.self`.
  static func member(_ keyPath: KeyPath<State, Value>) -> StatePart {
    StatePart(id: StatePartID(kind: .member(keyPath))) { $0[keyPath: keyPath] }
  }

  /// The value of a selector.
  static func selection(
    _ selector: StateSelector<State, Value>, in selections: Selections<State>
  ) -> StatePart {
    StatePart(id: StatePartID(kind: .selection(selector.identity))) {
      selections.value(of: selector, in: $0)
    }
  }

  /// Whether the child state exists.
  static func presence<Child>(
    of keyPath: KeyPath<State, Child?>
  ) -> StatePart where Value == Bool {
    StatePart(id: StatePartID(kind: .presence(keyPath))) { $0[keyPath: keyPath] != nil }
  }

  /// Whether a state is in a case.
  static func presence<Child>(
    of path: CasePath<State, Child>, _ identity: Identity
  ) -> StatePart where Value == Bool {
    StatePart(id: StatePartID(kind: .presenceOfCase(identity))) { path.find(in: $0) != nil }
  }

  /// The identity that distinguishes a presented state from one that replaces it.
  static func identity() -> StatePart where Value == CaseIdentity {
    StatePart(id: StatePartID(kind: .identity)) { CaseIdentity(of: $0) }
  }

  /// The IDs of an identified array and their order, independent of its elements' values.
  ///
  /// Positions that were not changed share their storage, so comparing them takes no time.
  static func ids<ID: Hashable, Element>(
    of keyPath: KeyPath<State, IdentifiedArray<ID, Element>>
  ) -> StatePart where Value == [ID: Int] {
    StatePart(id: StatePartID(kind: .ids(keyPath))) { $0[keyPath: keyPath].positions }
  }

  /// The IDs of a stack and their order, independent of its elements' values.
  static func ids<Element>(
    of keyPath: KeyPath<State, StackState<Element>>
  ) -> StatePart where Value == [StackElementID] {
    StatePart(id: StatePartID(kind: .ids(keyPath))) { $0[keyPath: keyPath].ids }
  }

  /// The same part, relative to a parent of this state.
  func pullback<Parent>(_ keyPath: KeyPath<Parent, State>) -> StatePart<Parent, Value> {
    StatePart<Parent, Value>(id: id.inside(keyPath)) { read($0[keyPath: keyPath]) }
  }

  /// The same part, seen from a state around this one that may not have it.
  func pullback<Parent>(_ keyPath: KeyPath<Parent, State?>) -> StatePart<Parent, Value> {
    StatePart<Parent, Value>(id: id.inside(keyPath)) { $0[keyPath: keyPath].flatMap(read) }
  }

  /// The same part, seen from a state around this one that may be in another case.
  func pullback<Parent>(
    _ identity: Identity, _ find: @escaping (Parent) -> State?
  ) -> StatePart<Parent, Value> {
    StatePart<Parent, Value>(id: id.inside(identity)) { find($0).flatMap(read) }
  }

  /// A function that returns at each call whether the part has changed since the call before.
  func watch(from state: State) -> @MainActor (State) -> Bool {
    guard let areEqual = Equality<Value>.onMainActor else { return { _ in true } }
    var last = read(state)
    return { state in
      guard let value = read(state) else { return false }
      if let last, areEqual(last, value) { return false }
      last = value
      return true
    }
  }
}

/// The identity of a part of a state.
package struct StatePartID: Hashable {
  enum Kind: Hashable {
    case member(AnyKeyPath)
    case selection(Identity)
    case presence(AnyKeyPath)
    case presenceOfCase(Identity)
    case identity
    case ids(AnyKeyPath)
  }

  let kind: Kind
  /// The key paths, or the identities of cases, that lead from the state to the one that has the part. The innermost is first.
  private var scopes: [AnyHashable] = []

  init(kind: Kind) {
    self.kind = kind
  }

  func inside(_ scope: some Hashable) -> StatePartID {
    var id = self
    id.scopes.append(AnyHashable(scope))
    return id
  }
}
