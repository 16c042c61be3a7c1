import FocusedTestStore
import Testing

/// Case paths that reflection can't follow, in expectations of received actions.
@Suite(.readingCasesByRuntimeAndMirror)
struct ReceiveObstacleTests {
  @Test(arguments: [Exhaustivity.on, .off])
  func `a case path that leads nowhere is an issue of its receive`(
    exhaustivity: Exhaustivity
  ) async {
    let store = Self.store(exhaustivity)
    await store.send(.load)
    await expectIssue {
      await store.receive(case: { .changed(Change(by: $0)) })
      await store.skipReceivedActions(strict: false)
    }
  }

  @Test func `a case path that leads nowhere is an issue of assertNotReceived`() async {
    let store = Self.store()
    await store.send(.load)
    await expectIssue {
      await store.assertNotReceived(case: { .changed(Change(by: $0)) })
    }
  }

  @Test func `a payload that cannot be read is an issue once one was received`() async {
    let store = Self.store()
    await store.send(.load)
    await store.assertNotReceived(case: { .transform($0) })
    await store.send(.sendTransform)
    await expectIssue {
      await store.assertNotReceived(case: { .transform($0) })
    }
  }

}

extension ReceiveObstacleTests {
  struct Change: Equatable, Sendable { var by: Int }

  enum Action: Sendable {
    case load
    case loaded
    case sendTransform
    case changed(Change)
    case transform(@Sendable (Int) -> Int)
  }

  private static func store(_ exhaustivity: Exhaustivity = .off) -> TestStore<Int, Action> {
    TestStore(exhaustivity, initialState: 0) {
      Reduce<Int, Action> { _, action in
        switch action {
        case .load: .send(.loaded)
        case .sendTransform: .send(.transform { $0 })
        case .loaded, .changed, .transform: .none
        }
      }
    }
  }
}
