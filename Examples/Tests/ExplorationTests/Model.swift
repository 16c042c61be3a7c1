import FocusedTestStore
import Testing

/// The expected behavior of a feature, action by action, independent of the feature's code.
protocol Model<State, Action> {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  /// Asserts that a state equals the model's state.
  func expect(_ state: State, at sourceLocation: SourceLocation)

  /// Applies an action to the model, and asserts that the action may happen now.
  mutating func follow(_ action: Action, at moment: Moment)
}

/// The time at which an action was reduced, and the effect that sent it.
struct Moment {
  /// The number of the step.
  let step: Int
  /// The step whose effect sent the action, or `nil` if the user did.
  let cause: Int?
  let time: Duration
}

/// Keeps a model beside a store.
final class Companion<M: Model> {
  private(set) var model: M
  private let clock: TestClock<Duration>
  private let times = Log<Duration>()
  private var followed = 0

  init(_ model: M, clock: TestClock<Duration>) {
    self.model = model
    self.clock = clock
  }

  /// A reducer that only records the time of each action.
  var watch: Reduce<M.State, M.Action> {
    Reduce { [clock, times] _, _ in
      times.note(clock.time)
      return .none
    }
  }

  /// Applies the store's new steps to the model, and asserts that both have the same state.
  func check(
    _ store: TestStore<M.State, M.Action>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let times = times.entries
    let history = store.history
    for step in history.indices[followed...] {
      model.follow(
        history[step].action,
        at: Moment(step: step, cause: history[step].cause, time: times[step]))
    }
    followed = history.count
    model.expect(store.state, at: sourceLocation)
  }
}

extension Step {
  fileprivate var cause: Int? {
    if case .received(let step) = origin { step } else { nil }
  }
}

extension TestClock<Duration> {
  /// The time since the start.
  var time: Duration { now.offset }
}
