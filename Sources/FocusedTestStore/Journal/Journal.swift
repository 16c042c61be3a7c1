import Core

/// The record of a store's steps: their sources, the lines of the test that sent or asserted them, and which of the
/// received actions the test asserted.
///
/// A plain value, tested without a store. A step is identified by its number, which counts all steps from 0. The
/// ``StoreSnapshot`` holds the actions, which other tasks can read. ``KeptStates`` holds the states after steps, because only
/// few of them are kept.
package struct Journal {
  /// The record of each step, the oldest first.
  private(set) var records: [StepRecord] = []

  /// The first step whose action can still be asserted. All steps from here on were received.
  private(set) var start = 0
  /// Whether the last send, or the creation of the store, precedes `start`. Otherwise, the store has skipped received
  /// actions since then.
  private(set) var startsAtSend = true
  /// Every received step before this one is asserted, so a search can skip these steps.
  private(set) var firstOpen = 0
  /// Whether an issue has reported that an expected action was not received, or not in this order. Until the next send,
  /// the test's expectations are then consumed in any order, and no received action must be asserted.
  private(set) var isOrderBroken = false
  /// The first step whose action can still be received too late: since then, only sends that reported the actions have
  /// dropped any.
  package private(set) var lateStart = 0

  /// The latest step that the test sent.
  private(set) var lastSent: Int?
  /// The line of the latest send.
  private(set) var lastCallSite: CallSite?
  /// The lines that sent steps with effects, or asserted steps.
  private var callSites: [Int: CallSite] = [:]

  package init() {}

  // MARK: - Recording

  /// Records the line of a send that is about to be reduced.
  mutating func willSend(at callSite: CallSite) {
    lastCallSite = callSite
  }

  /// Records that an action has been reduced. A sent action drops the actions that were received
  /// before it.
  ///
  /// - Parameter generators: The positions of the generators before the step.
  mutating func append(from source: ActionSource, generators: GeneratorPositions) {
    records.append(StepRecord(source: source, generators: generators))
    if source.isExternal {
      if isOrderBroken { lateStart = stepCount - 1 }
      isOrderBroken = false
      lastSent = stepCount - 1
      restart(atSend: true)
    }
  }

  /// Records that the latest send started effects, which may have to be reported at its line.
  mutating func didStartEffects(at callSite: CallSite) {
    callSites[stepCount - 1] = callSite
  }

  /// Drops the received actions.
  package mutating func restart(atSend isSend: Bool = false) {
    startsAtSend = isSend
    if !isSend { lateStart = stepCount }
    start = stepCount
    firstOpen = start
  }

  // MARK: - Asserting

  /// Records that a received action is asserted.
  package mutating func assert(_ step: Int, at callSite: CallSite) {
    callSites[step] = callSite
    records[step].isAsserted = true
    while firstOpen < stepCount, records[firstOpen].isAsserted { firstOpen += 1 }
  }

  /// Records that an issue has reported an expected action that was not received, or not in this order.
  mutating func breakOrder() { isOrderBroken = true }

  // MARK: - Received actions

  /// The steps whose actions were received and can be asserted.
  package var received: Range<Int> { start..<stepCount }

  /// Whether an action was received that isn't asserted.
  var hasUnasserted: Bool { firstOpen < stepCount }

  /// The first action that must be asserted, if every received action must be asserted.
  package var firstDemanded: Int? { hasUnasserted && !isOrderBroken ? firstOpen : nil }

  /// The actions that must be asserted, if every received action must be asserted.
  package var demanded: [Int] {
    isOrderBroken ? [] : (firstOpen..<stepCount).filter { !records[$0].isAsserted }
  }

  /// The step that an expectation refers to: the first that isn't asserted.
  func firstExpected(from step: Int, where isMatch: (_ step: Int) -> Bool) -> Int? {
    (min(max(step, firstOpen), stepCount)..<stepCount)
      .first { !records[$0].isAsserted && isMatch($0) }
  }

  /// The first received action that was dropped before the test asserted it.
  ///
  /// - Parameter step: The step to begin with.
  package func firstDropped(from step: Int = 0, where isMatch: (_ step: Int) -> Bool) -> Int? {
    (min(step, start)..<start).first {
      !records[$0].isAsserted && !records[$0].source.isExternal && isMatch($0)
    }
  }

  // MARK: - Looking back

  var hasLastSendStartedEffects: Bool { lastSent.map { callSites[$0] != nil } ?? false }

  /// Whether the test sent the action of the step.
  func isSent(_ step: Int) -> Bool { records[step].source.isExternal }

  /// The number of steps.
  package var stepCount: Int { records.count }

  /// The sent step that led to this one.
  package func root(of step: Int) -> Int {
    var root = step
    while let cause = records[root].source.cause { root = cause }
    return root
  }

  /// The line that sent or asserted the step, if known.
  package func callSite(of step: Int) -> CallSite? {
    callSites[step] ?? (step == lastSent ? lastCallSite : nil)
  }

  /// The line of the `send` or `receive` whose step started an effect. If that step is not asserted, the line of the step
  /// that led to it.
  package func callSite(startingEffectOf step: Int) -> CallSite? {
    var next: Int? = step
    while let step = next {
      if let callSite = callSite(of: step) { return callSite }
      next = records[step].source.cause
    }
    return nil
  }
}

/// An action that a test store reduced, and its origin.
///
/// Its number is its position in the store's history.
public struct Step<Action> {
  /// The origin of an action.
  public typealias Origin = StepOrigin

  /// The action.
  public let action: Action
  package let source: ActionSource
  /// The origin of the action.
  public var origin: Origin { source.cause.map(Origin.received) ?? .sent }
  /// The effect that sent the action. `nil` for an action of the test, and for an action of a `.send` effect.
  package var effect: EffectOrigin? { if case .effect(let effect) = source { effect } else { nil } }
  /// Whether the test sent the action.
  var isSent: Bool { source.isExternal }
}

/// The record of one step in a ``Journal``.
struct StepRecord {
  let source: ActionSource
  /// The positions of the generators before the step.
  let generators: GeneratorPositions
  /// Whether the test asserted the action.
  var isAsserted = false
}

/// The origin of an action that a test store reduced.
public enum StepOrigin: Sendable, Hashable {
  /// The test sent the action.
  case sent
  /// An effect sent the action. The reduction of an earlier step returned that effect.
  case received(fromEffectOf: Int)
}

extension Step: Sendable where Action: Sendable {}

extension Step: CustomReflectable {
  /// The action and its origin, which `print` and `dump` show.
  public var customMirror: Mirror {
    Mirror(self, children: ["action": action, "origin": origin], displayStyle: .struct)
  }
}

extension ActionSource {
  /// Whether the test sent the action.
  package var isExternal: Bool { if case .external = self { true } else { false } }

  /// The step that led to the action, or `nil` if the test sent it.
  package var cause: Int? {
    switch self {
    case .external: nil
    case .effect(let effect): effect.step
    case .synchronous(let step): step
    }
  }

  /// The number of the effect that sent the action. `nil` if no effect sent it.
  package var effect: Int? { if case .effect(let effect) = self { effect.id } else { nil } }
}

/// An effect whose work is over.
struct EndedEffect: Sendable {
  let origin: EffectOrigin
  var cancelIDs: [CancelID] = []
  /// Whether the effect, or a part of it, was cancelled.
  var isCancelled = true
  var hasCalledUnimplementedEndpoint = false
  /// The cause of the cancellation. `nil` if the test cancelled the effect.
  let cancellation: EffectCancellation?
  /// The number of the store's steps before the effect ended.
  let stepCount: Int
}

extension EndedEffect {
  init(_ effect: RunningEffect, stepCount: Int) {
    self.init(
      origin: effect.origin, cancelIDs: effect.cancelIDs,
      isCancelled: effect.isCancelled || effect.cancellation != nil,
      hasCalledUnimplementedEndpoint: effect.hasCalledUnimplementedEndpoint,
      cancellation: effect.cancellation, stepCount: stepCount)
  }
}

/// The kept states after those steps of a ``Journal`` that a test may still assert.
///
/// After a state is kept, the next reduction copies what it changes, and each state can hold a large array. So if
/// actions need not be asserted one by one, only the first actions without an assertion keep their states. Without a bound,
/// an effect with many actions would take quadratic time and unlimited memory.
package struct KeptStates<State> {
  /// The number of states that are kept if actions need not be asserted one by one.
  package static var limit: Int { 256 }

  /// The steps whose states are kept, the oldest first. The first is that from which received actions lead on.
  private var steps: [Int] = []
  private var states: [State] = []

  package init() {}

  /// Drops the states. The state after the latest step is kept when the next action is received.
  package mutating func restart() {
    if !steps.isEmpty { (steps, states) = ([], []) }
  }

  /// Keeps the state after the latest step, before the reduction of a received action changes it.
  ///
  /// - Parameters:
  ///   - firstOpen: The first step that isn't asserted.
  ///   - all: Whether each received action must be asserted, so that every state is kept.
  package mutating func keep(_ state: State, after step: Int, firstOpen: Int, all: Bool) {
    if !all, steps.count > Self.limit {
      let unneeded = steps.partitioningIndex { $0 >= firstOpen - 1 }
      steps.removeFirst(unneeded)
      states.removeFirst(unneeded)
      if steps.count > Self.limit { return }
    }
    steps.append(step)
    states.append(state)
  }

  /// The state after the step, if it is kept.
  package func state(after step: Int) -> State? {
    let position = steps.partitioningIndex { $0 >= step }
    return position < steps.count && steps[position] == step ? states[position] : nil
  }
}
