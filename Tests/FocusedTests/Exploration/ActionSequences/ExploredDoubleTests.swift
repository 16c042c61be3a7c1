import FocusedTestStore
import Testing

/// Time and the answers of stubs are steps of an action sequence.
struct ExploredDoubleTests {
  @Test func `Time passes, stubs give each answer, and the shortest sequence is printed`() async {
    let report = await ExplorationReport.of(1_000) {
      let pay = Stub<[Int], Receipt>("KioskClient.pay")
      pay.mayAnswer(.success(Receipt()), .failure(Offline()))
      let clock = TestClock()
      let store = TestStore(.off, initialState: Kiosk.State()) {
        Kiosk(bug: .keepsHint, pay: pay.call)
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.explore(upTo: 6) { state in
        [.addTapped, .payTapped] + state.items.map { .removeTapped($0) }
      } always: { state in
        if state.hint != nil, clock.now.offset >= .seconds(3) { reportIssue("Wrong.") }
      }
    }
    expectText(report.issues)
  }

  /// A search whose answers may overtake one another.
  private struct Finder: Reducer {
    struct State: Equatable, Sendable {
      var query = ""
      var found = ""
    }

    enum Action: Equatable {
      case typed(String)
      case found(String)
    }

    let find: @Sendable (String) async throws -> String

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .typed(let query):
        state.query = query
        return .run { [find] send in await send(.found(try await find(query))) }
      case .found(let result):
        state.found = result
        return .none
      }
    }
  }

  @Test func `A later call is answered before an earlier one`() async {
    let report = await ExplorationReport.of(1_000) {
      let find = Stub<String, String>("find")
      find.mayAnswer(.success("s"))
      let store = TestStore(.off, initialState: Finder.State()) { Finder(find: find.call) }
      await store.explore(upTo: 4) { state in
        state.query == "sw" ? [] : [.typed(state.query == "" ? "s" : "sw")]
      } always: { state in
        if find.pendingCalls == ["s"], state.found == "s" { reportIssue("Wrong.") }
      }
    }
    expectText(report.issues)
  }

  // MARK: - Outside of explorations

  @Test(.schedules(1))
  func `Without schedules a stub that may answer does so at once, with the first`() async {
    let find = Stub<String, String>("find")
    find.mayAnswer(.success("swan"), .failure(Offline()))
    let store = TestStore(.off, initialState: Finder.State()) { Finder(find: find.call) }
    await store.send(.typed("s"))
    store.assert { $0.found = "swan" }
  }

  @Test func `Under schedules each of the results is tried`() async {
    let found = SharedValue<Set<String>>([])
    await withSchedules(100) {
      let find = Stub<String, String>("find")
      find.mayAnswer(.success("swan"), .success("swift"))
      let store = TestStore(.off, initialState: Finder.State()) { Finder(find: find.call) }
      await store.send(.typed("s"))
      found.now.insert(store.state.found)
    }
    claimEqual(found.now, ["swan", "swift"])
  }

  @Test func `A rule replaces the results of a stub`() async {
    let find = Stub<String, String>("find")
    find.mayAnswer(.success("swan"))
    find.willHold()
    let store = TestStore(.off, initialState: Finder.State()) { Finder(find: find.call) }
    await store.send(.typed("s"))
    claimEqual(find.pendingCalls, ["s"])
    await find.succeed(with: "swift")
    store.assert { $0.found = "swift" }
  }
}
