/// The id of an element of a stack.
///
/// A store numbers its elements 0, 1, 2, … and never reuses a number, so that a test can write them
/// as literals: `store.send(.path(.element(id: 0, action: .tapped)))`.
public struct StackElementID: Hashable, Sendable {
  /// The number of elements that the store had created before it.
  package let generation: Int

  package init(generation: Int) {
    self.generation = generation
  }

  /// The next id that the stack does not have yet.
  ///
  /// Inside of a store that is the generator's next. Outside, a generator starts over each time.
  static func next(
    of generator: StackElementIDGenerator, notIn ids: [StackElementID]
  ) -> StackElementID {
    while true {
      let id = StackElementID(generation: generator.next())
      if !ids.contains(id) { return id }
    }
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  public init(integerLiteral generation: Int) {
    self.init(generation: generation)
  }
}

extension StackElementID: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { String(generation) }
  public var debugDescription: String { description }
  /// No children: dumps show the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension StackElementID: Comparable {
  /// Whether an element was created before another one.
  public static func < (lhs: StackElementID, rhs: StackElementID) -> Bool {
    lhs.generation < rhs.generation
  }
}
