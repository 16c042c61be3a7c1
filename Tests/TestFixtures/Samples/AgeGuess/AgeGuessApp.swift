import FocusedTestStore

/// A stack of guesses above a list of the guessed ages.
struct AgeGuessApp: Reducer {
  struct State: Equatable {
    var ages: [String: Int] = [:]
    var path = StackState<Path.State>()
  }

  enum Action: Equatable {
    case newGuessTapped
    case helpTapped
    case path(StackAction<Path.State, Path.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .newGuessTapped:
        state.path.append(.guess(AgeGuess.State()))
        return .none

      case .helpTapped:
        state.path.append(.help)
        return .none

      case .path(.element(let id, .guess(.guessed(.success(let age))))):
        if let guess = state.path[id: id, case: { .guess($0) }] {
          state.ages[guess.name] = age
        }
        return .none

      case .path:
        return .none
      }
    }
    .forEach(\.path, action: { .path($0) }) {
      Path()
    }
  }

  /// The screens of the stack.
  struct Path: Reducer {
    enum State: Equatable {
      case guess(AgeGuess.State)
      case help
    }

    enum Action: Equatable {
      case guess(AgeGuess.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: { .guess($0) }, action: { .guess($0) }) {
        AgeGuess()
      }
    }
  }
}
