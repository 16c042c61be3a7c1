import Core

/// The parts of random plans.
///
/// Steps have numbers. An effect sends only steps with higher numbers than the step that returned it, so that every
/// plan ends. A dismissal counts as step 5.
struct PlanMaker {
  var random: SeededRandom
  let steps = 9
  let dismissal = 5

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func plan() -> Plan {
    var plan = Plan()
    for step in 0..<steps {
      plan.tree.append(
        Tree.Reaction(
          action: .step(step), changes: treeChanges(), effect: treeEffect(after: step, depth: 0)))
    }
    let places: [Place] = [.scoped, .optional, .rows, .sheet, .path]
    for place in places where random.chance(60) {
      plan.leaves[place] = (0..<steps).map { step in
        Leaf.Reaction(
          action: .step(step), changes: [.count(step + 1)],
          effect: leafEffect(after: step, canDismiss: place == .sheet || place == .path))
      }
    }
    // The responses of a parent to its children's actions.
    for step in 0..<steps where random.chance(25) {
      let action = childAction(step)
      guard !plan.tree.contains(where: { $0.action == action }) else { continue }
      plan.tree.append(
        Tree.Reaction(
          action: action, changes: treeChanges(), effect: treeEffect(after: step, depth: 1)))
    }
    let dismissals: [Tree.Action] = [.sheet(.dismiss), .path(.popFrom(id: 0))]
    for action in dismissals where random.chance(50) {
      plan.tree.append(
        Tree.Reaction(
          action: action, changes: [.count(100)],
          effect: treeEffect(after: dismissal, depth: 1)))
    }
    return plan
  }
}

extension PlanMaker {
  mutating func treeChanges() -> [Tree.Change] {
    var changes: [Tree.Change] = []
    if random.chance(50) { changes.append(.count(random.number(1..<4))) }
    if random.chance(20) { changes.append(.name(random.pick(["a", "b", "c"]))) }
    if random.chance(30) { changes.append(.append(random.number(0..<5))) }
    if random.chance(10) { changes.append(.removeLast) }
    if random.chance(20) { changes.append(.choice(random.pick([nil, 1, 2]))) }
    guard random.chance(40) else { return changes }
    switch random.number(0..<7) {
    case 0: changes.append(.optional(random.pick([nil, 0, 1])))
    case 1: changes.append(.sheet(random.pick([nil, 0, 1])))
    case 2: changes.append(.insertRow(random.number(0..<3)))
    case 3: changes.append(.removeRow(random.number(0..<3)))
    case 4: changes.append(.push)
    case 5: changes.append(.pop(random.number(0..<3)))
    default: break
    }
    return changes
  }

  mutating func treeAction(after step: Int) -> Tree.Action? {
    guard step + 1 < steps else { return nil }
    let next = random.number(step + 1..<min(step + 4, steps))
    if random.chance(70) { return .step(next) }
    if next == dismissal, random.chance(50) {
      return random.chance(50) ? .path(.popFrom(id: 0)) : .sheet(.dismiss)
    }
    return childAction(next)
  }

  mutating func childAction(_ step: Int) -> Tree.Action {
    switch random.number(0..<5) {
    case 0: .scoped(.step(step))
    case 1: .optional(.step(step))
    case 2: .rows(.element(id: random.number(0..<2), action: .step(step)))
    case 3: .sheet(.presented(.step(step)))
    default:
      .path(
        .element(id: StackElementID(integerLiteral: random.number(0..<2)), action: .step(step)))
    }
  }

  mutating func treeEffect(after step: Int, depth: Int) -> PlannedEffect<Tree.Action> {
    effect(after: step, depth: depth, canDismiss: false) {
      $0.treeAction(after: $1)
    }
  }

  mutating func leafEffect(after step: Int, canDismiss: Bool) -> PlannedEffect<Leaf.Action> {
    effect(after: step, depth: 1, canDismiss: canDismiss) { maker, step in
      guard step + 1 < maker.steps else { return nil }
      return .step(maker.random.number(step + 1..<min(step + 4, maker.steps)))
    }
  }

  private mutating func effect<Action>(
    after step: Int, depth: Int, canDismiss: Bool,
    action: (inout PlanMaker, Int) -> Action?
  ) -> PlannedEffect<Action> {
    func part(_ maker: inout PlanMaker) -> PlannedEffect<Action> {
      maker.effect(after: step, depth: depth + 1, canDismiss: canDismiss, action: action)
    }
    switch random.number(0..<100) {
    case ..<20: return .none
    case ..<45: return action(&self, step).map { .send($0) } ?? .none
    case ..<70:
      var moves = moves(
        count: random.number(1..<5), after: step, canDismiss: canDismiss, action: action)
      guard random.chance(20), let caught = action(&self, step) else { return .run(moves) }
      moves.insert(.fail, at: random.number(0..<moves.count + 1))
      return .run(moves, catching: caught)
    case ..<78: return .cancel(random.number(0..<2))
    case _ where depth > 2: return .none
    case ..<86: return .merge((0..<random.number(2..<4)).map { _ in part(&self) })
    case ..<93: return .concatenate((0..<random.number(2..<4)).map { _ in part(&self) })
    case ..<95: return .delayed(part(&self), by: random.number(1..<6))
    case ..<96: return .debounced(part(&self), id: random.number(0..<2), by: random.number(1..<6))
    default:
      return .cancellable(
        part(&self), id: random.number(0..<2), cancelInFlight: random.chance(50))
    }
  }

  private mutating func moves<Action>(
    count: Int, after step: Int, canDismiss: Bool, action: (inout PlanMaker, Int) -> Action?
  ) -> [PlannedEffect<Action>.Move] {
    (0..<count).map { _ in
      switch random.number(0..<100) {
      case ..<50: return action(&self, step).map { .send($0) } ?? .yield
      case ..<55 where canDismiss && step < dismissal: return .dismiss
      case ..<63 where count > 1:
        return .inChildTasks([
          moves(
            count: random.number(1..<count), after: step, canDismiss: canDismiss, action: action)
        ])
      case ..<66 where count > 1:
        return .cancellable(
          moves(count: 2, after: step, canDismiss: canDismiss, action: action),
          id: random.number(0..<2), cancelInFlight: random.chance(50))
      case ..<68: return .cancelNow(random.number(0..<2))
      default: return pause(after: step, action)
      }
    }
  }

  /// The work of a `.run`'s operation between its sends.
  private mutating func pause<Action>(
    after step: Int, _ action: (inout PlanMaker, Int) -> Action?
  ) -> PlannedEffect<Action>.Move {
    switch random.number(0..<10) {
    case ..<3: .yield
    case ..<6: .hopToMain
    case ..<8:
      action(&self, step).map { .sendFromMain($0) } ?? .hopToMain
    default: .sleep(random.number(1..<6))
    }
  }
}
