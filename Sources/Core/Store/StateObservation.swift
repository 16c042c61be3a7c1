import Observation

/// Who observes which part of a store's state, by means of the Observation framework.
///
/// The framework expects one stored property for each thing that can be observed, where a store has
/// one state. So each observed part gets a token, and is observed as a key path that contains it.
/// The framework keeps that key path, and thereby the token, for as long as somebody observes it.
/// Here the token is held weakly: when it is gone, nobody observes the part any more, and comparing
/// its values is over. A part that is read outside of any tracking loses its token at once.
@MainActor
package final class StateObservation<State> {
  private struct Entry {
    weak var token: ObservationToken?
    let number: Int
    /// Whether the part differs from what it was at the last call.
    let hasChanged: @MainActor (State) -> Bool
  }

  private let subject = ObservationSubject()
  private var entries: [StatePartID: Entry] = [:]
  private var nextNumber = 0
  private var sweepThreshold = 64

  package init() {}

  /// How many parts are compared after each action.
  package var observedPartCount: Int { entries.values.count { $0.token != nil } }

  /// Observes a part, if the caller's accesses are being tracked.
  package func access<Value>(
    _ part: StatePart<State, Value>, of state: @autoclosure () -> State
  ) {
    if let token = entries[part.id]?.token {
      subject.access(token)
    } else if let token = subject.accessNewToken().reference {
      entries[part.id] = Entry(
        token: token, number: nextNumber, hasChanged: part.watch(from: state()))
      nextNumber += 1
      sweepIfGrown()
    }
  }

  /// Tells those who observe parts that have changed, the part that was observed first first.
  package func notify(of state: State) {
    guard !entries.isEmpty else { return }
    var changed: [(number: Int, token: ObservationToken)] = []
    var hasUnobserved = false
    for entry in entries.values {
      guard let token = entry.token else {
        hasUnobserved = true
        continue
      }
      if entry.hasChanged(state) { changed.append((entry.number, token)) }
    }
    if hasUnobserved { sweep() }
    // Only now, because observers read the store, and so come back to the table; and in an order of
    // ours, because that of a dictionary differs from run to run.
    changed.sort { $0.number < $1.number }
    for (_, token) in changed { subject.notify(token) }
  }

  private func sweepIfGrown() {
    guard entries.count > sweepThreshold else { return }
    sweep()
    sweepThreshold = max(64, 2 * entries.count)
  }

  private func sweep() {
    entries = entries.filter { $0.value.token != nil }
  }
}

/// What the Observation framework is told to observe in the place of a state.
private final class ObservationSubject: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  func access(_ token: ObservationToken) {
    registrar.access(self, keyPath: \.[token])
  }

  /// The token comes back weakly: it has ended already if nobody tracks the access.
  func accessNewToken() -> WeakToken {
    let token = ObservationToken()
    access(token)
    return WeakToken(reference: token)
  }

  func notify(_ token: ObservationToken) {
    // The state has changed by now, which an observer cannot tell from a change that is about to
    // be made: what it does with the news must wait for the new value in either case.
    registrar.withMutation(of: self, keyPath: \.[token]) {}
  }

  /// The framework identifies by key paths; nobody reads through them.
  private subscript(_: ObservationToken) -> Bool { true }
}

private struct WeakToken {
  weak var reference: ObservationToken?
}

/// Stands for one part of a state for as long as somebody observes it.
private final class ObservationToken: Hashable, Sendable {
  static func == (lhs: ObservationToken, rhs: ObservationToken) -> Bool { lhs === rhs }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
