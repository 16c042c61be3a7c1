import FocusedTestStore
import Foundation
import XCTest
@testable import TestFixtures

final class TodosBehaviorTests: XCTestCase {
  private let clock = TestClock()
  private let milk = Todo.State(id: UUID(1), title: "Milk")

  func testAddingSetsTodos() async {
    let store = makeStore()

    await store.send(.addTapped) {
      $0.todos = [
        Todo.State(id: UUID(uuidString: "00000000-0000-0000-0000-000000000000")!),
        Todo.State(id: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, title: "Milk"),
      ]
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
    let todo = store.scope(
      state: \.todos[id: UUID(0)],
      action: { .todos(.element(id: UUID(0), action: $0)) })

    await store.send(.addTapped)
    await todo.send(.titleChanged("Eggs"))
    await store.send(.filterTapped(.open))
    await todo.send(.doneTapped)
    XCTAssertEqual(store.state.visibleTodos, [milk])
  }

  func testTappingDoneSendsSort() async {
    let store = makeStore()

    await store.send(.addTapped)
    await store.send(.todos(.element(id: UUID(0), action: .doneTapped)))
    await clock.advance(by: .seconds(1))
    await store.receive(.sort)
  }

  func testSortingSetsTodos() async {
    let store = makeStore()
    let todo = store.scope(
      state: \.todos[id: UUID(0)],
      action: { .todos(.element(id: UUID(0), action: $0)) })

    await store.send(.addTapped)
    await todo.send(.titleChanged("Eggs"))
    await todo.send(.doneTapped)
    await clock.advance(by: .seconds(1))
    store.assert {
      $0.todos = [
        Todo.State(id: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, title: "Milk"),
        Todo.State(
          id: UUID(uuidString: "00000000-0000-0000-0000-000000000000")!, title: "Eggs", isDone: true
        ),
      ]
    }
  }

  func testDeletingSetsTodos() async {
    let store = makeStore(
      Todos.State(todos: [
        Todo.State(id: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, title: "Milk"),
        Todo.State(
          id: UUID(uuidString: "00000000-0000-0000-0000-000000000000")!, title: "Eggs", isDone: true
        ),
      ]))

    await store.send(.deleteTapped(milk.id)) {
      $0.todos = [
        Todo.State(
          id: UUID(uuidString: "00000000-0000-0000-0000-000000000000")!, title: "Eggs", isDone: true
        )
      ]
    }
  }

  func testDeletingSetsDeletion() async {
    let store = makeStore()

    await store.send(.deleteTapped(milk.id)) {
      $0.deletion = Todos.Deletion(todo: self.milk, index: 0)
    }
  }

  func testUndoingSetsTodos() async {
    let store = makeStore(
      Todos.State(
        todos: [
          Todo.State(
            id: UUID(uuidString: "00000000-0000-0000-0000-000000000000")!, title: "Eggs",
            isDone: true)
        ],
        deletion: Todos.Deletion(
          todo: Todo.State(
            id: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, title: "Milk"), index: 0)
      ))

    await store.send(.undoTapped) {
      $0.todos = [
        Todo.State(id: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, title: "Milk"),
        Todo.State(
          id: UUID(uuidString: "00000000-0000-0000-0000-000000000000")!, title: "Eggs", isDone: true
        ),
      ]
    }
  }

  func testUndoingClearsDeletion() async {
    let store = makeStore(
      Todos.State(
        todos: [milk],
        deletion: Todos.Deletion(
          todo: Todo.State(
            id: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, title: "Milk"), index: 0)
      ))

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
    let store = makeStore(Todos.State(todos: [milk], filter: .open))

    await store.send(.deleteTapped(milk.id))
    await store.send(.undoTapped)
    await store.finish()
  }

  private func makeStore(_ state: Todos.State? = nil) -> TestStoreOf<Todos> {
    TestStore(.off, initialState: state ?? Todos.State(todos: [milk])) {
      Todos()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }
  }
}
