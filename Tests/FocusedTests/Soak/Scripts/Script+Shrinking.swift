extension Script {
  var smaller: [Script] {
    let shorter = steps.shrunk { $0.smaller }.map { Script(plan: plan, mode: mode, steps: $0) }
    let simpler = plan.smaller.map { Script(plan: $0, mode: mode, steps: steps) }
    return shorter + simpler
      + (mode == .on ? [] : [Script(plan: plan, mode: mode.plain, steps: steps)])
  }
}

extension Mode {
  fileprivate var plain: Mode { isOn ? .on : .off }
}

extension ScriptStep {
  fileprivate var smaller: [ScriptStep] {
    switch self {
    case .send(let action, let claims): claims.smaller.map { .send(action, $0) }
    case .receive(.action(let action), let claims):
      claims.smaller.map { .receive(.action(action), $0) }
    case .receive(let expected, let claims):
      [.receive(.action(expected.action), claims)] + claims.smaller.map { .receive(expected, $0) }
    case .assert(let claims): claims.shrunk { _ in [] }.map { .assert($0) }
    case .advance(let ticks) where ticks > 1: [.advance(1), .advance(ticks - 1)]
    default: []
    }
  }
}

extension [StateClaim]? {
  fileprivate var smaller: [[StateClaim]?] {
    guard let self else { return [] }
    return [nil] + self.shrunk { _ in [] }
  }
}
