import FocusedTestStore
import Testing

@Suite(.readingCasesByRuntimeAndMirror)
struct CasePathTests {
  @Test func `a single payload is found, and only in its own case`() {
    let path = CasePath(Root.number)
    claimEqual(path.extract(from: .number(3)), 3)
    #expect(path.extract(from: .otherNumber(3)) == nil)
    #expect(path.extract(from: .text("3")) == nil)
    #expect(path.extract(from: .done) == nil)
  }

  @Test func `a first look at the wrong case of the same type teaches the right one`() {
    let path = CasePath(Root.otherNumber)
    #expect(path.extract(from: .number(3)) == nil)
    claimEqual(path.extract(from: .otherNumber(4)), 4)
    #expect(path.extract(from: .number(5)) == nil)
  }

  @Test func `the whole value is found in every case`() {
    enum Root: Equatable { case a(Int), b(Int), c }
    let path = CasePath<Root, Root> { $0 }
    for root in [Root.a(1), .b(2), .c, .a(3)] { #expect(path.extract(from: root) == root) }
  }

  @Test func `embed is called once to learn and never again`() {
    var calls = 0
    let path = CasePath<Root, Int> {
      calls += 1
      return .number($0)
    }
    #expect(path.extract(from: .text("nothing to learn from")) == nil)
    claimEqual(calls, 0)
    for number in 1...3 {
      #expect(path.extract(from: .number(number)) == number)
      #expect(path.extract(from: .otherNumber(number)) == nil)
    }
    claimEqual(calls, 1)
  }

  @Test func `embed wraps, whether given or learned from`() {
    let explicit = CasePath<Root, String>(
      embed: { .text($0) }, extract: { if case .text(let text) = $0 { text } else { nil } })
    claimEqual(explicit.extract(from: explicit.embed("a")), "a")
    #expect(explicit.extract(from: .done) == nil)
    claimEqual(CasePath(Root.text).extract(from: CasePath(Root.text).embed("a")), "a")
  }

  @Test func `several payloads are a tuple, with or without labels`() throws {
    let root = Root.point(x: 1, name: "a")
    let paths = [
      CasePath(Root.point),
      CasePath { .point(x: $0, name: $1) },
      CasePath<Root, (Int, String)> { .point(x: $0.0, name: $0.1) },
    ]
    for path in paths {
      #expect(try #require(path.extract(from: root)) == (1, "a"))
      #expect(path.extract(from: .unlabeled(1, "a")) == nil)
    }
    let unlabeled = CasePath(Root.unlabeled)
    #expect(try #require(unlabeled.extract(from: .unlabeled(2, "b"))) == (2, "b"))
    #expect(unlabeled.extract(from: root) == nil)
  }

  @Test func `a single labeled payload is the payload itself`() {
    for path in [CasePath(Root.labeled), CasePath { .labeled(id: $0) }] {
      #expect(path.extract(from: .labeled(id: 3)) == 3)
      #expect(path.extract(from: .number(3)) == nil)
    }
  }

  @Test func `one base name with different labels is two cases`() {
    let byX = CasePath<Overloaded, Int> { .a(x: $0) }
    let byY = CasePath<Overloaded, Int> { .a(y: $0) }
    claimEqual(byX.extract(from: .a(x: 1)), 1)
    #expect(byX.extract(from: .a(y: 1)) == nil)
    claimEqual(byY.extract(from: .a(y: 1)), 1)
    #expect(byY.extract(from: .a(x: 1)) == nil)
  }

  @Test func `nested constructors are followed to the innermost value`() {
    let path = CasePath<Root, _> { .child(.delegate(.saved($0))) }
    #expect(path.extract(from: .child(.idle)) == nil)
    #expect(path.extract(from: .child(.delegate(.renamed(3)))) == nil)
    claimEqual(path.extract(from: .child(.delegate(.saved(4)))), 4)
    #expect(path.extract(from: .child(.delegate(.renamed(5)))) == nil)
    #expect(path.extract(from: .child(.delegate(.deleted))) == nil)
    #expect(path.extract(from: .child(.count(6))) == nil)
    #expect(path.extract(from: .number(7)) == nil)
  }

  @Test func `an enum payload is taken whole`() {
    let path = CasePath(Root.child)
    claimEqual(path.extract(from: .child(.delegate(.saved(1)))), .delegate(.saved(1)))
    claimEqual(path.extract(from: .child(.idle)), .idle)
    #expect(path.extract(from: .done) == nil)
  }

  @Test func `a case without payload has a Void value`() {
    for path in [CasePath<Root, Void> { .done }, CasePath<Root, Void> { _ in .done }] {
      #expect(path.extract(from: .done) != nil)
      #expect(path.extract(from: .alsoDone) == nil)
      #expect(path.extract(from: .number(0)) == nil)
      #expect(path.extract(from: .void(())) == nil)
    }
    let nested = CasePath<Root, Void> { .child(.delegate(.deleted)) }
    #expect(nested.extract(from: .child(.delegate(.deleted))) != nil)
    #expect(nested.extract(from: .child(.delegate(.saved(1)))) == nil)
    #expect(nested.extract(from: .child(.idle)) == nil)
    let payload = CasePath(Root.void)
    #expect(payload.extract(from: .void(())) != nil)
    #expect(payload.extract(from: .done) == nil)
  }

  @Test func `an optional payload is taken as it is, or as what it wraps`() {
    let whole = CasePath<Root, Int?> { .optional($0) }
    claimEqual(whole.extract(from: .optional(nil)), .some(nil))
    claimEqual(whole.extract(from: .optional(3)), .some(3))
    claimEqual(whole.extract(from: .number(3)), .none)
    let wrapped = CasePath<Root, Int> { .optional($0) }
    #expect(wrapped.extract(from: .optional(nil)) == nil)
    claimEqual(wrapped.extract(from: .optional(3)), 3)
    #expect(wrapped.extract(from: .number(3)) == nil)
  }

  @Test func `a case that can never be is never found`() {
    let path = CasePath(Root.never)
    #expect(path.extract(from: .done) == nil)
    #expect(path.extract(from: .number(1)) == nil)
  }

  @Test func `an embed that does more than wrap finds nothing`() {
    let path = CasePath<Root, Int> { .text("\($0)") }
    #expect(path.extract(from: .number(1)) == nil)
    #expect(path.extract(from: .text("1")) == nil)
  }

  @Test func `a constant payload is compared`() {
    let three = CasePath<Root, Void> { .number(3) }
    #expect(three.extract(from: .number(3)) != nil)
    #expect(three.extract(from: .number(4)) == nil)
    #expect(three.extract(from: .otherNumber(3)) == nil)
  }

  @Test func `identity takes the whole root`() {
    let path = CasePath<Leaf, Leaf> { $0 }
    claimEqual(path.extract(from: .saved(1)), .saved(1))
  }
}

extension CasePathTests {
  enum Root {
    case number(Int)
    case otherNumber(Int)
    case text(String)
    case point(x: Int, name: String)
    case unlabeled(Int, String)
    case labeled(id: Int)
    case child(Child)
    case optional(Int?)
    case void(Void)
    case never(Never)
    case done
    case alsoDone
  }

  enum Child: Equatable {
    case delegate(Leaf)
    case count(Int)
    case idle
  }

  enum Leaf: Equatable {
    case saved(Int)
    case renamed(Int)
    case deleted
  }

  enum Overloaded {
    case a(x: Int)
    case a(y: Int)
  }
}
