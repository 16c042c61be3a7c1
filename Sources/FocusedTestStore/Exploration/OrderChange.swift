import Core

/// What is different between a run that passes and one that fails, in terms of the feature.
struct OrderChange {
  /// The first difference.
  enum Kind: Hashable {
    /// An action arrives before another one.
    case before(String, String)
    /// An action arrives before another one of the same name, which another effect has sent.
    case same(String, from: String?, before: String?)
    /// An action arrives, and another one then never does.
    case insteadOf(String, String)
    /// An action arrives where another one arrives in the other run. Neither arrives in both.
    case replaces(String, String)
    /// An action arrives after all those that arrive in the other run.
    case additional(String)
    /// An action that arrives in the other run does not.
    case missing(String)
    /// The same actions arrive. An effect runs before another one.
    case effect(String, before: String)
    /// Nothing that could be told.
    case unknown
  }

  let kind: Kind
  /// How the last state differs, as lines, from that of the run that passes.
  let stateDifference: String?
  /// How many deviations there are.
  let deviationCount: Int

  init(from passing: ScheduleRun, to failing: ScheduleRun) {
    let trail = failing.trail
    let deviations = trail.choices.filter { $0.picked != 0 }
    deviationCount = deviations.count
    let pairs = zip(passing.histories, failing.histories)
    stateDifference = pairs.lazy.compactMap { $1.finalDifference(from: $0) }.first
    let orders: [Kind] = pairs.enumerated().compactMap { store, pair in
      Self.firstChange(from: pair.0.steps, to: pair.1.steps) { lane in
        failing.origin(of: .init(store: store, lane: lane)).map(FailureMessages.place)
      }
    }
    kind = orders.first ?? Self.effectChange(in: failing, by: deviations)
  }

  private static func firstChange(
    from passing: [HistoryStep], to failing: [HistoryStep], place: (Int) -> String?
  ) -> Kind? {
    guard
      let step = (0..<max(passing.count, failing.count)).first(where: { step in
        step >= passing.count || step >= failing.count || passing[step] != failing[step]
      })
    else { return nil }
    guard step < failing.count else { return .missing(passing[step].name) }
    guard step < passing.count else { return .additional(failing[step].name) }
    let (expected, actual) = (passing[step], failing[step])
    if expected.name == actual.name {
      return .same(
        actual.name, from: actual.effect.flatMap(place), before: expected.effect.flatMap(place))
    }
    func comes(_ name: String, in steps: [HistoryStep]) -> Bool {
      steps[step...].contains { $0.name == name }
    }
    if comes(expected.name, in: failing) { return .before(actual.name, expected.name) }
    return comes(actual.name, in: passing)
      ? .insteadOf(actual.name, expected.name) : .replaces(actual.name, expected.name)
  }

  private static func effectChange(
    in run: ScheduleRun, by deviations: [ScheduleTrail.Choice]
  ) -> Kind {
    guard let last = deviations.last,
      let picked = run.origin(of: .init(store: last.point.store, lane: last.pickedLane)),
      let overtaken = run.origin(of: .init(store: last.point.store, lane: last.lanes[0]))
    else { return .unknown }
    return .effect(FailureMessages.place(of: picked), before: FailureMessages.place(of: overtaken))
  }
}
