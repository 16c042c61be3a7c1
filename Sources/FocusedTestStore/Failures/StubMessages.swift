/// What a test is told about a stub: whom a held call keeps waiting, and why there is none to answer.
enum StubMessages {
  /// What an effect waits for, as a part of a sentence.
  static func waitsFor(_ name: String, input: Any) -> String {
    input is Void ? name : "\(name), called with \(arguments(input))"
  }

  static func nothingToAnswer<Input>(
    _ name: String, selection: CallSelection<Input>, calls: [Input], held: [Input], hasRule: Bool
  ) -> String {
    let expected =
      switch selection.kind {
      case .oldest: "Expected a held call of \(name)"
      case .having(let input): "Expected a held call of \(name) with \(arguments(input))"
      case .meetingCondition: "Expected a held call of \(name) that meets the condition"
      }
    if !held.isEmpty {
      return "\(expected), but there is none.\nHeld:\n\(list(held))"
    }
    if calls.isEmpty {
      return """
        \(expected), but it was not called.
        Send the action that makes the call first, or answer up front with `returns(_:)`.
        """
    }
    let answered = "\(expected), but every call has been answered or cancelled."
    let called = Input.self == Void.self ? "" : "\nCalled with:\n\(list(calls))"
    let cure = hasRule ? "\nA rule answers each call at once; remove it with `holds()`." : ""
    return answered + called + cure
  }

  private static func arguments(_ input: Any) -> String {
    String(dumpingOnOneLine: input)
  }

  private static func list<Input>(_ inputs: [Input]) -> String {
    let shown = inputs.prefix(20).map { "  \(arguments($0))" }
    let rest = inputs.count - shown.count
    return (shown + (rest > 0 ? ["  and \(rest) more"] : [])).joined(separator: "\n")
  }
}
