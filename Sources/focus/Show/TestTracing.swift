import TestEvents

extension TestHost {
  /// Runs one test with a trace, in one or two orders of effects.
  ///
  /// - Parameter schedule: The schedule to run, as a failing test printed it.
  func shown(
    _ name: TestName, schedule: String?, _ console: Console
  ) throws(ToolError) -> ShownTest {
    var progress = ProgressLine(console, isPaced: false)
    defer { progress.end() }
    progress.show("Building \(name) …")
    try buildOrThrow()
    progress.show("Running \(name) …")
    let usual = try tracedRun(of: name)
    guard let schedule else {
      return ShownTest(name: name.description, hasPassed: usual.hasPassed, usual.rows)
    }
    let replayed = try tracedRun(
      of: name, environment: [TestVariable.schedule.rawValue: schedule])
    guard replayed.rows.contains(where: { $0.role == .replayed }) else {
      let issue = replayed.rows.first(where: \.isIssue)?.text
      throw .input(
        "\(name) cannot follow the schedule \(schedule). Expected a replay string that a "
          + "failing schedule of this test printed\(issue.map { ":\n  \($0)" } ?? ".")")
    }
    return ShownTest(
      name: name.description, hasPassed: replayed.hasPassed, replayed.rows, usual: usual.rows)
  }

  private func tracedRun(
    of name: TestName, environment: [String: String?] = [:]
  ) throws(ToolError) -> (hasPassed: Bool, rows: [TimelineRow]) {
    let (trace, run) = try trace(name, environment: environment)
    let outcome = run.log.outcome(of: name)
    guard let outcome, outcome != .skipped else { throw .notRun(name, by: command) }
    var rows = trace.rows(with: run.log.issues)
    if outcome == .unfinished {
      let words = run.output.fatalError ?? run.outputTail(lines: 12)
      rows.append(
        TimelineRow(
          TracedIssue(
            kind: .failure, message: "The process ended during the test.\n" + words, file: nil,
            line: nil)))
    }
    return (outcome == .passed && run.ending == .exited(0), rows)
  }
}

extension Trace {
  /// The rows, with Swift Testing's issues inserted by time. A traced process records only some of these issues.
  package func rows(with issues: [RunLog.Issue]) -> [TimelineRow] {
    let rows = self.rows.map(\.row)
    guard !issues.isEmpty else { return rows }
    guard issues.contains(where: { $0.time.isFinite }) else {
      // Without times, the issues that the trace has stay in their positions, and the others follow at the end.
      let known = rows.filter(\.isIssue).compactMap(\.location?.brief)
      return rows
        + issues.map { TimelineRow($0.issue) }
        .filter { $0.location.map { known.contains($0.brief) } != true }
    }
    var rest = issues.sorted { $0.time < $1.time }[...]
    var merged: [TimelineRow] = []
    var role: TimelineRow.Role?
    for (row, time) in self.rows {
      if row.kind == .run { role = row.role }
      // In a run whose issues aren't reported, only the trace has the failures.
      if row.isIssue, role != .script, role != .tried { continue }
      while let next = rest.first, next.time < time {
        merged.append(TimelineRow(next.issue))
        rest.removeFirst()
      }
      merged.append(row)
    }
    return merged + rest.map { TimelineRow($0.issue) }
  }
}
