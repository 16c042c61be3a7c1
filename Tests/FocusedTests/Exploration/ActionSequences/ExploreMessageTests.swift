import Core
import FocusedTestStore
import Testing

/// The exact reports of explorations.
struct ExploreMessageTests {
  // MARK: - Wrong use

  @Test func `An exploration without schedules, or with only one, is reported`() async {
    @Sendable func explore() async {
      let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
      await store.explore(upTo: 3, { _ in Jugs.Action.allCases }, line: 7)
    }
    let issues = await withCapturedIssues {
      await explore()
      await withSchedules(1) { await explore() }
    }
    let message = """
      Expected `explore` to run under schedules, but nothing runs this test more than once.
      Each action sequence needs a separate run of the test: use `@Test(.schedules(1000))`, or \
      `await withSchedules(1000) { … }` around the creation of the store and all that follows.
      """
    claimEqual(issues.map(\.message), [message, message])
    claimEqual(issues.map(\.line), [7, 7])
  }

  @Test func `A closure that offers nothing in the first state is reported`() async {
    let issues = await withCapturedIssues {
      await withSchedules(100) {
        let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
        await store.explore(upTo: 3, { $0.small == 0 ? [] : [.emptySmall] }, line: 7)
      }
    }
    #expect(
      issues.map(\.message) == [
        "Expected an action that the user could send in the first state, but the closure of `explore` offers none."
      ])
    claimEqual(issues.first?.line, 7)
  }

  // MARK: - A sequence that fails

  @Test(.disabled("It fails, as the test below looks at."))
  func `four gallons are in no jug`() async {
    await withSchedules(1_000) {
      // The jugs of Die Hard.
      let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
      await store.explore(upTo: 12) { _ in
        Jugs.Action.allCases
      } always: { state in
        #expect(state.big != 4)
      }
    }
  }

  @Test func `The issue prints the shortest sequence as a test`() async {
    let issues = await withCapturedIssues { await `four gallons are in no jug`() }
    expectText(issues)
    claimEqual(issues.first?.line, 51)
  }

  /// The test that the message prints.
  @Test(.disabled("It fails, as the test below looks at."))
  func `four gallons are in no jug: after 6 steps`() async {
    let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
    await store.send(.fillBig)
    await store.send(.pourIntoSmall)
    await store.send(.emptySmall)
    await store.send(.pourIntoSmall)
    await store.send(.fillBig)
    await store.send(.pourIntoSmall)
    let state = store.state
    #expect(state.big != 4)
  }

  @Test func `The printed test fails when pasted`() async {
    await withKnownIssue { await `four gallons are in no jug: after 6 steps`() }
  }

  @Test func `An error that the invariant throws is reported at the line of the call`() async {
    let report = await ExplorationReport.of(100) {
      let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
      await store.explore(
        upTo: 3, { _ in [.fillBig] }, always: { if $0.big > 0 { throw Offline() } }, line: 7)
    }
    expectText(report.issues)
    claimEqual(report.issues.first?.line, 7)
    #expect(report.otherFailures.isEmpty)
  }

  @Test func `An error in the first state is reported like one after a step`() async {
    let line = #line + 3
    let report = await ExplorationReport.of(100) {
      let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
      await store.explore(upTo: 3) { _ in
        [.fillBig]
      } always: {
        if $0.big == 0 { throw Offline() }
      }
    }
    expectText(report.issues)
    claimEqual(report.issues.first?.line, line)
    claimEqual(report.otherFailures, [])
    claimEqual(report.explored?.count, 1)
  }

  @Test func `A failed requirement is reported once`() async {
    let report = await ExplorationReport.of(100) {
      let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
      await store.explore(upTo: 3) { _ in
        [.fillBig]
      } always: {
        try #require($0.big == 0)
      }
    }
    expectText(report.issues)
    #expect(report.otherFailures.isEmpty)
  }

  @Test func `The statements after the exploration are printed as assertions`() async {
    let report = await ExplorationReport.of(100) {
      let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
      await store.explore(upTo: 3) { _ in [.fillBig, .fillSmall] }
      store.assert { $0.small = 0 }
      // Nothing else follows.
    }
    expectText(report.issues)
  }

  @Test func `An issue of the feature fails a sequence`() async {
    let line = #line + 9
    let report = await ExplorationReport.of(100) {
      let store = TestStore(.off, initialState: 0) {
        Reduce<Int, Bool> { state, isUp in
          state += isUp ? 1 : -1
          if state == 2 { reportIssue("Two.", line: 7) }
          return .none
        }
      }
      await store.explore(upTo: 3) { _ in [false, true] }
    }
    expectText(report.issues.map { $0.message.replacing(":\(line).", with: ":LINE.") })
    claimEqual(report.issues.first?.line, 7)
  }

  @Test func `A value without a source rendering is named`() async {
    struct Opaque {
      let action: () -> Void
    }
    let report = await ExplorationReport.of(100) {
      let store = TestStore(.off, initialState: 0) {
        Reduce<Int, Opaque> { state, _ in
          state += 1
          return .none
        }
      }
      await store.explore(upTo: 3) { _ in
        [Opaque {}]
      } always: { state in
        #expect(state == 0)
      }
    }
    expectText(report.issues)
  }

  @Test func `An effect that explores its own store is reported`() async {
    let issues = await withCapturedIssues {
      await withSchedules(100) {
        let own = Lock<RuntimeConfined<TestStore<Int, Int>>?>(nil)
        let store = TestStore(.off, initialState: 0) {
          Reduce<Int, Int> { _, _ in
            .run { _ in
              await own.withLock { $0 }?.value.explore(upTo: 1, { _ in [1] }, line: 7)
            }
          }
        }
        let confined = RuntimeConfined(store)
        own.withLock { $0 = confined }
        await store.send(1)
        own.withLock { $0 = nil }
      }
    }
    claimEqual(issues.first { $0.severity == .error }?.line, 7)
    #expect(
      issues.first { $0.severity == .error }?.message.hasPrefix(
        "Expected only the test to call `explore`, but an effect of the store did") == true)
  }

  @Test func `An invariant that is a function is printed as its call`() async {
    @Sendable func claim(_ state: Jugs.State) {
      if state.small == 3 { reportIssue("Small is full.") }
    }
    let report = await ExplorationReport.of(100) {
      let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
      await store.explore(upTo: 2, { _ in [.fillSmall] }, always: claim)
    }
    expectText(report.issues)
  }

  @Test(.disabled("It fails, as the test below looks at."))
  func `the jug stays empty`() async {
    await withSchedules(10) {
      let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
      await store.explore(upTo: 1) { _ in
        [.fillBig]
      } always: { state in
        if state.big > 0 { throw Offline() }
      }
    }
  }

  @Test func `A printed test throws if its invariant does`() async {
    let issues = await withCapturedIssues { await `the jug stays empty`() }
    let head = "@Test func `the jug stays empty: after 1 step`() async throws {"
    #expect(issues.first?.message.contains(head) == true, "\(issues)")
  }

  @Test(.disabled("It fails, as the test below looks at."))
  func `the jug throws the rest away`() async {
    let limit = 2
    await withSchedules(10) {
      let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
      await store.explore(upTo: 1) { _ in
        [.fillBig]
      } always: { state in
        #expect(state.big <= limit)
      }
    }
  }

  @Test func `A printed test has the statements before its schedules`() async {
    let issues = await withCapturedIssues { await `the jug throws the rest away`() }
    #expect(
      issues.first?.message.contains(
        """
          @Test func `the jug throws the rest away: after 1 step`() async {
            let limit = 2
            let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
        """) == true, "\(issues)")
  }
}
