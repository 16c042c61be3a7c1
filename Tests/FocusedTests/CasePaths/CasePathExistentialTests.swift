import FocusedTestStore
import Testing

/// Payloads that are existentials or metatypes. Casting an existential succeeds for more values than the embedded one,
/// and a mirror can't copy a metatype.
@Suite(.readingCasesByRuntimeAndMirror)
struct CasePathExistentialTests {
  @Test func `a payload of any type is what the case holds, and not the action`() {
    let path = CasePath(Action.anything)
    for _ in 1...2 {
      #expect(path.extract(from: .anything(5)) as? Int == 5)
      #expect(path.extract(from: .anything("a")) as? String == "a")
      #expect(path.extract(from: .anything(Thing.self)).map { $0 is Thing.Type } == true)
      #expect(path.extract(from: .number(5)) == nil)
      #expect(path.extract(from: .meta(Thing.self)) == nil)
      #expect(path.extract(from: .valueMeta(Value.self)) == nil)
    }
    let inner = path.extract(from: .anything(Action.anything(1)))
    #expect((inner as? Action).map { "\($0)" } == "anything(1)")
  }

  @Test func `an optional of any type keeps its nil, and is not wrapped twice`() {
    let path = CasePath(Action.optional)
    for _ in 1...2 {
      #expect(path.extract(from: .optional(5)).map { $0 as? Int } == 5)
      #expect(path.extract(from: .optional(nil)).map { $0 == nil } == true)
      #expect(path.extract(from: .anything(5)).map { _ in true } == nil)
    }
  }

  @Test func `an enum that conforms to the protocol of its own payload is not the payload`() {
    let path = CasePath(Action.named)
    for _ in 1...2 {
      #expect(path.extract(from: .named(Value())) is Value)
      #expect(path.extract(from: .named(Action.number(1))).map { "\($0)" } == "number(1)")
      #expect(path.extract(from: .number(1)) == nil)
    }
  }

  @Test func `a payload below another level is found below it`() {
    let path = CasePath<Action, Any> { .inner(.anything($0)) }
    for _ in 1...2 {
      #expect(path.extract(from: .inner(.anything(5))) as? Int == 5)
      #expect(path.extract(from: .inner(.number(5))) == nil)
      #expect(path.extract(from: .anything(5)) == nil)
    }
  }

  @Test func `metatypes behind a protocol are read`() {
    #expect(CasePath(Action.protocolMeta).extract(from: .protocolMeta(Value.self)) is Value.Type)
    #expect(CasePath(Action.anyMeta).extract(from: .anyMeta(Thing.self)) is Thing.Type)
    #expect(CasePath(Action.anyMeta).extract(from: .valueMeta(Value.self)) == nil)
    #expect(CasePath(Action.protocolMeta).extract(from: .valueMeta(Value.self)) == nil)
  }

  @Test func `metatypes of classes, structs and enums are an issue, whichever root comes first`() {
    let roots: [Action] = [
      .meta(Thing.self), .valueMeta(Value.self), .optionalMeta(Value.self), .number(1),
    ]
    func count<V>(_ path: CasePath<Action, V>, _ roots: some Sequence<Action>) -> Int {
      withCapturedIssues {
        for root in roots { #expect(path.extract(from: root) == nil) }
      }
      .count { $0.message.contains("is stored in a form that reflection cannot read") }
    }
    // A root of another case that also holds a metatype can't be distinguished from the right case.
    claimEqual(count(CasePath(Action.meta), roots), 3)
    claimEqual(count(CasePath(Action.valueMeta), roots.reversed()), 3)
    claimEqual(count(CasePath(Action.optionalMeta), roots.reversed()), 3)
    claimEqual(count(CasePath(Action.meta), [.number(1), .anything(1), .closure { $0 }]), 0)
    let only = withCapturedIssues {
      #expect(CasePath(Only.meta).extract(from: .meta(Value.self)) == nil)
    }
    claimEqual(only.count, 1)
  }

  @Test func `a metatype beside the argument is compared, or an issue if it cannot be read`() {
    let meta = CasePath<Pair, Int> { .meta(Value.self, $0) }
    let issues = withCapturedIssues {
      #expect(meta.extract(from: .meta(Value.self, 3)) == nil)
    }
    claimEqual(issues.count, 1)
    let any = CasePath<Pair, Int> { .anyMeta(Thing.self, $0) }
    claimEqual(any.extract(from: .anyMeta(Thing.self, 3)), 3)
    #expect(any.extract(from: .anyMeta(Value.self, 3)) == nil)
  }
}

extension CasePathExistentialTests {
  protocol Named {}
  class Thing {}
  struct Value: Named {}

  indirect enum Action: Named {
    case anything(Any)
    case optional(Any?)
    case named(any Named)
    case meta(Thing.Type)
    case valueMeta(Value.Type)
    case optionalMeta(Value.Type?)
    case protocolMeta(any Named.Type)
    case anyMeta(Any.Type)
    case closure((Int) -> Int)
    case inner(Action)
    case number(Int)
  }

  enum Pair {
    case meta(Value.Type, Int)
    case anyMeta(Any.Type, Int)
  }

  enum Only {
    case meta(Value.Type)
  }
}
