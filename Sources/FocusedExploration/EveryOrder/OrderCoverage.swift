import FocusedTestStore

/// The orders that the runs of a test stand for.
///
/// Orders that differ only by neighbors that commute lead to the same state, so one of them stands for the others: they
/// are one *class*. In a class, an action has a *past*: the actions before it that it depends on, and theirs. Two actions
/// are a *race* in a run if they are dependent, nothing but their order makes one part of the other's past, and no third
/// action is between them in that past. The other order of a race is a run of the actions before the first one, then
/// those between the two that don't have the first in their past, and then the second.
///
/// The runs stand for every order if some run begins, in its class, with the other order of each race in each run
/// (Abdulla, Aronis, Jonsson, and Sagonas, 2014). A class begins with some actions if it contains each with the same past,
/// so a hash of each action with its past is all that is compared.
struct OrderCoverage {
  /// A run that must begin, in its class, with the other order of a race.
  private struct Demand {
    /// The hash of the second action of the race, with its past in the other order.
    let last: UInt64
    /// The hashes of the actions before it.
    let before: [UInt64]
    /// The effects whose actions lead there.
    let effects: [UInt64]
  }

  /// The events of a run: for each its label, its effect, and the events that cause it, as bits.
  private typealias Order = [(label: Int, effect: UInt64, causes: UInt64)]

  enum Next {
    /// A run in which effects act in an order at first.
    case order([UInt64])
    case covered
    /// Nothing can be concluded from the runs.
    case unknown
  }

  /// The largest number of actions in a run, which are bits of a number.
  private static let limit = 64

  private var commutation = Commutation()
  /// The different orders that have run.
  private var orders: [Order] = []
  private var known: Set<[Int]> = []
  /// The classes of the orders, each as the hashes of its actions with their pasts.
  private var classes: [Set<UInt64>] = []
  private var classesByHash: [UInt64: [Int]] = [:]
  private var knownClasses: Set<UInt64> = []
  private var demands: [Demand] = []
  private var firstOpen = 0
  private var knownDemands: Set<UInt64> = []
  /// The demands for which a run has been made.
  private var tried: Set<UInt64> = []
  private(set) var isKnown = true
  private(set) var isCovered = false

  /// - Parameter run: The actions of a run; `nil` if more than the state can distinguish their orders.
  mutating func didRun(_ run: RecordedActions?) {
    isCovered = false
    guard isKnown, let run, run.order.isVisible, run.order.events.count <= Self.limit,
      run.outcomes.allSatisfy(\.state.isComplete)
    else {
      isKnown = false
      return
    }
    let (labels, isNews) = commutation.learn(from: run)
    isKnown = commutation.isConsistent
    let isNew = known.insert(labels).inserted
    if isNew {
      orders.append(
        zip(labels, zip(run.order.events, Self.causes(in: run.order.events))).map {
          ($0, $1.0.effect, $1.1)
        })
    }
    if isNews {
      (classes, classesByHash, knownClasses) = ([], [:], [])
      (demands, firstOpen, knownDemands) = ([], 0, [])
      for order in orders { analyze(order) }
    } else if isNew {
      analyze(orders[orders.count - 1])
    }
  }

  /// The next run that is needed to cover every order.
  mutating func next() -> Next {
    guard isKnown else { return .unknown }
    while firstOpen < demands.count {
      let demand = demands[firstOpen]
      if !isMet(demand) {
        // An order that effects did not take once, they will not take later.
        if !tried.insert(key(of: demand)).inserted { break }
        return .order(demand.effects)
      }
      firstOpen += 1
    }
    isCovered = firstOpen == demands.count
    isKnown = isCovered
    return isCovered ? .covered : .unknown
  }

  /// For each event, those that come before it in each order: of the same effect, the one that started the effect, and
  /// those of the test, which waits until effects are idle.
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

  private mutating func analyze(_ order: Order) {
    let (pasts, hashes) = pasts(of: order)
    guard knownClasses.insert(hashes.reduce(0, &+)).inserted else { return }
    for hash in hashes { classesByHash[hash, default: []].append(classes.count) }
    classes.append(Set(hashes))
    for second in order.indices {
      for first in 0..<second where isRace(first, second, in: order, pasts) {
        let kept = (0..<second).filter { $0 < first || $0 > first && pasts[$0] & bit(first) == 0 }
        let demand = Demand(
          last: hash(of: second, after: kept, in: order, hashes), before: kept.map { hashes[$0] },
          effects: kept.map { order[$0].effect } + [order[second].effect])
        if knownDemands.insert(key(of: demand)).inserted { demands.append(demand) }
      }
    }
  }

  /// The past of each event, as bits, and a hash of each event with its past.
  private func pasts(
    of order: Order
  ) -> (pasts: [UInt64], hashes: [UInt64]) {
    var (pasts, hashes): ([UInt64], [UInt64]) = ([], [])
    for event in order.indices {
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
    of event: Int, after others: [Int],
    in order: Order, _ hashes: [UInt64]
  ) -> UInt64 {
    var sum: UInt64 = 0
    for other in others where isOrdered(other, event, in: order) {
      sum &+= StableHash(hashes[other]).value
    }
    var hash = StableHash(sum)
    hash.combine(UInt64(order[event].label))
    return hash.value
  }

  private func isOrdered(
    _ first: Int, _ second: Int, in order: Order
  ) -> Bool {
    order[second].causes & bit(first) != 0
      || commutation.areDependent(order[first].label, order[second].label)
  }

  private func isRace(
    _ first: Int, _ second: Int, in order: Order,
    _ pasts: [UInt64]
  ) -> Bool {
    order[second].causes & bit(first) == 0
      && commutation.areDependent(order[first].label, order[second].label)
      && !(first + 1..<second).contains {
        pasts[$0] & bit(first) != 0 && pasts[second] & bit($0) != 0
      }
  }

  private func isMet(_ demand: Demand) -> Bool {
    classesByHash[demand.last, default: []].contains { classes[$0].isSuperset(of: demand.before) }
  }

  private func key(of demand: Demand) -> UInt64 {
    demand.before.reduce(StableHash(demand.last).value) { $0 &+ StableHash($1).value }
  }

  private func bit(_ event: Int) -> UInt64 { 1 << UInt64(event) }
}
