extension Reducer {
  /// Runs another reducer when a value in the state has changed.
  ///
  /// ```swift
  /// .onChange(of: { $0.settings }) { old, new in
  ///   Reduce { state, action in .run { _ in await storage.save(new) } }
  /// }
  /// ```
  ///
  /// Runs this reducer first, then the other one on the changed state, and merges their effects. A
  /// change that the other one makes does not run it again.
  ///
  /// - Parameters:
  ///   - value: The value to compare before and after this reducer.
  ///   - reaction: Creates the other reducer from the two values.
  public func onChange<Value: Equatable, Reaction: Reducer<State, Action>>(
    of value: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reaction: @escaping (_ old: Value, _ new: Value) -> Reaction
  ) -> some Reducer<State, Action> {
    OnChange(base: self, value: value, reaction: reaction)
  }
}

private struct OnChange<Base: Reducer, Value: Equatable, Reaction: Reducer>: Reducer
where Reaction.State == Base.State, Reaction.Action == Base.Action {
  let base: Base
  let value: (Base.State) -> Value
  let reaction: (Value, Value) -> Reaction

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let old = value(state)
    let effect = base.reduce(into: &state, action: action)
    let new = value(state)
    guard old != new else { return effect }
    return effect.merge(with: reaction(old, new).reduce(into: &state, action: action))
  }
}
