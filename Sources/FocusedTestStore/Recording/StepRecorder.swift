import Core

/// Takes down every step of a store while effects run.
final class StepRecorder<State, Action> {
  /// The actions of all steps, and apart from them what they came from: a step costs one look-up of a
  /// generic type less than with an array of ``Step``.
  private(set) var actions: [Action] = []
  private var origins: [(origin: StepOrigin, effect: EffectOrigin?)] = []
  var received: ReceivedActionLog<State, Action>
  /// The actions that the last send dropped, for a message that can say so.
  var dropped: [Action] { received.droppedByRestart }
  /// Whether each received action must be asserted, so that every state has to be kept.
  var keepsAllStates: Bool
  var isDismissed = false
  /// The effects whose being in flight has been reported already.
  var reportedEffects: Set<Int> = []
  /// The last step that a note on skipped actions has looked at.
  var lastNotedStep = -1
  /// The generators of the store's dependencies.
  var generators: CountableGenerators
  /// Where the generators stood before the next reduction.
  private var positions: GeneratorPositions
  /// The state right after the last send, from which the received actions led on.
  private var sentState: State
  /// Whether anything has been received since; most steps need not ask the log for more.
  private var hasReceived = false
  private var latestDrain = 0
  private var callSites: [Int: CallSite] = [:]
  private var callSiteLimit = 64
  private var lastSent: Int?
  /// The line of the latest send.
  private(set) var lastCallSite: CallSite?

  init(state: State, generators: CountableGenerators, keepsAllStates: Bool) {
    self.received = ReceivedActionLog()
    self.sentState = state
    self.generators = generators
    self.positions = generators.positions
    self.keepsAllStates = keepsAllStates
  }

  var stepCount: Int { origins.count }

  var history: [Step<Action>] {
    zip(actions, origins).map { Step(action: $0, origin: $1.origin, effect: $1.effect) }
  }

  /// The effect that sent the action of a step, if one did.
  func effect(sendingActionOf step: Int) -> EffectOrigin? { origins[step].effect }

  /// Notes that the present state is about to change, in a given drain.
  func willRecord(state: State, drain: Int) {
    guard hasReceived else { return }
    if drain != latestDrain { received.endBurst() }
    latestDrain = drain
    received.keep(state, all: keepsAllStates)
  }

  /// Notes a reduction. `state` is that right after it.
  func record(_ action: Action, from source: ActionSource, state: State) {
    let step = stepCount
    actions.append(action)
    defer { positions = generators.positions }
    switch source {
    case .outside:
      lastSent = step
      origins.append((.sent, nil))
      restart(at: state)
      return
    case .effect(let effect):
      origins.append((.received(fromEffectOf: effect.step), effect))
    case .synchronous(let cause):
      origins.append((.received(fromEffectOf: cause), nil))
    }
    hasReceived = true
    received.append(action, step: step, generators: positions)
  }

  private func restart(at state: State) {
    sentState = state
    if hasReceived || received.hasDropped { received.restart() }
    hasReceived = false
  }

  func forgetReceived(now state: State) {
    restart(at: state)
  }

  /// The state before an entry's reduction, unless it is no longer kept.
  func state(before index: Int) -> State? {
    index == 0 ? sentState : received.state(after: index - 1)
  }

  /// Notes the line of a send that is about to be reduced.
  func willSend(at callSite: CallSite) {
    lastCallSite = callSite
  }

  /// Notes that the latest send has started effects, which may have to be reported at its line.
  func didStartEffects(at callSite: CallSite, inFlight: () -> [RunningEffect]) {
    if callSites.count >= callSiteLimit {
      pruneCallSites(keeping: inFlight())
      callSiteLimit = 64 + 2 * callSites.count
    }
    callSites[stepCount - 1] = callSite
  }

  /// Notes the line that asserted a received action.
  func didAssert(at index: Int, callSite: CallSite) {
    received.markAsserted(at: index)
    callSites[received.entries[index].step] = callSite
  }

  /// The line that sent or asserted a step, where that is still known.
  func assertion(ofStep step: Int) -> CallSite? { callSites[step] }

  /// What a step, or an effect of it, goes back to.
  func circumstance(of cause: IssueCause) -> Circumstance<Action>? {
    guard origins.indices.contains(cause.step) else { return nil }
    var root = cause.step
    while case .received(let earlier) = origins[root].origin { root = earlier }
    return Circumstance(
      action: actions[cause.step], isInEffect: cause.isEffect,
      sent: root == cause.step ? nil : actions[root],
      callSite: callSites[root] ?? (root == lastSent ? lastCallSite : nil))
  }

  /// The line of the `send` or `receive` whose step led to an effect; if nothing asserted that step,
  /// the line of the one that led to it.
  func callSite(startingEffectOf step: Int) -> CallSite? {
    var step = step
    while true {
      if let callSite = callSites[step] { return callSite }
      if step == lastSent { return lastCallSite }
      guard origins.indices.contains(step), case .received(let cause) = origins[step].origin
      else { return nil }
      step = cause
    }
  }

  /// A long test must not keep a line for each of its sends: only effects in flight ask for one.
  private func pruneCallSites(keeping inFlight: [RunningEffect]) {
    var needed: [Int: CallSite] = [:]
    for effect in inFlight {
      let step = effect.origin.step
      needed[step] = callSite(startingEffectOf: step)
    }
    callSites = needed
  }
}
