/// A call of an unimplemented endpoint, and the reporter of its issue.
struct UnimplementedCall: Sendable {
  private let endpoint: String
  private let callSite: CallSite
  /// The code that reads the test value that the endpoint belongs to; `nil` outside of one.
  private let access = LiveValueProbe.current?.access
  private let owner = EndpointOwner.ofNewEndpoints

  init(of endpoint: String, at callSite: CallSite) {
    self.endpoint = endpoint
    self.callSite = callSite
    LiveValueProbe.current?.sawEndpoint()
  }

  /// - Parameter hasResult: Whether the caller does without a result now.
  func report(outcome: String, hasResult: Bool = true) {
    let effect = RunningEffect.current
    if hasResult { effect?.didCallUnimplementedEndpoint() }
    EndpointOwner.report(to: owner) {
      Issues.report(
        DependencyMessages.unimplementedEndpoint(
          endpoint, of: access, outcome: outcome,
          startedBeforeChange: effect?.hasOlderDependencies ?? false),
        at: callSite)
    }
  }
}

/// The store that an unimplemented endpoint belongs to. It reports calls from tasks that have lost their
/// task-locals.
///
/// Only an endpoint that is created anew for each store has an owner. A constant, `static let testValue`,
/// is created while one store reads it, and shared by all others, so no store owns it.
package enum EndpointOwner {
  /// The reporter of the store whose dependencies are being prepared.
  @TaskLocal package static var ofPreparedStore: (any IssueReporter)?
  @TaskLocal fileprivate static var ofNewEndpoints: (any IssueReporter)?

  /// Runs code that makes endpoints for the current store alone.
  static func making<R>(_ operation: () -> R) -> R {
    $ofNewEndpoints.withValue(Issues.reporter ?? ofPreparedStore, operation: operation)
  }

  /// Runs code that may make endpoints for all stores.
  static func makingShared<R>(_ operation: () -> R) -> R {
    $ofNewEndpoints.withValue(nil, operation: operation)
  }

  /// Runs code that reports; an owner receives the issues if the current task has no reporter.
  static func report(to owner: (any IssueReporter)?, _ operation: () -> Void) {
    guard Issues.reporter == nil, let owner else { return operation() }
    Issues.$reporter.withValue(owner, operation: operation)
  }
}
