/// Scripts with one change, which makes most of them wrong.
extension Script {
  func changed(_ random: inout SeededRandom) -> Script {
    var script = self
    guard !steps.isEmpty else { return script }
    let index = random.number(0..<steps.count)
    switch random.number(0..<11) {
    case 0: script.steps.remove(at: index)
    case 10: script.steps.removeLast(random.number(1..<min(4, steps.count + 1)))
    case 1: script.steps.insert(steps[index], at: index)
    case 2: script.steps.swapAt(index, random.number(0..<steps.count))
    case ..<7:
      // Changes the text of a step.
      let candidates = steps.indices.filter { steps[$0].says }
      guard !candidates.isEmpty else { return script }
      let index = random.pick(candidates)
      let state = model(after: index + 1).effects.state
      script.steps[index] = steps[index].changed(in: state, &random)
    default:
      let index = random.number(0..<steps.count + 1)
      script.steps.insert(.extra(model(after: index), &random), at: index)
    }
    return script
  }

  /// The model after the given number of steps.
  private func model(after count: Int) -> ScriptModel {
    var model = ScriptModel(self)
    for (index, step) in steps.prefix(count).enumerated() {
      _ = model.take(step, line: Self.line(of: index))
    }
    return model
  }
}

extension ScriptStep {
  /// Whether the step contains an assertion that could be wrong.
  fileprivate var says: Bool {
    switch self {
    case .send, .receive, .receiveInOrder, .assert, .advance, .succeed: true
    default: false
    }
  }

  fileprivate func changed(in state: Tree.State, _ random: inout SeededRandom) -> ScriptStep {
    switch self {
    case .send(let action, let claims):
      return .send(
        random.chance(15) ? .step(random.number(0..<9)) : action,
        claims.changed(state, &random))
    case .receive(let expected, let claims):
      guard random.chance(50) else { return .receive(expected, claims.changed(state, &random)) }
      return .receive(.action(.step(random.number(0..<9))), claims)
    case .receiveInOrder(let actions): return .receiveInOrder(actions.reversed())
    case .assert(let claims): return .assert(Optional(claims).changed(state, &random) ?? [])
    case .advance(let ticks): return .advance(max(1, ticks + random.number(-3..<4)))
    case .succeed(let endpoint, let value): return .succeed(endpoint: 1 - endpoint, value)
    default: return self
    }
  }

  /// A superfluous step.
  fileprivate static func extra(
    _ model: ScriptModel, _ random: inout SeededRandom
  ) -> ScriptStep {
    let all = model.received.indices.map { model.action($0) }
    let pending = model.pending.map { model.action($0) }
    let anything = Tree.Action.step(random.number(0..<9))
    switch random.number(0..<9) {
    case 0: return .receive(.action(anything), nil)
    // Actions that are stale, or already asserted.
    case 1, 2: return .receive(.action(all.isEmpty ? anything : random.pick(all)), nil)
    case 3: return .receive(.sameCase(.scoped(.step(0))), nil)
    case 4: return .assertNotReceived(pending.isEmpty ? anything : random.pick(pending))
    case 5: return .skipReceivedActions(strict: true)
    case 6: return .skipInFlightEffects(strict: true)
    case 7: return .finish
    default: return .succeed(endpoint: random.number(0..<2), 1)
    }
  }
}

extension [StateClaim]? {
  /// A closure with a different assertion.
  fileprivate func changed(_ state: Tree.State, _ random: inout SeededRandom) -> [StateClaim]? {
    var claims = self ?? []
    let field = random.pick(Field.allCases)
    switch random.number(0..<6) {
    case 0 where self != nil: return nil
    case 1 where !claims.isEmpty: claims.remove(at: random.number(0..<claims.count))
    case 2: claims.append(field.claim(state, state, relative: false))
    case 3 where !claims.isEmpty:
      let index = random.number(0..<claims.count)
      claims[index] = claims[index].field.wrongClaim(state, &random)
    default: claims.append(field.wrongClaim(state, &random))
    }
    return claims
  }
}
