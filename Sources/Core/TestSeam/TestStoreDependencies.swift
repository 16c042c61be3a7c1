extension DependencyValues {
  /// The values for a test store, before the test overrides some. All changes are made in one copy.
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

  /// The values for assert closures, with generators that are independent of the store's. A closure
  /// can also write an ID as a literal: `$0.path[id: 0] = …` states the result of a push.
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

// An assert closure can generate the same IDs as the reducer, as in `$0.id = uuid()`. So it runs
// with copies of the store's generators, which are reset to their positions before the step.

/// The positions of the counting generators among a store's dependencies.
package struct GeneratorPositions: Hashable, Sendable {
  /// `nil` if the generator doesn't count, such as the live one.
  package let uuid: Int?
  package let stackElementID: Int

  /// The positions at which generators start.
  package static let beginning = GeneratorPositions(uuid: 0, stackElementID: 0)

  package init(uuid: Int?, stackElementID: Int) {
    self.uuid = uuid
    self.stackElementID = stackElementID
  }
}

/// The counting generators among some dependencies. Reading their positions costs two loads.
///
/// An object, because each step refers to it more than once.
package final class CountableGenerators: Sendable {
  fileprivate let uuid: IncrementingCounter?
  fileprivate let stackElementID: StackElementIDGenerator

  fileprivate init(uuid: IncrementingCounter?, stackElementID: StackElementIDGenerator) {
    self.uuid = uuid
    self.stackElementID = stackElementID
  }

  package var positions: GeneratorPositions {
    GeneratorPositions(uuid: uuid?.position, stackElementID: stackElementID.position)
  }

  /// The positions at which the latest step began to generate IDs, given the positions before that
  /// step. They exclude the IDs of stacks that other code created in between.
  package func positions(inStepFrom before: GeneratorPositions) -> GeneratorPositions {
    let foreign = stackElementID.foreign.position
    guard foreign > before.stackElementID else { return before }
    return GeneratorPositions(uuid: before.uuid, stackElementID: foreign)
  }
}

extension DependencyValues {
  package var countableGenerators: CountableGenerators {
    CountableGenerators(
      uuid: overridden(UUIDGenerator.self)?.counter, stackElementID: stackElementID)
  }
}

/// The dependencies of a store's assert closures: the store's own, with copies of the generators
/// that start at given positions.
package final class RewindableDependencies: Sendable {
  /// The state of the running closure, for the collections in the state.
  package let context = AssertionContext()
  private let values: DependencyValues
  private let generators: CountableGenerators

  package init(_ original: DependencyValues) {
    values = original.forAssertClosures(in: context)
    generators = values.countableGenerators
  }

  /// The values for an application of a closure, valid until the next call.
  ///
  /// - Parameters:
  ///   - positions: The positions at which the generators start.
  ///   - target: The state to which the closure is applied.
  package func rewound(
    to positions: GeneratorPositions, for target: AssertionContext.Target = .other
  ) -> DependencyValues {
    generators.stackElementID.counter.move(to: positions.stackElementID)
    if let position = positions.uuid { generators.uuid?.move(to: position) }
    context.begin(target)
    return values
  }
}
