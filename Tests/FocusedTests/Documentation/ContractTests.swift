import Foundation
import FocusedTestStore
import Testing

/// Uses every signature of the test store that users rely on once, as users would. Compiling is most of the test.
struct ContractTests {
  @Test func theStore() async {
    let store = TestStore(.off(showSkippedAssertions: false), initialState: Child.State()) {
      Child()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.dismiss = DismissEffect {}
    }
    store.timeout = .seconds(2)
    store.dependencies.uuid = .incrementing
    await store.assertNotReceived(case: { .delegate(.saved($0)) })
    let task = await store.send(.tap)
    await task.finish(timeout: .seconds(1))
    await task.cancel()
    #expect(task.isCancelled)
    await store.receive(.delegate(.saved(1)), timeout: .seconds(1))
    await store.send(.tap)
    await store.receive(where: { $0 == .delegate(.saved(2)) }, timeout: nil) { $0.count = 2 }
    await store.send(.tap)
    await store.receive(case: { .delegate($0) }, timeout: .seconds(1)) { $0.count = 3 }
    await store.send(.tap)
    await store.receive(case: CasePath { .delegate(.saved($0)) }, 4)
    await store.send(.tap)
    await store.receive(inOrder: .delegate(.saved(5)))
    await store.assertNotReceived(.delegate(.saved(6)))
    await store.assertNotReceived(where: { $0 == .tap })
    store.assert { $0.count = 5 }
    await store.settle()
    await store.send(.tap)
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
    store.withExhaustivity(.on) { store.assert { _ in } }
    await store.withExhaustivity(.off) { await store.send(.tap) }
    store.withDependencies {
      $0.uuid = .incrementing
    } operation: {
    }
    await store.withDependencies {
      $0.uuid = .incrementing
    } operation: {
      await store.send(.tap)
    }
    #expect(!store.isDismissed)
    #expect(store.history.map(\.action).first == .tap)
    store.exhaustivity = .on
    store.exhaustivity = .on(checking: [.stateChanges, .receivedActions, .inFlightEffects])
    await store.finish(timeout: .seconds(1))
  }
}

extension ContractTests {
  struct Child: Reducer {
    struct State: Equatable { var count = 0 }
    enum Action: Equatable {
      case tap
      case delegate(Delegate)
      enum Delegate: Equatable { case saved(Int) }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .tap:
        state.count += 1
        return .send(.delegate(.saved(state.count)))
      case .delegate:
        return .none
      }
    }
  }
}
