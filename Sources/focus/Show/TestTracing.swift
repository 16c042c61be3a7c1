import Foundation
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
      return ShownTest(name: name.description, hasPassed: usual.hasPassed, usual.events)
    }
    let replayed = try tracedRun(
      of: name, environment: [TestVariable.schedule.rawValue: schedule])
    guard replayed.events.contains(.run(TracedRun(role: .replayed))) else {
      let issue = replayed.events.lazy.compactMap { event in
        if case .issue(let issue) = event { issue.message.prefix { !$0.isNewline } } else { nil }
      }.first
      throw .input(
        "\(name) cannot follow the schedule \(schedule). Expected a replay string that a "
          + "failing schedule of this test printed\(issue.map { ":\n  \($0)" } ?? ".")")
    }
    return ShownTest(
      name: name.description, hasPassed: replayed.hasPassed, replayed.events,
      usual: usual.events)
  }

  private func tracedRun(
    of name: TestName, environment: [String: String?] = [:]
  ) throws(ToolError) -> (hasPassed: Bool, events: [TraceEvent]) {
    let (trace, run) = try trace(name, environment: environment)
    let outcome = run.log.outcome(of: name)
    guard let outcome, outcome != .skipped else { throw .notRun(name, by: command) }
    var events = trace.events(with: run.log.issues)
    if outcome == .unfinished {
      let words = run.output.fatalError ?? run.outputTail(lines: 12)
      let message = "The process ended during the test.\n" + words
      events.append(.issue(TracedIssue(kind: .failure, message: message, file: nil, line: nil)))
    }
    return (outcome == .passed && run.ending == .exited(0), events)
  }
}

extension TracedIssue {
  /// The file's name and the line, if they are known.
  fileprivate var place: String? {
    guard let file, let line else { return nil }
    return "\((file as NSString).lastPathComponent):\(line)"
  }
}

extension Trace {
  /// The events, with Swift Testing's issues inserted by time. A traced process records only some of these issues.
  package func events(with issues: [RunLog.Issue]) -> [TraceEvent] {
    guard !issues.isEmpty else { return events }
    guard issues.contains(where: { $0.time.isFinite }) else {
      // Without times, the issues that the trace has stay in their positions, and the others follow at the end.
      let known = events.compactMap { if case .issue(let issue) = $0 { issue.place } else { nil } }
      return events
        + issues.filter { $0.issue.place.map(known.contains) != true }.map { .issue($0.issue) }
    }
    var rest = issues.sorted { $0.time < $1.time }[...]
    var merged: [TraceEvent] = []
    var role: TracedRun.Role?
    for (event, time) in zip(events, times) {
      if case .run(let run) = event { role = run.role }
      // In a run whose issues aren't reported, only the trace has the failures.
      if case .issue = event, role != .script, role != .tried { continue }
      while let next = rest.first, next.time < time {
        merged.append(.issue(next.issue))
        rest.removeFirst()
      }
      merged.append(event)
    }
    return merged + rest.map { .issue($0.issue) }
  }
}
