import BehaviorLedger

/// Two orders of one test beside each other: the usual one and another, aligned.
package struct StoryPair: Hashable, Sendable {
  package var usual: TestStory
  package var other: TestStory
  package var lines: [Line]

  /// Rows that stand beside each other; `nil` where one order has none.
  package struct Line: Hashable, Sendable {
    package var usual: Int?
    package var other: Int?
    package var isDifferent: Bool
  }

  package init(usual: TestStory, other: TestStory) {
    self.usual = usual
    self.other = other
    lines = Self.alignment(usual.rows, other.rows).map { first, second in
      guard let first, let second else {
        return Line(usual: first, other: second, isDifferent: true)
      }
      let (one, two) = (usual.rows[first], other.rows[second])
      return Line(
        usual: first, other: second,
        isDifferent: one.text != two.text || one.changes != two.changes
          || usual.subject(of: one) != other.subject(of: two))
    }
  }

  /// The first line in which the orders differ.
  package var firstDifference: Int? { lines.firstIndex(where: \.isDifferent) }

  /// Pairs of rows that tell the same, as many as can be without changing the order of any.
  private static func alignment(
    _ first: [TestStory.Row], _ second: [TestStory.Row]
  ) -> [(Int?, Int?)] {
    func isSame(_ i: Int, _ j: Int) -> Bool { first[i].alignmentKey == second[j].alignmentKey }
    var start = 0
    while start < min(first.count, second.count), isSame(start, start) { start += 1 }
    var (end, otherEnd) = (first.count, second.count)
    while end > start, otherEnd > start, isSame(end - 1, otherEnd - 1) {
      end -= 1
      otherEnd -= 1
    }
    // For each two positions how many pairs there are from there on.
    let (height, width) = (end - start, otherEnd - start)
    var counts = Array(repeating: 0, count: (height + 1) * (width + 1))
    for i in (0..<height).reversed() {
      for j in (0..<width).reversed() {
        counts[i * (width + 1) + j] =
          isSame(start + i, start + j)
          ? counts[(i + 1) * (width + 1) + j + 1] + 1
          : max(counts[(i + 1) * (width + 1) + j], counts[i * (width + 1) + j + 1])
      }
    }
    var pairs: [(Int?, Int?)] = (0..<start).map { ($0, $0) }
    var (i, j) = (0, 0)
    while i < height || j < width {
      if i < height, j < width, isSame(start + i, start + j) {
        pairs.append((start + i, start + j))
        (i, j) = (i + 1, j + 1)
      } else if j == width
        || i < height
          && counts[(i + 1) * (width + 1) + j] >= counts[i * (width + 1) + j + 1]
      {
        pairs.append((start + i, nil))
        i += 1
      } else {
        pairs.append((nil, start + j))
        j += 1
      }
    }
    return pairs + zip(end..<first.count, otherEnd..<second.count).map { ($0, $1) }
  }
}

extension TestStory.Row {
  /// What makes rows of two orders the same, whatever the values are.
  fileprivate var alignmentKey: String {
    "\(kind) \(place?.line ?? 0) \(key.prefix { $0 != " " }) \(text.prefix { $0 != "(" })"
  }
}

/// What one test did, as far as it was traced: in one order, or in two.
package struct ShownTest: Hashable, Sendable {
  package var name: String
  /// `nil` while it is not over.
  package var hasPassed: Bool?
  package var story: TestStory
  /// The usual order beside that of ``story``.
  package var pair: StoryPair?
  /// What was said of the orders as a whole.
  package var messages: [String] = []

  /// How it ended, in a word or three.
  package var outcome: String { hasPassed.map { $0 ? "passed" : "failed" } ?? "is not over" }

  /// - Parameters:
  ///   - events: All that was traced.
  ///   - usual: What was traced in the usual order, if that was run by itself.
  package init(
    name: String, hasPassed: Bool?, _ events: [TraceEvent], usual: [TraceEvent]? = nil
  ) {
    self.name = name
    self.hasPassed = hasPassed
    let runs = Self.runs(events)
    func last(_ roles: TracedRun.Role...) -> TestStory? {
      runs.last { $0.role.map(roles.contains) ?? false }.map { TestStory($0.events).shown }
    }
    let other = last(.replayed) ?? last(.failing)
    var base = usual.map { events in
      TestStory(Self.runs(events).first { $0.role == .usual }?.events ?? events).shown
    }
    if base == nil, other != nil { base = last(.passing) ?? last(.usual) }
    let tried = runs.last { $0.role == .tried && $0.hasFailure }
    story =
      other ?? last(.script) ?? tried.map { TestStory($0.events).shown }
      ?? runs.first { $0.role == .usual }.map { TestStory($0.events).shown }
      ?? TestStory(events).shown
    if other != nil || tried != nil, let base = base ?? last(.usual), base != story {
      pair = StoryPair(usual: base, other: story)
    }
    if runs.contains(where: { $0.role != nil }) {
      for run in runs where run.role == nil {
        for case .issue(let issue) in run.events where issue.kind == .failure {
          // The test framework tells the package's again, with where the page is.
          if !messages.contains(where: issue.message.hasPrefix) { messages.append(issue.message) }
        }
      }
    }
  }

  private struct Run {
    var role: TracedRun.Role?
    var events: [TraceEvent] = []

    var hasFailure: Bool {
      events.contains { if case .issue(let issue) = $0 { issue.kind != .note } else { false } }
    }
  }

  private static func runs(_ events: [TraceEvent]) -> [Run] {
    var runs = [Run()]
    for event in events {
      if case .run(let run) = event {
        runs.append(Run(role: run.role == .over ? nil : run.role))
      } else {
        runs[runs.count - 1].events.append(event)
      }
    }
    // A failure that is kept back from the test's report is that of its run all the same.
    for index in runs.indices where runs[index].role == .script || runs[index].role == .tried {
      runs[index].events = runs[index].events.map { event in
        guard case .issue(var issue) = event, issue.kind == .known else { return event }
        issue.kind = .failure
        return .issue(issue)
      }
    }
    return runs.filter { $0.role != nil || !$0.events.isEmpty }
  }
}

extension TestStory {
  fileprivate var shown: TestStory { collapsed().shortened() }
}
