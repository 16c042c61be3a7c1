/// The error that an unimplemented endpoint throws after it has reported its call.
public struct UnimplementedEndpoint: ReportedError, Hashable, CustomStringConvertible {
  /// The name of the endpoint: `"Client.update"`.
  public let name: String

  /// Creates the error of a call of an endpoint.
  public init(name: String) {
    self.name = name
  }

  /// Names the endpoint.
  public var description: String { "\(name) is unimplemented" }
}

/// Creates a closure that reports each call as an issue, and returns the placeholder.
///
/// Use it for the endpoints of a `testValue`, so that a test must override the endpoints that it
/// uses:
///
/// ```swift
/// static let testValue = Client(
///   fetch: unimplemented("Client.fetch", placeholder: []),
///   save: unimplemented("Client.save"))
/// ```
///
/// It fits closures of any arity, including `async` and throwing ones, because a plain function
/// converts to them. A closure can't know its caller, so the issue is reported at this line.
///
/// A detached task doesn't belong to a test. A call in it is reported to the test of its store if each store
/// has separate endpoints, that is, if `testValue` is computed: `static var testValue: Client { … }`.
///
/// - Parameters:
///   - endpoint: The name in messages: `"Client.fetch"`.
///   - placeholder: The result of a call. It is evaluated for each call.
public func unimplemented<each Argument, Result>(
  _ endpoint: String,
  placeholder: @autoclosure @escaping @Sendable () -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  let call = UnimplementedCall(
    of: endpoint,
    at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return { (_: repeat each Argument) in
    call.report(outcome: "returned a placeholder")
    return placeholder()
  }
}

/// Creates a throwing closure that reports each call as an issue, and throws
/// ``UnimplementedEndpoint``.
///
/// It fits closures of any arity and any result, `async` ones included.
///
/// - Parameter endpoint: The name in messages: `"Client.update"`.
public func unimplemented<each Argument, Result>(
  _ endpoint: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  let call = UnimplementedCall(
    of: endpoint,
    at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return { (_: repeat each Argument) in
    call.report(outcome: "threw UnimplementedEndpoint")
    throw UnimplementedEndpoint(name: endpoint)
  }
}

/// Creates a closure without a result that reports each call as an issue, and has no other effect.
///
/// Use it for closures that can't throw. For a throwing closure, use the overload that throws.
///
/// - Parameter endpoint: The name in messages: `"Client.log"`.
@_disfavoredOverload
public func unimplemented<each Argument>(
  _ endpoint: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Void {
  let call = UnimplementedCall(
    of: endpoint,
    at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return { (_: repeat each Argument) in call.report(outcome: "did nothing", hasResult: false) }
}

/// A call of an unimplemented endpoint, and the reporter of its issue.
struct UnimplementedCall: Sendable {
  private let endpoint: String
  private let callSite: CallSite
  /// The code that reads the endpoint's test value. `nil` outside such a read.
  private let access = LiveValueProbe.current?.access
  private let owner = LiveValueProbe.current?.owner

  init(of endpoint: String, at callSite: CallSite) {
    self.endpoint = endpoint
    self.callSite = callSite
    LiveValueProbe.current?.sawEndpoint()
  }

  /// - Parameter hasResult: Whether the caller expects a result that is now missing.
  func report(outcome: String, hasResult: Bool = true) {
    if hasResult { RunningEffect.current?.didCallUnimplementedEndpoint() }
    EndpointOwner.report(to: owner) {
      Issues.report(
        DependencyMessages.unimplementedEndpoint(endpoint, of: access, outcome: outcome),
        at: callSite)
    }
  }
}

/// The store that an unimplemented endpoint belongs to. It reports calls from tasks that have lost their
/// task-locals.
///
/// Only an endpoint that is created separately for each store has an owner. A constant, `static let testValue`, is
/// created while one store reads it, and all other stores share it. So no store owns it.
package enum EndpointOwner {
  /// The reporter of the store whose dependencies are being prepared.
  @TaskLocal package static var ofPreparedStore: (any IssueReporter)?

  /// Runs code that reports; an owner receives the issues if the current task has no reporter.
  static func report(to owner: (any IssueReporter)?, _ operation: () -> Void) {
    guard Issues.reporter == nil, let owner else { return operation() }
    Issues.$reporter.withValue(owner, operation: operation)
  }
}

/// A built-in dependency that a test uses without an override.
///
/// IDs, dates, clocks, and random numbers differ between runs, so a test that uses them unintentionally is flaky. Each
/// line of use is reported once, and gets the live behavior.
package struct UnimplementedDependency: Sendable {
  let name: String
  let readAt: CallSite
  let defaults: DefaultDependencies?
  let isSilent: Bool
  /// Each read creates a new one, so it belongs to the store that reads.
  private let owner = Issues.reporter

  /// Reports a use, at its own line if the line is known, or else at the line of the `@Dependency`.
  package func reportUse(
    of use: String, insteadOfLive substitute: String? = nil, override example: String,
    at callSite: CallSite? = nil
  ) {
    let callSite = callSite ?? readAt
    guard !isSilent, defaults?.isNews(name, at: callSite) ?? true else { return }
    EndpointOwner.report(to: owner) {
      Issues.report(
        DependencyMessages.unimplemented(
          use: use, substitute: substitute, property: name, override: example, readAt: readAt),
        at: callSite)
    }
  }
}
