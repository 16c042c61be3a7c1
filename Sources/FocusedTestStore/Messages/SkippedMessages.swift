import Core

/// The notes of ``Exhaustivity/off(showSkippedAssertions:)``: the assertions that ``Exhaustivity/on`` would
/// demand, as code.
extension FailureMessages {
  /// A note that the step changed more than the test asserts.
  ///
  /// The code comes first in the closure, which may access an element that the step added.
  static func skippedChanges<Action>(
    of action: Action, statements: [AssertionCode.Statement]
  ) -> String {
    note(
      "Skipped: \(name(action)) changes the state. Add to the start of its closure:",
      code: statements.map(\.text))
  }

  /// A note that the step changed state that the calling scoped store doesn't contain.
  static func changesOutsideScope<Action>(of action: Action, code: [String]) -> String {
    note(
      "Skipped: \(name(action)) also changes other state. Use the store that contains it:",
      code: code)
  }

  static func skippedActions(_ count: Int, before next: CallSite?, code: [String]) -> String {
    let place =
      next.map { ", before \($0)" } ?? ", once \(count == 1 ? "it is" : "they are") received"
    return note(
      """
      Skipped: \(count == 1 ? "an action" : "\(grouped(count)) actions") received after this step \
      \(count == 1 ? "is" : "are") not asserted. Add below\(place):
      """, code: code)
  }

  private static func note(_ opening: String, code: [String]) -> String {
    var message = MessageBuilder(opening)
    // The rest of the note takes a few more lines.
    message.add(indented(code), atMost: 50)
    return message.text
  }
}
