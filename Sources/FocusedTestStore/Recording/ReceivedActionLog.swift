import Core

/// The actions received since the last send, which of them have been asserted, and the states that
/// their reductions led to.
///
/// Tested without a store. A class, because a call of a generic value in a property of another one copies it,
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
  /// After a state is kept, the next reduction copies what it changes, and each state can hold a large array.
  /// Without a bound, an effect with many actions would take quadratic time and any amount of memory.
  package static var keptStates: Int { 256 }

  /// What is known of the entries, whatever their actions.
  package private(set) var marks = ReceivedActionMarks()
  private var actions: [Action] = []
  /// The kept states, oldest first.
  private var states: [State] = []
  /// The actions that were not asserted when the log was restarted: by the last send, or since.
  package private(set) var dropped: [DroppedAction<Action>] = []
  /// What the test has been told was not received, and may come later.
  private var missed: [(Action) -> Bool] = []
  private var hasMissed = false
  /// Whether a send has nothing to drop.
  private var isFresh = true

  package init() {}

  package var entries: [Entry] {
    actions.enumerated().map { index, action in
      Entry(
        step: marks.step(at: index), action: action, isAsserted: marks.isAsserted(at: index))
    }
  }

  package func action(at index: Int) -> Action { actions[index] }

  // MARK: - Taking note

  /// Records that an action has been reduced. Its state is the present one until ``keep(_:)``.
  package func append(_ action: Action, step: Int, generators: GeneratorPositions) {
    isFresh = false
    let isPassedOver = hasMissed && wasMissed(action)
    marks.append(step: step, generators: generators, isPassedOver: isPassedOver)
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
  /// Only the first actions of a long burst keep their states, so that the others cost no copies.
  ///
  /// - Returns: Whether it is kept now.
  @discardableResult
  package func keep(_ present: State, all: Bool) -> Bool {
    switch marks.keepLatest(all: all, limit: Self.keptStates) {
    case .none: return false
    case .append: break
    case .replace(let oldest): states.remove(at: oldest)
    }
    states.append(present)
    return true
  }

  /// Records that all effects have come to rest, so that the next action begins a new burst.
  package func endBurst() {
    marks.endBurst()
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
    if marks.firstOpen < marks.count { dropUnasserted(by: next) }
    marks.restart(by: next)
    if hasMissed { missed = [] }
    hasMissed = false
    actions = []
    states = []
  }

  private func dropUnasserted(by next: LogStart) {
    isFresh = false
    for (index, action) in actions.enumerated() where !marks.isAsserted(at: index) {
      dropped.append(DroppedAction(action: action, start: next))
    }
  }

  /// - Parameter isStandIn: Whether the entry is asserted in place of an action that never came.
  package func markAsserted(at index: Int, isStandIn: Bool = false) {
    marks.markAsserted(at: index, isStandIn: isStandIn)
  }

  /// Records that the unasserted entries before an index have been reported.
  package func passOver(before index: Int) {
    marks.passOver(before: index)
  }

  // MARK: - Looking back

  /// The state after an entry's reduction, unless it is no longer kept.
  package func state(after index: Int, present: State) -> State? {
    index == marks.count - 1 ? present : state(after: index)
  }

  /// The state after an entry's reduction, if it is kept.
  package func state(after index: Int) -> State? {
    marks.state(after: index).map { states[$0] }
  }

  /// The first entry that is not asserted and matches, at or after an index.
  package func firstUnasserted(
    from index: Int = 0, where isMatch: (Action) -> Bool = { _ in true }
  ) -> Int? {
    var next = marks.firstUnasserted(from: index)
    while let index = next {
      if isMatch(actions[index]) { return index }
      next = marks.firstUnasserted(from: index + 1)
    }
    return nil
  }

  /// Whether a matching action has been received, asserted or not.
  package func contains(where isMatch: (Action) -> Bool) -> Bool {
    actions.contains(where: isMatch)
  }

  /// The entry that an expectation means: the first that is not asserted, or one that was asserted in
  /// place of another action.
  ///
  /// One expectation too many shifts those that follow it. So if the first entry would be out of turn, the one
  /// that was asserted too early is meant.
  package func firstExpected(from index: Int, where isMatch: (Action) -> Bool) -> Int? {
    let open = firstUnasserted(from: index, where: isMatch)
    let standIns = marks.standIns
    if let open, standIns.isEmpty || marks.isPassedOver(at: open) || open == marks.firstDemanded {
      return open
    }
    return standIns.first { isMatch(actions[$0]) } ?? open
  }

  /// Whether an expectation that means an entry passes over others, and the test has not been told
  /// that it does. Without an entry, it is whether another one is next.
  package func isOutOfTurn(_ index: Int?) -> Bool {
    guard let next = marks.firstDemanded else { return false }
    guard let index else { return true }
    return index > next && !marks.isOrderReported
  }

  package var demandsMore: Bool { marks.firstDemanded != nil }
  package var demanded: [Entry] {
    let entries = entries
    return marks.demanded.map { entries[$0] }
  }
}
