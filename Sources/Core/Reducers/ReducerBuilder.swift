/// Lists reducers one below the other; they run in that order, and their effects are merged.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// A reducer in the list.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ expression: R) -> R {
    expression
  }

  /// A reducer of any type in the list.
  // Disfavored, as overload resolution would otherwise prefer it for being the less generic one, and
  // hide the type of every reducer in every body.
  @_disfavoredOverload
  @inlinable
  public static func buildExpression(
    _ expression: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(expression)
  }

  /// An empty list, which does nothing.
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
  >(accumulated: First, next: Second) -> ReducerSequence<First, Second> {
    ReducerSequence(accumulated, next)
  }

  /// An `if` without `else`: nothing runs where the condition fails.
  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(_ wrapped: R?) -> Reduce<
    State, Action
  > {
    wrapped.map { Reduce($0) } ?? Reduce { _, _ in .none }
  }

  /// The first branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>>(
    first: First
  ) -> Reduce<State, Action> {
    Reduce(first)
  }

  /// The other branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<Second: Reducer<State, Action>>(
    second: Second
  ) -> Reduce<State, Action> {
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

  /// An `if #available`, whose type must not leave its scope.
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
}

/// Two reducers, one after the other. What ``ReducerBuilder`` makes of a list.
public struct ReducerSequence<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @usableFromInline
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  public func reduce(
    into state: inout First.State, action: First.Action
  ) -> Effect<First.Action> {
    first.reduce(into: &state, action: action)
      .merge(with: second.reduce(into: &state, action: action))
  }
}
