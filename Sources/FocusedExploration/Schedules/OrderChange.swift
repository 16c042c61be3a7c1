import Core
import FocusedTestStore

/// The difference between a passing and a failing run, in terms of the feature.
struct OrderChange {
  /// The first difference, in a sentence.
  let order: String
  /// The difference between the final states, as lines. `nil` if the states are equal.
  let stateDifference: String?
  let deviationCount: Int

  init(from passing: ScheduleRun, to failing: ScheduleRun) {
    let deviations = failing.log.choices.filter(\.isOrderDeviation)
    deviationCount = deviations.count
    let pairs = zip(passing.histories, failing.histories)
    stateDifference = pairs.lazy.compactMap { $1.finalDifference(from: $0) }.first
    let orders: [String] = pairs.enumerated().compactMap { store, pair in
      Self.firstChange(from: pair.0.names, to: pair.1.names) { lane in
        failing.origin(of: .init(store: store, lane: lane)).map(FailureMessages.place)
      }
    }
    order = orders.first ?? Self.effectChange(in: failing, by: deviations)
  }

  private static func firstChange(
    from passing: [StoreHistory.StepName], to failing: [StoreHistory.StepName],
    place: (Int) -> String?
  ) -> String? {
    guard
      let step = (0..<max(passing.count, failing.count)).first(where: { step in
        step >= passing.count || step >= failing.count || passing[step] != failing[step]
      })
    else { return nil }
    guard step < failing.count else { return FailureMessages.doesNotArrive(passing[step].name) }
    guard step < passing.count else {
      return FailureMessages.arrivesInAddition(failing[step].name)
    }
    let (expected, actual) = (passing[step], failing[step])
    if expected.name == actual.name {
      return FailureMessages.arrives(
        actual.name, of: actual.effect.flatMap(place), beforeThatOf: expected.effect.flatMap(place))
    }
    func comes(_ name: String, in steps: [StoreHistory.StepName]) -> Bool {
      steps[step...].contains { $0.name == name }
    }
    if comes(expected.name, in: failing) {
      return FailureMessages.arrives(actual.name, before: expected.name)
    }
    return comes(actual.name, in: passing)
      ? FailureMessages.arrives(actual.name, insteadOf: expected.name)
      : FailureMessages.arrives(actual.name, inPlaceOf: expected.name)
  }

  private static func effectChange(
    in run: ScheduleRun, by deviations: [ChoiceLog.Choice]
  ) -> String {
    if deviations.last?.pickedTask?.lane == ReadyTask.store(0).lane {
      return FailureMessages.otherStoreWakes
    }
    if let last = deviations.last, last.pickedTask == .test,
      let left = run.place(of: last.tasks[0], inStore: last.point.store)
    {
      return FailureMessages.testGoesOn(before: left)
    }
    guard let last = deviations.last,
      let picked = last.pickedTask.flatMap({ run.place(of: $0, inStore: last.point.store) }),
      let overtaken = run.place(of: last.tasks[0], inStore: last.point.store)
    else { return FailureMessages.runInAnotherOrder }
    return FailureMessages.runs(picked, before: overtaken)
  }
}

extension ScheduleRun {
  /// The name of a task in messages.
  fileprivate func place(of task: ReadyTask, inStore store: Int) -> String? {
    origin(of: .init(store: store, lane: task.lane)).map {
      FailureMessages.place(of: $0, isPart: task.isPart)
    }
  }
}
