/// The changes, actions, and effects that a test must assert.
///
/// Pass it to a store's initializer. Change it later by ``TestStore/exhaustivity``, or for an operation by
/// `store.withExhaustivity(.on) { … }`.
public struct Exhaustivity: Sendable, Hashable {
  /// The checks of an exhaustive store, beyond the assertions of a test.
  public struct Checks: OptionSet, Sendable, Hashable {
    /// One bit for each check.
    public let rawValue: Int

    /// Creates a set of checks from its bits. Write `[.stateChanges, .receivedActions]` instead.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Every change of the state must be asserted.
    public static let stateChanges = Checks(rawValue: 1 << 0)
    /// Every received action must be asserted, in the order received.
    public static let receivedActions = Checks(rawValue: 1 << 1)
    /// Every effect must have ended when the test does.
    public static let inFlightEffects = Checks(rawValue: 1 << 2)
    /// All checks.
    public static let all: Checks = [.stateChanges, .receivedActions, .inFlightEffects]
  }

  package let checks: Checks
  /// Whether skipped assertions are noted, as code to paste.
  package let notesSkipped: Bool

  /// The test must assert each state change, each received action, and the end of each effect.
  ///
  /// The end is checked when the store is released, or when its test ends if the store is retained for
  /// longer. See <doc:TheEngine>.
  public static let on = Exhaustivity(checks: .all, notesSkipped: false)

  /// The store checks only the assertions that the test makes. The rest of the feature runs
  /// unasserted.
  public static let off = Exhaustivity(checks: [], notesSkipped: false)

  /// The same as ``off``, with notes on the assertions that ``on`` would require. Notes fail no test.
  ///
  /// Each note is code to paste: the fields that a closure leaves out, and the actions that no
  /// `receive` asserts. The code assigns values, and passes in `.off` and in `.on`. A field that source
  /// cannot assign, such as a constant, is a comment. Private fields are not recognized.
  ///
  /// To find the fields that a closure leaves out, it is also applied to the state before its step. Arrays that the
  /// step made longer are longer there, too, so that `$0.rows[2]` does not trap. `$0.page!` traps if `page` was `nil`.
  public static func off(showSkippedAssertions: Bool) -> Exhaustivity {
    Exhaustivity(checks: [], notesSkipped: showSkippedAssertions)
  }

  /// Another name of ``on``.
  public static var exhaustive: Exhaustivity { on }

  /// Another name of ``off``.
  public static var nonExhaustive: Exhaustivity { off }

  /// The test must assert everything that the given checks cover, and nothing else.
  public static func on(checking checks: Checks) -> Exhaustivity {
    Exhaustivity(checks: checks, notesSkipped: false)
  }
}

// The checks of each step, of received actions, and of the end of a test.
extension Exhaustivity {
  /// Whether the state before each step, with the closure applied, must equal the state after it in every field. If not,
  /// only the fields that the closure changes are compared.
  var comparesEveryField: Bool { checks.contains(.stateChanges) }
  /// Whether each received action must be asserted, in the order received. Then the state is that of the
  /// last asserted step, and every state is kept until then.
  var demandsReceived: Bool { checks.contains(.receivedActions) }
  /// Whether each effect must have ended when the test ends.
  var demandsEnds: Bool { checks.contains(.inFlightEffects) }
}

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
@discardableResult
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
@discardableResult
nonisolated(nonsending) public func withExhaustivity<R>(
  _ exhaustivity: Exhaustivity,
  operation: nonisolated(nonsending) () async throws -> R
) async rethrows -> R {
  try await Exhaustivity.$taskDefault.withValue(exhaustivity) {
    try await operation()
  }
}
