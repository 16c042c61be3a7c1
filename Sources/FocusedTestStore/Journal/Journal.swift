import Core

/// The record of a store's steps: their actions and sources, the lines of the test that sent or asserted them, and
/// which of the received actions the test asserted.
///
/// A plain value, tested without a store. Everything that needs a step refers to it by its number, which is its position
/// in ``steps``. The states that steps led to are kept apart, in ``KeptStates``, because few are.
package struct Journal<Action> {
  /// All steps, the oldest first.
  package private(set) var steps: [Step<Action>] = []

  /// The first step whose action can still be asserted. All steps from here on were received.
  private(set) var start = 0
  /// What came before that step.
  private(set) var startCause = JournalStart.send
  /// Where the generators stood before the received steps.
  private var generators: [GeneratorPositions] = []
  /// Every received step before this one is asserted, so that no search has to look at it.
  private var firstOpen = 0
  /// The latest step that is asserted.
  package private(set) var furthestAsserted: Int?
  /// Whether an issue reported that the test passes over actions. What the test passes over from then on follows from
  /// that.
  package private(set) var isOrderReported = false
  /// The steps that are asserted in place of expected ones that were never received.
  private var standIns: [Int] = []
  private var hasStoodIn = false
  /// The actions that were not asserted in time: before the last send, or since.
  package private(set) var dropped: [DroppedAction<Action>] = []

  /// The latest step that the test sent.
  private(set) var lastSent: Int?
  /// The line of the latest send.
  private(set) var lastCallSite: CallSite?
  private(set) var hasLastSendStartedEffects = false
  /// The lines that sent steps with effects, or asserted steps.
  private var callSites: [Int: CallSite] = [:]

  package init() {}

  // MARK: - Recording

  /// Records the line of a send that is about to be reduced.
  mutating func willSend(at callSite: CallSite) {
    lastCallSite = callSite
    hasLastSendStartedEffects = false
  }

  /// Records that an action has been reduced. A sent action drops what was received before it.
  ///
  /// - Parameters:
  ///   - positions: Where the generators stood before.
  ///   - isPassedOver: Whether the action need not be asserted, because an issue reported that it was missing.
  package mutating func append(
    _ action: Action, from source: ActionSource, generators positions: GeneratorPositions,
    isPassedOver: Bool = false
  ) {
    if source.isOutside {
      restart(by: .send)
      lastSent = steps.count
      start = steps.count + 1
      firstOpen = start
    } else {
      generators.append(positions)
    }
    steps.append(
      Step(action: action, source: source, marks: isPassedOver ? .passedOver : []))
  }

  /// Records that the latest send started effects, which may have to be reported at its line.
  mutating func didStartEffects(at callSite: CallSite) {
    hasLastSendStartedEffects = true
    callSites[steps.count - 1] = callSite
  }

  /// Drops what was received.
  package mutating func restart(by next: JournalStart) {
    startCause = next
    if case .send = next { dropped = [] }
    guard hasReceived else { return }
    for step in firstOpen..<steps.count where !steps[step].isAsserted {
      dropped.append(DroppedAction(action: steps[step].action, by: next))
    }
    start = steps.count
    firstOpen = start
    generators = []
    furthestAsserted = nil
    isOrderReported = false
    standIns = []
    hasStoodIn = false
  }

  // MARK: - Asserting

  /// Records that a received action is asserted.
  ///
  /// - Parameter isStandIn: Whether it is asserted in place of an action that was never received.
  package mutating func assert(_ step: Int, isStandIn: Bool = false, at callSite: CallSite) {
    callSites[step] = callSite
    steps[step].marks.insert(.asserted)
    standIns.removeAll { $0 == step }
    if isStandIn {
      standIns.append(step)
      hasStoodIn = true
    }
    furthestAsserted = max(furthestAsserted ?? step, step)
    while firstOpen < steps.count, steps[firstOpen].isAsserted { firstOpen += 1 }
  }

  /// Records that the received actions before a step have been reported.
  package mutating func passOver(before step: Int) {
    isOrderReported = true
    for step in start..<step { steps[step].marks.insert(.passedOver) }
  }

  // MARK: - Received actions

  /// Whether there are received actions that can be asserted.
  var hasReceived: Bool { start < steps.count }

  /// The received actions that can be asserted. An index is the number of a step.
  package var received: ArraySlice<Step<Action>> { steps[start...] }

  /// Whether the test has been told that its expectations are not what was received. What its closures
  /// say was written for that.
  package var isSequenceReported: Bool { isOrderReported || hasStoodIn }

  /// The first action that must be asserted where every received action must be.
  package var firstDemanded: Int? {
    (firstOpen..<steps.count).first { steps[$0].isDemanded }
  }

  /// The actions that must be asserted where every received action must be.
  package var demanded: [Int] { (firstOpen..<steps.count).filter { steps[$0].isDemanded } }

  /// The first action that is not asserted and matches, at or after a step.
  package func firstUnasserted(
    from step: Int = 0, where isMatch: (Action) -> Bool = { _ in true }
  ) -> Int? {
    // By number: an element of a slice is copied to the heap where the feature's types are not known.
    (min(max(step, firstOpen), steps.count)..<steps.count)
      .first { !steps[$0].isAsserted && isMatch(steps[$0].action) }
  }

  /// The step that an expectation means: the first that is not asserted, or one that was asserted in
  /// place of another action.
  ///
  /// One expectation too many shifts those that follow it. So if the first step would be out of turn, the one
  /// that was asserted too early is meant.
  package func firstExpected(from step: Int, where isMatch: (Action) -> Bool) -> Int? {
    let open = firstUnasserted(from: step, where: isMatch)
    if let open,
      standIns.isEmpty || steps[open].marks.contains(.passedOver) || open == firstDemanded
    {
      return open
    }
    return standIns.first { isMatch(steps[$0].action) } ?? open
  }

  /// Whether an expectation that means a step passes over others, and the test has not been told
  /// that it does. Without a step, it is whether another one is next.
  package func isOutOfTurn(_ step: Int?) -> Bool {
    guard let next = firstDemanded else { return false }
    guard let step else { return true }
    return step > next && !isOrderReported
  }

  /// Where the generators stood before a received action was reduced.
  func generators(before step: Int) -> GeneratorPositions { generators[step - start] }

  // MARK: - Looking back

  /// The sent step that a step follows from.
  func root(of step: Int) -> Int {
    var root = step
    while let cause = steps[root].source.cause { root = cause }
    return root
  }

  /// The line that sent or asserted a step, if it is known.
  func callSite(of step: Int) -> CallSite? { callSites[step] }

  /// The line of the `send` or `receive` whose step led to an effect; if that step is not asserted, the
  /// line of the one that led to it.
  func callSite(startingEffectOf step: Int) -> CallSite? {
    var next: Int? = step
    while let step = next {
      if let callSite = callSites[step] { return callSite }
      if step == lastSent { return lastCallSite }
      next = steps[step].source.cause
    }
    return nil
  }
}

/// What came before the received actions that can be asserted. What was received before it has been
/// dropped.
package enum JournalStart: Sendable {
  /// The last send, or the creation of the store.
  case send
  /// A `finish` that reported what was not asserted.
  case finish(CallSite)
  case skipReceivedActions(CallSite)
  /// A change back to an exhaustivity that checks received actions.
  case exhaustivity
  /// The end of an earlier test that used the store.
  case endOfTest
}

/// A received action that was not asserted in time.
package struct DroppedAction<Action> {
  package let action: Action
  /// What ended the time to assert it.
  package let cause: JournalStart

  init(action: Action, by cause: JournalStart) {
    self.action = action
    self.cause = cause
  }
}
