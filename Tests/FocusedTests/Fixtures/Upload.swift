import FocusedTestStore

/// A feature whose state can't be compared by `==`: functions, an error, an object, and rows with functions.
struct Upload: Reducer {
  final class Session: Sendable {}

  struct Failure: Error {
    let code: Int
  }

  struct Row: Identifiable {
    let id: Int
    var name: String
    var onTap: @Sendable () -> Void = {}
  }

  struct Header: Equatable {
    var title = ""
  }

  struct State {
    var header = Header()
    var count = 0
    var error: (any Error)?
    var session = Session()
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1, name: "A"), Row(id: 2, name: "B")]
    var onClose: () -> Void = {}
  }

  enum Action {
    case add
    case rename(Int, String)
    case retitle(String)
    case fail(Int)
    case renewSession
    case replaceFunctions
    case load
    case loaded(Result<Int, any Error>)
  }

  var load: @Sendable (Send<Action>) async throws -> Void = { await $0(.loaded(.success(2))) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add: state.count += 1
    case .rename(let id, let name): state.rows[id: id]?.name = name
    case .retitle(let title): state.header.title = title
    case .fail(let code): state.error = Failure(code: code)
    case .renewSession: state.session = Session()
    case .replaceFunctions:
      let count = state.count
      state.onClose = { print(count) }
      state.rows[id: 1]?.onTap = { print(count) }
    case .load: return .run { [load] send in try await load(send) }
    case .loaded(.success(let count)): state.count = count
    case .loaded(.failure(let error)): state.error = error
    }
    return .none
  }

  static func store(
    _ exhaustivity: Exhaustivity, load: (@Sendable (Send<Action>) async throws -> Void)? = nil
  ) -> TestStoreOf<Upload> {
    TestStore(exhaustivity, initialState: State()) {
      load.map { Upload(load: $0) } ?? Upload()
    }
  }
}
