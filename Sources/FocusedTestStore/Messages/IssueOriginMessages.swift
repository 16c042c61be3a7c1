import Core

extension FailureMessages {
  /// An issue of the feature, with the step that it arose in.
  static func explained<Action>(
    _ issue: ReportedIssue, by origin: IssueOrigin<Action>?
  ) -> ReportedIssue {
    guard let origin else { return issue }
    let what = origin.isInEffect ? "in the effect of" : "while reducing"
    let place = origin.callSite.map { ", sent at \($0)" } ?? ""
    let root = origin.sent.map { "; it goes back to \(name($0))\(place)" } ?? place
    var message = MessageBuilder(issue.message)
    message.add("This happened \(what) \(name(origin.action))\(root).")
    return ReportedIssue(message.text, severity: issue.severity, at: issue.callSite)
  }
}

/// What was going on in a store when something in the feature went wrong.
struct IssueOrigin<Action> {
  /// The action that was reduced, or that started the effect.
  let action: Action
  let isInEffect: Bool
  /// The action that the test sent and that led to it, if that is another one.
  let sent: Action?
  /// The line of that send.
  let callSite: CallSite?
}
