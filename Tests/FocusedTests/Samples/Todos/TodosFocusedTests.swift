import FocusedTestStore
import Foundation
import Testing

/// What the list does, one behavior a test. Most end while a sort or an undo is still pending.
struct TodosFocusedTests {
  @Test func aNewTodoIsTheFirst() async {
    let store = makeStore()

    await store.send(.addTapped)
    #expect(store.state.todos.first?.id == UUID(incrementing: 0))
  }

  @Test func aRowCanBeRenamed() async {
    let store = makeStore()

    await store.send(.todos(.element(id: milk.id, action: .titleChanged("Oat milk"))))
    #expect(store.state.todos[id: milk.id]?.title == "Oat milk")
  }

  @Test func whatIsDoneCanBeHidden() async {
    let store = makeStore()

    await store.send(.todos(.element(id: milk.id, action: .doneTapped)))
    await store.send(.filterTapped(.open))
    #expect(store.state.visibleTodos == [bread, eggs])
  }

  @Test func filteringChangesTheFilterAndNothingElse() async {
    let store = makeStore()

    await store.withExhaustivity(.on) {
      await store.send(.filterTapped(.done)) {
        $0.filter = .done
      }
      await store.send(.filterTapped(.all)) {
        $0.filter = .all
      }
    }
  }

  @Test func whatIsDoneSinksToTheBottom() async {
    let clock = TestClock()
    let store = makeStore(clock)

    await store.send(.todos(.element(id: milk.id, action: .doneTapped)))
    await clock.advance(by: .seconds(1))
    #expect(store.state.todos.last?.id == milk.id)
  }

  @Test func theRestKeepsItsOrder() async {
    let clock = TestClock()
    let store = makeStore(clock)

    await store.send(.todos(.element(id: bread.id, action: .doneTapped)))
    await store.send(.todos(.element(id: milk.id, action: .doneTapped)))
    await clock.advance(by: .seconds(1))
    #expect(store.state.todos.ids == [eggs.id, milk.id, bread.id])
  }

  @Test func nothingMovesWhileTheUserIsTapping() async {
    let clock = TestClock()
    let store = makeStore(clock)

    await store.send(.todos(.element(id: milk.id, action: .doneTapped)))
    await clock.advance(by: .milliseconds(900))
    await store.send(.todos(.element(id: bread.id, action: .doneTapped)))
    await clock.advance(by: .milliseconds(900))
    await store.assertNotReceived(.sort)
  }

  @Test func aDeletedRowIsGone() async {
    let store = makeStore()

    await store.send(.deleteTapped(bread.id)) {
      $0.todos = [milk, eggs]
    }
  }

  @Test func anUndoPutsTheRowBackWhereItWas() async {
    let store = makeStore()

    await store.send(.deleteTapped(bread.id))
    await store.send(.undoTapped) {
      $0.todos = [milk, bread, eggs]
    }
  }

  @Test func anUndoIsOfferedOnce() async {
    let store = makeStore()

    await store.send(.deleteTapped(bread.id))
    await store.send(.undoTapped) {
      $0.deletion = nil
    }
  }

  @Test func anUndoExpiresAfterFiveSeconds() async {
    let clock = TestClock()
    let store = makeStore(clock)

    await store.send(.deleteTapped(bread.id))
    await clock.advance(by: .seconds(5))
    await store.receive(.undoExpired) {
      $0.deletion = nil
    }
  }

  @Test func anUndoLeavesNothingPending() async {
    let store = makeStore()

    await store.send(.deleteTapped(bread.id))
    await store.send(.undoTapped)
    await store.finish()
  }
}

private let milk = Todo.State(id: UUID(incrementing: 1), title: "Milk")
private let bread = Todo.State(id: UUID(incrementing: 2), title: "Bread")
private let eggs = Todo.State(id: UUID(incrementing: 3), title: "Eggs")

private func makeStore(_ clock: TestClock<Duration> = TestClock()) -> TestStoreOf<Todos> {
  TestStore(.off, initialState: Todos.State(todos: [milk, bread, eggs])) {
    Todos()
  } withDependencies: {
    $0.continuousClock = clock
    $0.uuid = .incrementing
  }
}
