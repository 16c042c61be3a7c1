import Synchronization

/// Overrides dependencies for the whole app, once, when it starts.
///
/// ```swift
/// prepareDependencies {
///   $0.itemClient = .live(at: server)
/// }
/// ```
///
/// Call it before anything else reads a dependency: a store keeps the values that it was created with.
/// A later call changes what the former has set.
///
/// In a test, it reports an issue and prepares nothing, because the values would reach parallel
/// tests. `withDependencies`, the `withDependencies:` of a store and the trait `.dependencies` set
/// them for one.
///
/// - Throws: The error of `update`. Nothing is prepared then.
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

/// The values that an app has prepared. The only dependencies that do not belong to a task.
enum PreparedDependencies {
  private static let isEmpty = Atomic(true)
  private static let prepared = Lock<DependencyValues?>(nil)

  /// `nil` before there are any, which costs a load.
  static var values: DependencyValues? {
    isEmpty.load(ordering: .acquiring) ? nil : prepared.withLock { $0 }
  }

  static func prepare(_ update: (inout DependencyValues) throws -> Void) rethrows {
    // Outside the lock, because a value may read other dependencies.
    var values = DependencyValues()
    try values.prepare(update)
    // The old values are released after the lock, because that may run code of the app.
    _ = prepared.withLock { prepared in
      let old = prepared
      prepared = values
      return old
    }
    isEmpty.store(false, ordering: .releasing)
  }
}
