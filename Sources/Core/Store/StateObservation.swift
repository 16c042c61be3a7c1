import Observation

/// The observed parts of a store's state, implemented by the Observation framework.
///
/// The framework expects a stored property for each observed value, but a store has one state. So
/// each observed part gets a token, and is observed as a key path that contains the token. The
/// framework keeps that key path, and thereby the token, while there is an observer. The table has
/// weak references to tokens: once a token is released, the part is no longer observed, and its
/// values are no longer compared. If a part is read without tracking, its token is released at
/// once.
///
/// The parts of a list's elements are compared only after the list has changed. So the cost of an action doesn't
/// depend on the number of rows that a view shows, unless the action changes one of them.
@MainActor
package final class StateObservation<State> {
  private struct Entry {
    weak var token: Identity?
    let number: Int
    /// Whether the part has changed since the last call.
    let hasChanged: @MainActor (State) -> Bool
  }

  /// The observed parts of one list's elements, or of the rest of the state.
  @MainActor
  private final class Group {
    var entries: [[AnyHashable]: Entry] = [:]
    private let list: ObservedList<State>?
    /// The storage of the list at the last call.
    private var storage: ArrayStorage?

    init(list: ObservedList<State>?) {
      self.list = list
    }

    /// Whether the parts may have changed since the last call.
    func mayHaveChanged(to state: State) -> Bool {
      list.map { storage.mayChange(to: $0.storage(state)) } ?? true
    }

    /// Removes the entries whose parts are no longer observed.
    func sweep() {
      entries = entries.filter { $0.value.token != nil }
    }
  }

  private let subject = ObservationSubject()
  /// The groups, by the identities of their lists.
  private var groups: [[AnyHashable]: Group] = [:]
  private var nextNumber = 0
  /// The number of the entry with which unobserved entries are removed.
  private var nextSweep = 64

  package init() {}

  /// Registers an access to a part, if the caller's accesses are being tracked.
  package func access<Value>(
    _ part: StatePart<State, Value>, of state: @autoclosure () -> State
  ) {
    if let token = groups[key(of: part.list)]?.entries[part.id]?.token {
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
    if let token { watch(part.id, in: part.list, token, part.watch(from: state())) }
  }

  /// Calls a closure after every change of the state, or of a list in it, before any observer is notified, as long
  /// as a token exists.
  package func follow(
    _ token: Identity, in list: ObservedList<State>?, _ update: @escaping @MainActor () -> Void
  ) {
    watch([ObjectIdentifier(token)], in: list, token) { _ in
      update()
      return false
    }
  }

  private func watch(
    _ id: [AnyHashable], in list: ObservedList<State>?, _ token: Identity,
    _ hasChanged: @escaping @MainActor (State) -> Bool
  ) {
    let key = key(of: list)
    let group = groups[key] ?? Group(list: list)
    groups[key] = group
    group.entries[id] = Entry(token: token, number: nextNumber, hasChanged: hasChanged)
    nextNumber += 1
    // The cleanup doesn't run at each addition, because every row of a long list adds an entry.
    if nextNumber > nextSweep { sweep() }
  }

  /// Notifies the observers of the parts that have changed, in the order of first observation.
  package func notify(of state: State) {
    guard !groups.isEmpty else { return }
    var changed: [(number: Int, token: Identity)] = []
    for (key, group) in groups {
      guard group.mayHaveChanged(to: state) else { continue }
      var hasUnobserved = false
      for entry in group.entries.values {
        guard let token = entry.token else {
          hasUnobserved = true
          continue
        }
        if entry.hasChanged(state) { changed.append((entry.number, token)) }
      }
      // Only this group is swept, because it was just visited. Others may be large.
      if hasUnobserved { group.sweep() }
      if group.entries.isEmpty { groups[key] = nil }
    }
    // Observers are notified only now, because they read the store, which changes the table. They
    // are sorted, because the order of a dictionary differs from run to run.
    changed.sort { $0.number < $1.number }
    for (_, token) in changed { subject.notify(token) }
  }

  private func key(of list: ObservedList<State>?) -> [AnyHashable] { list?.id ?? [] }

  /// Removes the entries whose parts are no longer observed.
  private func sweep() {
    for group in groups.values { group.sweep() }
    groups = groups.filter { !$0.value.entries.isEmpty }
    nextSweep = groups.values.reduce(nextNumber + 64) { $0 + $1.entries.count }
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
