import Core
import FocusedTestStore
import ReducerDebugging

/// The names of a store's effects in the ledger.
///
/// Effects without a name, and effects of one step with the same name, are distinguished by their
/// lines: `load`, `second load`.
struct EffectNames {
  private struct Start: Hashable {
    let step: Int
    let name: String
  }

  /// How many starts are remembered.
  private static let memory = 1_024

  /// The lines of the effects that a step has started, under the names that they share.
  private var lines: [Start: [CallSite]] = [:]

  /// The name of an effect that starts.
  ///
  /// - Parameter name: The name that the feature gave it.
  mutating func name(
    _ name: String?, ofEffectStartedIn step: Int, at line: CallSite
  ) -> String {
    let name = name ?? "effect"
    if lines.count >= Self.memory { lines = [:] }
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

  /// The name that a feature gave to an effect, or the kind of its cancellation id
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
