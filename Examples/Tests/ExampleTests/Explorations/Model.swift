import FocusedTestStore
import Testing

/// What a feature promises, told action by action and independent of the feature.
protocol Model<State, Action> {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  /// Claims that a state is the one that the model leads to.
  func agrees(with state: State, at sourceLocation: SourceLocation)

  /// Follows an action, and claims that it may come now.
  mutating func follow(_ action: Action, at moment: Moment)
}

/// When an action was reduced, and which effect it came from.
struct Moment {
  /// The number of the step.
  let step: Int
  /// The step whose effect has sent the action; `nil` if the user has.
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

  /// A reducer that changes nothing, and notes the time of each action.
  var watch: Reduce<M.State, M.Action> {
    Reduce { [clock, times] _, _ in
      times.note(clock.time)
      return .none
    }
  }

  /// Claims that the store has done what the model has, and nothing else.
  func agrees(
    with store: TestStore<M.State, M.Action>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let times = times.entries
    let history = store.history
    for step in history.indices[followed...] {
      model.follow(
        history[step].action,
        at: Moment(step: step, cause: history[step].cause, time: times[step]))
    }
    followed = history.count
    model.agrees(with: store.state, at: sourceLocation)
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
