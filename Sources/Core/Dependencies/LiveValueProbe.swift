import Synchronization

/// Finds out whether a key brings a test value of its own.
///
/// The default `testValue` cannot be told from a written one by its result, so it leaves a mark
/// here while it is asked.
package final class LiveValueProbe: Sendable {
  @TaskLocal package static var current: LiveValueProbe?

  private let key: ObjectIdentifier
  private let isMarked = Atomic(false)

  private init(for key: ObjectIdentifier) {
    self.key = key
  }

  /// Asks a key for its test value, and whether that is only its live value.
  package static func testValue<Key: TestDependencyKey>(
    of key: Key.Type
  ) -> (value: Key.Value, isLive: Bool) {
    let probe = LiveValueProbe(for: ObjectIdentifier(key))
    let value = $current.withValue(probe) { key.testValue }
    return (value, probe.isMarked.load(ordering: .relaxed))
  }

  /// A written test value may be built from other keys' values; those are not what was asked about.
  package func sawDefaultTestValue(of key: Any.Type) {
    if ObjectIdentifier(key) == self.key {
      isMarked.store(true, ordering: .relaxed)
    }
  }
}
