import Core

/// The kept states after those steps of a ``Journal`` that a test may still assert.
///
/// After a state is kept, the next reduction copies what it changes, and each state can hold a large array. So if
/// actions need not be asserted one by one, only the first actions of a long burst keep their states. Without a bound,
/// an effect with many actions would take quadratic time and unlimited memory.
package struct KeptStates<State> {
  /// The number of states that are kept if actions need not be asserted one by one.
  package static var limit: Int { 256 }

  /// The state that received actions lead on from, and its step.
  private var startState: State
  private var startStep: Int
  /// The steps since then whose states are kept, the oldest first, and their states.
  private var steps: [Int] = []
  private var states: [State] = []
  /// The number of states that were kept while all had to be kept. They are the first ones, and are
  /// not dropped.
  private var unboundedCount = 0
  /// The drain in which states were kept last, and how many were.
  private var burst = (drain: 0, count: 0)

  /// - Parameters:
  ///   - state: The state that received actions lead on from.
  ///   - step: The step that led to it; -1 for an initial state.
  package init(_ state: State, after step: Int) {
    startState = state
    startStep = step
  }

  /// Drops the states, and takes one for that which received actions lead on from.
  package mutating func restart(from state: State, after step: Int) {
    startState = state
    startStep = step
    unboundedCount = 0
    burst.count = 0
    if steps.isEmpty { return }
    steps.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
  }

  /// Keeps the state after the latest step, before another reduction changes it.
  ///
  /// - Parameters:
  ///   - drain: The number of the drain. A change means that all effects were idle in between.
  ///   - all: Whether each received action must be asserted, so that every state is kept.
  package mutating func keep(_ state: State, after step: Int, inDrain drain: Int, all: Bool) {
    if drain != burst.drain { burst = (drain, 0) }
    guard step > steps.last ?? startStep, all || burst.count < Self.limit else { return }
    burst.count += 1
    steps.append(step)
    states.append(state)
    if all {
      unboundedCount = steps.count
    } else if steps.count > unboundedCount + Self.limit {
      steps.remove(at: unboundedCount)
      states.remove(at: unboundedCount)
    }
  }

  /// The state after a step, if it is kept.
  package func state(after step: Int) -> State? {
    if step == startStep { return startState }
    let position = steps.partitioningIndex { $0 >= step }
    return position < steps.count && steps[position] == step ? states[position] : nil
  }
}
