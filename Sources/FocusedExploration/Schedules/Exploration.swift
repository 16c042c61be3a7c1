import Core
import FocusedTestStore

/// Runs a test under one schedule after another. If the test fails, finds a failing schedule with as few deviations as
/// possible, runs it once more, and reports it.
struct Exploration {
  let test: ScheduledTest
  /// The maximum number of schedules.
  var limit = 1
  /// Whether to report a test that creates no store.
  var expectsStores = true
  /// Whether to report a test that leaves no choice: only if the test requests schedules itself, not its suite.
  var expectsChoices = true
  /// The data that the runs of an exploration share.
  let record = ExplorationRecord()
  let callSite: CallSite
  /// The schedule that the environment selects.
  var process = ProcessSchedule.current

  init(test: ScheduledTest, callSite: CallSite) {
    self.test = test
    self.callSite = callSite
  }

  typealias Body = nonisolated(nonsending) () async throws -> Void

  /// The explored schedules, and the error that the test threw in the reported run.
  struct Result {
    var explored: ExploredSchedules
    var error: (any Error)?

    /// - Throws: The error that the test threw, as the error type of its closure.
    func get<E: Error>(orThrow _: E.Type) throws(E) -> ExploredSchedules {
      if let error = error as? E { throw error }
      return explored
    }
  }

  nonisolated(nonsending) func explore(_ body: Body) async -> Result {
    switch process.request {
    case .replay(let replay) where replay.test == test.hash:
      return await self.replay(replay.schedule, body)
    case .flawed: process.reportUnused(at: callSite)
    case .none, .shuffle, .replay: break
    }
    if limit == 1 { return await runOnce(body) }
    if limit < 1 { report(FailureMessages.tooFewSchedules(limit)) }
    var search = ScheduleSearch(limit: max(1, limit), seed: StableHash(of: test.name).value)
    // The first run is the same as without schedules. A failure in it needs no schedule.
    let first = search.next() ?? .firstInFirstOut
    let run = run(first, role: .usual)
    let outcome = await run.perform(.open, body)
    search.didRun(run.log)
    if expectsStores, !run.hasStores {
      report(FailureMessages.nothingToExplore, .note)
    } else if expectsChoices, limit > 1, !outcome.hasFailed, run.log.explorationCount == 0,
      !run.log.hasOrders
    {
      report(FailureMessages.nothingToChoose, .note)
    }
    if outcome.hasFailed { return result(of: search, outcome.error) }

    if run.log.explorationCount > 0 {
      for unfinished in ActionSequenceFile.takeUnfinished(of: test) {
        await note(unfinished: unfinished, body)
      }
      record.file = ActionSequenceFile(of: test)
    }
    defer { record.file?.remove() }
    while !Task.isCancelled, let schedule = search.next() {
      // XCTest can't hide a failure, so a failing run can't be repeated to keep its history.
      let run = self.run(schedule, keepingHistories: !TestProcess.isInSwiftTesting)
      let outcome = await run.perform(.quiet, body)
      search.didRun(run.log)
      if outcome.hasFailed {
        if search.stepLimit != nil {
          await reportActionSequence(run, outcome, &search, body)
          return result(of: search)
        }
        let error = await report(run, outcome, foundWith: search.triedCount, body)
        return result(of: search, error)
      }
    }
    return result(of: search)
  }

  private func result(of search: ScheduleSearch, _ error: (any Error)? = nil) -> Result {
    Result(explored: ExploredSchedules(search), error: error)
  }

  nonisolated(nonsending) private func runOnce(_ body: Body) async -> Result {
    var result = Result(explored: .once)
    let run = ScheduleRun(.firstInFirstOut, isPlain: true)
    do {
      try await CurrentRun.$value.withValue(run, operation: body)
    } catch {
      result.error = error
    }
    return result
  }

  func run(
    _ schedule: Schedule, keepingHistories: Bool = false, role: RunRole = .tried
  ) -> ScheduleRun {
    ScheduleRun(schedule, keepingHistories: keepingHistories, record: record, role: role)
  }

  // MARK: - Replaying

  /// Runs a test under an earlier schedule.
  nonisolated(nonsending) private func replay(_ schedule: Schedule, _ body: Body) async -> Result {
    let run = run(schedule, role: .replayed)
    let outcome = await run.perform(.open, body)
    let text = ScheduleReplay(schedule, of: test).text
    // A replay is for one argument. The other arguments of a parameterized test may lead to other choices.
    if !run.misfits.isEmpty, !TestProcess.isInParameterizedTest {
      report(FailureMessages.replayDoesNotFit(text, misfits: run.misfits.count))
    } else if outcome.hasFailed {
      report(FailureMessages.failsInReplay(text))
    }
    return Result(explored: .once, error: outcome.error)
  }

  // MARK: - Failing

  /// Returns the error that the test threw in the reported run.
  nonisolated(nonsending) private func report(
    _ run: ScheduleRun, _ outcome: RunOutcome, foundWith number: Int, _ body: Body
  ) async -> (any Error)? {
    var failing = run
    var error = outcome.error
    if outcome.hasReported {
      for issue in outcome.issues { Issues.report(issue) }
    } else {
      let schedule = await shrunk(run, body)
      failing = self.run(schedule, keepingHistories: true, role: .failing)
      let repeated = await failing.perform(.open, body)
      error = repeated.error
      if !repeated.hasFailed {
        for issue in outcome.issues { Issues.report(issue) }
        report(
          FailureMessages.failsOnlySometimes(ScheduleReplay(run.log.schedule, of: test).text))
        return outcome.error
      }
    }
    let passing = self.run(.firstInFirstOut, keepingHistories: true, role: .passing)
    _ = await passing.perform(.quiet, body)
    report(
      FailureMessages.failsUnder(
        when: failing.orderChange(from: passing),
        deviationCount: failing.log.choices.count(where: \.isOrderDeviation), found: number,
        limit: limit, replay: ScheduleReplay(failing.log.schedule, of: test).text))
    return error
  }

  /// The smallest schedule under which the test still fails.
  nonisolated(nonsending) func shrunk(_ run: ScheduleRun, _ body: Body) async -> Schedule {
    var shrinking = ScheduleShrinking(run.log.schedule, labels: run.labels)
    while let candidate = shrinking.next() {
      let run = self.run(candidate.schedule)
      run.withProgress { $0.labels = candidate.labels.isEmpty ? nil : candidate.labels }
      let hasFailed = await run.perform(.quiet, body).hasFailed
      shrinking.didRun(candidate, as: run.log.schedule, labels: run.labels, hasFailed: hasFailed)
    }
    return shrinking.smallest
  }

  func report(_ message: String, _ severity: ReportedIssue.Severity = .error) {
    Issues.report(message, severity: severity, at: callSite)
  }
}
