import FocusedTestStore

extension TestClock where Duration == Swift.Duration {
  /// Creates a store in `.off` whose effects sleep on this clock.
  func store<R: Reducer>(
    of reducer: R, from state: @autoclosure () -> R.State,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> TestStoreOf<R> {
    TestStore(
      .off, initialState: state(), reducer: { reducer },
      withDependencies: { $0.continuousClock = self },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
