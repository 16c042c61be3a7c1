/// The failure messages of stubs, and the part on a held call in those of a store.
enum StubMessages {
  /// The wait for a held call, as part of a sentence.
  static func waitsFor(_ name: String, input: Any) -> String {
    input is Void ? name : "\(name), called with \(String(dumpingOnOneLine: input))"
  }

  static func nothingToAnswer<Input>(
    _ name: String, with input: Input?, isConditional: Bool, calls: [Input], held: [Input],
    hasRule: Bool
  ) -> String {
    let which =
      input.map { " with \(String(dumpingOnOneLine: $0))" }
      ?? (isConditional ? " that meets the condition" : "")
    let expected = "Expected a held call of \(name)\(which)"
    if !held.isEmpty {
      var message = MessageBuilder("\(expected), but there is none.")
      message.add("Held:", list(held))
      return message.text
    }
    if calls.isEmpty {
      return """
        \(expected), but it was not called.
        Send the action that makes the call first, and advance the clock if its effect waits for one, or answer
        up front with `willReturn(_:)`.
        """
    }
    var message = MessageBuilder("\(expected), but every call has been answered or cancelled.")
    if Input.self != Void.self { message.add("Called with:", list(calls)) }
    if hasRule { message.add("A rule answers each call at once; `willHold()` takes it away.") }
    return message.text
  }

  private static func list<Input>(_ inputs: [Input]) -> [String] {
    FailureMessages.list(inputs) { String(dumpingOnOneLine: $0) }
  }
}
