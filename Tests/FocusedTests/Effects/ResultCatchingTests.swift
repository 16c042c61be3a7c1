import FocusedTestStore
import Testing

struct ResultCatchingTests {
  private struct Broken: Error {}

  @Test(arguments: [true, false])
  func `an action carries what asynchronous work returned or threw`(isGood: Bool) async {
    let store = Self.store { if isGood { 1 } else { throw Broken() } }
    await store.send(.load)
    await store.receive(case: { .loaded($0) })
    claimEqual(store.state.count, isGood ? 1 : 0)
    claimEqual(store.state.error is Broken, !isGood)
  }

  private static func store(
    _ fetch: @escaping @Sendable () async throws -> Int
  ) -> TestStoreOf<Upload> {
    Upload.store(.off) { send in await send(.loaded(Result { try await fetch() })) }
  }
}
