import Core

/// The actions received since the last send, which of them have been asserted, and the states that
/// their reductions led to.
///
/// Tested without a store. A class, because to call a generic value in another one's property copies it,
/// and looks up its type.
package final class ReceivedActionLog<State, Action> {
  package struct Entry {
    /// The number of the step in the store's history.
    package let step: Int
    package let action: Action
    package let isAsserted: Bool
  }

  /// How many states are kept when actions need not be asserted one by one.
  ///
  /// To keep a state makes the next reduction copy what it changes, and each can hold a large array.
  /// Without a bound, an effect with many actions would take quadratic time and any amount of memory.
  package static var keptStates: Int { 256 }

  /// What is known of each received action. The actions are kept apart: to look up a generic entry
  /// costs as much as to record one.
  private var marks: [ReceivedActionMark] = []
  private var actions: [Action] = []
  /// The kept states, oldest first.
  private var states: [State] = []
  /// The entries that the kept states belong to.
  private var entriesOfStates: [Int] = []
  /// How many states were kept while all had to be. They come first, and are not dropped.
  private var unboundedStates = 0
  private var statesKeptInBurst = 0
  /// What the entries were received after.
  package private(set) var start = LogStart.send
  /// The actions that were not asserted when the log was restarted: by the last send, or since.
  package private(set) var dropped: [DroppedAction<Action>] = []
  /// Every entry before this one is asserted, so that no search need look at it.
  private var firstOpen = 0
  /// The latest entry that is asserted.
  package private(set) var furthestAsserted: Int?
  /// Whether the test has been told that it passes over actions. What it passes over from then on is no
  /// news: it expects another order.
  package private(set) var isOrderReported = false
  /// The entries that are asserted in place of expected ones that never came.
  private var standIns: [Int] = []
  private var hasStoodIn = false
  /// What the test has been told was not received, and may come later.
  private var missed: [(Action) -> Bool] = []
  private var hasMissed = false
  /// Whether a send has nothing to drop.
  private var isFresh = true

  package init() {}

  package var count: Int { marks.count }

  package var entries: [Entry] {
    zip(marks, actions).map { Entry(step: $0.step, action: $1, isAsserted: $0.isAsserted) }
  }

  package func action(at index: Int) -> Action { actions[index] }

  /// The number of an entry's step in the store's history.
  package func step(at index: Int) -> Int { marks[index].step }

  /// Where the generators of ids stood before an entry's reduction.
  package func generators(at index: Int) -> GeneratorPositions { marks[index].generators }

  /// Records that an action has been reduced. Its state is the present one until ``keep(_:)``.
  package func append(_ action: Action, step: Int, generators: GeneratorPositions) {
    isFresh = false
    marks.append(
      ReceivedActionMark(
        step: step, generators: generators, isPassedOver: hasMissed && wasMissed(action)))
    actions.append(action)
  }

  private func wasMissed(_ action: Action) -> Bool {
    guard let index = missed.firstIndex(where: { $0(action) }) else { return false }
    missed.remove(at: index)
    hasMissed = !missed.isEmpty
    return true
  }

  /// Records that an action was reported as not received. If it comes later, before the next send, it need
  /// not be asserted.
  package func miss(_ isMatch: @escaping (Action) -> Bool) {
    missed.append(isMatch)
    hasMissed = true
    isFresh = false
  }

  /// Keeps the present state as that of the latest entry, before another reduction changes it.
  ///
  /// Of a long burst of actions the first ones keep their states, so that the rest cost no copies.
  package func keep(_ present: State, all: Bool) {
    let latest = marks.count - 1
    guard latest >= 0, entriesOfStates.last != latest else { return }
    guard all || statesKeptInBurst < Self.keptStates else { return }
    statesKeptInBurst += 1
    states.append(present)
    entriesOfStates.append(latest)
    if all {
      unboundedStates = states.count
    } else if states.count > unboundedStates + Self.keptStates {
      states.remove(at: unboundedStates)
      entriesOfStates.remove(at: unboundedStates)
    }
  }

  /// Records that all effects have come to rest, so that the next action begins a new burst.
  package func endBurst() {
    statesKeptInBurst = 0
  }

  /// Forgets what was received.
  package func restart(by next: LogStart) {
    if case .send = next {
      if isFresh { return }
      dropped = []
      isFresh = true
    } else {
      isFresh = false
    }
    if firstOpen < marks.count { dropUnasserted(by: next) }
    start = next
    statesKeptInBurst = 0
    if hasMissed { missed = [] }
    hasMissed = false
    if marks.isEmpty { return }
    marks.removeAll(keepingCapacity: true)
    actions = []
    states = []
    entriesOfStates.removeAll(keepingCapacity: true)
    unboundedStates = 0
    firstOpen = 0
    furthestAsserted = nil
    isOrderReported = false
    standIns = []
    hasStoodIn = false
  }

  private func dropUnasserted(by next: LogStart) {
    isFresh = false
    for index in marks.indices where !marks[index].isAsserted {
      dropped.append(DroppedAction(action: actions[index], start: next))
    }
  }

  /// - Parameter isStandIn: Whether the entry is asserted in place of an action that never came.
  package func markAsserted(at index: Int, isStandIn: Bool = false) {
    marks[index].isAsserted = true
    standIns.removeAll { $0 == index }
    if isStandIn { standIns.append(index) }
    hasStoodIn = hasStoodIn || isStandIn
    furthestAsserted = max(furthestAsserted ?? index, index)
    while firstOpen < marks.count, marks[firstOpen].isAsserted { firstOpen += 1 }
  }

  /// Records that the unasserted entries before an index have been reported.
  package func passOver(before index: Int) {
    isOrderReported = true
    for index in 0..<index { marks[index].isPassedOver = true }
  }

  /// The state after an entry's reduction, unless it is no longer kept.
  package func state(after index: Int, present: State) -> State? {
    index == marks.count - 1 ? present : state(after: index)
  }

  /// The state after an entry's reduction, if it is kept.
  package func state(after index: Int) -> State? {
    var lower = 0
    var upper = entriesOfStates.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if entriesOfStates[middle] < index { lower = middle + 1 } else { upper = middle }
    }
    return lower < entriesOfStates.count && entriesOfStates[lower] == index ? states[lower] : nil
  }

  /// The first entry that is not asserted and matches, at or after an index.
  package func firstUnasserted(
    from index: Int = 0, where isMatch: (Action) -> Bool = { _ in true }
  ) -> Int? {
    var index = max(index, firstOpen)
    while index < marks.count {
      if !marks[index].isAsserted && isMatch(actions[index]) { return index }
      index += 1
    }
    return nil
  }

  /// Whether a matching action has been received, asserted or not.
  package func contains(where isMatch: (Action) -> Bool) -> Bool {
    actions.contains(where: isMatch)
  }

  package var unasserted: [Entry] { entries.filter { !$0.isAsserted } }

  /// The first entry that must be asserted where every received action must be.
  package var firstDemanded: Int? {
    var index = firstOpen
    while index < marks.count {
      if marks[index].isDemanded { return index }
      index += 1
    }
    return nil
  }

  /// The entry that an expectation means: the first that is not asserted, or one that was asserted in
  /// place of another action.
  ///
  /// An expectation too many puts off those that follow it. So where the first would be out of turn, the
  /// entry meant is the one that was asserted too early.
  package func firstExpected(from index: Int, where isMatch: (Action) -> Bool) -> Int? {
    let open = firstUnasserted(from: index, where: isMatch)
    if let open, standIns.isEmpty || marks[open].isPassedOver || open == firstDemanded {
      return open
    }
    return standIns.first { isMatch(actions[$0]) } ?? open
  }

  /// Whether an expectation that means an entry passes over others, and the test has not been told
  /// that it does. Without an entry, it is whether another one is next.
  package func isOutOfTurn(_ index: Int?) -> Bool {
    guard let next = firstDemanded else { return false }
    guard let index else { return true }
    return index > next && !isOrderReported
  }

  /// Whether the test has been told that its expectations are not what was received. What its closures
  /// say was written for that.
  package var isSequenceReported: Bool { isOrderReported || hasStoodIn }

  package var demandsMore: Bool { firstDemanded != nil }
  package var demandedIndices: [Int] { marks.indices.filter { marks[$0].isDemanded } }
  package var demanded: [Entry] {
    let entries = entries
    return demandedIndices.map { entries[$0] }
  }
}

/// What is known of a received action, whatever its type.
private struct ReceivedActionMark {
  let step: Int
  /// Where the generators of ids stood before the reduction.
  let generators: GeneratorPositions
  /// Whether an issue has reported that the test passed over the action. The test can still assert it,
  /// but need not.
  var isPassedOver: Bool
  var isAsserted = false

  var isDemanded: Bool { !isAsserted && !isPassedOver }
}
