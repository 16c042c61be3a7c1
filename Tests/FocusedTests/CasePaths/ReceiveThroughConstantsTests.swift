import FocusedTestStore
import Testing

/// Case paths through several payloads, as tests of lists and stacks use them.
@Suite(.readingCasesByRuntimeAndMirror)
struct ReceiveThroughConstantsTests {
  @Test func `an element's action is received by its case`() async {
    let store = List.store()
    await store.send(.load)
    await store.receive(case: { .rows(.element(id: 1, action: .loaded($0))) }) {
      $0.loaded = [5]
    }
    await store.send(.load)
    await store.receive(case: { .rows(.element(id: 1, action: .loaded($0))) }, 5)
  }

  @Test func `another element's action is not the one`() async {
    let store = List.store()
    await store.send(.load)
    await expectIssue {
      await store.receive(case: { .rows(.element(id: 2, action: .loaded($0))) })
    } says: {
      """
      Expected to receive .rows(.element(id: 2, action: .loaded)), but the effects finished first.

      The nearest is .rows(.element(id: 1, action: .loaded(5))), sent by the `.send` that .load returned.

      Received since the last send:
        .rows(.element(id: 1, action: .loaded(5)))

      Expect the received action, or fix the effect that sends it.
      """
    }
  }

  @Test func `what an element sent is not missed by assertNotReceived`() async {
    let store = List.store()
    await store.send(.load)
    await store.assertNotReceived(case: { .rows(.element(id: 2, action: .loaded($0))) })
    await expectIssue {
      await store.assertNotReceived(case: { .rows(.element(id: 1, action: .loaded($0))) })
    } says: {
      """
      Expected not to receive .rows(.element(id: 1, action: .loaded)), but \
      .rows(.element(id: 1, action: .loaded(5))) was received.

      It was sent by the `.send` that .load returned.

      Received since the last send:
        .rows(.element(id: 1, action: .loaded(5)))
      """
    }
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `a case path that leads nowhere is an issue of its receive`(
    exhaustivity: Exhaustivity
  ) async {
    let store = List.store(exhaustivity)
    await store.send(.load)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(case: { .changed(Change(by: $0)) })
      await store.skipReceivedActions(strict: false)
    }
    expectIssue(issues, line: line, Self.nowhere)
  }

  @Test func `a case path that leads nowhere is an issue of assertNotReceived`() async {
    let store = List.store()
    await store.send(.load)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.assertNotReceived(case: { .changed(Change(by: $0)) })
    }
    expectIssue(issues, line: line, Self.nowhere)
  }

  @Test func `a payload that cannot be read is an issue once one was received`() async {
    let store = List.store()
    await store.send(.load)
    await store.assertNotReceived(case: { .transform($0) })
    await store.send(.sendTransform)
    await expectIssue {
      await store.assertNotReceived(case: { .transform($0) })
    } says: {
      """
      Expected to look for .transform, but this case path cannot be followed by reflection: its \
      payload of type @Sendable (Int) -> Int is stored in a form that reflection cannot read.
      No action can match, whether received or not. Use `CasePath(embed:extract:)` instead.
      """
    }
  }

  private static let nowhere = """
    Expected to look for .changed(Change(by: _)), but this case path cannot be \
    followed by reflection: the case path does not store its argument where reflection can find it.
    No action can match, whether received or not. Use `CasePath(embed:extract:)` instead.
    """
}

extension ReceiveThroughConstantsTests {
  struct Change: Equatable, Sendable { var by: Int }

  struct List: Reducer {
    struct State: Equatable { var loaded: [Int] = [] }
    enum Row: Sendable { case loaded(Int), failed(Int) }
    enum Action: Sendable {
      case load
      case sendTransform
      case rows(IdentifiedAction<Int, Row>)
      case changed(Change)
      case transform(@Sendable (Int) -> Int)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .load: return .send(.rows(.element(id: 1, action: .loaded(5))))
        case .sendTransform: return .send(.transform { $0 })
        case .rows(.element(_, .loaded(let number))):
          state.loaded = [number]
          return .none
        case .rows, .changed, .transform: return .none
        }
      }
    }

    static func store(_ exhaustivity: Exhaustivity = .off) -> TestStoreOf<List> {
      TestStore(exhaustivity, initialState: State()) { List() }
    }
  }
}
