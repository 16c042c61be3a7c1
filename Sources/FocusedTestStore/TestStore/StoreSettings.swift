import Core

/// The settings of a store, which any task may read and set.
///
/// A setting that a test changes during a call takes effect when that call ends.
final class StoreSettings: Sendable {
  struct Values: Sendable {
    var exhaustivity: Exhaustivity
    var dependencies: DependencyValues {
      didSet { dependencyChanges += 1 }
    }
    var timeout = Duration.seconds(1)
    var jobLimit: Int
    var outsideTurns: Int
    fileprivate(set) var dependencyChanges = 0
  }

  private struct Content {
    var wanted: Values
    var effective: Values
    /// The effective dependencies as assert closures see them, once one has run.
    var rewindable: RewindableDependencies?
  }

  private let content: Lock<Content>

  init(_ values: Values) {
    content = Lock(Content(wanted: values, effective: values))
  }

  /// The last setting of the test.
  var wanted: Values { content.withLock { $0.wanted } }
  /// The checks of the store.
  var plan: CheckPlan { CheckPlan(content.withLock { $0.effective.exhaustivity }) }

  var effectiveDependencies: DependencyValues { content.withLock { $0.effective.dependencies } }

  func set(_ change: (inout Values) -> Void) {
    // Old values are released after the lock, because that may run code of the app.
    _ = content.withLock { content in
      let old = content
      change(&content.wanted)
      return old
    }
  }

  /// Lets what the test set take effect. Returns the values before and after.
  func apply() -> (old: Values, new: Values) {
    let old = content.withLock { content in
      let old = content
      content.effective = content.wanted
      if old.effective.dependencyChanges != content.effective.dependencyChanges {
        content.rewindable = nil
      }
      return old
    }
    return (old.effective, old.wanted)
  }

  /// The dependencies of assert closures.
  var rewindableDependencies: RewindableDependencies {
    let (known, dependencies) = content.withLock { ($0.rewindable, $0.effective.dependencies) }
    if let known { return known }
    let rewindable = RewindableDependencies(dependencies)
    content.withLock { $0.rewindable = rewindable }
    return rewindable
  }
}

/// The checks that an exhaustivity requires of a step, of received actions, and of the end of a test.
struct CheckPlan: Sendable {
  /// Whether the state before a step, with the closure applied, must equal the state after it in
  /// every field. If not, the fields are compared that the closure changes.
  let comparesEveryField: Bool
  /// Whether each received action must be asserted, in the order received. Then the state is that of the
  /// last asserted step, and every state is kept until then.
  let demandsReceived: Bool
  /// Whether each effect must have ended when the test does.
  let demandsEnds: Bool
  /// Whether skipped assertions are noted, as code to paste.
  let notesSkipped: Bool

  init(_ exhaustivity: Exhaustivity) {
    comparesEveryField = exhaustivity.checks.contains(.stateChanges)
    demandsReceived = exhaustivity.checks.contains(.receivedActions)
    demandsEnds = exhaustivity.checks.contains(.inFlightEffects)
    notesSkipped = exhaustivity.showsSkippedAssertions
  }

  /// Whether both check the same, whatever is noted.
  func checksTheSame(as other: CheckPlan) -> Bool {
    (comparesEveryField, demandsReceived, demandsEnds)
      == (other.comparesEveryField, other.demandsReceived, other.demandsEnds)
  }
}
