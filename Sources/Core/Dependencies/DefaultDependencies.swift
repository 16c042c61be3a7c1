/// The default values of a store's dependencies, each computed once.
///
/// A `testValue` is often a computed property that creates a new object. All reads within one store
/// must see the same object, and no other store may see it. So the cache belongs to the store.
package final class DefaultDependencies: Sendable {
  /// Numbers the elements of the store's stacks.
  package let stackElementIDs: StackElementIDGenerator

  private let state = Lock(State())

  package init(stackElementIDs: StackElementIDGenerator = StackElementIDGenerator()) {
    self.stackElementIDs = stackElementIDs
  }

  /// The default value of a key, and the reason why it is not the right one, if any.
  package func value<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext,
    orCompute compute: () -> (value: Key.Value, flaw: DependencyFlaw?)
  ) -> (value: Key.Value, flaw: DependencyFlaw?) {
    let slot = Slot(key: ObjectIdentifier(key), context: context)
    if let entry = state.withLock({ $0.entries[slot] }) {
      return (DependencyBox.value(in: entry.box), entry.flaw)
    }
    // Outside the lock, because a value may read other dependencies. When two tasks get here at
    // once, both take what the first one stores.
    let new = compute()
    let entry = state.withLock { state in
      if let entry = state.entries[slot] { return entry }
      let entry = Entry(box: DependencyBox(new.value), flaw: new.flaw)
      state.entries[slot] = entry
      return entry
    }
    return (DependencyBox.value(in: entry.box), entry.flaw)
  }

  /// Whether this is the first report about `name` at a line.
  package func isNews(_ name: String, at callSite: CallSite) -> Bool {
    state.withLock { $0.reported.insert(Report(name: name, callSite: callSite)).inserted }
  }

  private struct State {
    var entries = [Slot: Entry]()
    var reported: Set<Report> = []
  }

  private struct Slot: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private struct Entry {
    let box: any AnyObject & Sendable
    let flaw: DependencyFlaw?
  }

  private struct Report: Hashable {
    let name: String
    let callSite: CallSite
  }
}

/// The reason why a default value is not the one that its reader should get.
package enum DependencyFlaw: Sendable {
  /// It is a live value, in a test.
  case liveInTest
  /// It is a test value, in an app.
  case notLive
}
