import Core
import FocusedTestStore
import ReducerDebugging
import TestEvents

/// The effects that steps have started and cancelled, until the test accounts for them.
struct EffectAccounts {
  var names = EffectNames()
  /// The start of each effect.
  private var starts: [Int: Behavior] = [:]
  /// The behaviors that no assertion has accounted for yet, and the sends that led to them.
  private var open: [Behavior: Int] = [:]

  func name(of effect: Int) -> String? { starts[effect]?.outcome.name }

  mutating func start(_ effect: Int, _ behavior: Behavior, root: Int) {
    starts[effect] = behavior
    expectEnd(of: behavior, root: root)
  }

  /// Registers a behavior that only the end of effects can prove.
  mutating func expectEnd(of behavior: Behavior, root: Int) { open[behavior] = root }

  /// Returns the start of an effect whose action a test has received, and closes its account.
  mutating func account(for effect: Int) -> Behavior? {
    guard let behavior = starts[effect] else { return nil }
    open[behavior] = nil
    return behavior
  }

  /// Closes the accounts of all behaviors, or of the behaviors that follow from one send. Returns these behaviors, and
  /// whether the end of their effects proves them.
  ///
  /// The end proves a cancellation, because the effect would otherwise still be in flight. It doesn't prove the
  /// cancellation if the same step has restarted the effect, and it never proves the start of an effect.
  mutating func end(root: Int?) -> [(behavior: Behavior, isProven: Bool)] {
    let ended = open.keys.filter { root == nil || root == open[$0] }.sorted()
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

/// The names of a store's effects in the ledger.
///
/// Effects of one step that share a name, or have none, are numbered by their lines: `load`, `second load`.
struct EffectNames {
  private struct Start: Hashable {
    let step: Int
    let name: String
  }

  /// The lines of the effects that a step has started, under the names that they share.
  private var lines: [Start: [CallSite]] = [:]

  /// The name of an effect that starts.
  ///
  /// - Parameter name: The name that the feature gave it.
  mutating func name(
    _ name: String?, ofEffectStartedIn step: Int, at line: CallSite
  ) -> String {
    let name = name ?? "effect"
    let start = Start(step: step, name: name)
    let known = lines[start] ?? []
    let index = known.firstIndex(of: line) ?? known.endIndex
    if index == known.endIndex { lines[start] = known + [line] }
    return index == 0 ? name : "\(Self.ordinal(index)) \(name)"
  }

  private static func ordinal(_ index: Int) -> String {
    let words = ["first", "second", "third", "fourth", "fifth"]
    return index < words.count ? words[index] : "\(index + 1)th"
  }

  /// The name that a feature gave to an effect: the name of the effect itself, or of the ID that cancels it
  /// (`CancelID.load`).
  static func given(to effect: EffectOrigin, under ids: [CancelID]) -> String? {
    if let name = effect.name { return name }
    guard let id = ids.first(where: { $0.chosen != nil })?.chosen else { return nil }
    let name = KnownType.of(type(of: id)).innermostName
    if let caseName = ActionPath(of: id).names.first {
      return "\(name).\(caseName)"
    }
    return (id as? String) ?? name
  }
}
