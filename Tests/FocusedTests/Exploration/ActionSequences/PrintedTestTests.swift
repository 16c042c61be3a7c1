import Core
import FocusedTestStore
import Testing

/// The names and the assertions in printed lines.
struct PrintedTestTests {
  private func lines(_ test: @escaping @Sendable () async -> Void) async -> [String] {
    let report = await ExplorationReport.of(100, test)
    return report.issues.first?.message.split(separator: "\n").map(String.init) ?? []
  }

  private func reportExpiredHint(in store: TestStoreOf<Kiosk>) {
    let expired = store.history.contains {
      if case .hintExpired = $0.action { true } else { false }
    }
    if expired { reportIssue("Expired.") }
  }

  @Test func `The only closure is the invariant if a function offers the actions`() async {
    let lines = await lines {
      func actions(_ state: Jugs.State) -> [Jugs.Action] { [.fillBig] }
      let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
      await store.explore(upTo: 2, actions) { if $0.big == 5 { reportIssue("Full.") } }
    }
    #expect(lines.contains("  let state = store.state"))
    #expect(lines.contains(#"  if state.big == 5 { reportIssue("Full.") }"#))
  }

  @Test func `A nested closure in the invariant keeps its $0`() async {
    let lines = await lines {
      let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
      await store.explore(upTo: 2) { _ in
        [.fillBig]
      } always: {
        if [$0.big].contains(where: { $0 == 5 }) { reportIssue("Full.") }
      }
    }
    #expect(
      lines.contains(#"  if [state.big].contains(where: { $0 == 5 }) { reportIssue("Full.") }"#))
  }

  @Test func `A semicolon behind the exploration is not printed`() async {
    let lines = await lines {
      let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
      // swift-format-ignore
      await store.explore(upTo: 2) { _ in [.fillBig] };
      let big = store.state.big
      if big == 5 { reportIssue("Full.") }
    }
    #expect(lines.contains("  let big = store.state.big"))
  }

  @Test func `Clocks and stubs are named by their variables, each clock as it was made`() async {
    let lines = await lines {
      let pay = Stub<[Int], Receipt>("PrintedTestTests.pay")
      pay.mayAnswer(.failure(Offline()))
      let first = TestClock()
      let second = TestClock()
      let store = TestStore(.off, initialState: Kiosk.State(items: [1])) {
        Kiosk(bug: .keepsHint, pay: pay.call)
      } withDependencies: {
        $0.continuousClock = second
      }
      _ = first
      await store.explore(upTo: 3) { _ in
        [.payTapped]
      } always: { _ in
        reportExpiredHint(in: store)
      }
    }
    #expect(
      lines.filter { $0.hasPrefix("  await ") } == [
        "  await store.send(.payTapped)", "  await pay.fail(with: Offline())",
        "  await second.advance(by: .seconds(3))",
      ])
  }

  private struct Setup {
    let pay = Stub<[Int], Receipt>("PrintedTestTests.member")
  }

  @Test func `A stub in a member of a variable is not named`() async {
    let lines = await lines {
      let setup = Setup()
      setup.pay.mayAnswer(.failure(Offline()))
      let clock = TestClock()
      let store = TestStore(.off, initialState: Kiosk.State(items: [1])) {
        Kiosk(bug: .keepsHint, pay: setup.pay.call)
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.explore(upTo: 3) { _ in
        [.payTapped]
      } always: { _ in
        reportExpiredHint(in: store)
      }
    }
    #expect(
      lines.contains(
        "No source code was found for the variable that holds the stub PrintedTestTests.member, so complete the test by hand."
      ), "\(lines)")
  }

  @Test func `A clock that no variable holds is named`() async {
    let lines = await lines {
      let pay = Stub<[Int], Receipt>("PrintedTestTests.instant")
      pay.willThrow(Offline())
      let store = TestStore(.off, initialState: Kiosk.State(items: [1])) {
        Kiosk(bug: .keepsHint, pay: pay.call)
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.explore(upTo: 3) { _ in
        [.payTapped]
      } always: { _ in
        reportExpiredHint(in: store)
      }
    }
    #expect(lines.contains("  // await clock.advance(by: .seconds(3))"))
    #expect(
      lines.contains(
        "No source code was found for a clock that no variable of the test holds, so complete the test by hand."
      ))
  }

  @Test(.disabled("It fails, as the test below looks at."))
  func `a payment behind the exploration is answered`() async {
    await withSchedules(100) {
      let pay = Stub<[Int], Receipt>("PrintedTestTests.later")
      pay.mayAnswer(.failure(Offline()))
      let store = TestStore(.off, initialState: Kiosk.State()) {
        Kiosk(bug: .keepsPaying, pay: pay.call)
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.explore(upTo: 2) { _ in [.addTapped] }
      await store.send(.payTapped)
      #expect(!store.state.isPaying)
    }
  }

  @Test func `Stubs answer again behind the steps`() async {
    let issues = await withCapturedIssues { await `a payment behind the exploration is answered`() }
    let lines = issues.first?.message.split(separator: "\n").map(String.init) ?? []
    #expect(
      lines.drop { !$0.contains(".addTapped") } == [
        "    await store.send(.addTapped)", "    pay.mayAnswer(.failure(Offline()))",
        "    await store.send(.payTapped)", "    #expect(!store.state.isPaying)", "  }",
        "Found with action sequence 2 of 100.",
      ])
  }
}
