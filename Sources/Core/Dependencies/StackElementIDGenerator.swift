/// Numbers the elements of a store's stacks: 0, 1, 2, …, without repetition.
package struct StackElementIDGenerator: Sendable, TestDependencyKey {
  package typealias Value = StackElementIDGenerator
  package static var testValue: StackElementIDGenerator { StackElementIDGenerator() }

  let counter: IncrementingCounter
  /// The next ID after all IDs of the stacks that were created outside the store.
  let foreign = IncrementingCounter()
  /// Whether a stack takes elements with IDs that it was not given by this generator.
  let admitsOtherIDs: Bool

  package init(startingAt start: Int = 0, admitsOtherIDs: Bool = false) {
    counter = IncrementingCounter(startingAt: start)
    self.admitsOtherIDs = admitsOtherIDs
  }

  package var position: Int { counter.position }

  package func next() -> Int { counter.next() }

  /// Excludes an ID that other code chose from the IDs to generate.
  package func skip(_ id: Int) { counter.skip(id) }

  /// Excludes the IDs of a stack, given the highest, if the stack was created outside the store. The IDs of
  /// stacks that were created inside the store are already excluded.
  func admit(upTo id: Int) {
    guard id >= counter.position else { return }
    foreign.skip(id)
    counter.skip(id)
  }
}

extension DependencyValues {
  /// Numbers the elements of the store's stacks.
  package var stackElementID: StackElementIDGenerator {
    get {
      overridden(StackElementIDGenerator.self)
        ?? defaults?.stackElementIDs ?? StackElementIDGenerator()
    }
    set { set(newValue, for: StackElementIDGenerator.self) }
  }
}
