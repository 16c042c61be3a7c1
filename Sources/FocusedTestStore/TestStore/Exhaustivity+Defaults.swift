extension Exhaustivity {
  @TaskLocal fileprivate static var taskDefault = Exhaustivity.on

  /// The exhaustivity of a store that is created without one.
  ///
  /// It is ``on``, unless the test or its suite has a trait such as `.exhaustivity(.off)`, or
  /// `withExhaustivity(_:operation:)` is running. A store reads it once, when it is created.
  public static var current: Exhaustivity { taskDefault }
}

/// Runs an operation with another exhaustivity for the stores that it creates without one.
///
/// Under XCTest it sets the default of all tests of a class, asynchronous and main-actor ones
/// included:
///
/// ```swift
/// override func invokeTest() {
///   withExhaustivity(.off) { super.invokeTest() }
/// }
/// ```
///
/// A store whose initializer names an exhaustivity keeps that one, and existing stores stay as they
/// are. The default applies to the tasks that the operation starts, except detached ones.
///
/// - Throws: The error that `operation` throws.
public func withExhaustivity<R>(
  _ exhaustivity: Exhaustivity, operation: () throws -> R
) rethrows -> R {
  try Exhaustivity.$taskDefault.withValue(exhaustivity, operation: operation)
}

/// Runs an asynchronous operation with another exhaustivity for the stores that it creates without
/// one.
///
/// It runs on the caller's actor.
///
/// - Throws: The error that `operation` throws.
nonisolated(nonsending) public func withExhaustivity<R>(
  _ exhaustivity: Exhaustivity,
  operation: nonisolated(nonsending) () async throws -> R
) async rethrows -> R {
  try await Exhaustivity.$taskDefault.withValue(exhaustivity) {
    try await operation()
  }
}
