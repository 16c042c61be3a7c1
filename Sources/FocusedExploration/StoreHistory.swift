import Core
import ReducerDebugging
import FocusedTestStore

/// The actions and states of a store during a run, for a comparison with another run.
final class StoreHistory {
  /// The name of an action in messages, and the effect that sent it, by its number in the store; `nil` for any other
  /// action.
  typealias StepName = (name: String, effect: Int?)

  private var steps: [(action: Any, effect: Int?, state: Any)] = []

  func append(_ action: Any, from source: ActionSource, to state: Any) {
    steps.append((action, source.effect, state))
  }

  var names: [StepName] { steps.map { (FailureMessages.name($0.action), $0.effect) } }

  /// The difference between the last state and that of another run, as lines; `nil` if there is none.
  func finalDifference(from other: StoreHistory) -> String? {
    guard let state = steps.last?.state, let otherState = other.steps.last?.state else {
      return nil
    }
    return diff(otherState, state)
  }

  /// The message about the first step that differs from the other run.
  func divergence(from other: StoreHistory) -> String? {
    let count = min(steps.count, other.steps.count)
    for (step, (mine, theirs)) in zip(steps, other.steps).enumerated() {
      let difference = Difference.between(theirs.action, mine.action)
      if difference != nil || mine.effect != theirs.effect {
        return FailureMessages.actionDiffers(
          inStep: step, first: FailureMessages.name(theirs.action),
          second: FailureMessages.name(mine.action), difference)
      }
      if !areEqual(mine.state, theirs.state) {
        return FailureMessages.stateDiffers(
          inStep: step, after: FailureMessages.name(mine.action),
          Difference.between(theirs.state, mine.state))
      }
    }
    if steps.count == other.steps.count { return nil }
    return FailureMessages.actionDiffers(
      inStep: count,
      first: other.steps.dropFirst(count).first.map { FailureMessages.name($0.action) },
      second: steps.dropFirst(count).first.map { FailureMessages.name($0.action) }, nil)
  }

  /// The actions of an order, and the state after each; `nil` if an action has parts that aren't visible.
  func recorded(in order: ActionOrder) -> RecordedActions? {
    var outcomes: [(action: UInt64, state: StateParts)] = []
    for event in order.events {
      var parts = StateParts()
      for step in event.steps { parts.add(steps[step].action) }
      guard parts.isComplete else { return nil }
      outcomes.append((parts.hash, StateParts(of: steps[event.steps.upperBound].state)))
    }
    return RecordedActions(order: order, outcomes: outcomes)
  }
}
