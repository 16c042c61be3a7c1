import FocusedTestStore
import Testing

struct ResultCatchingTests {
  @Test(arguments: [true, false])
  func `an action carries what asynchronous work returned or threw`(isGood: Bool) async {
    let store = TestStore(.off, initialState: Fetcher.State()) {
      Fetcher(client: Fetcher.Client { if isGood { 1 } else { throw Fetcher.Broken() } })
    }
    await store.send(.go)
    await store.receive(case: { .response($0) })
    #expect(store.state.value == (isGood ? 1 : -1))
  }

  @Test func `what cannot be compared is received by its case and payload`() async {
    let store = TestStore(.off, initialState: Fetcher.State()) {
      Fetcher(client: Fetcher.Client { 1 })
    }
    await store.send(.go)
    let issues = await withCapturedIssues {
      await store.receive(case: { .response(.success($0)) }, 2)
    }
    #expect(issues.count == 1)
    await store.receive(case: { .response(.success($0)) }, 1)
  }
}

private struct Fetcher: Reducer {
  struct State: Equatable { var value = 0 }

  struct Broken: Error {}

  enum Action {
    case go
    case response(Result<Int, any Error>)
  }

  struct Client { var fetch: @Sendable () async throws -> Int }

  let client: Client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .go:
      return .run { send in
        await send(.response(Result { try await client.fetch() }))
      }
    case .response(let response):
      state.value = (try? response.get()) ?? -1
      return .none
    }
  }
}
