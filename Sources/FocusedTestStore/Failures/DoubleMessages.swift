/// What is said when a double was not used as a test expects.
enum DoubleMessages {
  static func tooFewActions(expected: Int, received: [String], timeout: Duration) -> String {
    let actions = expected == 1 ? "1 action" : "\(expected) actions"
    guard !received.isEmpty else {
      return """
        Expected \(actions) to be dispatched, but none arrived within \(timeout).

        Register the interceptor before the first action is sent: store.register(interceptor: …)
        """
    }
    return """
      Expected \(actions) to be dispatched, but only \(received.count) arrived within \(timeout):
      \(received.map { "  \($0)" }.joined(separator: "\n"))

      Wait for \(received.count), or find out what keeps the store from sending the rest.
      """
  }
}
