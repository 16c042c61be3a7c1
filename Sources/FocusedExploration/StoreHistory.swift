import Core
import ReducerDebugging
import FocusedTestStore

/// The history of a store during a run, for a comparison with another run.
protocol StoreHistory: AnyObject {
  var steps: [HistoryStep] { get }
  /// The difference between the last state and that of another run, as lines; `nil` if there is none.
  func finalDifference(from other: any StoreHistory) -> String?
  /// The message about the first step that differs from the other run.
  func divergence(from other: any StoreHistory) -> String?
  /// The actions of an order, and the state after each; `nil` if an action has parts that aren't visible.
  func recorded(in order: ActionOrder) -> RecordedActions?
}

/// A step of a store, as it is named in messages.
struct HistoryStep: Hashable {
  let name: String
  /// The effect that sent the action, by its number in the store; `nil` for any other action.
  let effect: Int?
}

/// Keeps the actions and states of a store. It forwards all events of the runtime to the store's own observer.
final class ObservedHistory<State, Action>: RuntimeObserver, StoreHistory {
  private let observer: any RuntimeObserver<State, Action>
  private var actions: [(action: Action, source: ActionSource)] = []
  private var states: [State] = []
  private let noteReduction: (ActionSource) -> Void

  init(
    beside observer: any RuntimeObserver<State, Action>,
    noteReduction: @escaping (ActionSource) -> Void
  ) {
    self.observer = observer
    self.noteReduction = noteReduction
  }

  func willReduce(_ action: Action, from source: ActionSource, in state: State) {
    observer.willReduce(action, from: source, in: state)
  }

  func didReduce(_ action: Action, from source: ActionSource, to state: State) {
    actions.append((action, source))
    states.append(state)
    noteReduction(source)
    observer.didReduce(action, from: source, to: state)
  }

  func didDismiss(by effect: EffectOrigin) { observer.didDismiss(by: effect) }
  var effectWatch: (any EffectWatch)? { observer.effectWatch }
  var intervention: (any RuntimeIntervention<State, Action>)? { observer.intervention }
  func didStop(_ runaway: Runaway) { observer.didStop(runaway) }
  func name(ofStep step: Int) -> String? { observer.name(ofStep: step) }

  var steps: [HistoryStep] {
    actions.map { HistoryStep(name: FailureMessages.name($0.action), effect: $0.source.effect) }
  }

  func finalDifference(from other: any StoreHistory) -> String? {
    guard let other = other as? Self, let state = states.last, let otherState = other.states.last
    else { return nil }
    return diff(otherState, state)
  }

  func divergence(from other: any StoreHistory) -> String? {
    guard let other = other as? Self else { return nil }
    for step in 0..<max(actions.count, other.actions.count) {
      let (mine, theirs) = (action(in: step), other.action(in: step))
      let difference = mine.flatMap { mine in
        theirs.flatMap { Difference.between($0.action, mine.action) }
      }
      let areBothThere = (mine == nil) == (theirs == nil)
      if difference != nil || !areBothThere || mine?.source.effect != theirs?.source.effect {
        return FailureMessages.actionDiffers(
          inStep: step, first: theirs.map { FailureMessages.name($0.action) },
          second: mine.map { FailureMessages.name($0.action) }, difference)
      }
      if let mine, !areEqual(states[step], other.states[step]) {
        return FailureMessages.stateDiffers(
          inStep: step, after: FailureMessages.name(mine.action),
          Difference.between(other.states[step], states[step]))
      }
    }
    return nil
  }

  func recorded(in order: ActionOrder) -> RecordedActions? {
    var outcomes: [(action: UInt64, state: StateParts)] = []
    for event in order.events {
      var parts = StateParts()
      for step in event.steps { parts.add(actions[step].action) }
      guard parts.isComplete else { return nil }
      outcomes.append((parts.hash, StateParts(of: states[event.steps.upperBound])))
    }
    return RecordedActions(order: order, outcomes: outcomes)
  }

  private func action(in step: Int) -> (action: Action, source: ActionSource)? {
    actions.indices.contains(step) ? actions[step] : nil
  }
}

extension ScheduleRun {
  package func observer<State, Action>(
    beside own: any RuntimeObserver<State, Action>
  ) -> any RuntimeObserver<State, Action> {
    guard keepsHistories || recordsActions else { return own }
    let history = ObservedHistory(beside: own) { [weak self] source in
      self?.withProgress { $0.actions?.didReduce(from: source) }
    }
    add(history)
    return history
  }
}
