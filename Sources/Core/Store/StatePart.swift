/// A part of a state that can be observed separately, or that a scoped store shows: its identity, and a function that
/// reads it.
@MainActor
package struct StatePart<State, Value> {
  /// The identity of the part, and those of the parts that lead to it. The innermost is first.
  let id: [AnyHashable]
  /// Reads the part. `nil` if the part was removed, which doesn't count as a change.
  let read: @MainActor (State) -> Value?
  /// The list that contains the part, or `nil`.
  var list: ObservedList<State>?

  /// A member, or the whole state as `\.self`.
  static func member(_ keyPath: KeyPath<State, Value>) -> StatePart {
    StatePart(id: [keyPath]) { $0[keyPath: keyPath] }
  }

  /// The value of a selector.
  static func selection(
    _ selector: StateSelector<State, Value>, in selections: Selections<State>
  ) -> StatePart {
    StatePart(id: [selector.identity]) { selections.value(of: selector, in: $0) }
  }

  /// Whether a child state exists.
  static func presence<Child>(of child: StatePart<State, Child>) -> StatePart
  where Value == Bool {
    StatePart(id: [ObjectIdentifier(Bool.self)] + child.id) { child.read($0) != nil }
  }

  /// The identity that distinguishes a presented state from one that replaces it.
  static func identity() -> StatePart where Value == CaseIdentity {
    StatePart(id: [ObjectIdentifier(CaseIdentity.self)]) { CaseIdentity(of: $0) }
  }

  /// The same part, relative to a parent that may not contain this state.
  func pullback<Parent>(_ scope: StatePart<Parent, State>) -> StatePart<Parent, Value> {
    StatePart<Parent, Value>(
      id: id + scope.id, read: { scope.read($0).flatMap(read) }, list: scope.list(around: list))
  }

  /// The outermost list that contains a part of this part.
  ///
  /// - Parameter inner: The list in this part that contains it.
  func list(around inner: ObservedList<Value>?) -> ObservedList<State>? {
    list
      ?? inner.map { inner in
        ObservedList(id: inner.id + id) { read($0).flatMap(inner.storage) }
      }
  }

  /// Returns a function that returns whether the part has changed since its previous call.
  func watch(from state: State) -> @MainActor (State) -> Bool {
    guard let areEqual = Equality<Value>.onMainActor else { return { _ in true } }
    var last = read(state)
    return { state in
      guard let value = read(state) else { return false }
      // A value that contains a NaN isn't equal to itself, and hasn't changed if its parts are equal.
      if let last, areEqual(last, value) || !areEqual(value, value) && Core.areEqual(last, value) {
        return false
      }
      last = value
      return true
    }
  }
}

/// A list in a state. While it is unchanged, so are the parts of its elements.
@MainActor
package struct ObservedList<State> {
  let id: [AnyHashable]
  /// The storage of the elements. `nil` if it doesn't show whether they have changed.
  let storage: @MainActor (State) -> ArrayStorage?
}
