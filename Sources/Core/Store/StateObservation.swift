import Observation

/// The observed parts of a store's state, implemented by the Observation framework.
///
/// The framework expects a stored property for each observed value, but a store has one state. So
/// each observed part gets a token, and is observed as a key path that contains the token. The
/// framework keeps that key path, and thereby the token, while there is an observer. The table has
/// weak references to tokens: once a token is released, the part is no longer observed, and its
/// values are no longer compared. If a part is read without tracking, its token is released at
/// once.
@MainActor
package final class StateObservation<State> {
  private struct Entry {
    weak var token: Identity?
    let number: Int
    /// Whether the part has changed since the last call.
    let hasChanged: @MainActor (State) -> Bool
  }

  private let subject = ObservationSubject()
  private var entries: [[AnyHashable]: Entry] = [:]
  private var nextNumber = 0
  private var sweepThreshold = 64

  package init() {}

  /// The number of parts that are compared after each action.
  package var observedPartCount: Int { entries.values.count { $0.token != nil } }

  /// Registers an access to a part, if the caller's accesses are being tracked.
  package func access<Value>(
    _ part: StatePart<State, Value>, of state: @autoclosure () -> State
  ) {
    if let token = entries[part.id]?.token {
      subject.access(token)
      return
    }
    weak var token: Identity?
    do {
      // The part is observed as long as the token exists. It is released here if the access isn't tracked.
      let new = Identity()
      subject.access(new)
      token = new
    }
    if let token { watch(part.id, token, part.watch(from: state())) }
  }

  /// Calls a closure after every change of the state, before any observer is notified, as long as a token exists.
  package func follow(_ token: Identity, _ update: @escaping @MainActor () -> Void) {
    watch([ObjectIdentifier(token)], token) { _ in
      update()
      return false
    }
  }

  private func watch(
    _ id: [AnyHashable], _ token: Identity, _ hasChanged: @escaping @MainActor (State) -> Bool
  ) {
    entries[id] = Entry(token: token, number: nextNumber, hasChanged: hasChanged)
    nextNumber += 1
    // The cleanup doesn't run at each addition, because every row of a long list adds an entry.
    guard entries.count > sweepThreshold else { return }
    sweep()
    sweepThreshold = max(64, 2 * entries.count)
  }

  /// Notifies the observers of the parts that have changed, in the order of first observation.
  package func notify(of state: State) {
    guard !entries.isEmpty else { return }
    var changed: [(number: Int, token: Identity)] = []
    var hasUnobserved = false
    for entry in entries.values {
      guard let token = entry.token else {
        hasUnobserved = true
        continue
      }
      if entry.hasChanged(state) { changed.append((entry.number, token)) }
    }
    if hasUnobserved { sweep() }
    // Observers are notified only now, because they read the store, which changes the table. They
    // are sorted, because the order of a dictionary differs from run to run.
    changed.sort { $0.number < $1.number }
    for (_, token) in changed { subject.notify(token) }
  }

  private func sweep() {
    entries = entries.filter { $0.value.token != nil }
  }
}

/// The object that the Observation framework observes instead of a state.
private final class ObservationSubject: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  func access(_ token: Identity) {
    registrar.access(self, keyPath: \.[token])
  }

  func notify(_ token: Identity) {
    // The state has already changed. Observers expect a change that is about to be made, and read the new value later,
    // so they can't notice the difference.
    registrar.withMutation(of: self, keyPath: \.[token]) {}
  }

  /// A subscript for key paths that the framework compares, but doesn't read through.
  private subscript(_: Identity) -> Bool { true }
}

/// A value that equals only itself and its copies.
package final class Identity: Hashable, Sendable {
  package init() {}

  package static func == (lhs: Identity, rhs: Identity) -> Bool { lhs === rhs }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
