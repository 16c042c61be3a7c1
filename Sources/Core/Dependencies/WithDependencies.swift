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
/// The change holds for the operation and for the tasks that it starts, detached ones excepted.
/// - Throws: What `update` or `operation` throws.
public func withDependencies<R>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> R
) rethrows -> R {
  try DependencyValues.current.updated(update).asCurrent(operation)
}

/// Runs an asynchronous operation with some dependencies changed.
///
/// It runs on the caller's actor, and hands its result over there.
/// - Throws: What `update` or `operation` throws.
public func withDependencies<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () async throws -> R
) async rethrows -> R {
  try await DependencyValues.current.updated(update).asCurrent(operation)
}

/// Runs an operation with the dependencies of a model, and some of them changed.
///
/// A model that makes a child hands its own dependencies down with this. They are found in the
/// model's `@Dependency` properties; a model without any adds nothing.
/// - Throws: What `update` or `operation` throws.
public func withDependencies<R>(
  from model: Any,
  _ update: (inout DependencyValues) throws -> Void = { _ in },
  operation: () throws -> R
) rethrows -> R {
  try DependencyValues.current(orCapturedBy: model).updated(update).asCurrent(operation)
}

/// Runs an asynchronous operation with the dependencies of a model, and some of them changed.
///
/// - Throws: What `update` or `operation` throws.
public func withDependencies<R>(
  from model: Any,
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) throws -> Void = { _ in },
  operation: () async throws -> R
) async rethrows -> R {
  try await DependencyValues.current(orCapturedBy: model).updated(update).asCurrent(operation)
}

extension DependencyValues {
  /// A copy with changes. The first one in a task begins a cache, so that all that runs under it
  /// sees the same default values.
  fileprivate func updated(
    _ update: (inout DependencyValues) throws -> Void
  ) rethrows -> DependencyValues {
    var values = self
    if !values.hasCache { values.startOwnCache() }
    try values.prepare(update)
    return values
  }

  fileprivate static func current(orCapturedBy model: Any) -> DependencyValues {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let level = mirror {
      for case let (_, carrier as any DependencyCarrier) in level.children {
        return .current(
          for: DependencyReader(
            form: .keyPath, callSite: carrier.callSite, captured: carrier.captured))
      }
      mirror = level.superclassMirror
    }
    return .current
  }
}
