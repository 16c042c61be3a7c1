import Core
import FocusedTestStore

// The reports of action sequences that fail.
extension Exploration {
  /// Reports the shortest failing action sequence as one issue, at the line of its first failure.
  nonisolated(nonsending) func reportActionSequence(
    _ run: ScheduleRun, _ outcome: RunOutcome, _ search: inout ScheduleSearch, _ body: Body
  ) async {
    let found = search.triedCount
    var schedule = run.log.schedule
    if !outcome.hasReported {
      schedule = await shrunk(labeled(run, body), body)
      while let shorter = search.next(shorterThan: schedule.stepCount) {
        let run = self.run(shorter)
        let hasFailed = await run.perform(.quiet, body).hasFailed
        search.didRun(run.log)
        if hasFailed { schedule = run.log.schedule }
      }
    }
    let (last, failure) = await repeated(schedule, run, outcome, body)
    let replay = ScheduleReplay(schedule, of: test).text
    guard let failure else {
      for issue in outcome.issues { Issues.report(issue) }
      return report(FailureMessages.failsOnlySometimes(replay))
    }
    let explored = last.progress.callSite ?? callSite
    let sequence = last.printedSequence { assertions(after: $0, in: last) }
    // A failure that can't be hidden isn't repeated, neither here nor in the run that should pass.
    let order =
      schedule.isPlain || outcome.hasReported ? nil : await order(in: schedule, of: last, body)
    Issues.report(
      FailureMessages.actionSequenceFails(
        failure.message, sequence, tried: found, limit: limit,
        firstSteps: run.log.stepCount, order: order, replay: schedule.isPlain ? nil : replay),
      at: failure.callSite(inFileOf: explored) ?? explored)
  }

  /// Notes an action sequence in which the process of an earlier run ended. Takes its steps except for the last one, which
  /// may end the process again.
  nonisolated(nonsending) func note(unfinished schedule: Schedule, _ body: Body) async {
    let run = self.run(schedule, keepingHistories: true)
    run.withProgress { $0.endsBeforeLastStep = true }
    _ = await run.perform(.quiet, body)
    Issues.report(
      FailureMessages.processEnded(
        run.printedSequence { _ in .init() },
        replay: schedule.isPlain ? nil : ScheduleReplay(schedule, of: test).text),
      severity: .note, at: run.withProgress { $0.callSite } ?? callSite)
  }

  /// Repeats an action sequence, and keeps its steps and its first failure. Doesn't repeat a failure that can't be
  /// hidden.
  nonisolated(nonsending) private func repeated(
    _ schedule: Schedule, _ run: ScheduleRun, _ outcome: RunOutcome, _ body: Body
  ) async -> (ScheduleRun, RunFailure?) {
    if outcome.hasReported {
      return (
        run, outcome.firstFailure ?? RunFailure(message: FailureMessages.actionSequenceFailed)
      )
    }
    let run = self.run(schedule, keepingHistories: true, role: .script)
    return (run, await run.perform(.quiet, body).firstFailure)
  }

  /// The assertions of the test after the action sequence: the body of `always`, or the statements after the
  /// exploration. `nil` if the source isn't available.
  private func assertions(
    after code: ActionSequenceCode, in run: ScheduleRun
  ) -> ActionSequenceCode.Assertions? {
    if run.log.failedStep == nil {
      return code.call?.rest.map { .init(lines: $0, followsExploration: true) }
    }
    return run.withProgress { $0.hasInvariant } ? code.invariant : .init()
  }

  /// The order of effects in which an action sequence fails, if the sequence passes when each step waits for idle
  /// effects, and effects run in the order in which they became ready.
  nonisolated(nonsending) private func order(
    in schedule: Schedule, of failing: ScheduleRun, _ body: Body
  ) async -> String? {
    let passing = run(schedule.whenIdle, keepingHistories: true)
    passing.withProgress { $0.labels = failing.labels }
    // When effects are idle, an option of the sequence can be missing. For example, its sheet may have closed.
    guard !(await passing.perform(.quiet, body).hasFailed), passing.labels == failing.labels
    else { return nil }
    return failing.orderChange(from: passing)
  }

  /// Repeats a run, with labels for its steps.
  nonisolated(nonsending) private func labeled(_ run: ScheduleRun, _ body: Body) async
    -> ScheduleRun
  {
    let labeled = self.run(run.log.schedule, keepingHistories: true)
    let outcome = await labeled.perform(.quiet, body)
    return outcome.hasFailed ? labeled : run
  }
}
