import Core
import FocusedTestStore

/// Runs a test under one schedule after another. If the test fails, finds a failing schedule with as few deviations as
/// possible, runs it once more, and reports it.
struct Exploration {
  private(set) var test: ScheduledTest
  var schedules = AllSchedules.count(1)
  var checksDeterminism = false
  /// Whether to report a test that creates no store.
  var expectsStores = true
  /// Whether to report a test that leaves no choice: only if the test requests schedules itself, not its suite.
  var expectsChoices = true
  /// The calls of `send` in each store that may be reduced before the effects of the previous `send` continue; `nil` if
  /// sends don't overlap.
  private var overlaps: [Set<Int>]?
  /// The knowledge from earlier runs about action sequences.
  let knowledge = ScriptKnowledge()
  let callSite: CallSite

  init(test: ScheduledTest, callSite: CallSite) {
    self.test = test
    self.callSite = callSite
  }

  private var limit: Int { schedules.limit }

  /// The number of runs in messages; `nil` if the number is only a limit.
  var statedLimit: Int? { schedules.endWhenCovered ? nil : limit }

  private var runsOnce: Bool { limit == 1 && !checksDeterminism && !schedules.endWhenCovered }

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

  /// - Parameter overlapsSends: Whether a `send` may be reduced before the effects of the previous `send` continue.
  nonisolated(nonsending) func explore(
    overlappingSends overlapsSends: Bool, _ body: Body
  ) async -> Result {
    guard overlapsSends, !runsOnce else { return await explore(body) }
    let (exploration, outcome) = await overlapping(body)
    guard outcome.hasReported else { return await exploration.explore(body) }
    for issue in outcome.issues { Issues.report(issue) }
    return Result(explored: .once, error: outcome.error)
  }

  nonisolated(nonsending) private func explore(_ body: Body) async -> Result {
    ReplayReader.ofProcess.reportFlaw(at: callSite)
    if let replay = ReplayReader.ofProcess.schedule(of: test) {
      return await self.replay(replay, body)
    }
    if runsOnce { return await runOnce(body) }
    if limit < 1 { report(FailureMessages.tooFewSchedules(limit)) }
    var search = ScheduleSearch(
      limit: max(1, limit), seed: StableHash(of: test.name).value,
      endsWhenCovered: schedules.endWhenCovered)
    // The first run is the same as without schedules. A failure in it needs no schedule.
    let first = search.next() ?? .firstInFirstOut
    Listeners.ofProcess?.willExplore(from: callSite)
    let run = run(
      first, keepingHistories: checksDeterminism,
      recordingActions: search.wantsActions(under: first), role: .usual)
    let outcome = await run.perform(.open, body)
    search.didRun(run.log, run.recordedActions)
    if expectsStores, !run.hasStores {
      report(FailureMessages.nothingToExplore, .note)
    } else if expectsChoices, limit > 1, !checksDeterminism, !outcome.hasFailed,
      run.log.explorationCount == 0, !run.log.hasOrders
    {
      report(FailureMessages.nothingToChoose, .note)
    }
    if outcome.hasFailed { return result(of: search, outcome.error) }
    if checksDeterminism, await diverges(run, body) { return result(of: search) }

    if run.log.explorationCount > 0 {
      for leftover in ScriptFile.takeLeftovers(of: test) {
        await report(leftover, body)
        if leftover.isRepeated { return result(of: search) }
      }
      knowledge.file = ScriptFile(of: test)
    }
    defer { knowledge.file?.remove() }
    defer { reportNeverTaken(search, in: run) }
    while !Task.isCancelled, let schedule = search.next() {
      let coveringCount = search.coveringCount
      let run = self.run(
        schedule, keepingHistories: keepsAllHistories,
        recordingActions: search.wantsActions(under: schedule))
      let outcome = await run.perform(.quiet, body)
      search.didRun(run.log, run.recordedActions)
      if outcome.hasFailed {
        if search.scriptLimit != nil {
          await reportScript(run, outcome, &search, body)
          return result(of: search)
        }
        let found = FailureMessages.found(
          withSchedule: search.triedCount, of: statedLimit,
          after: coveringCount)
        let error = await report(run, outcome, found, body)
        return result(of: search, error)
      }
      if checksDeterminism, await diverges(run, body) { return result(of: search) }
    }
    if schedules.endWhenCovered, !Task.isCancelled, run.hasStores, run.log.hasOrders {
      let flaw =
        if let difference = search.difference, !search.hasEveryOrder {
          await flaw(of: difference, body)
        } else {
          nil as String?
        }
      report(
        FailureMessages.covered(
          ExploredSchedules(search), isAtLimit: search.isAtLimit, flaw: flaw), .note)
    }
    return result(of: search)
  }

  private func result(of search: ScheduleSearch, _ error: (any Error)? = nil) -> Result {
    Result(explored: ExploredSchedules(search), error: error)
  }

  nonisolated(nonsending) private func runOnce(_ body: Body) async -> Result {
    var result = Result(explored: .once)
    let run = ScheduleRun(.firstInFirstOut, overlaps: nil, isPlain: true)
    do {
      try await CurrentRun.$value.withValue(run, operation: body)
    } catch {
      result.error = error
    }
    return result
  }

  func run(
    _ schedule: Schedule, keepingHistories: Bool = false, recordingActions: Bool = false,
    role: RunRole = .tried
  ) -> ScheduleRun {
    ScheduleRun(
      schedule, keepingHistories: keepingHistories, recordingActions: recordingActions,
      overlaps: overlaps, knowledge: knowledge, role: role)
  }

  /// Runs a test to find the calls of `send` that directly follow another one.
  ///
  /// - Returns: The exploration with these calls, and the outcome of the test.
  nonisolated(nonsending) private func overlapping(
    _ body: Body
  ) async -> (exploration: Self, outcome: RunOutcome) {
    let run = ScheduleRun(.firstInFirstOut, overlaps: [], role: .tried)
    let outcome = await run.perform(.quiet, body)
    var exploration = self
    exploration.test = test.overlapping
    exploration.overlaps = run.followedSends
    return (exploration, outcome)
  }

  /// XCTest can't hide a failure, so a failing run can't be repeated to keep its history.
  private var keepsAllHistories: Bool { checksDeterminism || !TestProcess.isInSwiftTesting }

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

  /// Runs a test under the schedule of a replay string, or reports a flaw of the string.
  nonisolated(nonsending) func replay(_ text: String, _ body: Body) async -> Result {
    ReplayReader.ofProcess.reportFlaw(at: callSite)
    do {
      let replay = try ScheduleReplay(text)
      if let (test, isOverlapping) = test.exploration(withHash: replay.test) {
        var exploration = self
        exploration.test = test
        if isOverlapping { exploration = await exploration.overlapping(body).exploration }
        return await exploration.replay(replay.schedule, body)
      }
      report(FailureMessages.replayOfAnotherTest(text))
    } catch {
      report(FailureMessages.flawedReplay(text, error, isOfProcess: false))
    }
    return await replay(.firstInFirstOut, body)
  }

  // MARK: - Failing

  /// Returns the error that the test threw in the reported run.
  nonisolated(nonsending) private func report(
    _ run: ScheduleRun, _ outcome: RunOutcome, _ found: String, _ body: Body
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
    let passing = await neighbor(of: failing, canFail: !outcome.hasReported, body)
    let change = OrderChange(from: passing, to: failing)
    report(
      FailureMessages.failsUnder(
        when: change.order, stateDifference: change.stateDifference,
        deviationCount: change.deviationCount, found: found,
        replay: ScheduleReplay(failing.log.schedule, of: test).text))
    return error
  }

  /// Describes the two actions of a difference that don't commute.
  nonisolated(nonsending) private func flaw(
    of difference: OrderDifference, _ body: Body
  ) async -> String {
    guard let (one, other) = difference.neighbors else { return FailureMessages.equalOrdersDiffer }
    let runs = [one, other].map { run($0, keepingHistories: true, recordingActions: true) }
    for run in runs { _ = await run.perform(.quiet, body) }
    guard difference.isRepeated(by: runs[0].recordedActions, runs[1].recordedActions) else {
      return FailureMessages.equalOrdersDiffer
    }
    let change = OrderChange(from: runs[0], to: runs[1])
    return FailureMessages.dontCommute(
      when: change.order, stateDifference: change.stateDifference)
  }

  /// A passing run that differs as little as possible: by a single deviation, if there is such a run.
  ///
  /// - Parameter canFail: Whether a run may fail, because its failures are hidden.
  nonisolated(nonsending) private func neighbor(
    of failing: ScheduleRun, canFail: Bool, _ body: Body
  ) async -> ScheduleRun {
    if canFail, let last = failing.log.choices.last(where: \.isOrderDeviation) {
      var schedule = failing.log.schedule
      schedule.deviations[last.point] = nil
      let run = self.run(schedule, keepingHistories: true, role: .passing)
      if !(await run.perform(.quiet, body).hasFailed) { return run }
    }
    let run = run(.firstInFirstOut, keepingHistories: true, role: .passing)
    _ = await run.perform(.quiet, body)
    return run
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

  // MARK: - Determinism

  /// Runs a test once more under the same schedule, and reports the first difference.
  nonisolated(nonsending) private func diverges(
    _ first: ScheduleRun, _ body: Body
  ) async -> Bool {
    // A random action sequence depends on the earlier ones.
    let schedule = first.log.explorationCount > 0 ? first.log.schedule : first.schedule
    let second = run(schedule, keepingHistories: true)
    let outcome = await second.perform(.quiet, body)
    let (histories, others) = (first.histories, second.histories)
    for (history, other) in zip(histories, others) {
      guard let divergence = other.divergence(from: history) else { continue }
      report(divergence)
      return true
    }
    guard outcome.hasFailed || histories.count != others.count else { return false }
    report(FailureMessages.endsDifferently(stores: histories.count, others.count))
    return true
  }

  func report(_ message: String, _ severity: ReportedIssue.Severity = .error) {
    Issues.report(message, severity: severity, at: callSite)
  }
}
