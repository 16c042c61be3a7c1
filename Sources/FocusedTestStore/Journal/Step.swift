import Core

/// An action that a test store reduced, and its origin.
///
/// Its number is its position in the store's history.
public struct Step<Action> {
  /// The origin of an action.
  public typealias Origin = StepOrigin

  /// The action.
  public let action: Action
  let record: StepRecord

  package var source: ActionSource { record.source }
  /// The origin of the action.
  public var origin: Origin { source.cause.map(Origin.received) ?? .sent }
  /// The effect that sent the action. `nil` for an action that the test sent, and for one of a
  /// `.send` effect.
  package var effect: EffectOrigin? { if case .effect(let effect) = source { effect } else { nil } }
  var isAsserted: Bool { record.isAsserted }
}

/// The record of a step in a ``Journal``.
struct StepRecord: Sendable {
  let source: ActionSource
  /// The position of the line that sent or asserted the action. Small, for the benchmark of the memory of 100,000 sends.
  var callSiteIndex: Int32?
  /// Whether the test asserted the action.
  var isAsserted = false
  /// Whether an issue reported that the test passed over the action. The test can still assert it, but need not.
  var isPassedOver: Bool

  /// Whether the action must still be asserted, if every received action must be.
  var isDemanded: Bool { !isAsserted && !isPassedOver }
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

extension ActionSource {
  /// Whether the test sent the action.
  package var isOutside: Bool { if case .outside = self { true } else { false } }

  /// The step that led to the action, or `nil` if the test sent it.
  package var cause: Int? {
    switch self {
    case .outside: nil
    case .effect(let effect): effect.step
    case .synchronous(let step): step
    }
  }

  /// The number of the effect that sent the action, if one did.
  package var effect: Int? { if case .effect(let effect) = self { effect.id } else { nil } }
}
