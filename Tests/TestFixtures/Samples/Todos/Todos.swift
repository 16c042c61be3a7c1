import FocusedTestStore
import Foundation

/// A list of things to do. Completed items move to the bottom after the user has stopped tapping.
struct Todos: Reducer {
  enum Filter: Equatable {
    case all, open, done
  }

  /// The item that an undo restores, and its position.
  struct Deletion: Equatable {
    var todo: Todo.State
    var index: Int
  }

  struct State: Equatable {
    var todos: IdentifiedArrayOf<Todo.State> = []
    var filter = Filter.all
    var deletion: Deletion?

    var visibleTodos: IdentifiedArrayOf<Todo.State> {
      switch filter {
      case .all: todos
      case .open: todos.filter { !$0.isDone }
      case .done: todos.filter(\.isDone)
      }
    }
  }

  enum Action: Equatable {
    case addTapped
    case filterTapped(Filter)
    case deleteTapped(Todo.State.ID)
    case undoTapped
    case undoExpired
    case sort
    case todos(IdentifiedAction<Todo.State.ID, Todo.Action>)
  }

  private enum CancelID {
    case sort, undo
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.todos.insert(Todo.State(id: uuid()), at: 0)
        return .none

      case .filterTapped(let filter):
        state.filter = filter
        return .none

      case .deleteTapped(let id):
        guard let index = state.todos.index(id: id) else { return .none }
        state.deletion = Deletion(todo: state.todos.remove(at: index), index: index)
        return .run { send in
          try await clock.sleep(for: .seconds(5))
          await send(.undoExpired)
        }
        .cancellable(id: CancelID.undo, cancelInFlight: true)

      case .undoTapped:
        guard let deletion = state.deletion else { return .none }
        state.todos.insert(deletion.todo, at: min(deletion.index, state.todos.count))
        state.deletion = nil
        return .cancel(id: CancelID.undo)

      case .undoExpired:
        state.deletion = nil
        return .none

      case .todos(.element(id: _, action: .doneTapped)):
        return .send(.sort).debounce(id: CancelID.sort, for: .seconds(1), clock: clock)

      case .sort:
        state.todos = IdentifiedArray(
          uniqueElements: state.todos.filter { !$0.isDone } + state.todos.filter(\.isDone))
        return .none

      case .todos:
        return .none
      }
    }
    .forEach(\.todos, action: { .todos($0) }) {
      Todo()
    }
  }
}
