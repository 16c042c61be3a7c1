import FocusedTestStore
import Foundation
import Synchronization
import Testing

/// The parts of a state without `==` that are considered equal.
struct S27_StructureTests {
  /// A state that holds any value, and has no `==`.
  private struct State {
    var value: Any
  }

  /// Whether `.on` and `.off` detect a change from one value to another. Both must agree.
  private nonisolated(nonsending) func sees(_ old: Any, _ new: Any) async -> Bool {
    func store(_ exhaustivity: Exhaustivity) -> TestStore<State, Int> {
      TestStore(exhaustivity, initialState: State(value: old)) {
        Reduce { state, action in
          if action == 1 { state.value = new }
          return .none
        }
      }
    }
    let inOn = await withCapturedIssues { await store(.on).send(1) }
    let inOff = await withCapturedIssues { await store(.off).send(1) { $0.value = old } }
    let isSeen = inOn.contains {
      $0.severity == .error && $0.message.hasPrefix("Expected no change")
    }
    claimEqual(isSeen, inOff.contains { $0.severity == .error })
    return isSeen
  }

  private nonisolated(nonsending) func claimEqualToItself(
    _ value: Any, _ twin: Any, line: UInt = #line
  ) async {
    let isSeen = await sees((value, {}), (twin, {}))
    claim(!isSeen, "\(value) counts as changed to \(twin)", line: line)
  }

  private nonisolated(nonsending) func claimDifferent(
    _ value: Any, _ other: Any, line: UInt = #line
  ) async {
    let isSeen = await sees((value, {}), (other, {}))
    claim(isSeen, "\(value) counts as equal to \(other)", line: line)
  }

  // MARK: - Values

  @Test func `Numbers are compared by value, and a NaN equals itself`() async {
    await claimEqualToItself(1, 1)
    await claimEqualToItself(0.0, -0.0)
    await claimEqualToItself(Double.nan, Double.nan)
    await claimEqualToItself([1, Double.nan], [1, Double.nan])
    await claimEqualToItself(CGPoint(x: Double.nan, y: 1), CGPoint(x: Double.nan, y: 1))
    await claimDifferent(1, 2)
    await claimDifferent(Double.nan, 1.0)
    await claimDifferent([1, Double.nan], [2, Double.nan])
    await claimDifferent(CGPoint(x: Double.nan, y: 1), CGPoint(x: Double.nan, y: 2))
    await claimDifferent(1, 1.0)
    await claimDifferent(Int8(1), 1)
    await claimDifferent("a", "b")
    await claimDifferent(Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1))
  }

  @Test func `Types, labels, and cases are compared`() async {
    await claimEqualToItself((a: 1, work), (a: 1, work))
    await claimDifferent((a: 1, work), (b: 1, work))
    await claimEqualToItself(Choice.left(1, work), Choice.left(1, work))
    await claimDifferent(Choice.left(1, work), Choice.left(2, work))
    await claimDifferent(Choice.left(1, work), Choice.right(1, work))
    await claimDifferent(Choice.none, Choice.left(1, work))
    await claimEqualToItself(Choice.named(x: 1), Choice.named(x: 1))
    await claimDifferent(Choice.named(x: 1), Choice.named(y: 1))
    await claimDifferent(Described.left(work), Described.right(work))
    await claimDifferent(Pair<Int>(), Pair<String>())
    await claimDifferent(work as (() -> Void)? as Any, (() -> Void)?.none as Any)
    await claimDifferent(Int.self, String.self)
    await claimEqualToItself(Int.self, Int.self)
  }

  @Test func `Elements are compared, and in lists also their order`() async {
    let (a, b, c) = (Item(id: 1), Item(id: 2), Item(id: 3))
    await claimEqualToItself([a, b], [a, b])
    await claimDifferent([a, b], [b, a])
    await claimDifferent([a, b], [a])
    await claimDifferent([a, b], [a, c])
    await claimDifferent(IdentifiedArray([a, b]), IdentifiedArray([b, a]))
    await claimEqualToItself(IdentifiedArray([a, b]), IdentifiedArray([a, b]))
    // Reflection shows nothing of these elements.
    let (hidden, other) = (Hidden(id: 1), Hidden(id: 2))
    await claimEqualToItself(IdentifiedArray([hidden]), IdentifiedArray([hidden]))
    await claimDifferent(IdentifiedArray([hidden]), IdentifiedArray([other]))
    await claimDifferent(StackState([a]), StackState([b]))
    await claimDifferent(ContiguousArray([a, b]), ContiguousArray([b, a]))
  }

  @Test func `The order in sets and dictionaries is not compared`() async {
    let ids = Array(0..<100)
    await claimEqualToItself(
      Dictionary(uniqueKeysWithValues: ids.map { ($0, Item(id: $0)) }),
      Dictionary(uniqueKeysWithValues: ids.reversed().map { ($0, Item(id: $0)) }))
    await claimDifferent([1: Item(id: 1)], [1: Item(id: 2)])
    await claimDifferent([1: Item(id: 1)], [2: Item(id: 1)])
    await claimDifferent([1: Item(id: 1)], [1: Item(id: 1), 2: Item(id: 2)])
    await claimEqualToItself((Set(ids), work), (Set(ids.reversed()), work))
    await claimDifferent((Set(ids), work), (Set(ids.dropFirst()), work))
  }

  @Test func `Errors are compared by type and structure`() async {
    await claimEqualToItself(Failure.code(1), Failure.code(1))
    await claimDifferent(Failure.code(1), Failure.code(2))
    await claimDifferent(Failure.code(1), CancellationError())
    await claimEqualToItself(FailureObject(1), FailureObject(1))
    await claimDifferent(FailureObject(1), FailureObject(2))
    await claimEqualToItself(NSError(domain: "a", code: 1), NSError(domain: "a", code: 1))
    await claimDifferent(NSError(domain: "a", code: 1), NSError(domain: "a", code: 2))
    await claimDifferent(
      Result<Int, any Error>.failure(Failure.code(1)), Result<Int, any Error>.success(1))
  }

  @Test func `Objects are compared by identity, unless they are Equatable`() async {
    let object = Object(1)
    await claimEqualToItself(object, object)
    await claimDifferent(Object(1), Object(1))
    await claimEqualToItself(Known(1), Known(1))
    await claimDifferent(Known(1), Known(2))
  }

  @Test func `Boxes are compared by their content`() async {
    await claimEqualToItself(AnyHashable(Row(1)), AnyHashable(Row(1)))
    await claimDifferent(AnyHashable(Row(1)), AnyHashable(Row(2)))
    await claimEqualToItself(AnyHashable(Double.nan), AnyHashable(Double.nan))
    await claimEqualToItself([Item(id: 1) as any Identifiable], [Item(id: 1) as any Identifiable])
    await claimDifferent([Item(id: 1) as Any], [Item(id: 2) as Any])
    await claimEqualToItself(Folder.node([.leaf(1, work)]), Folder.node([.leaf(1, work)]))
    await claimDifferent(Folder.node([.leaf(1, work)]), Folder.node([.leaf(2, work)]))
  }

  @Test func `A property wrapper is compared by its wrapped value`() async {
    await claimEqualToItself(Wrapping(1, writes: 1), Wrapping(1, writes: 2))
    await claimDifferent(Wrapping(1, writes: 1), Wrapping(2, writes: 1))
    await claimEqualToItself(Presenting(1), Presenting(1))
    await claimDifferent(Presenting(1), Presenting(2))
    await claimDifferent(Presenting(1), Presenting(nil))
  }

  // MARK: - Isolated conformances

  @Test func `An isolated conformance counts as absent, off its actor`() async {
    await claimDifferent(Isolated(1, cache: 1), Isolated(1, cache: 2))
  }

  @MainActor
  @Test func `An isolated conformance counts as absent, on its actor`() async {
    await claimDifferent(Isolated(1, cache: 1), Isolated(1, cache: 2))
    await claimEqualToItself(Isolated(1, cache: 1), Isolated(1, cache: 1))
    await claimDifferent([Isolated(1, cache: 1)], [Isolated(1, cache: 2)])
    let store = TestStore<Isolated, Int>(.on, initialState: Isolated(1, cache: 1)) {
      Reduce { state, _ in
        state.cache = 2
        return .none
      }
    }
    await claimOneIssue(naming: "cache: 2") {
      await store.send(1); return #line
    }
  }

  @MainActor
  @Test func `A live store compares by a conformance of the main actor`() {
    struct Holder {
      var isolated = Isolated(1, cache: 1)
      var onClose: @Sendable () -> Void = {}
      var count = 0
    }
    let looks = Mutex((isolated: 0, function: 0))
    let number = StateSelector(StateSelector<Holder, Isolated>(\.isolated)) { value in
      looks.withLock { $0.isolated += 1 }
      return value.number
    }
    let function = StateSelector(StateSelector<Holder, @Sendable () -> Void>(\.onClose)) { _ in
      looks.withLock { $0.function += 1 }
    }
    let store = Core.Store<Holder, Int>(initialState: Holder()) {
      Reduce { state, count in
        state.count = count
        return .none
      }
    }
    for count in 0..<3 {
      store.send(count)
      claimEqual(store.select(number), 1)
      store.select(function)
    }
    // A function may have changed at each step.
    claim(looks.withLock { $0 } == (1, 3), "\(looks.withLock { $0 })")
  }

  // MARK: - Large values

  @Test func `A thousand levels are compared`() async {
    await claimEqualToItself(Folder.levels(1_000, end: 1), Folder.levels(1_000, end: 1))
    await claimDifferent(Folder.levels(1_000, end: 1), Folder.levels(1_000, end: 2))
    await claimDifferent(Folder.levels(30, end: 1), Folder.levels(31, end: 1))
  }

  @Test func `Cycles are compared`() async {
    let (a, b, c) = (FailureObject(1), FailureObject(1), FailureObject(1))
    (a.next, b.next, c.next) = (a, b, FailureObject(2))
    await claimEqualToItself(a, b)
    await claimDifferent(a, c)
    (a.next, b.next) = (nil, nil)
  }
}

// MARK: - Fixtures

private let work: @Sendable () -> Void = {}

private enum Choice {
  case none
  case left(Int, () -> Void)
  case right(Int, () -> Void)
  case named(x: Int)
  case named(y: Int)
}

private enum Described: CustomStringConvertible {
  case left(() -> Void)
  case right(() -> Void)
  var description: String { "the same" }
}

private struct Pair<Value> { var work: () -> Void = {} }

private struct Item: Identifiable, Sendable {
  let id: Int
  var onTap: @Sendable () -> Void = {}
}

private struct Hidden: Identifiable, CustomReflectable {
  let id: Int
  var customMirror: Mirror { Mirror(self, children: []) }
}

private struct Row: Hashable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private enum Failure: Error {
  case code(Int)
}

private final class FailureObject: Error, @unchecked Sendable {
  let code: Int
  var next: FailureObject?
  init(_ code: Int) { self.code = code }
}

private final class Object {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private final class Known: Equatable {
  let number: Int
  init(_ number: Int) { self.number = number }
  static func == (lhs: Known, rhs: Known) -> Bool { lhs.number == rhs.number }
}

private indirect enum Folder {
  case leaf(Int, () -> Void)
  case node([Folder])

  static func levels(_ count: Int, end: Int) -> Folder {
    (0..<count).reduce(.leaf(end, work)) { tree, _ in .node([tree]) }
  }
}

@propertyWrapper
private struct Counted<Value> {
  var wrappedValue: Value
  var writes: Int
}

private struct Wrapping {
  @Counted var value: Int
  var work: () -> Void = {}
  init(_ value: Int, writes: Int) { _value = Counted(wrappedValue: value, writes: writes) }
}

private struct Presenting {
  struct Child {
    var number: Int
    var work: () -> Void = {}
  }
  @PresentationState var child: Child?
  init(_ number: Int?) { child = number.map { Child(number: $0) } }
}

@MainActor
private struct Isolated: @MainActor Equatable, Sendable {
  nonisolated let number: Int
  nonisolated(unsafe) var cache: Int
  nonisolated init(_ number: Int, cache: Int) {
    self.number = number
    self.cache = cache
  }
  static func == (lhs: Isolated, rhs: Isolated) -> Bool { lhs.number == rhs.number }
}
