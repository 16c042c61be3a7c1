import FocusedTestStore
import Foundation
import XCTest

final class TodosBehaviorTests: XCTestCase {
  private let clock = TestClock()
  private let milk = Todo.State(id: UUID(1), title: "Milk")

  func testAddingChangesTodos() async {
    let store = makeStore()

    await store.send(.addTapped) {
      $0.todos.insert(Todo.State(id: UUID(0)), at: 0)
    }
  }

  func testChangingTitleSetsTitle() async {
    let store = makeStore()

    await store.send(.addTapped)
    await store.send(.todos(.element(id: UUID(0), action: .titleChanged("Eggs")))) {
      $0.todos[id: UUID(0)]?.title = "Eggs"
    }
  }

  func testFilteringSetsFilter() async {
    let store = makeStore()

    await store.send(.filterTapped(.open)) {
      $0.filter = .open
    }
  }

  func testTheExpectedVisibleTodosAfterFiltering() async {
    let store = makeStore()

    await store.send(.addTapped)
    await store.send(.todos(.element(id: UUID(0), action: .titleChanged("Eggs"))))
    await store.send(.filterTapped(.open))
    XCTAssertEqual(store.state.visibleTodos.count, 2)
  }

  func testTappingDoneSetsIsDone() async {
    let store = makeStore()

    await store.send(.addTapped)
    await store.send(.todos(.element(id: UUID(0), action: .doneTapped))) {
      $0.todos[id: UUID(0)]?.isDone = true
    }
  }

  func testTheExpectedVisibleTodosAfterTappingDone() async {
    let store = makeStore()

    await store.send(.addTapped)
    await store.send(.todos(.element(id: UUID(0), action: .titleChanged("Eggs"))))
    await store.send(.filterTapped(.open))
    await store.send(.todos(.element(id: UUID(0), action: .doneTapped)))
    XCTAssertEqual(store.state.visibleTodos, [milk])
  }

  func testTappingDoneSendsSort() async {
    let store = makeStore()

    await store.send(.addTapped)
    await store.send(.todos(.element(id: UUID(0), action: .doneTapped)))
    await clock.advance(by: .seconds(1))
    await store.receive(.sort)
  }

  func testSortingChangesTodos() async {
    let store = makeStore()

    await store.send(.addTapped)
    await store.send(.todos(.element(id: UUID(0), action: .doneTapped)))
    await clock.advance(by: .seconds(1))
    await store.receive(.sort) {
      $0.todos.swapAt(0, 1)
    }
  }

  func testDeletingChangesTodos() async {
    let store = makeStore()

    await store.send(.deleteTapped(milk.id)) {
      $0.todos.remove(id: self.milk.id)
    }
  }

  func testDeletingSetsDeletion() async {
    let store = makeStore()

    await store.send(.deleteTapped(milk.id)) {
      $0.deletion = Todos.Deletion(todo: self.milk, index: 0)
    }
  }

  func testUndoingChangesTodos() async {
    let store = makeStore()

    await store.send(.deleteTapped(milk.id))
    await store.send(.undoTapped) {
      $0.todos.insert(self.milk, at: 0)
    }
  }

  func testUndoingClearsDeletion() async {
    let store = makeStore()

    await store.send(.deleteTapped(milk.id))
    await store.send(.undoTapped) {
      $0.deletion = nil
    }
  }

  func testDeletingSendsUndoExpired() async {
    let store = makeStore()

    await store.send(.deleteTapped(milk.id))
    await clock.advance(by: .seconds(5))
    await store.receive(.undoExpired)
  }

  func testUndoExpiringClearsDeletion() async {
    let store = makeStore()

    await store.send(.deleteTapped(milk.id))
    await clock.advance(by: .seconds(5))
    store.assert { $0.deletion = nil }
  }

  func testUndoingCancelsUndo() async {
    let store = makeStore()

    await store.send(.deleteTapped(milk.id))
    await store.send(.undoTapped)
    await store.finish()
  }

  private func makeStore() -> TestStoreOf<Todos> {
    TestStore(.off, initialState: Todos.State(todos: [milk])) {
      Todos()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }
  }
}
