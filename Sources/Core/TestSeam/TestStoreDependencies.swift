extension DependencyValues {
  /// The values for a test store, before the test overrides some. One copy makes all the changes.
  package func forTestStore(_ id: ObjectIdentifier, dismiss: DismissEffect) -> DependencyValues {
    var contents = contents
    let stackElementIDs = StackElementIDGenerator()
    contents.context = .test
    contents.storeID = id
    contents.defaults = DefaultDependencies(stackElementIDs: stackElementIDs)
    contents.isComputingDefault = false
    contents.presentedFeature?.isDismissOverridden = true
    contents.overrides.reserveCapacity(4)
    contents.overrides.set(stackElementIDs, for: StackElementIDGenerator.self)
    contents.overrides.set(dismiss, for: DismissEffect.self)
    var values = self
    values.contents = contents
    return values
  }

  /// The values for assert closures, with generators that share nothing with the store's. A closure
  /// can also write an id as a literal: `$0.path[id: 0] = …` states the result of a push.
  func forAssertClosures(in context: AssertionContext) -> DependencyValues {
    var contents = contents
    contents.assertionContext = context
    contents.overrides.set(
      StackElementIDGenerator(admitsOtherIDs: true), for: StackElementIDGenerator.self)
    if overridden(UUIDGenerator.self)?.counter != nil {
      contents.overrides.set(.incrementing, for: UUIDGenerator.self)
    }
    var values = self
    values.contents = contents
    values.statePlace = nil
    return values
  }
}
