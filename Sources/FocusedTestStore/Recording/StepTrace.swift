import Core

/// Where the steps of a store come from, and the lines of the test that sent or asserted them.
///
/// What a recorder knows whatever the feature's types. A sent action costs it no memory.
struct StepTrace {
  private(set) var stepCount = 0
  private(set) var lastSent: Int?
  /// The line of the latest send.
  private(set) var lastCallSite: CallSite?
  private(set) var hasLastSendStartedEffects = false
  private var callSites = StepCallSites()
  private var callSiteLimit = 64
  /// The steps that were received, in order, and the steps whose reductions returned their effects.
  private var received: [Int32] = []
  private var causes: [Int32] = []
  /// The positions of the effects that sent them; -1 for a `.send` effect.
  private var senders: [Int32] = []
  /// The effects that have sent actions. One that takes turns with others is there more than once.
  private var effects: [EffectOrigin] = []

  // MARK: - Taking note

  /// Notes the line of a send that is about to be reduced.
  mutating func willSend(at callSite: CallSite) {
    lastCallSite = callSite
    hasLastSendStartedEffects = false
  }

  mutating func note(_ source: ActionSource) {
    switch source {
    case .outside:
      lastSent = stepCount
    case .effect(let effect):
      if effects.last !== effect { effects.append(effect) }
      noteReceived(from: effect.step, sender: effects.count - 1)
    case .synchronous(let cause):
      noteReceived(from: cause, sender: -1)
    }
    stepCount += 1
  }

  private mutating func noteReceived(from cause: Int, sender: Int) {
    received.append(Int32(stepCount))
    causes.append(Int32(cause))
    senders.append(Int32(sender))
  }

  /// Notes that the latest send has started effects, which may have to be reported at its line.
  mutating func didStartEffects(at callSite: CallSite, inFlight: () -> [RunningEffect]) {
    hasLastSendStartedEffects = true
    if callSites.count >= callSiteLimit {
      pruneCallSites(keeping: inFlight())
      callSiteLimit = 64 + 2 * callSites.count
    }
    callSites.note(callSite, for: stepCount - 1)
  }

  /// Drops the lines of sends without effects in flight, so that a long test does not keep them all.
  private mutating func pruneCallSites(keeping inFlight: [RunningEffect]) {
    var needed = StepCallSites()
    for effect in inFlight {
      let step = effect.origin.step
      if let callSite = callSite(startingEffectOf: step) { needed.note(callSite, for: step) }
    }
    callSites = needed
  }

  /// Notes the line that asserted a received action.
  mutating func didAssert(_ step: Int, at callSite: CallSite) {
    callSites.note(callSite, for: step)
  }

  // MARK: - Looking back

  /// The step whose reduction returned the effect that sent a step's action; `nil` for a sent action.
  func cause(of step: Int) -> Int? { position(of: step).map { Int(causes[$0]) } }

  /// The effect that sent a step's action; `nil` for a sent action and for one of a `.send` effect.
  func sender(of step: Int) -> EffectOrigin? {
    guard let position = position(of: step), senders[position] >= 0 else { return nil }
    return effects[Int(senders[position])]
  }

  func origin(of step: Int) -> StepOrigin { cause(of: step).map(StepOrigin.received) ?? .sent }

  /// The sent step that a step follows from.
  func root(of step: Int) -> Int {
    var root = step
    while let cause = cause(of: root) { root = cause }
    return root
  }

  /// The line that sent or asserted a step, if it is still known.
  func callSite(of step: Int) -> CallSite? { callSites[step] }

  /// The line of the `send` or `receive` whose step led to an effect; if that step is not asserted, the
  /// line of the one that led to it.
  func callSite(startingEffectOf step: Int) -> CallSite? {
    var step = step
    while true {
      if let callSite = callSites[step] { return callSite }
      if step == lastSent { return lastCallSite }
      guard let cause = cause(of: step) else { return nil }
      step = cause
    }
  }

  /// Where a step is among the received ones.
  private func position(of step: Int) -> Int? {
    let position = received.sortedPosition(of: Int32(step))
    return position < received.count && received[position] == step ? position : nil
  }
}
