import Core

extension FailureMessages {
  /// An issue that the feature caused, with what the test did that led to it.
  static func explained<Action>(
    _ issue: ReportedIssue, by circumstance: Circumstance<Action>?
  ) -> ReportedIssue {
    guard let circumstance else { return issue }
    let what = circumstance.isInEffect ? "in the effect of" : "while reducing"
    let place = circumstance.callSite.map { ", sent at \($0)" } ?? ""
    let origin = circumstance.sent.map { "; it goes back to \(name($0))\(place)" } ?? place
    var letter = Letter(issue.message)
    letter.add("This happened \(what) \(name(circumstance.action))\(origin).")
    return ReportedIssue(letter.text, severity: issue.severity, at: issue.callSite)
  }
}
