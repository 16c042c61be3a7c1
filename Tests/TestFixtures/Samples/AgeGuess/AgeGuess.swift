import FocusedTestStore

/// Guesses a person's age, now or when the service is less busy.
struct AgeGuess: Reducer {
  enum Failure: Error {
    case noGuess
  }

  struct State: Equatable {
    var name = ""
    var age: Int?
    var isGuessing = false
    var failure: Failure?
  }

  enum Action: Equatable {
    case nameChanged(String)
    case guessTapped
    case guessLaterTapped
    case guessed(Result<Int, Failure>)
    case correctTapped(Int)
  }

  @Dependency(AgeGuessClient.self) var client
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .nameChanged(let name):
      state.name = name
      state.age = nil
      return .none

    case .guessTapped:
      state.isGuessing = true
      state.failure = nil
      return .run { [name = state.name] send in
        await send(.guessed(.success(try await client.guess(name))))
      } catch: { _, send in
        await send(.guessed(.failure(.noGuess)))
      }

    case .guessLaterTapped:
      return .run { send in
        try await clock.sleep(for: .seconds(2 * 60))
        await send(.guessTapped)
      }

    case .guessed(.success(let age)):
      state.isGuessing = false
      state.age = age
      return .none

    case .guessed(.failure(let failure)):
      state.isGuessing = false
      state.failure = failure
      return .none

    case .correctTapped(let age):
      state.age = age
      return .run { [name = state.name] _ in
        await client.correct(name, age)
      }
    }
  }
}
