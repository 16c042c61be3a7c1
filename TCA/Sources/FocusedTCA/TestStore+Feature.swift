import ComposableArchitecture
@_spi(FocusedTCA) import FocusedTestStore

extension FocusedTestStore.TestStore {
  /// Creates a store that tests a feature of The Composable Architecture, as TCA's store of the same name does.
  ///
  /// ```swift
  /// let store = TestStore(initialState: Counter.State()) {
  ///   Counter()
  /// } withDependencies: {
  ///   $0.numberFact.fetch = { "\($0) is a good number." }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - exhaustivity: The checks of the store. The default is all of them, as in TCA.
  ///   - initialState: The state in which the feature starts.
  ///   - reducer: The feature.
  ///   - updateDependencies: Overrides dependencies for the initial state, the feature, its effects, and assert closures.
  public convenience init<Base: ComposableArchitecture.Reducer>(
    _ exhaustivity: FocusedTestStore.Exhaustivity = .current,
    initialState: @autoclosure () -> State,
    reducer: () -> Base,
    withDependencies updateDependencies: (inout ComposableArchitecture.DependencyValues) -> Void = {
      _ in
    },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where State == Base.State, Action == Base.Action {
    let feature = Feature(
      reducer, withDependencies: updateDependencies,
      at: Location(fileID: fileID, filePath: filePath, line: line, column: column))
    self.init(
      exhaustivity, initialState: feature.withDependencies(initialState),
      reducer: { FeatureReducer(feature) },
      fileID: fileID, filePath: filePath, line: line, column: column)
    feature.dismissRoot = rootDismissal
    setForeignFeature(feature)
  }

  /// The dependencies of the feature. A change takes effect for later actions, and for the effects that they start.
  public var dependencies: ComposableArchitecture.DependencyValues {
    get { dependenciesOfFeature?.dependencies ?? ComposableArchitecture.DependencyValues() }
    set { dependenciesOfFeature?.dependencies = newValue }
  }

  private var dependenciesOfFeature: (any DependentFeature)? {
    foreignFeature as? any DependentFeature
  }

  /// Overrides dependencies of the feature during an operation.
  @discardableResult
  public func withDependencies<R>(
    _ updateDependencies: (inout ComposableArchitecture.DependencyValues) throws -> Void,
    operation: () throws -> R
  ) rethrows -> R {
    let previous = dependencies
    defer { dependencies = previous }
    try updateDependencies(&dependencies)
    return try operation()
  }

  /// Overrides dependencies of the feature during an operation.
  @discardableResult
  nonisolated(nonsending) public func withDependencies<R>(
    _ updateDependencies: (inout ComposableArchitecture.DependencyValues) throws -> Void,
    operation: nonisolated(nonsending) () async throws -> R
  ) async rethrows -> R {
    let previous = dependencies
    defer { dependencies = previous }
    try updateDependencies(&dependencies)
    return try await operation()
  }
}
