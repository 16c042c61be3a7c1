import Core

/// The notes of ``Exhaustivity/off(showSkippedAssertions:)``: the assertions that ``Exhaustivity/on`` would
/// demand, as code.
extension FailureMessages {
  /// A note that a step changed more than its closure asserts.
  ///
  /// The code comes first in the closure, which may access an element that the step added.
  static func skippedChanges<Action>(
    of action: Action, statements: [AssertionCode.Statement]
  ) -> String {
    note(
      "Skipped: \(name(action)) also changes the state. Add to the start of its closure:",
      code: statements.map(\.text))
  }

  /// A note that a step changed the state, if it is unknown which of the changes the closure asserts.
  static func changes<Action>(
    of action: Action, statements: [AssertionCode.Statement]
  ) -> String {
    note(
      """
      Skipped: \(name(action)) changes the state. The store did not apply its closure to the state before the \
      step, where it might trap. Add the missing changes at its start:
      """, code: statements.map(\.text))
  }

  /// A note that a step changed the state, and that no closure asserts it.
  static func skippedClosure<Action>(
    of action: Action, statements: [AssertionCode.Statement], code: [String]
  ) -> String {
    let (request, code) = request(asserting: statements, by: code)
    return note("Skipped: \(name(action)) changes the state. \(capitalized(request))", code: code)
  }

  /// The request to assert a change, and the code that it shows.
  ///
  /// - Parameter code: The call that asserts the change, or its closure.
  static func request(
    asserting statements: [AssertionCode.Statement], by code: [String]
  ) -> (text: String, code: [String]) {
    if !statements.isEmpty, statements.allSatisfy(\.isComment) {
      return (
        "assert it in a closure of this call. This code is incomplete:",
        statements.flatMap(\.lines)
      )
    }
    return (
      AssertionCode.isClosure(code) ? "assert it in a closure of this call:" : "assert it:", code
    )
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

  static func skippedEffects(_ effects: [InFlightEffect], on store: String) -> String {
    var message = MessageBuilder(
      """
      Skipped: \(effects.count == 1 ? "an effect" : "\(grouped(effects.count)) effects") of this step \
      \(effects.count == 1 ? "is" : "are") in flight at the end of the test. Add at the end:
      """)
    message.add(["  await \(store).skipInFlightEffects()"])
    message.add("In flight:", lines(effects))
    return message.text
  }

  private static func note(_ opening: String, code: [String]) -> String {
    var message = MessageBuilder(opening)
    // The rest of the note takes a few more lines.
    message.add(indented(code), atMost: 50)
    return message.text
  }
}
