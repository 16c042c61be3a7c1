/// The error that an unimplemented endpoint throws after it has reported its call.
public struct UnimplementedEndpoint: ReportedError, Hashable, CustomStringConvertible {
  /// The endpoint, as it was named: `"Client.update"`.
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
/// Use it for the endpoints of a `testValue`, so that a test overrides those that it uses:
///
/// ```swift
/// static let testValue = Client(
///   fetch: unimplemented("Client.fetch", placeholder: []),
///   save: unimplemented("Client.save"))
/// ```
///
/// It fits closures of any arity, `async` and throwing ones included, since a plain function
/// converts to those. A closure cannot know its caller, so the issue is reported at this line.
///
/// A call in a detached task, which has lost its test, is reported to the test of its store if each
/// store has endpoints of its own: if `testValue` is computed, `static var testValue: Client { … }`.
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

/// Creates a closure without a result that reports each call as an issue, and does nothing.
///
/// It is for closures that cannot throw; a throwing one throws.
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
