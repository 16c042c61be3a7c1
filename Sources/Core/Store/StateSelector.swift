/// A value that is computed from a store's state, and computed again only when its inputs change.
///
/// Selectors can use other selectors, and can be global constants:
///
/// ```swift
/// enum ProfileSelectors {
///   static let todos = StateSelector<Profile.State, [String]>(\.todos)
///   static let query = StateSelector<Profile.State, String>(\.query)
///   static let matches = StateSelector(todos, query) { todos, query in
///     todos.filter { $0.contains(query) }
///   }
/// }
/// ```
///
/// A view reads it by ``Store/select(_:)``: `store.select(ProfileSelectors.matches)`.
///
/// Each store caches the latest value, so stores and threads can share selectors. A copy is the same selector. Two
/// selectors that are created separately are always different.
public struct StateSelector<State, Value>: Sendable {
  /// The identity of the selector and its copies.
  package let identity: Identity
  let evaluate: @MainActor @Sendable (State, Selections<State>) -> Value

  /// Creates a selector of a member of the state, or of the whole state with `\.self`.
  public init(_ keyPath: any KeyPath<State, Value> & Sendable) {
    identity = Identity()
    evaluate = { state, _ in state[keyPath: keyPath] }
  }

  /// Creates a selector of a value that is computed from the values of other selectors.
  ///
  /// - Parameters:
  ///   - first: The first input.
  ///   - rest: Further inputs.
  ///   - combine: Computes the value. It is called again only when an input differs from its
  ///     previous value by `==`. An input that isn't `Equatable` counts as different each time.
  public init<First, each Rest>(
    _ first: StateSelector<State, First>,
    _ rest: repeat StateSelector<State, each Rest>,
    combine: @escaping @Sendable (First, repeat each Rest) -> Value
  ) {
    let identity = Identity()
    let rest = (repeat each rest)
    self.identity = identity
    evaluate = { state, selections in
      let first = selections.value(of: first, in: state)
      let rest = (repeat selections.value(of: each rest, in: state))
      let last = selections.lastComputation(of: identity)
      if let last = last as? Computation<First, (repeat each Rest), Value>,
        areAllEqual((last.first, first), repeat (each last.rest, each rest))
      {
        return last.value
      }
      let value = combine(first, repeat each rest)
      selections.keep(Computation(first: first, rest: rest, value: value), of: identity)
      return value
    }
  }
}

/// The inputs that a selector was computed from, and the result.
private struct Computation<First, Rest, Value> {
  let first: First
  let rest: Rest
  let value: Value
}

/// Whether the values of each pair are equal. Values without `==` never are.
@MainActor
private func areAllEqual<each Value>(_ pairs: repeat (old: each Value, new: each Value)) -> Bool {
  for (old, new) in repeat each pairs {
    guard Equality.onMainActor?(old, new) == true else { return false }
  }
  return true
}

/// The values that one store has computed with its selectors.
///
/// The values belong to the store, not to the selector, because two stores with different states would keep overwriting
/// each other's values.
@MainActor
package final class Selections<State> {
  private struct Slot {
    weak var identity: Identity?
    let computation: Any
  }

  private var slots: [ObjectIdentifier: Slot] = [:]
  private var overrides: [Identity: Any] = [:]
  private var sweepThreshold = 32

  package init() {}

  package func value<Value>(of selector: StateSelector<State, Value>, in state: State) -> Value {
    if let override = overrides[selector.identity], let value = override as? Value { return value }
    return selector.evaluate(state, self)
  }

  /// Overrides the value of a selector, and thereby of those that are computed from it.
  package func override<Value>(_ selector: StateSelector<State, Value>, with value: Value) {
    overrides[selector.identity] = value
  }

  func lastComputation(of identity: Identity) -> Any? {
    let slot = slots[ObjectIdentifier(identity)]
    // The address may have belonged to a selector that no longer exists.
    return slot?.identity === identity ? slot?.computation : nil
  }

  /// Keeps the last computation of a selector, for as long as the selector exists.
  func keep(_ computation: Any, of identity: Identity) {
    slots[ObjectIdentifier(identity)] = Slot(identity: identity, computation: computation)
    if slots.count > sweepThreshold {
      slots = slots.filter { $0.value.identity != nil }
      sweepThreshold = max(32, 2 * slots.count)
    }
  }
}
