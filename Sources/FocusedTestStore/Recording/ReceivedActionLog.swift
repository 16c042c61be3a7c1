import Core

/// The actions received since the last send, which of them have been asserted, and the states that
/// their reductions led to.
///
/// A plain value, tested without a store.
package struct ReceivedActionLog<State, Action> {
  package struct Entry {
    /// The number of the step in the store's history.
    package let step: Int
    package let action: Action
    package fileprivate(set) var isAsserted = false
    /// Whether an issue has reported that the test passed over the action. The test can still assert it,
    /// but need not.
    package fileprivate(set) var isPassedOver = false
    /// The state right after the reduction, if it is kept and not simply the present one.
    fileprivate var after: State?
    /// Where the generators of ids stood before the reduction.
    package let generators: GeneratorPositions
  }

  /// How many states are kept when actions need not be asserted one by one.
  ///
  /// To keep a state makes the next reduction copy what it changes, and each can hold a large array.
  /// Without a bound, an effect with many actions would take quadratic time and any amount of memory.
  package static var keptStates: Int { 256 }

  package private(set) var entries: [Entry] = []
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
  /// The entries whose states are kept, oldest first.
  private var kept: [Int] = []
  private var keptInBurst = 0

  package init() {}

  /// Records that an action has been reduced. Its state is the present one until ``keep(_:)``.
  package mutating func append(_ action: Action, step: Int, generators: GeneratorPositions) {
    entries.append(Entry(step: step, action: action, generators: generators))
    if !missed.isEmpty, let index = missed.firstIndex(where: { $0(action) }) {
      missed.remove(at: index)
      entries[entries.count - 1].isPassedOver = true
    }
  }

  /// Records that an action was reported as not received. If it comes later, before the next send, it need
  /// not be asserted.
  package mutating func miss(_ isMatch: @escaping (Action) -> Bool) {
    missed.append(isMatch)
  }

  /// Keeps the present state as that of the latest entry, before another reduction changes it.
  ///
  /// Of a long burst of actions the first ones keep their states, so that the rest cost no copies.
  package mutating func keep(_ present: State, all: Bool) {
    let latest = entries.count - 1
    guard latest >= 0, entries[latest].after == nil else { return }
    guard all || keptInBurst < Self.keptStates else { return }
    keptInBurst += 1
    entries[latest].after = present
    guard !all else { return }
    kept.append(latest)
    if kept.count > Self.keptStates { entries[kept.removeFirst()].after = nil }
  }

  /// Records that all effects have come to rest, so that the next action begins a new burst.
  package mutating func endBurst() {
    keptInBurst = 0
  }

  /// Forgets what was received.
  package mutating func restart(by start: LogStart) {
    self.start = start
    keptInBurst = 0
    missed = []
    if case .send = start, !dropped.isEmpty { dropped = [] }
    if entries.isEmpty { return }
    for entry in entries where !entry.isAsserted {
      dropped.append(DroppedAction(action: entry.action, start: start))
    }
    entries.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
    firstOpen = 0
    furthestAsserted = nil
    isOrderReported = false
    standIns = []
    hasStoodIn = false
  }

  /// - Parameter isStandIn: Whether the entry is asserted in place of an action that never came.
  package mutating func markAsserted(at index: Int, isStandIn: Bool = false) {
    entries[index].isAsserted = true
    standIns.removeAll { $0 == index }
    if isStandIn { standIns.append(index) }
    hasStoodIn = hasStoodIn || isStandIn
    furthestAsserted = max(furthestAsserted ?? index, index)
    while firstOpen < entries.count, entries[firstOpen].isAsserted { firstOpen += 1 }
  }

  /// Records that the unasserted entries before an index have been reported.
  package mutating func passOver(before index: Int) {
    isOrderReported = true
    for index in entries.indices[..<index] { entries[index].isPassedOver = true }
  }

  /// The state after an entry's reduction, unless it is no longer kept.
  package func state(after index: Int, present: State) -> State? {
    index == entries.count - 1 ? present : entries[index].after
  }

  /// The state after an entry's reduction, if it is kept.
  package func state(after index: Int) -> State? { entries[index].after }

  /// Whether a restart has something to do, though nothing has been received.
  package func needsRestart(by next: LogStart) -> Bool {
    if case .send = next, case .send = start { return !dropped.isEmpty || !missed.isEmpty }
    return true
  }

  /// The first entry that is not asserted and matches, at or after an index.
  package func firstUnasserted(
    from index: Int = 0, where isMatch: (Action) -> Bool = { _ in true }
  ) -> Int? {
    var index = max(index, firstOpen)
    while index < entries.count {
      if !entries[index].isAsserted && isMatch(entries[index].action) { return index }
      index += 1
    }
    return nil
  }

  /// Whether a matching action has been received, asserted or not.
  package func contains(where isMatch: (Action) -> Bool) -> Bool {
    entries.contains { isMatch($0.action) }
  }

  package var unasserted: [Entry] { entries.filter { !$0.isAsserted } }

  /// The first entry that must be asserted where every received action must be.
  package var firstDemanded: Int? {
    var index = firstOpen
    while index < entries.count {
      if !entries[index].isAsserted && !entries[index].isPassedOver { return index }
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
    if let open, standIns.isEmpty || entries[open].isPassedOver || open == firstDemanded {
      return open
    }
    return standIns.first { isMatch(entries[$0].action) } ?? open
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
  package var demandedIndices: [Int] {
    entries.indices.filter { !entries[$0].isAsserted && !entries[$0].isPassedOver }
  }
  package var demanded: [Entry] { demandedIndices.map { entries[$0] } }
}
