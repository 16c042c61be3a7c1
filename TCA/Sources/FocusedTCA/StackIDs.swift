@_spi(Internals) import ComposableArchitecture

/// The IDs that a feature's stacks give to their elements.
///
/// A closure that appends to a stack states the element that its step has pushed. So its elements get the IDs that the
/// reduction has given, and it takes none from the feature.
final class StackIDs {
  /// For each step, the ID of the next element before the step.
  private var firstIDs: [StackElementID] = []

  func willReduce() { firstIDs.append(nextID) }

  /// Runs an assert closure of a step, or of `assert`.
  func withIDs<R>(of step: Int?, _ closure: () throws -> R) rethrows -> R {
    let first = step.map { firstIDs[$0] } ?? nextID
    return try withDependencies {
      $0.stackElementID = generator(startingAt: first)
    } operation: {
      try closure()
    }
  }

  private var nextID: StackElementID {
    @Dependency(\.stackElementID) var generator
    return generator.peek()
  }

  // A generator can only be created for the first ID.
  private func generator(startingAt first: StackElementID) -> StackElementIDGenerator {
    let generator = StackElementIDGenerator.testValue
    while generator.peek() != first { _ = generator.next() }
    return generator
  }
}
