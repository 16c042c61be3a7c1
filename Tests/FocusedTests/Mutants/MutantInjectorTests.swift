import BehaviorLedger
import FocusedTestStore
import Foundation
import Testing

/// Each kind of outcome, and what a store does without it.
struct MutantInjectorTests {
  private func profile(_ clock: TestClock<Duration> = TestClock()) -> TestStoreOf<Profile> {
    TestStore(.off, initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `a field keeps its value, and others change`() async throws {
    let mutation = try await mutating("Profile", "changeIdentity", .field("surname")) {
      let store = profile()
      await store.send(.changeIdentity(name: "Marie", surname: "Curie")) { $0.name = "Marie" }
      #expect(store.state == Profile.State(name: "Marie"))
      await store.send(.changeAge(40)) { $0.age = 40 }
    }
    #expect(!mutation.isKilled)
    #expect(mutation.events == [.applied])
  }

  @Test func `a test that names the field fails`() async throws {
    let mutation = try await mutating("Profile", "changeIdentity", .field("surname")) {
      let store = profile()
      await store.send(.changeIdentity(name: "Marie", surname: "Curie")) { $0.surname = "Curie" }
    }
    #expect(mutation.isKilled)
  }

  @Test func `the field changes with other actions, and in other features`() async throws {
    let mutation = try await mutating("Profile", "changeAge", .field("mood")) {
      let store = profile()
      await store.send(.changeMood(2)) { $0.mood = 2 }
    }
    #expect(!mutation.isKilled)
    #expect(mutation.events.isEmpty)
  }

  @Test func `an action of an effect is lost`() async throws {
    let mutation = try await mutating(
      "Profile", "advanceAgeAndMoodAfterDelay", .sends("changeMood")
    ) {
      let clock = TestClock()
      let store = profile(clock)
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.finish()
      #expect(store.state == Profile.State(age: 34))
    }
    #expect(!mutation.isKilled)
    #expect(mutation.events == [.applied])
    #expect(
      mutation.code
        == MutantCode(
          file: #fileID, line: 50, place: .atEnd, lines: ["await store.receive(.changeMood(1))"]))
  }

  @Test func `an action that a reduction sends is lost`() async throws {
    let mutation = try await mutating("LedgerFixture.Editor", "save", .sends("saved")) {
      let store = LedgerFixture.editor()
      await store.send(.save)
      #expect(store.state.isSaving)
      await store.send(.titleChanged("A"))
    }
    #expect(mutation.events == [.applied])
    #expect(
      mutation.code
        == MutantCode(
          file: #fileID, line: 68, place: .before, lines: ["await store.receive(.saved)"]))
  }

  @Test func `an effect does not start`() async throws {
    let mutation = try await mutating(
      "Profile", "advanceAgeAndMoodAfterDelay", .starts("second effect")
    ) {
      let clock = TestClock()
      let store = profile(clock)
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      #expect(store.state == Profile.State(age: 34))
    }
    #expect(mutation.events == [.applied])
  }

  @Test func `an effect in flight is not cancelled`() async throws {
    let mutation = try await mutating(
      "LedgerFixture.Editor", "stop", .cancels("CancelID.wait")
    ) {
      let store = LedgerFixture.editor()
      await store.send(.wait)
      await store.send(.stop)
    }
    #expect(!mutation.isKilled)
    #expect(mutation.events == [.applied])
    #expect(
      mutation.code
        == MutantCode(file: #fileID, line: 96, place: .atEnd, lines: ["await store.finish()"]))

    let killed = try await mutating("LedgerFixture.Editor", "stop", .cancels("CancelID.wait")) {
      let store = LedgerFixture.editor()
      await store.send(.wait)
      await store.send(.stop)
      await store.finish()
    }
    #expect(killed.isKilled)
  }

  @Test func `the root feature is not dismissed`() async throws {
    let mutation = try await mutating("LedgerFixture.Editor", "close", .dismisses) {
      let store = LedgerFixture.editor()
      await store.send(.close)
      #expect(!store.isDismissed)
    }
    #expect(mutation.events == [.applied])
    #expect(
      mutation.code
        == MutantCode(
          file: #fileID, line: 116, place: .atEnd, lines: ["#expect(store.isDismissed)"]))
  }

  @Test func `a child is not dismissed, and goes on`() async throws {
    let mutation = try await mutating("LedgerFixture.Editor", "close", .dismisses) {
      let store = LedgerFixture.desk(.off, LedgerFixture.Desk.State())
      await store.send(.open)
      await store.send(.editor(.presented(.close)))
      #expect(store.state.editor != nil)
      await store.send(.editor(.presented(.titleChanged("A")))) { $0.editor?.title = "A" }
    }
    #expect(!mutation.isKilled)
    #expect(mutation.events == [.applied])
  }

  @Test func `the same mutant wherever the feature runs`() async throws {
    typealias State = LedgerFixture.Desk.State
    let rows: [LedgerFixture.Editor.State] = [.init(id: 1), .init(id: 2)]
    let mutation = try await mutating("LedgerFixture.Editor", "titleChanged", .field("title")) {
      let store = LedgerFixture.desk(
        .off, State(rows: .init(uniqueElements: rows), path: StackState(rows)))
      await store.send(.open)
      await store.send(.plain(.titleChanged("A")))
      await store.send(.editor(.presented(.titleChanged("A"))))
      await store.send(.rows(.element(id: 2, action: .titleChanged("A"))))
      await store.send(.path(.element(id: 1, action: .titleChanged("A"))))
      #expect(store.state.plain.title == "")
      #expect(store.state.editor?.title == "")
      #expect(store.state.rows[id: 2]?.title == "")
      #expect(store.state.path[id: 1]?.title == "")
    }
    #expect(mutation.events == [.applied])
  }

  @Test func `a field of the parent keeps its value, and the child's changes`() async throws {
    let mutation = try await mutating(
      "LedgerFixture.Editor", "save", .field("LedgerFixture.Desk.lastSaved")
    ) {
      let store = LedgerFixture.desk(.off, LedgerFixture.Desk.State())
      await store.send(.plain(.save)) { $0.plain.isSaving = true }
      #expect(store.state.lastSaved == 0)
    }
    #expect(mutation.events == [.applied])
  }

  @Test func `what follows an effect that is not cancelled comes`() async throws {
    let behavior = ("Todo", "doneTapped", Behavior.Outcome.cancels("CancelID.sort"))
    let milk = Todo.State(id: UUID(), title: "Milk")
    let mutation = try await mutating(behavior.0, behavior.1, behavior.2) {
      let clock = TestClock()
      let store = TestStore(.off, initialState: Todos.State(todos: [milk])) {
        Todos()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.todos(.element(id: milk.id, action: .doneTapped)))
      await clock.advance(by: .milliseconds(900))
      await store.send(.todos(.element(id: milk.id, action: .doneTapped)))
      await clock.advance(by: .milliseconds(900))
      await store.assertNotReceived(.sort)
    }
    #expect(mutation.isKilled)
    #expect(mutation.code?.lines == ["await store.assertNotReceived(case: { .sort })"])
  }

  @Test func `a run without mutants says how the start of an effect shows`() async throws {
    let run = try await watching {
      let clock = TestClock()
      let store = profile(clock)
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.send(.watchMood)
      await store.send(.changeAge(3)) { $0.age = 3 }
    }
    #expect(run.events.isEmpty)
    func code(_ action: String, _ effect: String) -> MutantCode? {
      run.codes[Behavior(feature: "Profile", action: action, outcome: .starts(effect))]
    }
    let line = 194
    #expect(
      code("advanceAgeAndMoodAfterDelay", "second effect")
        == MutantCode(
          file: #fileID, line: line, place: .before,
          lines: ["await store.receive(.changeMood(1))"]))
    #expect(
      code("watchMood", "effect")
        == MutantCode(
          file: #fileID, line: line, place: .replacingCall,
          lines: ["let task = await store.send(.watchMood)", "#expect(!task.isFinished)"]))

    let mutation = try await mutating("Profile", "watchMood", .starts("effect")) {
      let store = profile()
      let task = await store.send(.watchMood)
      expect(!task.isFinished)
    }
    #expect(mutation.isKilled)
  }

  @Test func `a run that watches says nothing of effects that end without an action`() async throws
  {
    let run = try await watching {
      let store = LedgerFixture.editor()
      await store.send(.close)
      await store.send(.titleChanged("A"))
    }
    #expect(run.codes.isEmpty)
  }

  @Test func `a field of an element that moves in the same step cannot go back`() async throws {
    struct Rows: Reducer {
      struct Row: Equatable, Identifiable {
        let id: Int
        var title = ""
      }

      struct State: Equatable {
        var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
      }

      enum Action { case move }

      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state.rows.move(fromOffsets: [0], toOffset: 3)
        state.rows[id: 1]?.title = "moved"
        return .none
      }
    }
    let facts = await LedgerWriter.collecting {
      let store = TestStore(.off, initialState: Rows.State()) { Rows() }
      await store.send(.move)
    }
    let title = try #require(
      facts.map(\.behavior).first { $0.outcome == .field("rows[].title") })
    let mutation = try await mutating(title.feature, title.action, title.outcome) {
      let store = TestStore(.off, initialState: Rows.State()) { Rows() }
      await store.send(.move)
    }
    #expect(mutation.events == [.unwritable])
  }

  @Test func `a test without a mutant runs as always`() async throws {
    let mutation = try await mutating("Other", "changeAge", .field("age")) {
      let store = profile()
      await store.send(.changeAge(40)) { $0.age = 40 }
    }
    #expect(!mutation.isKilled)
    #expect(mutation.events.isEmpty)
    #expect(mutation.code == nil)
  }
}

extension MutantInjectorTests {
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
}

extension MutantInjectorTests {
  @Test func `a field below an enum root goes back beside others, and the call is kept`()
    async throws
  {
    let mutation = try await mutating("Page", "load", .field("title")) {
      let store = TestStore(.off, initialState: Leaflet.State.page(Page.State())) { Leaflet() }
      await store.send(
        .page(.load("A")))
      #expect(store.state == .page(Page.State(count: 1)))
    }
    #expect(mutation.events == [.applied])
    #expect(!mutation.isKilled)
    #expect(
      mutation.code?.lines == [
        "await store.send(", "  .page(.load(\"A\"))) {",
        "  $0 = .page(Page.State(title: \"A\", count: 1, id: 1))", "}",
      ])
  }

  @Test func `what cannot go back says why`() async throws {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: log) }
    let test = try #require(Test.current)
    let behavior = Behavior(feature: "Page", action: "renumber", outcome: .field("id"))
    let place = test.sourceLocation
    let name = "\(test.id)".dropLast("/\(place.fileName):\(place.line):\(place.column)".count)
    await MutantRun(MutantPlan(log: log, mutants: [String(name): behavior])).use {
      let store = TestStore(.off, initialState: Page.State()) { Page() }
      await store.send(.renumber)
    }
    #expect(
      MutantEvent.all(inLog: log).compactMap(\.reason) == [
        "`Page.State.id` is a constant, and goes back only with all that changed around it."
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
      #expect(mutation.code?.notes == nil)
    }
    let mutation = try await mutating("Hidden", "count", .field("count")) {
      let store = TestStore(.off, initialState: Hidden.State()) { Hidden() }
      await store.send(.count)
    }
    #expect(mutation.events == [.applied])
    #expect(mutation.code?.lines == ["await store.send(.count) {", "  $0.count = 1", "}"])
    #expect(
      mutation.code?.notes == [
        "`count` is stored under another name, and may have no setter."
      ])
  }

  @Test func `beside another effect that goes on, nothing at the end of a test tells`() async throws
  {
    let mutation = try await mutating("TwoWaits", "stop", .cancels("CancelID.first")) {
      let store = TestStore(.off, initialState: 0) { TwoWaits() }
      await store.send(.start)
      await store.send(.stop)
    }
    #expect(mutation.events == [.applied])
    #expect(mutation.code == nil)
  }

  @Test func `what stands at the end of a test stands after the last line of its last call`()
    async throws
  {
    let end = #line + 9
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
    #expect(mutation.code?.line == end)
    #expect(mutation.code?.lines == ["await store.finish()"])
  }
}

extension MutantInjectorTests {
  @Test func `only the call is of the store, by whatever name it has`() async throws {
    let mutation = try await mutating("Shop", "open", .field("note")) {
      let sut = TestStore(.off, initialState: Shop.State()) { Shop() }
      await sut.send(.open)
    }
    #expect(
      mutation.code?.lines == [
        "await sut.send(.open) {", "  $0.note = \"the store.\"", "}",
      ])
  }
}

private struct Shop: Reducer {
  struct State: Equatable { var note = "" }
  enum Action { case open }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.note = "the store."
    return .none
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

private struct Hidden: Reducer {
  struct State: Equatable {
    private var _count = 0
    var title = ""

    var count: Int {
      get { _count }
      set { _count = newValue }
    }
  }

  enum Action { case count }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    state.title = "\(state.count)"
    return .none
  }
}

/// As `@ObservableState` expands.
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
  }

  enum Action { case fill }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.token = Token()
    state.numbers = state.numbers.map { $0 + 1000 }
    return .none
  }
}
