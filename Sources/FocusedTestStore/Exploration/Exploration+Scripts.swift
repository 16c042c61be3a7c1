import Core

// What is reported of a script that fails.
extension Exploration {
  /// Reports the shortest script that fails as one issue, at the line of what failed.
  nonisolated(nonsending) func reportScript(
    _ run: ScheduleRun, _ outcome: RunOutcome, _ search: inout ScheduleSearch, _ body: Body
  ) async {
    let found = search.triedCount
    var schedule = run.taken
    if !outcome.hasReported {
      schedule = await shrunk(labeled(run, body), body)
      while let shorter = search.next(shorterThan: schedule.stepCount) {
        let run = ScheduleRun(shorter)
        let hasFailed = await run.perform(.quiet, body).hasFailed
        search.didRun(shorter, run)
        if hasFailed { schedule = run.taken }
      }
    }
    let last = ScheduleRun(schedule)
    last.withUser { $0.spellsSteps = true }
    let repeated = await last.perform(.quiet, body)
    let replay = ScheduleReplay(schedule, of: test).text
    guard let failure = repeated.firstFailure ?? outcome.firstFailure, repeated.hasFailed else {
      for issue in outcome.issues { Issues.report(issue) }
      return report(FailureMessages.failsOnlySometimes(replay))
    }
    let script = last.script
    let code = last.withUser { $0.code }
    let explored = last.withUser { $0.callSite } ?? callSite
    let (lines, isWhole) = code.test(claim: claim(of: code, after: script))
    Issues.report(
      FailureMessages.scriptFails(
        failure.message, steps: script.steps.count, code: lines, isWhole: isWhole,
        unspelled: code.unspelled, tried: found, limit: limit,
        firstSteps: run.script.steps.count, replay: schedule.isPlain ? nil : replay),
      at: failure.callSite(inFileOf: explored) ?? explored)
  }

  /// What the test claims behind the script: what `always` does, or what follows the exploration.
  private func claim(of code: ScriptCode, after script: ScriptTrail) -> [String] {
    guard let source = code.source else { return [] }
    if script.failedStep == nil { return source.rest }
    return source.claim(on: code.store) ?? []
  }

  /// The same run, its steps known by what they are.
  nonisolated(nonsending) private func labeled(_ run: ScheduleRun, _ body: Body) async -> ScheduleRun
  {
    let labeled = ScheduleRun(run.taken)
    labeled.withUser { $0.spellsSteps = true }
    let outcome = await labeled.perform(.quiet, body)
    return outcome.hasFailed ? labeled : run
  }
}
