import FocusedTestStore

/// An independent model of a plan's run: the actions that are reduced, in their order.
///
/// The rules alone determine the model. One thread represents each chain of effects that wait for each other: a `.run`,
/// or a `.concatenate`. The model runs the threads one step at a time, and detects when the order is not determined.
///
/// **The determined order.** The order of actions is determined if, at each step, at most one ready effect can still do
/// something that others can observe: send, cancel, or replace an effect in flight. Effects
/// that wait for each other (the elements of a `.concatenate`, or a `.merge` in one and the effects after it) do not
/// race. A cancelled effect sends nothing, so it never races. A reducer's `.send` doesn't race either: the action is
/// reduced after the action whose reduction returned it, in the order sent, before any effect continues.
struct EffectModel {
  let plan: Plan
  var state: Tree.State
  /// The actions reduced so far.
  private(set) var reduced: [Tree.Action] = []
  /// Whether the order is determined. `false` once two effects could have run first.
  var isDetermined = true
  /// The maximum number of actions. The order of a longer plan counts as not determined.
  var limit = 80

  /// The effects in flight.
  var threads: [Thread] = []
  var nextThread = 0
  /// The thread whose action is being reduced.
  var sending: Int?

  /// The actions that wait to be reduced, each with the thread that then continues.
  private var sends: [(action: Tree.Action, thread: Int?)] = []
  /// The elements of the stack. The model doesn't use those of the state, because only a store can number them.
  private var elements: [StackElementID: Leaf.State]
  private var nextElement: Int

  init(_ plan: Plan, state: Tree.State) {
    self.plan = plan
    self.state = state
    elements = Dictionary(uniqueKeysWithValues: zip(state.path.ids, state.path))
    nextElement = state.path.count
  }

  /// Reduces an action, and runs its effects until they are idle.
  mutating func send(_ action: Tree.Action) {
    sends.append((action, nil))
    drain()
    runToRest()
  }
}

// MARK: - Reducing

extension EffectModel {
  /// Adds an action of an effect to the waiting actions.
  mutating func enqueue(_ action: Tree.Action, from thread: Thread) {
    sends.append((action, thread.id))
  }

  /// Reduces the waiting actions, and the actions that these reductions send with `.send`.
  mutating func drain() {
    while !sends.isEmpty, reduced.count < limit {
      let (action, thread) = sends.removeFirst()
      reduce(action)
      if let thread { didDeliver(to: thread) }
    }
    if !sends.isEmpty { isDetermined = false }
    sends = []
  }

  private mutating func reduce(_ action: Tree.Action) {
    let before = homes
    let child = reduceChild(action)
    let reaction = plan.tree.first { $0.action == action }
    for change in reaction?.changes ?? [] { apply(change) }
    switch action {
    case .sheet(.dismiss): state.sheet = nil
    case .path(.popFrom(let id)): pop(from: id)
    default: break
    }
    reduced.append(action)

    let index = reduced.count - 1
    if let (effect, home) = child {
      start(effect, home: home, tags: [.home(home)], parent: nil, origin: index)
    }
    if let reaction {
      start(reaction.effect, home: nil, tags: [], parent: nil, origin: index)
    }
    for gone in before.subtracting(homes) { cancel(.home(gone)) }
  }

  /// Reduces an action of a child. Returns `nil` if there is no such child, or if the action isn't a child's.
  private mutating func reduceChild(_ action: Tree.Action) -> (Planned, Home)? {
    switch action {
    case .step: return nil
    case .scoped(let action):
      let effect = reduce(action, &state.scoped, .scoped)
      return (effect.map(dismiss: nil) { .scoped($0) }, .scoped)
    case .optional(let action):
      guard var child = state.optional else { return nil }
      let effect = reduce(action, &child, .optional)
      state.optional = child
      return (effect.map(dismiss: nil) { .optional($0) }, .optional(child.id))
    case .rows(.element(let id, let action)):
      guard var child = state.rows[id: id] else { return nil }
      let effect = reduce(action, &child, .rows)
      state.rows[id: id] = child
      return (effect.map(dismiss: nil) { .rows(.element(id: id, action: $0)) }, .row(id))
    case .sheet(.presented(let action)):
      guard var child = state.sheet else { return nil }
      let effect = reduce(action, &child, .sheet)
      state.sheet = child
      return (
        effect.map(dismiss: .sheet(.dismiss)) { .sheet(.presented($0)) }, .sheet(child.id)
      )
    case .path(.element(let id, let action)):
      guard var child = elements[id] else { return nil }
      let effect = reduce(action, &child, .path)
      elements[id] = child
      return (
        effect.map(dismiss: .path(.popFrom(id: id))) { .path(.element(id: id, action: $0)) },
        .element(id)
      )
    case .sheet(.dismiss), .path(.popFrom): return nil
    case .path(.push): preconditionFailure("A plan pushes elements by a change.")
    }
  }

  private func reduce(
    _ action: Leaf.Action, _ state: inout Leaf.State, _ place: Place
  ) -> PlannedEffect<Leaf.Action> {
    guard let reaction = plan.leaves[place]?.first(where: { $0.action == action }) else {
      return .none
    }
    for change in reaction.changes { change.apply(to: &state) }
    return reaction.effect
  }

  private mutating func apply(_ change: Tree.Change) {
    switch change {
    case .push: push(Leaf.State())
    case .pop(let id): pop(from: StackElementID(integerLiteral: id))
    default: change.apply(to: &state)
    }
  }

  private mutating func push(_ child: Leaf.State) {
    elements[StackElementID(integerLiteral: nextElement)] = child
    nextElement += 1
  }

  private mutating func pop(from id: StackElementID) {
    guard elements[id] != nil else { return }
    for other in elements.keys where other >= id { elements[other] = nil }
  }

  /// The child that an effect belongs to.
  enum Home: Hashable {
    case scoped, optional(Int), row(Int), sheet(Int), element(StackElementID)
  }

  private var homes: Set<Home> {
    var homes: [Home] =
      [.scoped] + state.rows.map { .row($0.id) } + elements.keys.map { .element($0) }
    if let child = state.optional { homes.append(.optional(child.id)) }
    if let child = state.sheet { homes.append(.sheet(child.id)) }
    return Set(homes)
  }
}
