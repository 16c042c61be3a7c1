import TestEvents
import FocusedTestStore
import Testing

/// The code that kills a mutant, and the reasons why there is none.
struct MutantCodeTests {
  @Test func `there is no code for a value that cannot be written out, or is too long`()
    async throws
  {
    for field in ["token", "numbers[]"] {
      let mutation = try await mutating("Vault", "fill", .field(field)) {
        let store = TestStore(.off, initialState: Vault.State()) { Vault() }
        await store.send(.fill)
      }
      #expect(mutation.events == [.applied])
      #expect(mutation.code == nil)
    }
  }

  @Test func `a field below an enum root goes back beside others`()
    async throws
  {
    let mutation = try await mutating("Page", "load", .field("title")) {
      let store = TestStore(.off, initialState: Leaflet.State.page(Page.State())) { Leaflet() }
      await store.send(
        .page(.load("A")))
      #expect(store.state == .page(Page.State(count: 1)))
    }
    claimEqual(mutation.events, [.applied])
    #expect(!mutation.isKilled)
    #expect(
      mutation.code?.lines == [
        "await store.send(.page(.load(\"A\"))) {",
        "  $0 = .page(Page.State(title: \"A\", count: 1, id: 1))", "}",
      ])
  }

  @Test func `what cannot go back says why`() async throws {
    let mutation = try await mutating("Page", "renumber", .field("id")) {
      let store = TestStore(.off, initialState: Page.State()) { Page() }
      await store.send(.renumber)
    }
    claimEqual(
      mutation.reasons,
      [
        "`Page.State.id` is a constant, so it can be restored only together with all changes around it."
      ])
  }

  @Test func `what a macro stores behind a computed property is assigned by that`() async throws {
    for (field, code) in [("count", "  $0.count = 1"), ("title", "  $0.title = \"1\"")] {
      let mutation = try await mutating("Observed", "count", .field(field)) {
        let store = TestStore(.off, initialState: Observed.State()) { Observed() }
        await store.send(.count)
      }
      #expect(mutation.events == [.applied])
      #expect(mutation.code?.lines == ["await store.send(.count) {", code, "}"])
    }
  }

  @Test func `beside another effect that goes on, nothing at the end of a test tells`() async throws
  {
    let mutation = try await mutating("TwoWaits", "stop", .cancels("CancelID.first")) {
      let store = TestStore(.off, initialState: 0) { TwoWaits() }
      await store.send(.start)
      await store.send(.stop)
    }
    claimEqual(mutation.events, [.applied])
    #expect(mutation.code == nil)
  }

  @Test func `what stands at the end of a test names its last call`() async throws {
    let call = #line + 6
    let mutation = try await mutating(
      "LedgerFixture.Editor", "stop", .cancels("CancelID.wait")
    ) {
      let store = LedgerFixture.editor()
      await store.send(.wait)
      await store.send(.stop) {
        $0.isSaving = false
        $0.title = ""
      }
    }
    claimEqual(mutation.code?.line, call)
    #expect(mutation.code?.lines == ["await store.finish()"])
  }

  @Test func `a literal of several lines is several lines of code`() async throws {
    let words = ["a", "b"].map { String(repeating: $0, count: 60) }
    let mutation = try await mutating("Index", "load", .sends("loaded")) {
      let store = TestStore(.off, initialState: 0) { Index() }
      await store.send(.load(words))
    }
    #expect(
      mutation.code?.lines == [
        "await store.receive(.loaded([", "  \"\(words[0])\",", "  \"\(words[1])\"", "]))",
      ])
  }

  @Test func `the absence of an action that cannot be compared is asserted by its case`()
    async throws
  {
    let mutation = try await mutating("Forecasts", "tapped", .cancels("CancelID.load")) {
      let clock = TestClock()
      let store = clock.store(of: Forecasts(), from: 0)
      await store.send(.tapped(1))
      await store.send(.tapped(2))
      await clock.advance(by: .seconds(1))
    }
    claimEqual(mutation.events, [.applied])
    #expect(
      mutation.code?.lines == ["await store.assertNotReceived(case: { .loaded(1, .success($0)) })"])
  }

  @Test func `only the call is of the store, by whatever name it has`() async throws {
    let mutation = try await mutating("Vault", "fill", .field("note")) {
      let sut = TestStore(.off, initialState: Vault.State()) { Vault() }
      await sut.send(.fill)
    }
    #expect(
      mutation.code?.lines == [
        "await sut.send(.fill) {", "  $0.note = \"the store.\"", "}",
      ])
  }
}

private struct Index: Reducer {
  enum Action: Equatable {
    case load([String])
    case loaded([String])
  }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    if case .load(let words) = action { .send(.loaded(words)) } else { .none }
  }
}

private struct Forecasts: Reducer {
  struct Forecast: Equatable, Sendable { var days = [70, 90] }

  enum Action {
    case tapped(Int)
    case loaded(Int, Result<Forecast, any Error>)
  }
  enum CancelID { case load }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    guard case .tapped(let id) = action else { return .none }
    return .run { send in
      try await clock.sleep(for: .seconds(1))
      await send(.loaded(id, .success(Forecast())))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

private struct TwoWaits: Reducer {
  enum Action { case start, stop }
  enum CancelID { case first, second }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      .merge(
        .run { _ in try await Task.never() }.cancellable(id: CancelID.first),
        .run { _ in try await Task.never() }.cancellable(id: CancelID.second))
    case .stop: .cancel(id: CancelID.first)
    }
  }
}

private struct Leaflet: Reducer {
  enum State: Equatable {
    case page(Page.State)
    case cover(Page.State)
  }

  enum Action {
    case page(Page.Action)
    case cover(Page.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: { .page($0) }, action: { .page($0) }) { Page() }
    Scope(state: { .cover($0) }, action: { .cover($0) }) { Page() }
  }
}

private struct Page: Reducer {
  struct State: Equatable {
    var title = ""
    var count = 0
    let id: Int

    init(title: String = "", count: Int = 0, id: Int = 1) {
      (self.title, self.count, self.id) = (title, count, id)
    }
  }

  enum Action {
    case load(String)
    case renumber
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load(let title): (state.title, state.count) = (title, state.count + 1)
    case .renumber: state = State(count: state.count + 1, id: state.id + 1)
    }
    return .none
  }
}

/// The expansion of `@ObservableState`.
private struct Observed: Reducer {
  struct State: Equatable {
    private var _count = 0
    private var _title = ""
    private let _$observationRegistrar = 0

    var count: Int {
      get { _count }
      set { _count = newValue }
    }
    var title: String {
      get { _title }
      set { _title = newValue }
    }
  }

  enum Action { case count }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    state.title = "\(state.count)"
    return .none
  }
}

private struct Vault: Reducer {
  final class Token: Equatable, Sendable {
    static func == (lhs: Token, rhs: Token) -> Bool { lhs === rhs }
  }

  struct State: Equatable {
    var token: Token?
    var numbers = Array(0..<100)
    var note = ""
  }

  enum Action { case fill }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.token = Token()
    state.numbers = state.numbers.map { $0 + 1000 }
    state.note = "the store."
    return .none
  }
}
