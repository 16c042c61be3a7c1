import FocusedTestStore
import Testing

/// The samples of the article on explorations, and bugs that such explorations find.
struct ExploringArticleTests {
  /// The messages of an exploration whose feature has a bug.
  private func messages(_ test: @Sendable () async -> Void) async -> [String] {
    await withCapturedIssues { await withSchedules(1_000) { await test() } }.map(\.message)
  }

  // MARK: - An invariant

  @Test(.schedules(1000)) func `the total is never negative`() async {
    let save = Stub<Cart, Receipt>("CartClient.save")
    save.mayAnswer(.success(.sample), .failure(Offline()))
    let store = TestStore(.off, initialState: Cart.State()) {
      Cart()
    } withDependencies: {
      $0.cartClient.save = save.call
    }

    await store.explore(upTo: 12) { state in
      [.addTapped, .checkoutTapped]
        + state.rows.map { .rows(.element(id: $0.id, action: .removeTapped)) }
    } always: { state in
      #expect(state.total >= 0)
    }
  }

  @Test func `a negative total is found`() async {
    let messages = await messages {
      let save = Stub<Cart, Receipt>("CartClient.save")
      save.mayAnswer(.success(.sample), .failure(Offline()))
      let store = TestStore(.off, initialState: Cart.State()) {
        Cart(hasBug: true)
      } withDependencies: {
        $0.cartClient.save = save.call
      }
      await store.explore(upTo: 12) { state in
        [.addTapped, .checkoutTapped]
          + state.rows.map { .rows(.element(id: $0.id, action: .removeTapped)) }
      } always: { state in
        if state.total < 0 { reportIssue("\(state.total)") }
      }
    }
    #expect(
      messages == [
        """
        -20

        It fails after 4 steps. Replace the call of `explore` with:
          save.willHold()
          await store.send(.addTapped)
          await store.send(.checkoutTapped)
          await store.send(.rows(.element(id: 0, action: .removeTapped)))
          await save.fail(with: ExploringArticleTests.Offline())
          let state = store.state
          if state.total < 0 { reportIssue("\\(state.total)") }

        Found with action sequence 49 of 1000.
        """
      ])
  }

  fileprivate struct Row: Reducer {
    struct State: Equatable, Identifiable {
      let id: Int
      var price = 20
    }

    enum Action: Equatable { case removeTapped }

    func reduce(into _: inout State, action _: Action) -> Effect<Action> { .none }
  }

  fileprivate struct Receipt: Equatable, Sendable {
    var number: Int

    static let sample = Receipt(number: 1)
  }

  fileprivate struct Offline: Error {}

  fileprivate struct Cart: Reducer, Sendable {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Row.State> = []
      var total = 0
      var isSaving = false
      var nextID = 0
    }

    enum Action {
      case addTapped
      case checkoutTapped
      case saved(Result<Receipt, any Error>)
      case rows(IdentifiedAction<Int, Row.Action>)
    }

    var hasBug = false
    @Dependency(CartClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .addTapped:
        state.rows.append(Row.State(id: state.nextID))
        state.nextID += 1
        state.total += 20
      case .checkoutTapped:
        guard !state.rows.isEmpty, !state.isSaving else { return .none }
        state.isSaving = true
        return .run { send in
          do { await send(.saved(.success(try await client.save(self)))) } catch {
            await send(.saved(.failure(error)))
          }
        }
      case .saved(.success):
        state = State()
      case .saved(.failure):
        if hasBug { state.total -= 20 }
        state.isSaving = false
      case .rows(.element(let id, .removeTapped)):
        state.rows.remove(id: id)
        state.total -= 20
      }
      return .none
    }
  }

  fileprivate struct CartClient: TestDependencyKey {
    var save: @Sendable (Cart) async throws -> Receipt

    static var testValue: CartClient { CartClient(save: unimplemented("CartClient.save")) }
  }

  // MARK: - The shortest way to a screen

  private struct Tour: Reducer {
    enum Screen { case start, terms, profile, done }

    struct State: Equatable {
      var screen = Screen.start
      var hasAccepted = false
    }

    enum Action: Equatable { case nextTapped, acceptTapped, backTapped }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch (action, state.screen) {
      case (.nextTapped, .start): state.screen = .terms
      case (.nextTapped, .terms) where state.hasAccepted: state.screen = .profile
      case (.nextTapped, .profile): state.screen = .done
      case (.acceptTapped, .terms): state.hasAccepted = true
      case (.backTapped, _): state.screen = .start
      default: break
      }
      return .none
    }
  }

  @Test(.disabled("It fails, which is what it is for.")) func `the tour has no end`() async {
    await withSchedules(1000) {
      let store = TestStore(.off, initialState: Tour.State()) { Tour() }
      await store.explore(upTo: 10) { _ in
        [.nextTapped, .acceptTapped, .backTapped]
      } always: { state in
        #expect(state.screen != .done)
      }
    }
  }

  // MARK: - Two devices

  /// A fake server: it keeps the latest version.
  fileprivate actor Server {
    private(set) var versions = [0]

    func put(_ version: Int) -> Int {
      if version > versions[versions.count - 1] { versions.append(version) }
      return versions[versions.count - 1]
    }
  }

  fileprivate struct Device: Reducer, Sendable {
    struct State: Equatable { var version = 0 }

    enum Action: Equatable { case editTapped, syncTapped, synced(Int) }

    let server: Server

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .editTapped: state.version += 1
      case .syncTapped:
        return .run { [version = state.version] send in
          await send(.synced(await server.put(version)))
        }
      case .synced(let version): state.version = version
      }
      return .none
    }
  }

  fileprivate struct Devices: Reducer {
    struct State: Equatable {
      var phone = Device.State()
      var tablet = Device.State()
    }

    enum Action: Equatable {
      case phone(Device.Action)
      case tablet(Device.Action)
    }

    let server: Server

    var body: some Reducer<State, Action> {
      Scope(state: \.phone, action: { .phone($0) }) { Device(server: server) }
      Scope(state: \.tablet, action: { .tablet($0) }) { Device(server: server) }
    }
  }

  @Test(.schedules(1000)) func `no device takes the server back`() async {
    let server = Server()
    let store = TestStore(.off, initialState: Devices.State()) { Devices(server: server) }

    await store.explore(upTo: 6) { _ in
      [.phone(.editTapped), .phone(.syncTapped), .tablet(.editTapped), .tablet(.syncTapped)]
    }
    let versions = await server.versions
    #expect(versions == versions.sorted())
  }

  // MARK: - Still loading

  fileprivate struct Finder: Reducer, Sendable {
    struct State: Equatable {
      var isLoading = false
      var found: [String] = []
    }

    enum Action {
      case searchTapped
      case cancelTapped
      case found([String])
    }

    enum CancelID { case search }

    let find: @Sendable () async throws -> [String]

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .searchTapped:
        state.isLoading = true
        return .run { send in
          let found = try? await find()
          await send(.found(found ?? []))
        }
        .cancellable(id: CancelID.search, cancelInFlight: true)
      case .cancelTapped:
        state.isLoading = false
        return .cancel(id: CancelID.search)
      case .found(let found):
        state.isLoading = false
        state.found = found
        return .none
      }
    }
  }

  @Test(.schedules(1000)) func `nothing loads for ever`() async {
    let find = Stub<Void, [String]>("find")
    find.mayAnswer(.success(["swan"]), .failure(Offline()))
    let store = TestStore(.off, initialState: Finder.State()) { Finder(find: find.call) }

    await store.explore(upTo: 6) { _ in
      [.searchTapped, .cancelTapped]
    } always: { state in
      #expect(!state.isLoading || !find.pendingCalls.isEmpty)
    }
  }

  // MARK: - An answer that depends on the question

  fileprivate struct SearchClient: Sendable {
    let find: @Sendable (String) async throws -> [String]

    init(find: @escaping @Sendable (String) async throws -> [String]) { self.find = find }
  }

  fileprivate struct Query: Reducer {
    struct State: Equatable {
      var query = ""
      var found: [String] = []
    }

    enum Action {
      case typed(String)
      case found([String])
    }

    enum CancelID { case search }

    let cancelsInFlight: Bool
    let search: SearchClient

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .typed(let query):
        state = State(query: query)
        return .run { send in
          if let found = try? await search.find(query) { await send(.found(found)) }
        }
        .cancellable(id: CancelID.search, cancelInFlight: cancelsInFlight)
      case .found(let found):
        state.found = found
        return .none
      }
    }
  }

  @Test(arguments: [true, false])
  func `the last query is answered in the end`(cancelsInFlight: Bool) async {
    let messages = await messages {
      let find = Stub<String, Void>("SearchClient.find")
      find.mayAnswer(.success(()))
      let search = SearchClient { query in
        try await find.call(query)
        return [query]
      }
      let store = TestStore(.off, initialState: Query.State()) {
        Query(cancelsInFlight: cancelsInFlight, search: search)
      }
      await store.explore(upTo: 4) { _ in [.typed("a"), .typed("b")] }
      while !find.pendingCalls.isEmpty { await find.succeed() }
      await store.finish()
      if store.history.count > 0, store.state.found != [store.state.query] { reportIssue("Stale.") }
    }
    #expect(messages.isEmpty == cancelsInFlight)
  }

  // MARK: - A model, and undo

  fileprivate struct Editor: Reducer {
    struct State: Equatable {
      var text = ""
      var past: [String] = []
    }

    enum Action: Equatable { case typed(Character), deleteTapped, undoTapped }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .typed(let letter):
        state.past.append(state.text)
        state.text.append(letter)
      case .deleteTapped:
        guard !state.text.isEmpty else { return .none }
        state.past.append(state.text)
        state.text.removeLast()
      case .undoTapped:
        if let text = state.past.popLast() { state.text = text }
      }
      return .none
    }
  }

  @Test(.schedules(1000)) func `the text is what a list of letters says`() async {
    let store = TestStore(.off, initialState: Editor.State()) { Editor() }

    await store.explore(upTo: 8) { _ in
      [.typed("a"), .typed("b"), .deleteTapped]
    } always: { state in
      let model = store.history.reduce(into: [Character]()) { letters, step in
        switch step.action {
        case .typed(let letter): letters.append(letter)
        case .deleteTapped: _ = letters.popLast()
        case .undoTapped: break
        }
      }
      #expect(state.text == String(model))
    }
  }

  @Test(.schedules(1000)) func `undo gives back what was`() async {
    let store = TestStore(.off, initialState: Editor.State()) { Editor() }

    await store.explore(upTo: 6) { _ in
      [.typed("a"), .deleteTapped, .undoTapped]
    }
    let text = store.state.text
    await store.send(.deleteTapped)
    if !text.isEmpty { await store.send(.undoTapped) }
    #expect(store.state.text == text)
  }
}

extension DependencyValues {
  fileprivate var cartClient: ExploringArticleTests.CartClient {
    get { self[ExploringArticleTests.CartClient.self] }
    set { self[ExploringArticleTests.CartClient.self] = newValue }
  }
}
