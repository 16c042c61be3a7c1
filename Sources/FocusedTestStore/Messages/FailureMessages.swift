/// All failure messages.
///
/// Each says what was expected, what happened, the difference, the likely cause, and one cure. Each concern has a file; ``MessageBuilder`` keeps them short.
enum FailureMessages {
  static let noTestRunning = """
    FocusedTestStore: no test was running to report this to, so this process will end as a failure.
    """
}
