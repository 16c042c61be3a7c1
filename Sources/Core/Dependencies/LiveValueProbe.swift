/// A running computation of a key's test value.
///
/// The result doesn't show whether `testValue` is the default one, so the default implementation is recorded here.
package final class LiveValueProbe: Sendable {
  @TaskLocal package static var current: LiveValueProbe?

  /// The code that reads the value being computed: `$0.client`.
  let access: String
  /// The store that the value is created for, or `nil` if several stores may share it.
  let owner: (any IssueReporter)?
  private let key: ObjectIdentifier
  private let isMarked = Flag()
  private let hasEndpoints = Flag()

  private init(for key: any TestDependencyKey.Type, access: String, owner: (any IssueReporter)?) {
    self.key = ObjectIdentifier(key)
    self.access = access
    self.owner = owner
  }

  /// Returns the test value of a key, and whether it is only a substitute, the key's live value.
  ///
  /// A value with unimplemented endpoints is computed twice. The first computation initializes
  /// constants, which belong to no store. So the second one creates values for this store alone.
  package static func testValue<Key: TestDependencyKey>(
    of key: Key.Type, access: String
  ) -> (value: Key.Value, isSubstitute: Bool) {
    let probe = LiveValueProbe(for: key, access: access, owner: nil)
    var value = $current.withValue(probe) { key.testValue }
    if probe.hasEndpoints.isRaised {
      let owner = Issues.reporter ?? EndpointOwner.ofPreparedStore
      value = $current.withValue(LiveValueProbe(for: key, access: access, owner: owner)) {
        key.testValue
      }
    }
    return (value, probe.isMarked.isRaised)
  }

  /// Records that the test value that is being created has an unimplemented endpoint.
  func sawEndpoint() {
    hasEndpoints.raise()
  }

  /// Records that the default test value of a key was read.
  ///
  /// The test values of other keys that an implemented test value reads don't count.
  package func sawDefaultTestValue(of key: Any.Type) {
    if ObjectIdentifier(key) == self.key {
      isMarked.raise()
    }
  }
}

extension TestDependencyKey {
  /// The live value, if the key has one.
  static var anyLiveValue: Value? {
    (Self.self as? any DependencyKey.Type)?.liveValue(as: Value.self)
  }
}

extension DependencyKey {
  fileprivate static func liveValue<V>(as _: V.Type) -> V? { liveValue as? V }
}
