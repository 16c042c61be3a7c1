import Core

/// All failure messages.
///
/// Each states the expectation, the fact, the difference, the likely cause, and one cure. Each
/// concern has a file; ``MessageBuilder`` keeps them short.
package enum FailureMessages {
  static let noTestRunning = """
    FocusedTestStore: no test was running to report this to, so this process will end as a failure.
    """

  /// The duration of a wait that timed out.
  static func within(_ duration: Duration) -> String { "within \(duration)" }
  static let beforeCancellation = "before the test's task was cancelled"

  /// The name of an action: its case and, if that stays short, its payload.
  package static func name<Action>(_ action: Action) -> String {
    let literal = SourceLiteral(action)
    let full = literal.isComplete ? literal.text : String(dumpingOnOneLine: action)
    let isLong = full.count > 100 || full.contains(where: \.isNewline)
    return isLong ? SourceRendering.brief(action) : full
  }

  package static func name<Action>(_ expectation: ActionExpectation<Action>) -> String {
    switch expectation.kind {
    case .action(let action): name(action)
    case .anyOf(let caseName, let payload):
      caseName() ?? "an action with a payload of type \(TypeName.of(payload))"
    case .condition: "an action that meets the condition"
    }
  }

  /// A line for each of the first items, and the number of further items.
  package static func list<Item>(
    _ items: [Item], atMost limit: Int = 12, _ line: (Item) -> String
  ) -> [String] {
    let lines = items.prefix(limit).map { "  " + line($0) }
    return items.count > limit
      ? lines + ["  … and \(grouped(items.count - limit)) more"] : lines
  }

  package static func list<Action>(_ actions: [Action]) -> [String] { list(actions) { name($0) } }

  /// Indented lines, for use under a heading.
  package static func indented(_ texts: [String]) -> [String] {
    texts.flatMap { $0.lines.map { "  \($0)" } }
  }
}

extension Array {
  /// The elements without those that have the same key as an earlier one.
  func withoutRepetitions<Key: Hashable>(of key: (Element) -> Key) -> [Element] {
    var found: Set<Key> = []
    return filter { found.insert(key($0)).inserted }
  }
}

extension FailureMessages {
  /// An issue of the feature, with the step in which it occurred.
  ///
  /// - Parameters:
  ///   - action: The action that was reduced, or that started the effect.
  ///   - sent: The action that the test sent and that led to `action`, if it is another action.
  ///   - callSite: The line that sent `sent`.
  static func explained<Action>(
    _ issue: ReportedIssue, by action: Action, isInEffect: Bool, sent: Action?,
    at callSite: CallSite?
  ) -> ReportedIssue {
    let what = isInEffect ? "in the effect of" : "while reducing"
    let place = callSite.map { ", sent at \($0)" } ?? ""
    let root = sent.map { ", which follows from \(name($0))\(place)" } ?? place
    var message = MessageBuilder(issue.message)
    message.add("This happened \(what) \(name(action))\(root).")
    return ReportedIssue(message.text, severity: issue.severity, at: issue.callSite)
  }
}
