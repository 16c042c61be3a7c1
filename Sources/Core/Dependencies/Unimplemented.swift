/// The error that an unimplemented endpoint throws after it has reported its call.
public struct UnimplementedEndpoint: Error, Hashable, CustomStringConvertible {
  /// The endpoint, as it was named: `"Client.update"`.
  public let name: String

  /// The error of a call of the endpoint with that name.
  public init(name: String) {
    self.name = name
  }

  /// Names the endpoint.
  public var description: String { "\(name) is unimplemented" }
}

/// Makes a closure that nobody should call: a call is an issue, and returns the placeholder.
///
/// Use it for the endpoints of a `testValue`, so that a test names the ones that it means to use:
///
/// ```swift
/// static let testValue = Client(
///   fetch: unimplemented("Client.fetch", placeholder: []),
///   save: unimplemented("Client.save"))
/// ```
///
/// It fits closures of any arity, `async` and throwing ones included, since a plain function
/// converts to those. A closure cannot know its caller: the issue is reported at this line.
/// - `endpoint`: The name for messages, as `"Client.fetch"`.
/// - `placeholder`: What a call returns. It is evaluated for each call.
public func unimplemented<each Argument, Result>(
  _ endpoint: String,
  placeholder: @autoclosure @escaping @Sendable () -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    Issues.report(
      DependencyMessages.unimplementedEndpoint(endpoint, outcome: "returned a placeholder"),
      at: callSite)
    return placeholder()
  }
}

/// Makes a throwing closure that nobody should call: a call is an issue, and throws
/// ``UnimplementedEndpoint``.
///
/// It fits closures of any arity and any result, `async` ones included.
///
/// `endpoint` is the name for messages, as `"Client.update"`.
public func unimplemented<each Argument, Result>(
  _ endpoint: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    Issues.report(
      DependencyMessages.unimplementedEndpoint(endpoint, outcome: "threw UnimplementedEndpoint"),
      at: callSite)
    throw UnimplementedEndpoint(name: endpoint)
  }
}

/// Makes a closure without a result that nobody should call: a call is an issue, and does nothing.
///
/// It is for closures that cannot throw; a throwing one throws.
///
/// `endpoint` is the name for messages, as `"Client.log"`.
@_disfavoredOverload
public func unimplemented<each Argument>(
  _ endpoint: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Void {
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    Issues.report(
      DependencyMessages.unimplementedEndpoint(endpoint, outcome: "did nothing"), at: callSite)
  }
}
