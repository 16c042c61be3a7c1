import TestEvents

/// The traced events of one test, in one order or in two.
package struct ShownTest: Hashable, Sendable {
  package var name: String
  /// Whether the test passed; `nil` if it has not ended.
  package var hasPassed: Bool?
  package var story: TestStory
  /// The usual order and the order of ``story``, side by side.
  package var pair: StoryPair?
  /// The issues that concern all orders together.
  package var messages: [String] = []

  /// The result of the test in one to three words.
  package var outcome: String { hasPassed.map { $0 ? "passed" : "failed" } ?? "did not end" }

  /// - Parameters:
  ///   - events: All traced events.
  ///   - usual: The trace of the usual order, if it ran separately.
  package init(
    name: String, hasPassed: Bool?, _ events: [TraceEvent], usual: [TraceEvent]? = nil
  ) {
    self.name = name
    self.hasPassed = hasPassed
    let runs = Self.runs(events)
    func last(_ roles: TracedRun.Role...) -> TestStory? {
      runs.last { $0.role.map(roles.contains) ?? false }.map(\.story)
    }
    let other = last(.replayed) ?? last(.failing)
    let base =
      usual.map { events in
        TestStory(Self.runs(events).first { $0.role == .usual }?.events ?? events).shown
      } ?? (other == nil ? nil : last(.passing)) ?? last(.usual)
    let tried = runs.last { $0.role == .tried && $0.hasFailure }
    story =
      other ?? last(.script) ?? tried.map(\.story)
      ?? runs.first { $0.role == .usual }.map(\.story)
      ?? TestStory(events).shown
    if other != nil || tried != nil, let base, base != story {
      pair = StoryPair(usual: base, other: story)
    }
    if runs.contains(where: { $0.role != nil }) {
      for run in runs where run.role == nil {
        for case .issue(let issue) in run.events where issue.kind == .failure {
          // The test framework reports the issues again, with the location appended.
          if !messages.contains(where: issue.message.hasPrefix) { messages.append(issue.message) }
        }
      }
    }
  }

  private struct Run {
    var role: TracedRun.Role?
    var events: [TraceEvent] = []

    var story: TestStory { TestStory(events).shown }

    var hasFailure: Bool {
      events.contains { if case .issue(let issue) = $0 { issue.kind != .note } else { false } }
    }
  }

  private static func runs(_ events: [TraceEvent]) -> [Run] {
    var runs = [Run()]
    for event in events {
      let last = runs.count - 1
      switch event {
      case .run(let run): runs.append(Run(role: run.role == .over ? nil : run.role))
      // A failure that the test does not report still counts as a failure of its run.
      case .issue(var issue)
      where issue.kind == .known && (runs[last].role == .script || runs[last].role == .tried):
        issue.kind = .failure
        runs[last].events.append(.issue(issue))
      default: runs[last].events.append(event)
      }
    }
    return runs.filter { $0.role != nil || !$0.events.isEmpty }
  }
}

extension TestStory {
  fileprivate var shown: TestStory { collapsed().shortened() }
}
