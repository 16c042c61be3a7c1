import Core

extension ActionSource {
  /// Whether the test sent the action.
  package var isOutside: Bool { if case .outside = self { true } else { false } }

  /// The step that led to the action; `nil` if the test sent it.
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
