extension FailureMessages {
  static func tooFewActions(expected: Int, received: [String], timeout: Duration) -> String {
    let actions = counted(expected, "action")
    guard !received.isEmpty else {
      return """
        Expected \(actions) to be dispatched, but none arrived within \(timeout).

        Register the interceptor before the first action is sent: store.register(interceptor: …)
        """
    }
    var message = MessageBuilder(
      "Expected \(actions) to be dispatched, but only \(received.count) arrived within \(timeout).")
    message.add("Received:", list(received) { $0 })
    message.add("Wait for \(received.count), or find the effect that should send the rest.")
    return message.text
  }
}
