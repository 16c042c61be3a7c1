/// What an unimplemented endpoint reports, and to whom.
struct UnimplementedCall: Sendable {
  private let endpoint: String
  private let callSite: CallSite
  /// How to get at the value that the endpoint is a part of, where it is part of a test value.
  private let access = LiveValueProbe.current?.access
  private let owner = EndpointOwner.ofNewEndpoints

  init(of endpoint: String, at callSite: CallSite) {
    self.endpoint = endpoint
    self.callSite = callSite
    LiveValueProbe.current?.sawEndpoint()
  }

  func report(outcome: String) {
    EndpointOwner.report(to: owner) {
      Issues.report(
        DependencyMessages.unimplementedEndpoint(endpoint, of: access, outcome: outcome),
        at: callSite)
    }
  }
}

/// The store that an unimplemented endpoint belongs to, which is told of a call from a task that has
/// lost its task-locals.
///
/// Only an endpoint that is made anew for each store has one. A constant, `static let testValue`, is
/// made while one store asks for it, and shared by all others; to blame the first would be wrong.
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

  /// Runs code that reports, to an owner where the current task has no reporter.
  static func report(to owner: (any IssueReporter)?, _ operation: () -> Void) {
    guard Issues.reporter == nil, let owner else { return operation() }
    Issues.$reporter.withValue(owner, operation: operation)
  }
}
