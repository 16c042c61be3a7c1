import FocusedTestStore
import Testing
import XCTest

struct Alarm: Reducer {
  struct State: Equatable {
    var isSet = false
  }

  enum Action: Equatable {
    case set
    case rang
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .set:
      state.isSet = true
      return .run { send in
        try await clock.sleep(for: .seconds(60))
        await send(.rang)
      }
    case .rang:
      state.isSet = false
      return .none
    }
  }

  static func store() -> TestStoreOf<Alarm> {
    TestStore(initialState: State()) {
      Alarm()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
  }
}

/// Fails in every possible form. The line of each failure is marked.
final class FailingTests: XCTestCase {
  var held: TestStoreOf<Alarm>?

  func testAWrongState() async {
    let store = Alarm.store()
    await store.send(.set) { $0.isSet = false }  // FAILS
    await store.skipInFlightEffects()
  }

  func testAStoreThatGoes() async {
    let store = Alarm.store()
    await store.send(.set) { $0.isSet = true }  // FAILS
  }

  func testAStoreThatStays() async {
    held = Alarm.store()
    await held?.send(.set) { $0.isSet = true }  // FAILS
  }

  func testSucceeds() async {
    held = Alarm.store()
    await held?.send(.set) { $0.isSet = true }
    await held?.skipInFlightEffects()
  }
}

final class FailingOnTheMainActorTests: XCTestCase {
  private let store = Alarm.store()

  @MainActor func testAStoreThatStays() async {
    await store.send(.set) { $0.isSet = true }  // FAILS
  }

  @MainActor func testSucceeds() {}
}

@Suite(.exhaustivity(.on)) struct FailingSwiftTestingTests {
  @Test func aWrongState() async {
    let store = Alarm.store()
    await store.send(.set) { $0.isSet = false }  // FAILS
    await store.skipInFlightEffects()
  }

  /// Fails with each argument. The failure of an argument is printed in another format, and isn't marked.
  @Test(arguments: 1...2) func aWrongStateEachTime(_ time: Int) async {
    let store = Alarm.store()
    await store.send(.set) { $0.isSet = false }
    await store.skipInFlightEffects()
  }
}
