import Core
import FocusedTestStore

// The difference between a passing and a failing run, in terms of the feature.
extension ScheduleRun {
  /// The first difference from the order of a passing run, in a sentence.
  func orderChange(from passing: ScheduleRun) -> String {
    for (store, (expected, actual)) in zip(passing.histories, histories).enumerated() {
      if let change = change(from: expected.names, to: actual.names, inStore: store) {
        return change
      }
    }
    guard let last = log.choices.last(where: \.isOrderDeviation),
      let picked = last.pickedTask.flatMap({ location(of: $0, inStore: last.point.store) }),
      let overtaken = location(of: last.tasks[0], inStore: last.point.store)
    else { return FailureMessages.runInAnotherOrder }
    return FailureMessages.runs(picked, before: overtaken)
  }

  private func change(
    from passing: [StoreHistory.StepName], to failing: [StoreHistory.StepName], inStore store: Int
  ) -> String? {
    let common = zip(passing, failing).prefix { $0 == $1 }.count
    let (passing, failing) = (passing.dropFirst(common), failing.dropFirst(common))
    guard let actual = failing.first else {
      return passing.first.map { FailureMessages.doesNotArrive($0.name) }
    }
    guard let expected = passing.first else {
      return FailureMessages.arrivesInAddition(actual.name)
    }
    if expected.name == actual.name {
      func place(_ effect: Int?) -> String? {
        effect.flatMap { origin(of: .init(store: store, lane: $0)) }.map(FailureMessages.place)
      }
      return FailureMessages.arrives(
        actual.name, of: place(actual.effect), beforeThatOf: place(expected.effect))
    }
    return failing.contains { $0.name == expected.name }
      ? FailureMessages.arrives(actual.name, before: expected.name)
      : FailureMessages.arrives(actual.name, inPlaceOf: expected.name)
  }

  /// The name of a task in messages.
  private func location(of task: ReadyTask, inStore store: Int) -> String? {
    origin(of: .init(store: store, lane: task.lane)).map {
      FailureMessages.place(of: $0, isPart: task.isPart)
    }
  }
}

/// The actions of a store in a run, for a comparison with another run.
final class StoreHistory {
  /// The name of an action in messages, and the effect that sent it, by its number in the store; `nil` for any other
  /// action.
  typealias StepName = (name: String, effect: Int?)

  private var steps: [(action: Any, effect: Int?)] = []

  func append(_ action: Any, from source: ActionSource) {
    steps.append((action, source.effect))
  }

  var names: [StepName] { steps.map { (FailureMessages.name($0.action), $0.effect) } }
}
