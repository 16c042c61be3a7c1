extension Reducer {
  /// Overrides a dependency of this reducer, its children and their effects.
  ///
  /// ```swift
  /// Profile().dependency(\.date.now, Date(timeIntervalSince1970: 0))
  /// ```
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> some Reducer<State, Action> {
    DependencyReducer(base: self) { $0[keyPath: keyPath] = value }
  }

  /// Changes a dependency of this reducer, its children and their effects.
  ///
  /// The closure runs in every step, so that it can use the overrides of the enclosing reducers.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency. Use `\.self` to change several dependencies at once.
  ///   - transform: Changes it.
  public func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ transform: @escaping (inout Value) -> Void
  ) -> some Reducer<State, Action> {
    DependencyReducer(base: self) { transform(&$0[keyPath: keyPath]) }
  }
}

private struct DependencyReducer<Base: Reducer>: Reducer {
  let base: Base
  let update: (inout DependencyValues) -> Void

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    var values = DependencyValues.current
    values.prepare(update)
    // Effects keep the values that are current when they are created.
    return values.asCurrent { base.reduce(into: &state, action: action) }
  }
}
