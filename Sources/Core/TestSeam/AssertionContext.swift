/// The state of a running assert closure, for the package's collections and wrappers.
///
/// A closure that states correct values changes nothing. A write to a missing element also changes nothing, so
/// collections report it here. Adding an element that is already present would change nothing either. So when the
/// closure is applied to the actual state, identified arrays assign the stated value to the element.
package final class AssertionContext: Sendable {
  /// The state to which the closure is applied.
  package enum Target: Sendable {
    /// A state whose collections behave as in production.
    case other
    /// The actual state. In `assert`, the closure follows no step.
    ///
    /// The merges with these numbers change nothing, because their elements existed before the step.
    case actual(isAfterStep: Bool, withoutMerges: Set<Int> = [])
  }

  /// The closure's operations besides changes of the state.
  package struct Outcome: Sendable {
    /// The writes to missing elements, except writes to an element that the closure removes.
    package var missed: [MissedMutation] = []
    /// Whether an identified array has pending additions. See `SettlingCollection`.
    package var needsSettling = false
    /// Whether the closure removed elements of an identified array. It may have added them again, with other values.
    package var removesElements = false
    /// Whether merging gave a present element another value or position.
    package var changesMergedElements = false

    package init() {}
  }

  private struct Contents {
    var target = Target.other
    var outcome = Outcome()
    var merges = 0
  }

  private let contents = Lock(Contents())

  /// The number of assert closures that are running in the process.
  fileprivate static let running = Lock(0)

  /// Starts another application of a closure.
  func begin(_ target: Target) {
    contents.withLock { $0 = Contents(target: target) }
  }

  /// The operations, besides changes of the state, of the latest application of a closure.
  package var outcome: Outcome { contents.withLock(\.outcome) }
}

// MARK: - What collections report

extension AssertionContext {
  /// Whether any assert closure is running. In an app, none is, so that its collections read no task-local.
  static var isAnyRunning: Bool { running.withLock { $0 } > 0 }

  /// The context of the running closure; `nil` in production.
  static var current: AssertionContext? {
    isAnyRunning ? DependencyValues.scoped?.contents.assertionContext : nil
  }

  /// Whether the running closure is applied to the state after a step, or `nil` if it is applied to
  /// another state, or if no closure runs.
  static var isAfterStep: Bool? {
    guard case .actual(let isAfterStep, _)? = current?.contents.withLock({ $0.target }) else {
      return nil
    }
    return isAfterStep
  }

  /// Records that an array has pending additions.
  static func noteRestatement() { current?.note { $0.needsSettling = true } }

  /// Reports that an array removes elements.
  static func noteRemoval() { current?.note { $0.removesElements = true } }

  /// Reports that merging changed an element that was present.
  static func noteMergedElement() { current?.note { $0.changesMergedElements = true } }

  /// Numbers the merge of a present element.
  ///
  /// - Returns: The number, and whether the merge changes nothing.
  static func nextMerge() -> (number: Int, isWithoutEffect: Bool)? {
    current?.contents.withLock { contents in
      guard case .actual(_, let withoutMerges) = contents.target else { return nil }
      let number = contents.merges
      contents.merges += 1
      return (number, withoutMerges.contains(number))
    }
  }

  func note(_ change: @Sendable (inout Outcome) -> Void) {
    contents.withLock { change(&$0.outcome) }
  }
}

extension DependencyValues {
  /// The values for a test store, before the test overrides some.
  package func forTestStore(
    _ id: ObjectIdentifier, dismiss: DismissEffect
  ) -> DependencyValues {
    changing(at: stateLocation) { contents in
      contents.startOwnCache()
      contents.context = .test
      contents.storeID = id
      contents.overrides.set(dismiss, for: DismissEffect.self)
    }
  }

  /// The values for assert closures, with generators that are independent of the store's. A closure
  /// can also write an ID as a literal: `$0.path[id: 0] = …` states the result of a push.
  func forAssertClosures(in context: AssertionContext) -> DependencyValues {
    changing(at: nil) { contents in
      contents.assertionContext = context
      contents.numberStackElements()
      if overridden(UUIDGenerator.self)?.counter != nil {
        contents.overrides.set(.incrementing, for: UUIDGenerator.self)
      }
    }
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

/// The counting generators among some dependencies.
///
/// An object, because each step refers to it more than once (`make bench`, "send, no effect").
package final class CountableGenerators: Sendable {
  fileprivate let uuid: IncrementingCounter?
  fileprivate let stackElementID: IncrementingCounter

  package init(of dependencies: DependencyValues) {
    uuid = dependencies.overridden(UUIDGenerator.self)?.counter
    stackElementID = dependencies.stackElementID
  }

  package var positions: GeneratorPositions {
    GeneratorPositions(uuid: uuid?.position, stackElementID: stackElementID.position)
  }

  /// The positions after the latest step, and those at which it began to generate IDs, given the positions before it.
  /// It began after the IDs of stacks that other code created in between.
  package func positions(
    inStepFrom before: GeneratorPositions
  ) -> (start: GeneratorPositions, end: GeneratorPositions) {
    let stacks = stackElementID.positions
    var start = before
    if stacks.admitted > before.stackElementID {
      start = GeneratorPositions(uuid: before.uuid, stackElementID: stacks.admitted)
    }
    return (start, GeneratorPositions(uuid: uuid?.position, stackElementID: stacks.next))
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
    generators = CountableGenerators(of: values)
  }

  /// Runs an application of a closure.
  ///
  /// - Parameters:
  ///   - positions: The positions at which the generators start.
  ///   - target: The state to which the closure is applied.
  package func run<R>(
    at positions: GeneratorPositions, for target: AssertionContext.Target = .other,
    _ closure: () throws -> R
  ) rethrows -> R {
    AssertionContext.running.withLock { $0 += 1 }
    defer { AssertionContext.running.withLock { $0 -= 1 } }
    return try rewound(to: positions, for: target).asCurrent(closure)
  }

  /// The values for an application of a closure, valid until the next call.
  ///
  /// - Parameters:
  ///   - positions: The positions at which the generators start.
  ///   - target: The state to which the closure is applied.
  package func rewound(
    to positions: GeneratorPositions, for target: AssertionContext.Target = .other
  ) -> DependencyValues {
    generators.stackElementID.move(to: positions.stackElementID)
    if let position = positions.uuid { generators.uuid?.move(to: position) }
    context.begin(target)
    return values
  }
}
