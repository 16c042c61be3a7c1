/// A value that is made of a store's state, and made again only when what it is made of changes.
///
/// Selectors are built on one another, and are fit for global constants:
///
/// ```swift
/// let todos = Selector<Profile.State, [String]>(\.todos)
/// let query = Selector<Profile.State, String>(\.query)
/// let matches = Selector(todos, query) { todos, query in
///   todos.filter { $0.contains(query) }
/// }
/// ```
///
/// A view reads it by ``Store/select(_:)``: `store.select(matches)`.
///
/// Each store remembers by itself what it has computed last, so selectors can be shared by stores
/// and threads. A copy is the same selector; two that are made alike are two.
///
/// Objective-C has a type of this name, too. A file that imports Foundation on an Apple platform
/// writes `Core.Selector`.
public struct Selector<State, Value>: Sendable {
  package let identity: SelectorIdentity
  let evaluate: @MainActor @Sendable (State, Selections<State>) -> Value

  /// Selects a member of the state, or all of it with `\.self`.
  public init(_ keyPath: any KeyPath<State, Value> & Sendable) {
    identity = SelectorIdentity()
    evaluate = { state, _ in state[keyPath: keyPath] }
  }

  /// Makes a value of what other selectors select.
  ///
  /// `combine` is called again only when one of the inputs differs by `==` from what it was before.
  /// An input that is not `Equatable` is taken to differ each time.
  public init<First, each Rest>(
    _ first: Selector<State, First>,
    _ rest: repeat Selector<State, each Rest>,
    combine: @escaping @Sendable (First, repeat each Rest) -> Value
  ) {
    let identity = SelectorIdentity()
    let rest = (repeat each rest)
    self.identity = identity
    evaluate = { state, selections in
      let first = selections.value(of: first, in: state)
      let rest = (repeat selections.value(of: each rest, in: state))
      let computation = selections.computation(of: identity) {
        let firstEquality = Equality<First>()
        let restEquality = (repeat Equality<each Rest>())
        return Computation<First, (repeat each Rest), Value> { oldFirst, oldRest, first, rest in
          guard firstEquality.areEqual?(oldFirst, first) == true else { return false }
          for (equality, old, new) in repeat (each restEquality, each oldRest, each rest) {
            guard equality.areEqual?(old, new) == true else { return false }
          }
          return true
        }
      }
      return computation.value(of: first, rest) { combine(first, repeat each rest) }
    }
  }
}

/// Tells a selector from all others.
package final class SelectorIdentity: Hashable, Sendable {
  package static func == (lhs: SelectorIdentity, rhs: SelectorIdentity) -> Bool { lhs === rhs }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// What a selector was last computed from, and what it was.
@MainActor
private final class Computation<First, Rest, Value> {
  private let areEqual: (First, Rest, First, Rest) -> Bool
  private var last: (first: First, rest: Rest, value: Value)?

  init(areEqual: @escaping (First, Rest, First, Rest) -> Bool) {
    self.areEqual = areEqual
  }

  func value(of first: First, _ rest: Rest, orCompute compute: () -> Value) -> Value {
    if let last, areEqual(last.first, last.rest, first, rest) { return last.value }
    let value = compute()
    last = (first, rest, value)
    return value
  }
}
