import FocusedTestStore
import Testing

/// Payloads that the compiler stores in special ways.
@Suite(.readingCasesByRuntimeAndMirror)
struct CasePathPayloadTests {
  @Test func `an existential payload is taken as it is, or as what it holds`() {
    let error = CasePath(Exotic.error)
    #expect(error.extract(from: .error(Offline(code: 3))) as? Offline == Offline(code: 3))
    #expect(error.extract(from: .nothing) == nil)
    let offline = CasePath<Exotic, Offline> { .error($0) }
    #expect(offline.extract(from: .error(CancellationError())) == nil)
    claimEqual(offline.extract(from: .error(Offline(code: 4))), Offline(code: 4))
    #expect(offline.extract(from: .offline(Offline(code: 4))) == nil)
    let named = CasePath(Exotic.named)
    claimEqual(named.extract(from: .named(Offline(code: 5)))?.name, "offline 5")
    #expect(named.extract(from: .anything(5)) == nil)
    let anything = CasePath<Exotic, Int> { .anything($0) }
    claimEqual(anything.extract(from: .anything(5)), 5)
    #expect(anything.extract(from: .anything("5")) == nil)
  }

  @Test func `an existential root is cast`() {
    let path = CasePath<any Error, Offline> { $0 }
    claimEqual(path.extract(from: Offline(code: 1)), Offline(code: 1))
    #expect(path.extract(from: CancellationError()) == nil)
  }

  @Test func `a class payload keeps its identity and its retain count`() {
    weak var leaked: Object?
    do {
      let object = Object()
      leaked = object
      let path = CasePath(Exotic.object)
      for _ in 1...3 {
        #expect(path.extract(from: .object(object)) === object)
        #expect(path.extract(from: .error(Offline(code: 1))) == nil)
      }
      let special = CasePath<Exotic, Special> { .object($0) }
      #expect(special.extract(from: .object(object)) == nil)
      let more = Special()
      #expect(special.extract(from: .object(more)) === more)
    }
    #expect(leaked == nil)
  }

  @Test func `the depth is learned right from a value that is deep itself`() {
    let one = CasePath(Tree.node)
    let two = CasePath<Tree, Tree> { .node(.node($0)) }
    let deep = Tree.node(.node(.node(.node(.leaf(1)))))
    claimEqual(one.extract(from: deep)?.depth, 3)
    claimEqual(two.extract(from: deep)?.depth, 2)
    #expect(CasePath<Tree, Tree> { $0 }.extract(from: deep)?.depth == 4)
  }

  @Test func `closures are found where they can be read`() async {
    var calls = 0
    CasePath(Exotic.action).extract(from: .action { calls += 1 })?()
    claimEqual(calls, 1)
    await CasePath(Exotic.asyncAction).extract(from: .asyncAction { await Task.yield() })?()
    #expect(CasePath(Exotic.action).extract(from: .nothing) == nil)
    let optional = CasePath<((Int) -> Int)?, (Int) -> Int> { .some($0) }
    claimEqual(optional.extract(from: { $0 + 1 })?(2), 3)
  }

  @Test func `a payload that cannot be copied is an issue, and only where it is looked for`() {
    let line = #line + 1
    let transform = CasePath(Exotic.transform)
    #expect(transform.extract(from: .nothing) == nil)
    #expect(transform.extract(from: .object(Object())) == nil)
    let issues = withCapturedIssues {
      #expect(transform.extract(from: .transform { $0 + 1 }) == nil)
    }
    expectIssue(issues, line: line)
    let others = withCapturedIssues {
      #expect(CasePath(Exotic.maybe).extract(from: .maybe { $0 + 1 }) == nil)
      #expect(CasePath(Exotic.metatype).extract(from: .metatype(Int.self)) == nil)
      #expect(CasePath(Exotic.classMetatype).extract(from: .classMetatype(Object.self)) == nil)
      // A generic enum stores the closure as generic code does, but code outside can't determine that.
      let generic = CasePath<Generic<(Int) -> Int>, _> { .value($0) }
      #expect(generic.extract(from: .value { $0 + 1 }) == nil)
    }
    claimEqual(others.count, 4)
  }

  @Test func `a closure without parameters is found in a tuple, and another is an issue`() throws {
    var calls = 0
    let plain = CasePath(Exotic.plainInTuple)
    let found = try #require(plain.extract(from: .plainInTuple({ calls += 1 }, 3)))
    found.0()
    claimEqual(calls, 1)
    claimEqual(found.1, 3)
    let issues = withCapturedIssues {
      #expect(
        CasePath(Exotic.transformInTuple).extract(from: .transformInTuple({ $0 + 1 }, 3)) == nil)
    }
    claimEqual(issues.count, 1)
  }

  @Test func `an optional closure that is nil is found`() {
    let found = CasePath(Exotic.maybe).extract(from: .maybe(nil))
    #expect(found != nil && found! == nil)
  }

  @Test func `a struct that holds a closure is found, wherever it is declared`() throws {
    let handler = try #require(
      CasePath(Exotic.handler).extract(from: .handler(Handler { $0 + 1 })))
    claimEqual(handler.call(2), 3)
    // The runtime's name for this type begins with a parenthesis, like the name of a tuple.
    let local = try #require(
      CasePath(Exotic.inExtension).extract(from: .inExtension(Int.Handler { $0 + 1 })))
    claimEqual(local.call(2), 3)
    let mirrored = CasePath(Exotic.mirrored).extract(from: .mirrored(Mirrored { $0 + 1 }))
    claimEqual(mirrored?.call(2), 3)
  }

  @Test func `a tuple payload is found, with nested labels`() throws {
    let path = CasePath(Exotic.tuple)
    let found = try #require(path.extract(from: .tuple((x: 1, y: 2), name: "a")))
    #expect(found.0 == (1, 2))
    claimEqual(found.1, "a")
    #expect(path.extract(from: .nothing) == nil)
  }

  @Test func `generic enums are found, also inside generic types`() throws {
    claimEqual(CasePath(Generic<String>.value).extract(from: .value("a")), "a")
    claimEqual(CasePath(Generic<String>.values).extract(from: .values(["a"])), ["a"])
    #expect(CasePath(Generic<String>.values).extract(from: .value("a")) == nil)
    claimEqual(CasePath(Outer<Int>.Inner<String>.first).extract(from: .first(1)), 1)
    #expect(CasePath(Outer<Int>.Inner<String>.second).extract(from: .first(1)) == nil)
    let both = try #require(
      CasePath(Outer<Int>.Inner<String>.both).extract(from: .both(1, "a")))
    #expect(both == (1, "a"))
    // One type for both parameters makes the tag the only difference.
    #expect(CasePath(Outer<Int>.Inner<Int>.second).extract(from: .first(1)) == nil)
    claimEqual(CasePath(Outer<Int>.Inner<Int>.second).extract(from: .second(1)), 1)
  }

  @Test func `Optional and Result are roots like any other`() {
    let some = CasePath<Int?, Int> { $0 }
    claimEqual(some.extract(from: 3), 3)
    #expect(some.extract(from: nil) == nil)
    let none = CasePath<Int?, Void> { nil }
    #expect(none.extract(from: nil) != nil)
    #expect(none.extract(from: 3) == nil)
    typealias Outcome = Result<String, any Error>
    claimEqual(CasePath(Outcome.success).extract(from: .success("a")), "a")
    #expect(CasePath(Outcome.success).extract(from: .failure(Offline(code: 1))) == nil)
    let failed = CasePath<Outcome, Offline> { .failure($0) }
    claimEqual(failed.extract(from: .failure(Offline(code: 1))), Offline(code: 1))
    #expect(failed.extract(from: .success("a")) == nil)
  }

  @Test func `enums with one case, and enums like C's, are found`() {
    claimEqual(CasePath(Single.only).extract(from: .only("a")), "a")
    #expect(CasePath<Unit, Void> { .unit }.extract(from: .unit) != nil)
    #expect(CasePath<Suit, Void> { .spades }.extract(from: .spades) != nil)
    #expect(CasePath<Suit, Void> { .spades }.extract(from: .hearts) == nil)
    claimEqual(CasePath(Large.wide).extract(from: .wide(Wide()))?.d, 4)
    #expect(CasePath(Large.wide).extract(from: .small(true)) == nil)
    claimEqual(CasePath(Large.small).extract(from: .small(true)), true)
  }

  @Test func `enums of resilient modules are found`() {
    typealias Key = DecodingError
    let context = DecodingError.Context(codingPath: [], debugDescription: "why")
    let corrupted = CasePath(Key.dataCorrupted)
    claimEqual(corrupted.extract(from: .dataCorrupted(context))?.debugDescription, "why")
    #expect(corrupted.extract(from: .typeMismatch(Int.self, context)) == nil)
  }
}

extension CasePathPayloadTests {
  protocol Named {
    var name: String { get }
  }

  struct Offline: Error, Equatable, Named {
    var code: Int
    var name: String { "offline \(code)" }
  }

  class Object {}
  class Special: Object {}

  enum Exotic {
    case error(any Error)
    case offline(Offline)
    case named(any Named)
    case anything(Any)
    case object(Object)
    case action(() -> Void)
    case asyncAction(() async -> Void)
    case transform((Int) -> Int)
    case maybe(((Int) -> Int)?)
    case metatype(Int.Type)
    case classMetatype(Object.Type)
    case tuple((x: Int, y: Int), name: String)
    case plainInTuple(() -> Void, Int)
    case transformInTuple((Int) -> Int, Int)
    case handler(Handler)
    case inExtension(Int.Handler<(Int) -> Int>)
    case mirrored(Mirrored)
    case nothing
  }

  struct Handler { let call: (Int) -> Int }

  struct Mirrored: CustomReflectable {
    let call: (Int) -> Int
    var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  indirect enum Tree {
    case node(Tree)
    case leaf(Int)

    var depth: Int {
      if case .node(let tree) = self { tree.depth + 1 } else { 0 }
    }
  }

  enum Generic<T> {
    case value(T)
    case values([T])
    case none
  }

  struct Outer<A> {
    enum Inner<B> {
      case first(A)
      case second(B)
      case both(A, B)
    }
  }

  enum Single { case only(String) }
  enum Unit { case unit }
  enum Suit: Int { case hearts = 7, spades = 9 }

  struct Wide: Equatable { var (a, b, c, d) = (1, 2, 3, 4) }
  enum Large {
    case wide(Wide)
    case small(Bool)
  }
}

extension Int {
  struct Handler<Call> { let call: Call }
}
