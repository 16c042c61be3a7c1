import Core

/// The settings of a store, which any task may read and set.
///
/// A setting that changes while a call runs takes effect when that call ends.
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
    /// The effective dependencies for assert closures, if a closure has run.
    var rewindable: RewindableDependencies?
  }

  private let content: Lock<Content>

  init(_ values: Values) {
    content = Lock(Content(wanted: values, effective: values))
  }

  /// The latest settings of the test.
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

  /// Applies the settings that the test has set. Returns the values before and after.
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
    if let known = content.withLock({ $0.rewindable }) { return known }
    let effective = content.withLock { $0.effective }
    // Created without the lock, because creating it runs the app's code.
    let rewindable = RewindableDependencies(effective.dependencies)
    return content.withLock { content in
      if let known = content.rewindable { return known }
      guard content.effective.dependencyChanges == effective.dependencyChanges else {
        return rewindable
      }
      content.rewindable = rewindable
      return rewindable
    }
  }
}
