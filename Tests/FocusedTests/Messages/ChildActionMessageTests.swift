import FocusedTestStore
import Foundation
import Testing

/// Actions of children in messages: their names, and the nearest miss.
struct ChildActionMessageTests {
  @Test func aCaseOfARowIsNamedAsTheTestSpellsIt() async {
    let store = Bookcase.store(sending: .path(.element(id: 0, action: .closed)))
    await store.send(.start)
    let issues = await withCapturedIssues {
      await store.receive(case: { .path(.element(id: 3, action: .loaded($0))) })
      await store.receive(case: { .path(.element(id: $0, action: .closed)) }, assert: { _ in })
      await store.receive(case: { .path(.push(id: $0, state: 1)) })
    }
    #expect(
      issues.map { $0.message.prefix { $0 != "\n" } } == [
        """
        Expected to receive .path(.element(id: 3, action: .loaded)), but the effects finished first.
        """,
        "Expected to receive .path(.push(id: _, state: 1)), but the effects finished first.",
      ])
  }

  @Test func aLongActionOfARowIsNamedWithTheRowsID() async {
    let id = UUID(7)
    let long = String(repeating: "long ", count: 30)
    let store = TestStore(.off, initialState: 0) {
      Reduce<Int, RowList> { _, action in
        action == .start
          ? .merge(
            .send(.rows(.element(id: id, action: .opened("here and there and everywhere")))),
            .send(.rows(.element(id: id, action: .opened(long)))))
          : .none
      }
    }
    await store.send(.start)
    await expectIssue {
      await store.receive(.other)
    }
  }

  @Test func anotherActionOfTheSameChildIsNotNear() async {
    let store = Bookcase.store(sending: .path(.element(id: 0, action: .closed)))
    await store.send(.start)
    await expectIssue {
      await store.receive(.path(.element(id: 0, action: .opened(1))))
    }
  }

  @Test func theSameActionOfTheSameChildIsNear() async {
    let store = Bookcase.store(
      sending: .path(.element(id: 0, action: .closed)),
      .path(.element(id: 0, action: .loaded(.failure(Bookcase.Offline())))))
    await store.send(.start)
    await expectIssue {
      await store.receive(.path(.element(id: 0, action: .loaded(.success(1)))))
    }
    await store.receive(.path(.element(id: 0, action: .loaded(.failure(Bookcase.Offline())))))
  }

  @Test func anotherActionOfTheSameChildThatIsNextInOnIsNoOtherPayload() async {
    let store = Bookcase.store(.on, sending: .path(.element(id: 0, action: .closed)))
    await store.send(.start)
    await expectIssue {
      await store.receive(.path(.popFrom(id: 0)))
    }
  }
}

/// A feature whose effect sends actions of the children on a stack.
private struct Bookcase: Reducer {
  enum Action: Equatable {
    case start
    case path(StackAction<Int, Book.Action>)
  }

  enum Book {
    enum Action: Equatable {
      case opened(Int)
      case closed
      case loaded(Result<Int, Offline>)
    }
  }

  struct Offline: Error, Equatable {}

  let sent: [Action]

  func reduce(into _: inout Int, action: Action) -> Effect<Action> {
    action == .start ? .merge(sent.map { .send($0) }) : .none
  }

  static func store(
    _ exhaustivity: Exhaustivity = .off, sending sent: Action...
  ) -> TestStoreOf<Bookcase> {
    TestStore(exhaustivity, initialState: 0) { Bookcase(sent: sent) }
  }
}

private enum RowList: Equatable {
  case start
  case rows(IdentifiedAction<UUID, Row>)
  case other

  enum Row: Equatable {
    case opened(String)
    case done
  }
}
