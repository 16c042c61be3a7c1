import FocusedTestStore

/// The orders that the runs of a test cover.
///
/// Orders that differ only by the order of commuting neighbors lead to the same state, so one of them covers the
/// others. Such orders are one *class*. In a class, the *past* of an action consists of the earlier actions that it
/// depends on, and of their pasts. Two dependent actions of a run are a *race* if only their order puts one into the
/// other's past, and no third action is between them in that past. The other order of a race is a run with the actions
/// before the first one, then the actions between the two that don't have the first one in their past, and then the
/// second one.
///
/// The runs cover every order if, for each race in each run, the class of some run begins with the race's other order
/// (Abdulla, Aronis, Jonsson, and Sagonas, 2014). A class begins with a sequence of actions if it contains each of them
/// with the same past. So a comparison needs only a hash of each action and its past.
struct OrderCoverage {
  /// The demand for a run whose class begins with the other order of a race.
  private struct Demand {
    /// The hash of the second action of the race, with its past in the other order.
    let last: UInt64
    /// The hashes of the actions before it.
    let before: [UInt64]
    /// The effects whose actions make up the other order.
    let effects: [UInt64]
  }

  /// The events of a run.
  private struct Order {
    /// The number of each event, its effect, and its causes as bits.
    let events: [(label: Int, effect: UInt64, causes: UInt64)]
    /// For each event, a hash of the results of all events up to it.
    let results: [UInt64]

    init(_ run: RecordedActions, _ labels: [Int]) {
      let causes = OrderCoverage.causes(in: run.order.events)
      events = labels.indices.map { (labels[$0], run.order.events[$0].effect, causes[$0]) }
      results = run.results
    }
  }

  /// The maximum number of open demands. A test can't have enough runs to meet more.
  private static let demandLimit = 100_000

  /// The maximum number of parts of a state that is recorded without `.all`.
  static let cheapPartLimit = 32

  /// The maximum number of actions in a run. Each action is one bit of an integer.
  private let actionLimit: Int
  /// The maximum number of parts of a state.
  private let partLimit: Int

  private var commutation = Commutation()
  /// The different orders that have run.
  private var orders: [Order] = []
  /// The numbers of the orders, by their actions.
  private var known: [[Int]: Int] = [:]
  /// The number of orders that have been analyzed.
  private var analyzedCount = 0
  /// The classes of the orders. Each class is a set of hashes: of its actions and their pasts.
  private var classes: [Set<UInt64>] = []
  private var classesByHash: [UInt64: [Int]] = [:]
  private var knownClasses: Set<UInt64> = []
  /// The results after each prefix of an order, by the class of the prefix.
  private var results: [UInt64: (result: UInt64, order: Int)] = [:]
  /// Whether the earlier runs don't cover the latest one.
  private(set) var latestIsNew = false
  private var demands: [Demand] = []
  private var firstOpen = 0
  private var knownDemands: Set<UInt64> = []
  /// The demands for which a run was made.
  private var tried: Set<UInt64> = []
  /// Whether orders can cover others.
  private(set) var isKnown = true
  private(set) var isCovered = false
  /// Two orders that seemed to be equivalent, but led to different results.
  private(set) var difference: OrderDifference?

  /// - Parameter isCheap: Whether the coverage is only a by-product of the runs. Then it is known only for small
  ///   tests.
  init(isCheap: Bool = false) {
    actionLimit = isCheap ? 16 : 64
    partLimit = isCheap ? Self.cheapPartLimit : StateParts.limit
  }

  /// Whether the next run is to record its actions.
  var wantsActions: Bool { isKnown || difference?.next != nil }

  /// - Parameter run: The actions of a run; `nil` if not only the state can show their order.
  mutating func didRun(_ run: RecordedActions?) {
    if difference != nil { difference?.didRun(run) }
    guard isKnown else { return }
    guard let run, run.order.events.count <= actionLimit,
      run.outcomes.allSatisfy({ $0.state.isComplete && $0.state.values.count <= partLimit })
    else { return withdraw() }
    if isCovered {
      // A new run contradicts the coverage if its class is unknown, or has led to another result.
      let order = Order(run, commutation.knownLabels(of: run.order))
      let hashes = pasts(of: order).hashes
      guard agrees(order, hashes), order.events.count == order.results.count,
        knownClasses.contains(hashes.reduce(0, &+))
      else { return withdraw() }
    }
    let (labels, isNews) = commutation.learn(from: run)
    guard commutation.isConsistent else { return withdraw() }
    if isNews {
      (isCovered, analyzedCount) = (false, 0)
      (classes, classesByHash, knownClasses, results) = ([], [:], [], [:])
      (demands, firstOpen, knownDemands) = ([], 0, [])
    }
    let order = Order(run, labels)
    if let number = known[labels] {
      latestIsNew = false
      if orders[number].results != order.results { withdraw() }
    } else {
      known[labels] = orders.count
      orders.append(order)
    }
  }

  /// Determines whether the runs cover every order.
  mutating func judge() {
    while isKnown, analyzedCount < orders.count {
      analyze(analyzedCount)
      analyzedCount += 1
    }
    while firstOpen < demands.count, isMet(demands[firstOpen]) { firstOpen += 1 }
    isCovered = isKnown && firstOpen == demands.count
  }

  /// The effects that act first in the next run that is needed, in order. `nil` if no run is needed, or if the runs
  /// allow no conclusion.
  mutating func next() -> [UInt64]? {
    judge()
    if let order = difference?.next { return order }
    guard isKnown, !isCovered else { return nil }
    let demand = demands[firstOpen]
    if tried.insert(key(of: demand)).inserted { return demand.effects }
    // If a run didn't follow an order once, it won't follow that order later.
    withdraw()
    return nil
  }

  private mutating func withdraw() {
    let difference = difference
    self = OrderCoverage()
    (isKnown, self.difference) = (false, difference)
  }

  /// For each event, the events that precede it in every order: the events of the same effect, the event that started
  /// the effect, and the events of the test, which waits until effects are idle.
  private static func causes(in events: [ActionOrder.Event]) -> [UInt64] {
    var latest: [UInt64: UInt64] = [:]
    return events.enumerated().map { index, event in
      var causes = latest[event.effect, default: 0] | latest[ActionOrder.test, default: 0]
      if let starter = event.starter { causes |= 1 << UInt64(starter) }
      if event.effect == ActionOrder.test { causes = (1 << UInt64(index)) - 1 }
      latest[event.effect] = 1 << UInt64(index)
      return causes
    }
  }

  // MARK: - Classes

  private mutating func analyze(_ number: Int) {
    let order = orders[number]
    let (pasts, hashes) = pasts(of: order)
    guard agrees(order, hashes) else { return withdraw() }
    var sum: UInt64 = 0
    for (hash, result) in zip(hashes, order.results) {
      sum &+= hash
      if results[sum] == nil { results[sum] = (result, number) }
    }
    latestIsNew = knownClasses.insert(sum).inserted
    guard latestIsNew else { return }
    for hash in hashes { classesByHash[hash, default: []].append(classes.count) }
    classes.append(Set(hashes))
    let events = order.events
    for second in events.indices {
      for first in 0..<second where isRace(first, second, in: order, pasts) {
        let kept = (0..<second).filter { $0 < first || $0 > first && pasts[$0] & bit(first) == 0 }
        let demand = Demand(
          last: hash(of: second, after: kept, in: order, hashes), before: kept.map { hashes[$0] },
          effects: kept.map { events[$0].effect } + [events[second].effect])
        if knownDemands.insert(key(of: demand)).inserted { demands.append(demand) }
      }
    }
    if demands.count - firstOpen > Self.demandLimit { withdraw() }
  }

  /// Whether each prefix of an order has led to the same result as all others of its class. If not, records the
  /// difference.
  private mutating func agrees(_ order: Order, _ hashes: [UInt64]) -> Bool {
    var sum: UInt64 = 0
    for (event, hash) in hashes.enumerated() {
      sum &+= hash
      guard let known = results[sum], known.result != order.results[event] else { continue }
      let other = orders[known.order]
      difference = OrderDifference(
        from: other.events[...event].map { ($0.label, $0.effect) },
        to: order.events[...event].map { ($0.label, $0.effect) }, result: known.result)
      return false
    }
    return true
  }

  /// The past of each event, as bits, and a hash of each event with its past.
  private func pasts(of order: Order) -> (pasts: [UInt64], hashes: [UInt64]) {
    var (pasts, hashes): ([UInt64], [UInt64]) = ([], [])
    for event in order.events.indices {
      var past: UInt64 = 0
      for earlier in 0..<event where isOrdered(earlier, event, in: order) {
        past |= pasts[earlier] | bit(earlier)
      }
      pasts.append(past)
      hashes.append(hash(of: event, after: Array(0..<event), in: order, hashes))
    }
    return (pasts, hashes)
  }

  private func hash(
    of event: Int, after others: [Int], in order: Order, _ hashes: [UInt64]
  ) -> UInt64 {
    var sum: UInt64 = 0
    for other in others where isOrdered(other, event, in: order) {
      sum &+= StableHash(hashes[other]).value
    }
    var hash = StableHash(sum)
    hash.combine(UInt64(order.events[event].label))
    return hash.value
  }

  private func isOrdered(_ first: Int, _ second: Int, in order: Order) -> Bool {
    isCause(first, of: second, in: order) || areDependent(first, second, in: order)
  }

  private func isRace(_ first: Int, _ second: Int, in order: Order, _ pasts: [UInt64]) -> Bool {
    !isCause(first, of: second, in: order) && areDependent(first, second, in: order)
      && !(first + 1..<second).contains {
        pasts[$0] & bit(first) != 0 && pasts[second] & bit($0) != 0
      }
  }

  private func isCause(_ first: Int, of second: Int, in order: Order) -> Bool {
    order.events[second].causes & bit(first) != 0
  }

  private func areDependent(_ first: Int, _ second: Int, in order: Order) -> Bool {
    commutation.areDependent(order.events[first].label, order.events[second].label)
  }

  private func isMet(_ demand: Demand) -> Bool {
    classesByHash[demand.last, default: []].contains { classes[$0].isSuperset(of: demand.before) }
  }

  private func key(of demand: Demand) -> UInt64 {
    demand.before.reduce(StableHash(demand.last).value) { $0 &+ StableHash($1).value }
  }

  private func bit(_ event: Int) -> UInt64 { 1 << UInt64(event) }
}
