import Core

extension FailureMessages {
  /// An issue of the feature, with the step that it arose in.
  ///
  /// - Parameters:
  ///   - action: The action that was reduced, or that started the effect.
  ///   - sent: The action that the test sent and that led to it, if that is another one.
  ///   - callSite: The line of that send.
  static func explained<Action>(
    _ issue: ReportedIssue, by action: Action, isInEffect: Bool, sent: Action?,
    at callSite: CallSite?
  ) -> ReportedIssue {
    let what = isInEffect ? "in the effect of" : "while reducing"
    let place = callSite.map { ", sent at \($0)" } ?? ""
    let root = sent.map { "; it goes back to \(name($0))\(place)" } ?? place
    var message = MessageBuilder(issue.message)
    message.add("This happened \(what) \(name(action))\(root).")
    return ReportedIssue(message.text, severity: issue.severity, at: issue.callSite)
  }
}
