import FocusedTestStore

import TestEvents

/// The effects that steps have started and cancelled, until the test accounts for them.
struct EffectAccounts {
  var names = EffectNames()
  /// The start of each effect.
  private var starts: [Int: Behavior] = [:]
  /// The behaviors that nothing has accounted for, and the sends that they go back to.
  private var open: [Behavior: Int] = [:]

  func name(of effect: Int) -> String? { starts[effect]?.outcome.name }

  mutating func start(_ effect: Int, _ behavior: Behavior, root: Int) {
    starts[effect] = behavior
    expectEnd(of: behavior, root: root)
  }

  /// Only the end of effects shows that a behavior came about.
  mutating func expectEnd(of behavior: Behavior, root: Int) { open[behavior] = root }

  /// Accounts for the start of an effect whose action a test has received, and returns it.
  mutating func account(for effect: Int) -> Behavior? {
    guard let behavior = starts[effect] else { return nil }
    open[behavior] = nil
    return behavior
  }

  /// Accounts for all behaviors, or for those that one send caused, and returns those that the end
  /// of their effects proves.
  ///
  /// Without its cancellation an effect would still be in flight, unless the same step has started another in its
  /// place, which has ended as well. An effect that never started would not be missed.
  mutating func end(root: Int?) -> [(behavior: Behavior, isProven: Bool)] {
    let ended = open.keys.filter { root == nil || root == open[$0] }
    for behavior in ended { open[behavior] = nil }
    return ended.map { ($0, isProvenByEnd($0)) }
  }

  private func isProvenByEnd(_ behavior: Behavior) -> Bool {
    guard behavior.outcome.kind == .cancels, let name = behavior.outcome.name else { return false }
    var restart = behavior
    restart.outcome = .starts(name)
    return !starts.values.contains(restart)
  }
}
