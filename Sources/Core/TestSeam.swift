import Foundation
import Synchronization

// What a test store needs of Core, and all that Core knows of test stores.
//
// `FocusedTestStore` is a client of this module that sees what is `package`. Most of that serves
// the live `Store` just as well:
//
// - `EffectRuntime` reduces actions and interprets effects. A test store gives it an `EffectHost`
//   of its own, whose `EffectLane`s run an effect's jobs on the executor that the test drains, and
//   a `RuntimeObserver` that is notified of each step. That one can name an `EffectWatch`, which is
//   notified of each effect that starts or is cancelled.
// - `EffectGroup` and `RunningEffect` say what is in flight and where it comes from.
// - `DependencyValues` are prepared, given a cache and made current as for any store.
// - `Issues.reporter` is what takes the issues of a task.
// - `StoreBacking` is the part of a view's store that a test can replace by a script.
//
// Three needs are those of tests alone. This file is all there is to them.

// MARK: - Issues without a reporter

extension Issues {
  /// The class that `FocusedTestStore` reports to the test frameworks with.
  ///
  /// This module must import neither that one nor the frameworks, so it asks for the class by name.
  /// A global that `FocusedTestStore` sets would miss what is reported before a test makes its
  /// first store. A test fails when the name no longer resolves.
  package static let testReporterName = "FocusedTestStore.TestFrameworkReporter"

  /// Takes the issues of a task that has no reporter: the test framework's, or standard error where
  /// `FocusedTestStore` is not linked.
  package static let defaultReporter: any IssueReporter = {
    let found = NSClassFromString(testReporterName) as? any DiscoverableIssueReporter.Type
    return found?.init() ?? StandardErrorReporter()
  }()
}

/// A reporter that is found by its name.
package protocol DiscoverableIssueReporter: IssueReporter {
  init()

  /// Whether the test framework has told of an error before it was thrown.
  func hasReported(_ error: any Error) -> Bool
}

extension Issues {
  /// Whether an issue has told of an error before it was thrown, so that it is no further issue.
  package static func hasReported(_ error: any Error) -> Bool {
    error is any ReportedError
      || (defaultReporter as? any DiscoverableIssueReporter)?.hasReported(error) == true
  }
}

// MARK: - Ids in assertions

// An assert closure makes the ids that the reducer made, as in `$0.id = uuid()`. So it runs with
// copies of the store's generators, set back to where they stood before the step.

/// How far the generators among a store's dependencies that count have come.
package struct GeneratorPositions: Hashable, Sendable {
  /// `nil` if the generator does not count, as the live one does not.
  package let uuid: Int?
  package let stackElementID: Int

  package init(uuid: Int?, stackElementID: Int) {
    self.uuid = uuid
    self.stackElementID = stackElementID
  }
}

/// The generators among some dependencies that count. Reading their positions costs two loads.
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

  /// Where the generators stood when the step that is just over began to make ids, given where they
  /// stood before it. The ids of stacks that were made elsewhere are excluded in between.
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

/// The dependencies of a store's assert closures: those of the store, but for generators that share
/// nothing with the originals, and start at given positions.
package final class RewindableDependencies: Sendable {
  /// What the closures ask for and is not so.
  package let claims = UnmetClaims()
  private let values: DependencyValues
  private let generators: CountableGenerators

  package init(_ original: DependencyValues) {
    values = original.forAssertClosures(noting: claims)
    generators = values.countableGenerators
  }

  /// The values, their generators at some positions and without claims. They hold until the next call.
  package func rewound(to positions: GeneratorPositions) -> DependencyValues {
    generators.stackElementID.counter.move(to: positions.stackElementID)
    if let position = positions.uuid { generators.uuid?.move(to: position) }
    _ = claims.take()
    return values
  }
}

// MARK: - What is not so in assertions

// A closure that states right values changes nothing, and neither does one that adds an element whose id
// is there, or changes what is not there. Collections with ids and presented states tell which it was.

/// Something that an assert closure asks for and that is not so.
package struct UnmetClaim {
  package enum Kind {
    /// A change of an element, or of a presented state, that is not there.
    case changesNothing
    /// An element to be added, where another value has its id. Some are merged in: "if it is not there yet".
    case adds(Any, over: Any, isMerge: Bool)
  }

  package let kind: Kind
  /// `the Row.State with the id 7`
  package let subject: String
  /// What is there instead.
  package let context: String
}

/// Takes what an assert closure asks for and is not so. Asked for only where an app would find nothing.
package final class UnmetClaims: Sendable {
  private let claims = Lock<RuntimeConfined<[UnmetClaim]>>(RuntimeConfined([]))
  /// Spares almost all closures the lock.
  private let isEmpty = Atomic(true)

  static func note(_ claim: () -> UnmetClaim?) {
    guard let current = DependencyValues.scoped?.contents.unmetClaims, let claim = claim() else {
      return
    }
    let added = RuntimeConfined(claim)
    current.claims.withLock { $0 = RuntimeConfined($0.value + [added.value]) }
    current.isEmpty.store(false, ordering: .releasing)
  }

  /// Returns the claims since the last call.
  package func take() -> [UnmetClaim] {
    guard !isEmpty.load(ordering: .acquiring) else { return [] }
    isEmpty.store(true, ordering: .relaxed)
    let taken = claims.withLock { claims in
      defer { claims = RuntimeConfined([]) }
      return claims
    }
    return taken.value
  }
}

extension UnmetClaim {
  /// An element of a collection with ids is not there.
  static func noElement<Element>(
    _: Element.Type, id: some Any, among ids: some Collection
  ) -> UnmetClaim {
    let list = ids.prefix(8).map { "\($0)" }.joined(separator: ", ")
    return UnmetClaim(
      kind: .changesNothing, subject: "the \(Spelling.shortName(Element.self)) with the id \(id)",
      context: ids.isEmpty
        ? " There are no others." : " Those that are there: \(list)\(ids.count > 8 ? ", …" : "")")
  }

  /// A state that a wrapper would present is not there.
  static func nothingPresented<State>(_: State.Type) -> UnmetClaim {
    UnmetClaim(
      kind: .changesNothing, subject: "the \(Spelling.shortName(State.self)) that is presented",
      context: "")
  }
}
