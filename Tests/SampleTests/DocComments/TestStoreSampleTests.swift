/// The samples in the doc comments of the test store.
struct TestStoreSampleTests {
  @Test func `The sample of TestStore`() async {
    // sample: TestStore.swift
  }

  @Test func `The sample of a task that is cancelled midway`() async {
    let store = TestStore(.off, initialState: Profile.State()) { Profile() }
    store.dependencies.continuousClock = TestClock()
    // sample: TestStoreTask.swift
    await store.finish()
  }

  @Test func `The sample of TestClock`() async {
    // sample: TestClock.swift
  }

  @Test func `The sample of withCapturedIssues`() async {
    let store = TestStore(.off, initialState: Profile.State()) { Profile() }
    // sample: CapturedIssues.swift
  }

  // sample: StoreTrait.swift

  @Test func `The samples of a case, a value, and a condition`() async {
    let store = TestStore(.off, initialState: Forecast.State()) { Forecast() }
    await store.send(.load)
    // sample: StoreMachine+Receive.swift
    await store.send(.load)
    // sample: StoreUnderTest.swift 5
    await store.send(.load)
    // sample: StoreUnderTest.swift 2
    await store.send(.load)
    // sample: StoreUnderTest.swift 3
    // sample: StoreUnderTest.swift 4
  }

  @Test func `The sample of an answer to one of several calls`() async throws {
    let delete = Stub<Int, Void>("delete")
    async let first: Void = delete.call(1)
    async let second: Void = delete.call(2)
    while delete.pendingCalls.count < 2 { await Task.yield() }
    // sample: Stub.swift 5
    await delete.succeed(to: { $0 == 1 })
    _ = try await (first, second)
  }

  @Test func `The sample of a result that catches`() async {
    struct Client {
      var fetch: @Sendable () async throws -> Int = { 1 }
    }
    enum Action { case response(Result<Int, any Error>) }
    let store = TestStore<Int, Action?>(.off, initialState: 0) {
      Reduce { state, action in
        switch action {
        case nil:
          return .run { [client = Client()] send in
            // sample: Effect.swift 4
          }
        case .response(let result):
          state = (try? result.get()) ?? 0
          return .none
        }
      }
    }
    await store.send(nil)
    #expect(store.state == 1)
  }
}

final class TestStoreSampleXCTests: XCTestCase {
  // sample: Exhaustivity.swift

  func testTheStoreIsInOff() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.changeAge(34))
  }
}

// MARK: - Fixtures

extension TestStoreSampleTests {
  struct Forecast: Reducer {
    struct State {}

    enum Action {
      case load
      case started
      case loaded([String])

      var isLoaded: Bool { if case .loaded = self { true } else { false } }
    }

    func reduce(into _: inout State, action: Action) -> Effect<Action> {
      guard case .load = action else { return .none }
      return .concatenate(
        .send(.started), .send(.loaded(["Rain"])), .send(.loaded(["Rain"])),
        .send(.loaded(["Sun"])), .send(.loaded(["Sun"])))
    }
  }
}
