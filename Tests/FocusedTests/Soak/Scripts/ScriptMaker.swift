/// Makes random scripts without wrong assertions.
struct ScriptMaker {
  var random: SeededRandom
  private var script: Script
  private var model: ScriptModel

  private init(seed: UInt64, plan: Plan, mode: Mode) {
    random = SeededRandom(seed: seed)
    script = Script(plan: plan, mode: mode)
    model = ScriptModel(script)
  }

  /// The script for a seed. It is the same each time.
  static func script(seed: UInt64) -> Script {
    var planner = PlanMaker(seed: seed, for: .script)
    let plan = planner.plan()
    let mode = planner.random.pick([Mode.on, .on, .off, .off, .offShowing, .onButEffects])
    var maker = ScriptMaker(seed: seed &+ 1 << 32, plan: plan, mode: mode)
    return maker.make()
  }

  private mutating func make() -> Script {
    let count = random.number(3..<14)
    for _ in 0..<60 where script.steps.count < count {
      if let step = step() { attempt(step) }
    }
    end()
    return script
  }

  /// Takes a step if it is correct.
  @discardableResult
  private mutating func attempt(_ step: ScriptStep) -> Bool {
    var next = model
    guard next.take(step, line: Script.line(of: script.steps.count)) == .right, next.isClear
    else { return false }
    model = next
    script.steps.append(step)
    return true
  }

  /// Asserts everything that a store in `.on` would require.
  private mutating func end() {
    if model.isInside { attempt(.end) }
    guard model.mode.isOn else {
      if random.chance(20), model.effects.threads.isEmpty { attempt(.finish) }
      return
    }
    for _ in 0..<40 {
      if !model.pending.isEmpty {
        if random.chance(90), let step = receive(), attempt(step) { continue }
        attempt(.skipReceivedActions(strict: true))
      } else if model.mode == .on, !model.effects.threads.isEmpty {
        if random.chance(60), let step = wake(), attempt(step) { continue }
        attempt(.skipInFlightEffects(strict: true))
      } else {
        if random.chance(50) { attempt(.finish) }
        return
      }
    }
    attempt(.set(.off))
  }
}

// MARK: - Steps

extension ScriptMaker {
  private mutating func step() -> ScriptStep? {
    if !model.pending.isEmpty, random.chance(model.mode.isOn ? 75 : 50) { return receive() }
    switch random.number(0..<100) {
    case ..<40: return send()
    case ..<55: return wake()
    case ..<60: return receive()
    case ..<64: return receiveInOrder()
    case ..<68: return .assertNotReceived(anyAction())
    case ..<74: return assert()
    case ..<77: return .skipReceivedActions(strict: random.chance(70))
    case ..<80: return .skipInFlightEffects(strict: random.chance(70))
    case ..<85: return .set(anyMode())
    case ..<90: return model.isInside ? .end : .begin(anyMode())
    case ..<92: return .settle
    case ..<95: return .finish
    case ..<98: return model.sendCount > 0 ? .cancelTask(random.number(0..<model.sendCount)) : nil
    default: return model.sendCount > 0 ? .finishTask(random.number(0..<model.sendCount)) : nil
    }
  }

  private mutating func anyMode() -> Mode { random.pick([.on, .off, .off, .offShowing]) }

  private mutating func anyAction() -> Tree.Action {
    switch random.number(0..<10) {
    case ..<6: .step(random.number(0..<9))
    case 6: .scoped(.step(random.number(0..<9)))
    case 7: .rows(.element(id: random.number(0..<2), action: .step(random.number(0..<9))))
    case 8: .loaded(random.number(0..<3))
    default: .optional(.step(random.number(0..<9)))
    }
  }

  private mutating func send() -> ScriptStep {
    let action: Tree.Action =
      random.chance(75)
      ? .step(random.number(0..<5))
      : random.pick([
        .scoped(.step(random.number(0..<6))), .optional(.step(random.number(0..<6))),
        .rows(.element(id: random.number(0..<3), action: .step(random.number(0..<6)))),
        .sheet(.presented(.step(random.number(0..<6)))), .sheet(.dismiss),
      ])
    var next = model.effects
    let (count, before) = (next.reduced.count, next.state)
    next.send(action)
    guard next.reduced.indices.contains(count) else { return .send(action, nil) }
    return .send(action, claims(before, next.reduced[count].state))
  }

  private mutating func receive() -> ScriptStep? {
    let pending = model.pending
    guard let index = model.mode.isOn ? pending.first : pending.isEmpty ? nil : random.pick(pending)
    else { return nil }
    let action = model.action(index)
    let expected: Expected =
      switch random.number(0..<10) {
      case ..<6: .action(action)
      case ..<8: .sameCaseAndValue(action)
      default: .sameCase(action)
      }
    let found = model.mode.isOn ? index : pending.first { expected.matches(model.action($0)) }!
    let (before, after) = model.states(found)
    return .receive(expected, claims(before, after))
  }

  private mutating func receiveInOrder() -> ScriptStep? {
    let chosen = model.pending.filter { _ in model.mode.isOn || random.chance(70) }.prefix(3)
    return chosen.isEmpty ? nil : .receiveInOrder(chosen.map { model.action($0) })
  }

  private mutating func assert() -> ScriptStep? {
    guard let state = model.state else { return nil }
    return .assert(
      Field.allCases.filter { _ in random.chance(40) }.map {
        $0.claim(state, state, relative: false)
      })
  }

  /// A step that lets effects continue.
  private mutating func wake() -> ScriptStep? {
    if let call = model.effects.calls.first, random.chance(60) {
      return random.chance(65)
        ? .succeed(endpoint: call.endpoint, random.number(0..<3)) : .fail(endpoint: call.endpoint)
    }
    return .advance(random.number(1..<8))
  }

  /// The assertions of a closure about a step: all changes in `.on`, any of them in `.off`.
  private mutating func claims(_ before: Tree.State, _ after: Tree.State) -> [StateClaim]? {
    let changed = Field.allCases.filter { !$0.isEqual(before, after) }
    guard !model.mode.isOn else {
      guard !changed.isEmpty else { return nil }
      return changed.map { $0.claim(before, after, relative: random.chance(40)) }
    }
    if random.chance(30) { return nil }
    let chosen = Field.allCases.filter { random.chance(changed.contains($0) ? 70 : 15) }
    return chosen.map { $0.claim(before, after, relative: random.chance(25)) }
  }
}
