import FocusedTestStore
import Foundation
import XCTest
@testable import TestFixtures

/// The exhaustive test that the focused tests replace. It asserts every field, action, and effect.
final class TodosExhaustiveTests: XCTestCase {
  func testTheWholeList() async {
    let clock = TestClock()
    let milk = Todo.State(id: UUID(1), title: "Milk")
    let store = TestStore(initialState: Todos.State(todos: [milk])) {
      Todos()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }

    await store.send(.addTapped) {
      $0.todos.insert(Todo.State(id: UUID(0)), at: 0)
    }
    await store.send(.todos(.element(id: UUID(0), action: .titleChanged("Eggs")))) {
      $0.todos[id: UUID(0)]?.title = "Eggs"
    }
    await store.send(.filterTapped(.open)) {
      $0.filter = .open
    }
    XCTAssertEqual(store.state.visibleTodos.count, 2)

    await store.send(.todos(.element(id: UUID(0), action: .doneTapped))) {
      $0.todos[id: UUID(0)]?.isDone = true
    }
    XCTAssertEqual(store.state.visibleTodos, [milk])
    await clock.advance(by: .seconds(1))
    await store.receive(.sort) {
      $0.todos.swapAt(0, 1)
    }

    await store.send(.deleteTapped(milk.id)) {
      $0.todos.remove(id: milk.id)
      $0.deletion = Todos.Deletion(todo: milk, index: 0)
    }
    await store.send(.undoTapped) {
      $0.todos.insert(milk, at: 0)
      $0.deletion = nil
    }

    await store.send(.deleteTapped(milk.id)) {
      $0.todos.remove(id: milk.id)
      $0.deletion = Todos.Deletion(todo: milk, index: 0)
    }
    await clock.advance(by: .seconds(5))
    await store.receive(.undoExpired) {
      $0.deletion = nil
    }
  }
}
