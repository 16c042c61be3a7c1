import FocusedTestStore
import Foundation
import Testing
@testable import TestFixtures

/// The samples in the doc comments of Core, except those about composing reducers, as the comments show them.
struct CoreSampleTests {
  @Test func `The sample of CasePath`() {
    typealias Action = Table.Action
    let rows = [Row(id: 1)]

    let loaded = CasePath<Action, [Row]> { .list(.loaded($0)) }
    #expect(loaded.embed(rows) == .list(.loaded(rows)))
    #expect(loaded.extract(from: .list(.loaded(rows))) == rows)
    #expect(loaded.extract(from: .list(.failed)) == nil)
  }

  @Test func `The sample of an explicit CasePath`() {
    enum Action {
      case validated((String) -> Bool)
      case cleared
    }

    let validated = CasePath<Action, (String) -> Bool>(
      embed: { .validated($0) },
      extract: { if case .validated(let isValid) = $0 { isValid } else { nil } })
    #expect(validated.extract(from: .validated(\.isEmpty))?("") == true)
    #expect(validated.extract(from: .cleared) == nil)
  }

  @Test func `The sample of IdentifiedArray`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    rows[id: 2]?.title = "Second"
    let (isNew, index) = rows.append(Row(id: 2))
    #expect(!isNew && index == 1)
  }

  @Test func `The sample of timer`() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Ticker.State()) {
      Ticker(clock: clock)
    }
    await store.send(.start)
    await clock.advance(by: .seconds(3))
    #expect(store.state.ticks == 3)
  }

  @Test func `The sample of ImmediateClock`() async {
    let store = TestStore(.off, initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = .immediate
    }
    await store.send(.advanceAgeAndMoodAfterDelay)
    await store.receive(.changeMood(1))
  }

  @Test func `The sample of Dependency`() {
    let now = withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 0)
    } operation: {
      Feature().now
    }
    #expect(now == Date(timeIntervalSince1970: 0))
  }

  @Test func `The sample of DependencyKey and withDependencies`() async throws {
    let model = withDependencies {
      $0.uuid = .incrementing
      $0.itemClient.fetch = { _ in [] }
    } operation: {
      Model()
    }
    #expect(model.id == UUID(0))
  }

  @Test func `The sample of unimplemented`() async throws {
    let client = Unfinished.Client.testValue
    let issues = await withCapturedIssues {
      #expect(await client.fetch() == [])
      await #expect(throws: UnimplementedEndpoint.self) { try await client.save("") }
    }
    #expect(issues.count == 2)
  }

  @Test func `The sample of DismissEffect`() async {
    let didDismiss = Flag()
    let store = TestStore(.off, initialState: 0) {
      Reduce<Int, Bool> { _, _ in
        .run { _ in
          @Dependency(\.dismiss) var dismiss
          await dismiss()
        }
      }
    } withDependencies: {
      $0.dismiss = DismissEffect { await didDismiss.set() }
    }
    await store.send(true)
    #expect(await didDismiss.isSet)
  }

  @Test func `The sample of WithRandomNumberGenerator`() {
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

      let roll = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
      #expect((1...6).contains(roll))
    }
  }

  @Test func `The sample of dependency`() async {
    let reducer =
      Profile().dependency(\.date.now, Date(timeIntervalSince1970: 0))
    let store = TestStore(.off, initialState: Profile.State()) { reducer }
    await store.send(.changeAge(40)) { $0.age = 40 }
  }

  @Test func `The sample of Effect and Send`() async {
    let store = TestStore(.off, initialState: Download.State()) { Download() }
    await store.send(.refresh)
    await store.receive(.loaded("Blob"))
    await store.send(.load)
    await store.receive(.loaded("Blob"))
    await store.send(.start)
    await store.receive(inOrder: .progress(0.5), .progress(1), .finished)
  }

  @MainActor
  @Test func `The sample of Store`() {
    let store = Store(initialState: Counter.State()) {
      Counter()
    }
    store.send(.increment)
    #expect(store.count == 1)
  }

  @MainActor
  @Test func `The sample of scope`() {
    let store = Store(initialState: Parent.State()) { Parent() }
    #expect(view(of: store).age == 33)
    showChild(of: store)
  }

  @MainActor
  private func view(of store: StoreOf<Parent>) -> ProfileView {
    ProfileView(store: store.scope(state: \.profile, action: { .profile($0) }))
  }

  @MainActor
  private func showChild(of store: StoreOf<Parent>) {
    if let child = store.scope(state: \.child, action: { .child($0) }) {
      ChildView(store: child)
    }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  extension CoreSampleTests {
    @MainActor
    private func field(for store: StoreOf<NameForm>) -> some View {
      TextField("Name", text: store.binding(\.name, send: { .setName($0) }))
    }
  }
#endif

// MARK: - Fixtures

struct ItemClient: DependencyKey {
  var fetch: @Sendable (_ page: Int) async throws -> [String]

  static let liveValue = ItemClient(fetch: { try await Server.shared.items(page: $0) })
  static let testValue = ItemClient(fetch: unimplemented("ItemClient.fetch"))
}

extension DependencyValues {
  var itemClient: ItemClient {
    get { self[ItemClient.self] }
    set { self[ItemClient.self] = newValue }
  }
}

private actor Server {
  static let shared = Server()
  func items(page: Int) throws -> [String] { [] }
}

extension CoreSampleTests {
  struct Row: Equatable, Identifiable {
    var id: Int
    var title = ""
  }

  enum Table {
    enum Action: Equatable { case list(List) }
    enum List: Equatable {
      case loaded([Row])
      case failed
    }
  }

  struct Feature {
    @Dependency(\.continuousClock) var clock
    @Dependency(\.date.now) var now
    @Dependency(ItemClient.self) var client
  }

  struct Model {
    let id: UUID

    init() {
      @Dependency(\.uuid) var uuid
      id = uuid()
    }
  }

  enum Unfinished {
    struct Client: Sendable {
      var fetch: @Sendable () async -> [String]
      var save: @Sendable (String) async throws -> Void

      static let testValue = Client(
        fetch: unimplemented("Client.fetch", placeholder: []),
        save: unimplemented("Client.save"))
    }
  }

  actor Flag {
    var isSet = false
    func set() { isSet = true }
  }

  struct Ticker: Reducer {
    struct State: Equatable { var ticks = 0 }
    enum Action {
      case start
      case tick
    }

    let clock: TestClock<Duration>

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) {
            await send(.tick)
          }
        }
      case .tick:
        state.ticks += 1
        return .none
      }
    }
  }

  struct Download: Reducer {
    struct State: Equatable {}
    enum Action: Equatable {
      case refresh
      case load
      case start
      case loaded(String)
      case failed(String)
      case progress(Double)
      case finished
    }
    enum CancelID {
      case refresh
      case progress
    }
    struct Client: Sendable {
      func fetch() async throws -> String { "Blob" }
      var progress: AsyncStream<Double> {
        AsyncStream { continuation in
          continuation.yield(0.5)
          continuation.yield(1)
          continuation.finish()
        }
      }
    }

    let client = Client()

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .refresh:
        return .run { send in
          await send(.loaded(try await client.fetch()))
        } catch: { error, send in
          await send(.failed(error.localizedDescription))
        }
        .cancellable(id: CancelID.refresh, cancelInFlight: true)
      case .load: return load()
      case .start: return start()
      case .loaded, .failed, .progress, .finished: return .none
      }
    }

    private func load() -> Effect<Action> {
      .run { send in
        await send(.loaded(try await client.fetch()))
      }
    }

    private func start() -> Effect<Action> {
      .run { send in
        await withTaskCancellation(id: CancelID.progress) {
          for await progress in client.progress { await send(.progress(progress)) }
        }
        await send(.finished)
      }
    }
  }

  typealias Counter = ReducerSampleTests.Counter

  struct NameForm: Reducer {
    struct State: Equatable { var name = "" }
    enum Action { case setName(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .setName(let name) = action { state.name = name }
      return .none
    }
  }

  struct Parent: Reducer {
    struct State {
      var profile = Profile.State()
      var child: Counter.State? = Counter.State()
    }
    enum Action {
      case profile(Profile.Action)
      case child(Counter.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.profile, action: { .profile($0) }) { Profile() }
    }
  }

  @MainActor
  struct ProfileView {
    let store: StoreOf<Profile>
    var age: Int { store.age }
  }

  @MainActor
  struct ChildView {
    @discardableResult
    init(store: StoreOf<Counter>) {}
  }
}
