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
