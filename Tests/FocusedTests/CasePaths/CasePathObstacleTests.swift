import FocusedTestStore
import Testing

/// Values that reflection can't read report an issue, and only if they matter. An enum with a custom mirror is as
/// opaque as an enum of a module without reflection metadata, which the client package NoMetadata has.
struct CasePathObstacleTests {
  @Test func `a root that cannot be read is an issue at the line of the case path`() {
    let line = #line + 1
    let path = CasePath<Closed, Int> { .number($0) }
    let issues = withCapturedIssues { #expect(path.extract(from: .number(3)) == nil) }
    expectIssue(issues, line: line)
  }

  @Test func `a payload that cannot be read is taken whole, and compared by ==`() {
    claimEqual(CasePath(Root.closed).extract(from: .closed(.number(3))), .number(3))
    let constant = CasePath<Root, Void> { .closed(.none) }
    #expect(constant.extract(from: .closed(.none)) != nil)
    #expect(constant.extract(from: .closed(.other)) == nil)
  }

  @Test func `a value inside of what cannot be read is an issue, and beside it is none`() {
    let inside = CasePath<Root, Int> { .closed(.number($0)) }
    let issues = withCapturedIssues {
      #expect(inside.extract(from: .closed(.number(3))) == nil)
      #expect(inside.extract(from: .plain(3)) == nil)
    }
    claimEqual(issues.count, 1)
    #expect(inside.unsupportedReason != nil)
    let beside = CasePath(Root.plain)
    #expect(beside.extract(from: .closed(.number(3))) == nil)
    claimEqual(beside.extract(from: .plain(3)), 3)
  }

  @Test func `a constant that cannot be read is an issue in its case, and none in another`() {
    let path = CasePath<Beside, Int> { .state(.none, $0) }
    let issues = withCapturedIssues {
      #expect(path.extract(from: .state(.none, 3)) == nil)
    }
    claimEqual(issues.count, 1)
    #expect(issues.allSatisfy { $0.message.contains("ClosedState has no reflection metadata") })
    #expect(path.extract(from: .state(.child(Sleeper.State()), 3)) == nil)
  }

  @Test func `a scope that cannot tell whether an action is its child's says so at its line`() {
    var state = Sleeper.State()
    let line = #line + 1
    let scope = Scope(state: \Sleeper.State.self, action: { ClosedAction.child($0) }) { Sleeper() }
    let issues = withCapturedIssues { _ = scope.reduce(into: &state, action: .child(.woke)) }
    claimEqual(issues.map(\.line), [line])
    #expect(issues.allSatisfy { $0.message.contains("CasePath(embed:") })
    claimEqual(state.woken, 0)
    let path = CasePath<ClosedAction, Sleeper.Action>(
      embed: { .child($0) },
      extract: { if case .child(let action) = $0 { action } else { nil } })
    let cured = Scope(state: \Sleeper.State.self, action: path) { Sleeper() }
    let none = withCapturedIssues { _ = cured.reduce(into: &state, action: .child(.woke)) }
    #expect(none.isEmpty)
    claimEqual(state.woken, 1)
  }

  @Test func `a state that cannot be read is one issue, and not that of another case`() {
    var state = ClosedState.child(Sleeper.State())
    let scope = Scope(
      state: { ClosedState.child($0) }, action: { (action: Sleeper.Action) in action }
    ) { Sleeper() }
    let issues = withCapturedIssues { _ = scope.reduce(into: &state, action: .woke) }
    claimEqual(issues.count, 1)
    #expect(issues.allSatisfy { $0.message.contains("CasePath(embed:") })
  }

  @Test func `an element of a stack that cannot be read is one issue, get or set`() {
    var stack = StackState([Closed.number(1)])
    let read = withCapturedIssues { #expect(stack[id: 0, case: { .number($0) }] == nil) }
    claimEqual(read.count, 1)
    let written = withCapturedIssues { stack[id: 0, case: { .number($0) }] = 2 }
    claimEqual(written.count, 1)
    claimEqual(stack[id: 0], .number(1))
  }

  @Test func `a list as an enum of 10,000 links is searched no deeper than a path may be`() {
    var list = Chain.end
    for _ in 0..<10_000 { list = .link(list) }
    #expect(CasePath<Chain, Int> { .value($0) }.extract(from: list) == nil)
    #expect(CasePath<Chain, String> { .link(.name($0)) }.extract(from: .link(.name("a"))) == "a")
    // Releases the list link by link, because releasing it at once would need a stack of the same depth.
    while case .link(let next) = list { list = next }
  }

  @Test func `the actions of this package, which take themselves apart, are extracted from`() {
    typealias Rows = IdentifiedAction<Int, String>
    typealias Path = StackAction<Int, String>
    typealias Sheet = PresentationAction<String>
    let row = CasePath(Rows.element).extract(from: .element(id: 1, action: "a"))
    claimEqual(row.map { $0 == (1, "a") }, true)
    let element = CasePath(Path.element).extract(from: .element(id: 1, action: "a"))
    claimEqual(element.map { $0 == (1, "a") }, true)
    let push = CasePath(Path.push)
    claimEqual(push.extract(from: .push(id: 1, state: 2)).map { $0 == (1, 2) }, true)
    #expect(push.extract(from: .popFrom(id: 1)) == nil)
    #expect(
      CasePath<Path, Int> { .push(id: 1, state: $0) }.extract(from: .push(id: 1, state: 2)) == 2)
    let pop = CasePath(Path.popFrom)
    for id in 3...5 as ClosedRange<Int> {
      let id = StackElementID(integerLiteral: id)
      #expect(pop.extract(from: .popFrom(id: id)) == id)
    }
    claimEqual(CasePath(Sheet.presented).extract(from: .presented("a")), "a")
    #expect(CasePath(Sheet.presented).extract(from: .dismiss) == nil)
    #expect(CasePath<Sheet, Void> { .dismiss }.extract(from: .dismiss) != nil)
    #expect(CasePath<Sheet, Void> { .dismiss }.extract(from: .presented("a")) == nil)
  }
}

extension CasePathObstacleTests {
  enum Closed: Equatable, CustomReflectable {
    case number(Int)
    case none
    case other

    var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  enum Root {
    case closed(Closed)
    case plain(Int)
  }

  enum Beside {
    case state(ClosedState, Int)
  }

  indirect enum Chain {
    case link(Chain)
    case value(Int)
    case name(String)
    case end
  }

  enum ClosedAction: CustomReflectable {
    case child(Sleeper.Action)
    case other

    var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  enum ClosedState: CustomReflectable {
    case child(Sleeper.State)
    case none

    var customMirror: Mirror { Mirror(self, children: [:]) }
  }
}
