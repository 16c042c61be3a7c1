import FocusedTestStore

/// A state with fields of many types. An action replaces the whole state.
struct Board: Equatable {
  struct Message: Equatable { var isRead = false, count = 0 }
  struct Child: Equatable { var count = 0 }

  var x = 0
  var y = 0
  var messages: [Message] = []
  var rows: [Int] = []
  var done: [Int] = []
  var selected = 0
  var child: Child?
  var text = ""
  var isOn = false
  var optional: Int?
  var lives: UInt = 3
  var ratio = 0.5
  var path = StackState<Child>()

  enum Action: Equatable {
    case become(Board)
    case load(Board)
  }

  func with(_ update: (inout Board) -> Void) -> Board {
    var copy = self
    update(&copy)
    return copy
  }
}

extension Board {
  static func store(
    _ before: Board, _ exhaustivity: Exhaustivity = .off
  ) -> TestStore<Board, Action> {
    TestStore(exhaustivity, initialState: before) {
      Reduce<Board, Action> { state, action in
        switch action {
        case .become(let board): state = board
        case .load(let board): return .send(.become(board))
        }
        return .none
      }
    }
  }

  /// The issues of a closure on a step between two states, with `send` and with `receive`.
  static func verdicts(
    _ before: Board, _ after: Board, _ update: @escaping (inout Board) throws -> Void
  ) async -> [[String]] {
    let sent = await withCapturedIssues {
      await store(before).send(.become(after), assert: update)
    }
    let received = await withCapturedIssues {
      let store = store(before)
      await store.send(.load(after))
      await store.receive(case: Action.become, assert: update)
    }
    return [sent, received].map { $0.map(\.message) }
  }

  /// The fields that a failure shows, by their paths.
  static func fields(of message: String) -> [String] {
    message.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^(?:− |  )(\w[^:\[]*(?:\[[^\]]*\][^:\[]*)*):/).map { String($0.1) }
    }
  }
}
