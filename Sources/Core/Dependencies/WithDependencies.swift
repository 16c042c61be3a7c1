/// Runs an operation with some dependencies changed.
///
/// ```swift
/// let model = withDependencies {
///   $0.uuid = .incrementing
///   $0.itemClient.fetch = { _ in [] }
/// } operation: {
///   Model()
/// }
/// ```
///
/// The change applies to the operation and to the tasks that it starts, except detached ones.
///
/// - Parameters:
///   - update: Changes the dependencies.
///   - operation: The work.
/// - Returns: The result of `operation`.
/// - Throws: The error of `update` or `operation`.
@discardableResult
public func withDependencies<R>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> R
) rethrows -> R {
  var values = DependencyValues.changeable
  try values.prepare(update)
  return try values.asCurrent(operation)
}

/// Runs an asynchronous operation with some dependencies changed.
///
/// Both closures run on the caller's actor. `update` may await the values that it sets:
/// `{ $0.database = try await .inMemory() }`.
///
/// - Throws: The error of `update` or `operation`.
@discardableResult
public func withDependencies<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R
) async rethrows -> R {
  var values = DependencyValues.changeable
  try await values.prepareAsync(update)
  return try await values.asCurrent(operation)
}

extension DependencyValues {
  /// The values to change. The first change in a task starts a cache, so that all code below it reads the same default
  /// values.
  fileprivate static var changeable: DependencyValues {
    var values = current
    if values.defaults == nil { values.startOwnCache() }
    return values
  }
}

/// Overrides dependencies for the whole app, once, when it starts.
///
/// ```swift
/// prepareDependencies {
///   $0.itemClient = .live(at: server)
/// }
/// ```
///
/// Call it before anything else reads a dependency: a store keeps the values that it was created with. A
/// later call changes the values of the earlier one.
///
/// In a test, it reports an issue and changes nothing, because the values would affect tests that run in
/// parallel. To set values for one test, use `withDependencies`, the `withDependencies:` of a store, or the
/// trait `.dependencies`.
///
/// - Throws: The error of `update`. No value is then changed.
public func prepareDependencies(
  _ update: (inout DependencyValues) throws -> Void,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows {
  guard DependencyValues.current.context != .test else {
    Issues.report(
      DependencyMessages.preparedInTest,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return
  }
  try PreparedDependencies.prepare(update)
}
