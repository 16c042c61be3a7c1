/// How waiting for something ended.
enum WaitOutcome: Equatable {
  case happened
  /// Nothing in flight could bring it about any more; only the test could.
  case impossible
  case timedOut(after: Duration)
  /// The waiting task was cancelled, as a time limit of the test does.
  case cancelled

  /// How long it was waited in vain, in a message's words; `nil` if there was nothing to wait for.
  var span: String? {
    switch self {
    case .happened, .impossible: nil
    case .timedOut(let duration): FailureMessages.within(duration)
    case .cancelled: FailureMessages.beforeCancellation
    }
  }
}
