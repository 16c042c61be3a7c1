import Core

/// An action that a test store reduced, and its origin.
public struct Step<Action> {
  /// The origin of an action.
  public typealias Origin = StepOrigin

  /// The action.
  public let action: Action
  /// The origin of the action.
  public let origin: Origin
  /// The effect that sent the action; `nil` for a sent action and for one of a `.send` effect.
  package let effect: EffectOrigin?
}

/// The origin of an action that a test store reduced.
public enum StepOrigin: Sendable, Hashable {
  /// The test sent it.
  case sent
  /// An effect sent it; the effect was returned by the reduction in an earlier step of the history.
  case received(fromEffectOf: Int)
}

extension Step: Sendable where Action: Sendable {}
extension Step: Equatable where Action: Equatable {
  /// Steps are equal when their actions and their origins are.
  public static func == (lhs: Step, rhs: Step) -> Bool {
    lhs.action == rhs.action && lhs.origin == rhs.origin
  }
}

extension Step: Hashable where Action: Hashable {
  /// Hashes the action and its origin.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(action)
    hasher.combine(origin)
  }
}
