/// Combines the reducers in a list. They run from top to bottom, and their effects are merged.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// A reducer in the list.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ expression: R) -> R {
    expression
  }

  /// A reducer of any type in the list.
  // Disfavored, because overload resolution would otherwise prefer it as the less generic one, and
  // erase the type of every reducer in every body.
  @_disfavoredOverload
  @inlinable
  public static func buildExpression(
    _ expression: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(expression)
  }

  /// An empty list, which ignores all actions.
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> {
    EmptyReducer()
  }

  /// The first reducer of the list.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R {
    first
  }

  /// The reducers so far, and the next one after them.
  @inlinable
  public static func buildPartialBlock<
    First: Reducer<State, Action>, Second: Reducer<State, Action>
  >(accumulated: First, next: Second) -> _ReducerSequence<First, Second> {
    _ReducerSequence(accumulated, next)
  }

  /// An `if` without `else`. No reducer runs if the condition is false.
  // Existential, because a missing branch has no type to infer.
  @inlinable
  public static func buildOptional(
    _ wrapped: (any Reducer<State, Action>)?
  ) -> Reduce<State, Action> {
    wrapped.map { Reduce($0) } ?? Reduce { _, _ in .none }
  }

  /// The first branch of an `if` or `switch`.
  @inlinable
  public static func buildEither(first: some Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce(first)
  }

  /// The other branch of an `if` or `switch`.
  @inlinable
  public static func buildEither(second: some Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce(second)
  }

  /// A `for` loop: its reducers run in the order of the loop.
  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> Reduce<State, Action>
  {
    Reduce { state, action in
      .merge(reducers.map { $0.reduce(into: &state, action: action) })
    }
  }

  /// An `if #available`. Its type is erased, because it must not leave the scope.
  @inlinable
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(
    _ wrapped: R
  ) -> Reduce<State, Action> {
    Reduce(wrapped)
  }

  /// The list, once it is complete.
  @inlinable
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }

  /// The list, once it is complete, for the initializer of a store.
  @_disfavoredOverload
  @inlinable
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> _ReducerList<R> {
    _ReducerList(reducers: reducer)
  }
}

/// The reducers that are listed in the initializer of a store.
/// A store has an initializer for one reducer, whose state and action determine the types of the store, and an
/// initializer for a list of reducers. This type lets the compiler choose between the two.
public struct _ReducerList<Reducers: Reducer> {
  /// The listed reducers, as one.
  public let reducers: Reducers

  @usableFromInline
  init(reducers: Reducers) {
    self.reducers = reducers
  }
}

/// Two reducers, one after the other, as ``ReducerBuilder`` combines them.
public struct _ReducerSequence<First: Reducer, Second: Reducer>: _PayloadReducer
where First.State == Second.State, First.Action == Second.Action {
  // An object, because a list of thirty reducers would be copied thirty times while it is built, and again while it
  // reduces.
  @usableFromInline
  package final class Pair {
    @usableFromInline package let first: First
    @usableFromInline package let second: Second

    @usableFromInline
    init(_ first: First, _ second: Second) {
      self.first = first
      self.second = second
    }
  }

  @usableFromInline package let pair: Pair

  @usableFromInline
  init(_ first: First, _ second: Second) {
    pair = Pair(first, second)
  }

  @inlinable
  public func _reduce(
    into state: inout First.State, action: _Payloads<First.Action>
  ) -> Effect<First.Action> {
    pair.first._reduce(into: &state, action: action)
      .merge(with: pair.second._reduce(into: &state, action: action))
  }
}
