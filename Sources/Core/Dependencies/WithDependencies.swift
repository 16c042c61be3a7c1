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
/// To pass a model's dependencies to a child that it creates, call `withDependencies(from: self)`. It reads
/// them from the model's `@Dependency` properties. A model without such properties passes none.
///
/// - Parameters:
///   - model: An object or value with `@Dependency` properties.
///   - update: Changes the dependencies.
///   - operation: The work.
/// - Returns: The result of `operation`.
/// - Throws: The error of `update` or `operation`.
@discardableResult
public func withDependencies<R>(
  from model: Any? = nil,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> R
) rethrows -> R {
  var values = DependencyValues.changeable(orCapturedBy: model)
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
  from model: Any? = nil,
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R
) async rethrows -> R {
  var values = DependencyValues.changeable(orCapturedBy: model)
  try await values.prepareAsync(update)
  return try await values.asCurrent(operation)
}

// These are separate functions. A call that omits an optional throwing closure would count as throwing.

/// Runs an operation with the dependencies of a model.
///
/// - Throws: The error of `operation`.
@discardableResult
public func withDependencies<R>(from model: Any, operation: () throws -> R) rethrows -> R {
  try DependencyValues.changeable(orCapturedBy: model).asCurrent(operation)
}

/// Runs an asynchronous operation with the dependencies of a model.
///
/// - Throws: The error of `operation`.
@discardableResult
public func withDependencies<R>(
  from model: Any,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R
) async rethrows -> R {
  try await DependencyValues.changeable(orCapturedBy: model).asCurrent(operation)
}

extension DependencyValues {
  /// The values to change. The first change in a task starts a cache, so that all code below it reads the same default
  /// values.
  fileprivate static func changeable(orCapturedBy model: Any?) -> DependencyValues {
    var values = current(orCapturedBy: model)
    if values.defaults == nil { values.startOwnCache() }
    return values
  }

  fileprivate static func current(orCapturedBy model: Any?) -> DependencyValues {
    guard let model else { return .current }
    for level in sequence(first: Mirror(reflecting: model), next: \.superclassMirror) {
      for case let (_, carrier as any DependencyCarrier) in level.children {
        return .current(for: carrier.reader)
      }
    }
    return .current
  }
}

/// Runs an operation that passes the current dependencies to code outside the current task: a callback, a
/// queue, a delegate.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   queue.async {
///     dependencies.yield { model.refresh() }
///   }
/// }
/// ```
///
/// Structured code doesn't need it: a task and its children read the same dependencies.
///
/// - Parameter operation: A closure that gets the current dependencies.
/// - Returns: The result of `operation`.
/// - Throws: The error of `operation`.
public func withEscapedDependencies<R>(
  _ operation: (DependencyValues.Continuation) throws -> R
) rethrows -> R {
  try operation(DependencyValues.Continuation(values: .current))
}

/// Runs an asynchronous operation that can pass the current dependencies to other code.
///
/// The operation runs on the caller's actor.
///
/// - Throws: The error of `operation`.
public func withEscapedDependencies<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (DependencyValues.Continuation) async throws -> R
) async rethrows -> R {
  try await operation(DependencyValues.Continuation(values: .current))
}

extension DependencyValues {
  /// The dependencies of one task, for code that runs outside that task.
  public struct Continuation: Sendable {
    fileprivate let values: DependencyValues

    /// Runs an operation with the dependencies. It may be called any number of times, from anywhere.
    ///
    /// - Throws: The error of `operation`.
    public func yield<R>(_ operation: () throws -> R) rethrows -> R {
      try values.asCurrent(operation)
    }

    /// Runs an asynchronous operation with the dependencies, on the caller's actor.
    ///
    /// - Throws: The error of `operation`.
    public func yield<R>(
      isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
    ) async rethrows -> R {
      try await values.asCurrent(operation)
    }
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
