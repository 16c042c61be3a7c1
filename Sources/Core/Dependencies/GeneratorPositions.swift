import Synchronization

/// How far the countable generators among a store's dependencies have come.
package struct GeneratorPositions: Hashable, Sendable {
  /// `nil` if the generator does not count, as the live one does not.
  package let uuid: Int?
  package let stackElementID: Int

  package init(uuid: Int?, stackElementID: Int) {
    self.uuid = uuid
    self.stackElementID = stackElementID
  }
}

/// The countable generators among some dependencies. To ask how far they are costs two loads.
package struct CountableGenerators: Sendable {
  fileprivate let uuid: IncrementingCounter?
  fileprivate let stackElementID: IncrementingCounter

  package var positions: GeneratorPositions {
    GeneratorPositions(uuid: uuid?.position, stackElementID: stackElementID.position)
  }
}

/// Copies of some dependencies whose generators share nothing with the originals, and start where
/// they are told to: an assert closure can foretell the ids that a reducer made, without using up
/// any.
package struct RewindableDependencies: Sendable {
  private let values: DependencyValues
  private let generators: CountableGenerators

  package init(_ original: DependencyValues) {
    var values = original
    values.isForetelling = true
    values.stackElementID = StackElementIDGenerator()
    if original.countableGenerators.uuid != nil { values.uuid = .incrementing }
    self.values = values
    generators = values.countableGenerators
  }

  /// The values, their generators at some positions. They hold until the next call.
  package func rewound(to positions: GeneratorPositions) -> DependencyValues {
    generators.stackElementID.move(to: positions.stackElementID)
    if let position = positions.uuid { generators.uuid?.move(to: position) }
    return values
  }
}

extension DependencyValues {
  package var countableGenerators: CountableGenerators {
    CountableGenerators(
      uuid: overridden(UUIDGenerator.self)?.counter, stackElementID: stackElementID.counter)
  }
}

/// Gives 0, 1, 2, … to whoever asks, from any task.
package final class IncrementingCounter: Sendable {
  private let upcoming: Atomic<Int>

  package init(startingAt start: Int = 0) {
    upcoming = Atomic(start)
  }

  /// The number that is given next.
  package var position: Int { upcoming.load(ordering: .relaxed) }

  fileprivate func move(to position: Int) {
    upcoming.store(position, ordering: .relaxed)
  }

  package func next() -> Int {
    upcoming.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// Makes sure that a number is not given any more.
  package func skip(_ number: Int) {
    upcoming.max(number + 1, ordering: .relaxed)
  }
}

/// Gives the elements of a store's stacks their ids: 0, 1, 2, …, none of them twice.
package struct StackElementIDGenerator: Sendable, TestDependencyKey {
  package typealias Value = StackElementIDGenerator
  package static var testValue: StackElementIDGenerator { StackElementIDGenerator() }

  fileprivate let counter: IncrementingCounter

  package init(startingAt start: Int = 0) {
    counter = IncrementingCounter(startingAt: start)
  }

  package var position: Int { counter.position }

  package func next() -> Int { counter.next() }

  /// Makes sure that an id that somebody else chose is not given any more.
  package func skip(_ id: Int) { counter.skip(id) }
}
