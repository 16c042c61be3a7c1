import FocusedTestStore
import Testing

@Suite(.readingCasesByRuntimeAndMirror)
struct CasePathTests {
  @Test func `the whole value is found in every case`() {
    enum Root: Equatable { case a(Int), b(Int), c }
    let path = CasePath<Root, Root> { $0 }
    for root in [Root.a(1), .b(2), .c, .a(3)] { #expect(path.extract(from: root) == root) }
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

  @Test func `one base name with different labels is two cases`() {
    let byX = CasePath<Overloaded, Int> { .a(x: $0) }
    let byY = CasePath<Overloaded, Int> { .a(y: $0) }
    claimEqual(byX.extract(from: .a(x: 1)), 1)
    #expect(byX.extract(from: .a(y: 1)) == nil)
    claimEqual(byY.extract(from: .a(y: 1)), 1)
    #expect(byY.extract(from: .a(x: 1)) == nil)
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
}

extension CasePathTests {
  enum Root {
    case number(Int)
    case otherNumber(Int)
    case text(String)
    case point(x: Int, name: String)
    case unlabeled(Int, String)
    case child(Child)
    case void(Void)
    case never(Never)
    case done
    case alsoDone
  }

  enum Child: Equatable {
    case delegate(Leaf)
    case idle
  }

  enum Leaf: Equatable {
    case saved(Int)
    case deleted
  }

  enum Overloaded {
    case a(x: Int)
    case a(y: Int)
  }
}
