import FocusedTestStore

extension TestClock where Duration == Swift.Duration {
  /// Creates a store whose effects sleep on this clock.
  func store<R: Reducer>(
    _ exhaustivity: Exhaustivity = .off, of reducer: R, from state: @autoclosure () -> R.State,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> TestStoreOf<R> {
    TestStore(
      exhaustivity, initialState: state(), reducer: { reducer },
      withDependencies: { $0.continuousClock = self },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a store in `.off` of several reducers, whose effects sleep on this clock.
  func store<State, Action, R: Reducer<State, Action>>(
    from state: @autoclosure () -> State, @ReducerBuilder<State, Action> reducer: () -> R
  ) -> TestStore<State, Action> {
    let reducer = reducer()
    return TestStore(
      .off, initialState: state(), reducer: { reducer },
      withDependencies: { $0.continuousClock = self })
  }
}
