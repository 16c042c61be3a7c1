import Core
import FocusedTestStore

extension TestStore {
  /// Tries what users could do, in each order, and reports the shortest script that fails as a focused test.
  ///
  /// ```swift
  /// await store.explore(upTo: 12) { state in
  ///   [.addTapped, .checkoutTapped]
  ///     + state.rows.map { .rows(.element(id: $0.id, action: .removeTapped)) }
  /// } always: { state in
  ///   #expect(state.total >= 0)
  /// }
  /// ```
  ///
  /// At each point, the store sends an action, the next sleeper of a `TestClock` wakes, a pending
  /// call of a `Stub` with `Stub.mayAnswer(_:)` is answered, an effect that is ready continues, or the script
  /// ends. Each script is a run of the test under its `.schedules(_:)` or
  /// ``withSchedules(_:checkingDeterminism:overlappingSends:fileID:filePath:line:column:function:_:)-(Int,_,_,_,_,_,_,_,_)``, so the test creates its
  /// store, clocks, stubs and fakes itself.
  ///
  /// Scripts in which each step follows idle effects are tried first, the shortest first. A state in
  /// which the same effects wait for the same is left only once until all others have been; states of more than
  /// 2,000 values each count as new. Half of the runs at least go through scripts in this order, if there are so
  /// many; the others take random steps, preferring those that have not been taken in their state.
  ///
  /// A step that ends the process, as a trap does, leaves its script on disk, in the directory `FOCUSED_SCRIPTS` or
  /// else in the temporary one. The next run of the test shows the script, and runs it by itself.
  ///
  /// During the exploration, only `claim` asserts. Issues of the store, `#expect`,
  /// `#require` and errors in the test fail a script, be it in `claim` or after the exploration.
  ///
  /// With `.off(showSkippedAssertions: true)` a note names the options that no script took: actions,
  /// by their case, and answers of stubs. With a ledger of earlier runs in the directory `FOCUSED_LEDGER`, another
  /// one names the behaviors of the same features that only other tests exercise.
  ///
  /// - Parameters:
  ///   - limit: The most steps of a script.
  ///   - options: The actions that a user could send in a state. It must give the same for the same state.
  ///   - claim: The invariant: it holds while effects are idle, before the first step and after each.
  nonisolated(nonsending) public func explore(
    upTo limit: Int,
    _ options: (State) -> [Action],
    always claim: ((State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let run = ScheduleRun.current, !run.isPlain, run.withProgress({ $0.failureCount != nil })
    else {
      return Issues.report(FailureMessages.exploredWithoutSchedules, at: callSite)
    }
    if driving.refuseFromInside(.explore, at: callSite) { return }
    if run.log.explorationCount == 0, options(runtime.state).isEmpty {
      return Issues.report(FailureMessages.nothingOffered, at: callSite)
    }
    let user = ScriptedUser(store: self, run: run, limit: limit, callSite: callSite)
    await user.play(options, claim)
  }
}
