import Core
import FocusedTestStore
import Testing

/// After a cancelled effect, the next effect of the sequence doesn't start.
struct CancelledSequenceTests {
  let clock = TestClock()

  @Test func `the end of a store starts nothing`() async {
    let followed = Count()
    do {
      let store = makeStore(followed)
      await store.send(.start)
    }
    claimEqual(followed.count, 0)
  }

  @Test func `what starts after the skipping runs as ever`() async {
    let store = makeStore()
    await store.send(.start)
    await store.skipInFlightEffects()
    await store.send(.start)
    await clock.advance(by: .seconds(1))
    await store.receive(.followed)
  }
}

// MARK: - Fixtures

extension CancelledSequenceTests {
  enum Action { case start, followed }

  final class Count: Sendable {
    private let value = Lock(0)
    var count: Int { value.withLock { $0 } }

    func increment() {
      value.withLock { $0 += 1 }
    }
  }

  func makeStore(_ followed: Count = Count()) -> TestStore<Int, Action> {
    TestStore(.off, initialState: 0) { [clock] in
      Reduce<Int, Action> { _, action in
        guard action == .start else { return .none }
        return .run { send in
          followed.increment()
          await send(.followed)
        }
        .delay(for: .seconds(1), clock: clock)
      }
    }
  }
}
