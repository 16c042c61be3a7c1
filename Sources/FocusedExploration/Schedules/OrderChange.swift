import Core
import ReducerDebugging
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
    location: (Int) -> String?
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
        actual.name, of: actual.effect.flatMap(location),
        beforeThatOf: expected.effect.flatMap(location))
    }
    func arrives(_ name: String, in steps: [StoreHistory.StepName]) -> Bool {
      steps[step...].contains { $0.name == name }
    }
    if arrives(expected.name, in: failing) {
      return FailureMessages.arrives(actual.name, before: expected.name)
    }
    return arrives(actual.name, in: passing)
      ? FailureMessages.arrives(actual.name, insteadOf: expected.name)
      : FailureMessages.arrives(actual.name, inPlaceOf: expected.name)
  }

  private static func effectChange(
    in run: ScheduleRun, by deviations: [ChoiceLog.Choice]
  ) -> String {
    if deviations.last?.pickedTask?.lane == ReadyTask.store(0).lane {
      return FailureMessages.otherStoreWakes
    }
    guard let last = deviations.last,
      let picked = last.pickedTask.flatMap({ run.location(of: $0, inStore: last.point.store) }),
      let overtaken = run.location(of: last.tasks[0], inStore: last.point.store)
    else { return FailureMessages.runInAnotherOrder }
    return FailureMessages.runs(picked, before: overtaken)
  }
}

extension ScheduleRun {
  /// The name of a task in messages.
  fileprivate func location(of task: ReadyTask, inStore store: Int) -> String? {
    origin(of: .init(store: store, lane: task.lane)).map {
      FailureMessages.place(of: $0, isPart: task.isPart)
    }
  }
}

/// The actions and the last state of a store in a run, for a comparison with another run.
final class StoreHistory {
  /// The name of an action in messages, and the effect that sent it, by its number in the store; `nil` for any other
  /// action.
  typealias StepName = (name: String, effect: Int?)

  private var steps: [(action: Any, effect: Int?)] = []
  private var lastState: Any?

  func append(_ action: Any, from source: ActionSource, to state: Any) {
    steps.append((action, source.effect))
    lastState = state
  }

  var names: [StepName] { steps.map { (FailureMessages.name($0.action), $0.effect) } }

  /// The difference between the last state and that of another run, as lines; `nil` if there is none.
  func finalDifference(from other: StoreHistory) -> String? {
    guard let lastState, let otherState = other.lastState else { return nil }
    return diff(otherState, lastState)
  }
}
