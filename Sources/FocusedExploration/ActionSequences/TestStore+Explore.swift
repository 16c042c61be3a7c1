import Core
import FocusedTestStore

extension TestStore {
  /// Tries what users could do, in each order, and reports the shortest action sequence that fails as a focused test.
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
  /// An *action sequence* is a list of steps. In each step, the store sends an action, the next sleeper of a
  /// `TestClock` wakes, a pending call of a `Stub` with `Stub.mayAnswer(_:)` is answered, or an effect that is ready
  /// continues. Each action sequence is a run of the test under its `.schedules(_:)` or
  /// ``withSchedules(_:fileID:filePath:line:column:function:_:)``, so the test creates its store, clocks, stubs and fakes itself.
  ///
  /// Action sequences in which each step waits for idle effects are tried first, the shortest first. A state with the
  /// same waiting effects continues only once, until all other states have continued. Each state of more than 2,000
  /// values counts as new. At least half of the runs go through action sequences in this order, if there are that many.
  /// The others take random steps, and prefer the steps that have not been taken in their state.
  ///
  /// If a step ends the process, as a trap does, its action sequence stays on disk, in the directory `FOCUSED_SCRIPTS`
  /// or else in the temporary directory. The next run of the test shows the action sequence in a note, and explores
  /// again.
  ///
  /// During the exploration, only `always` asserts. An action sequence fails if the store, `#expect`, `#require`, or a
  /// thrown error reports an issue, in `always` or after the exploration.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of steps of an action sequence. A random one has at most 1,000,
  ///     whatever the limit.
  ///   - options: The actions that a user could send in a state. The closure must return the same actions for the
  ///     same state.
  ///   - invariant: The invariant. It is checked while effects are idle, before the first step and after each step.
  nonisolated(nonsending) public func explore(
    upTo limit: Int,
    _ options: (State) -> [Action],
    always invariant: ((State) throws -> Void)? = nil,
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
    if scheduler.refuseFromInside(.explore, at: callSite) { return }
    if run.log.explorationCount == 0 {
      let isEmpty = await exclusively { options($0.runtime.state).isEmpty }
      if isEmpty { return Issues.report(FailureMessages.nothingOffered, at: callSite) }
    }
    let user = SimulatedUser(store: self, run: run, limit: limit, callSite: callSite)
    await user.play(options, invariant)
  }
}
