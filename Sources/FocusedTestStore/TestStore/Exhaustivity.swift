/// How much a test store demands to be asserted.
///
/// Set it for a store, change it midway, or for a scope by ``TestStore/exhaustivity`` or
/// `store.withExhaustivity(.on) { … }`.
public struct Exhaustivity: Sendable, Hashable {
  /// What an exhaustive store can check beyond what a test asserts.
  public struct Checks: OptionSet, Sendable, Hashable {
    /// One bit for each check.
    public let rawValue: Int

    /// The checks whose bits are set. Write `[.stateChanges, .receivedActions]` instead.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Every change of the state must be asserted.
    public static let stateChanges = Checks(rawValue: 1 << 0)
    /// Every received action must be asserted, in the order received.
    public static let receivedActions = Checks(rawValue: 1 << 1)
    /// Every effect must have ended when the test does.
    public static let inFlightEffects = Checks(rawValue: 1 << 2)
    /// Everything.
    public static let all: Checks = [.stateChanges, .receivedActions, .inFlightEffects]
  }

  let checks: Checks
  let showsSkippedAssertions: Bool

  /// Everything must be asserted: each state change, each received action, the end of each effect.
  ///
  /// The end is checked when the store is released, or with its test if something holds the store for
  /// longer; see <doc:TheEngine>.
  public static let on = Exhaustivity(checks: .all, showsSkippedAssertions: false)

  /// Only what the test asserts is checked; everything else runs as in production.
  public static let off = Exhaustivity(checks: [], showsSkippedAssertions: false)

  /// The same as ``on``.
  public static let exhaustive = on

  /// The same as ``off``.
  public static let nonExhaustive = off

  /// The same as ``off``; what ``on`` would have demanded is shown as notes, which fail nothing.
  ///
  /// Each note is code to paste: the fields that a closure leaves out, and the actions that no
  /// `receive` asserts. The code assigns values, and passes in `.off` and in `.on`; what source cannot
  /// assign, a constant for instance, is a comment. Only what is `private` cannot be told from the rest.
  ///
  /// To find what a closure leaves out, it is also applied to the state before its step, unless its
  /// source shows that it would trap there.
  public static func off(showSkippedAssertions: Bool) -> Exhaustivity {
    Exhaustivity(checks: [], showsSkippedAssertions: showSkippedAssertions)
  }

  /// Only some things must be asserted in full.
  public static func on(checking checks: Checks) -> Exhaustivity {
    Exhaustivity(checks: checks, showsSkippedAssertions: false)
  }
}
