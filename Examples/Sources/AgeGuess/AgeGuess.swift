import Core

/// Guesses a person's age, at once or in two minutes.
public struct AgeGuess: Reducer, Sendable {
  public enum Failure: Error {
    case noGuess
  }

  public struct State: Equatable, Sendable {
    public var name: String
    public var age: Int?
    public var isGuessing: Bool
    public var failure: Failure?

    public init(
      name: String = "", age: Int? = nil, isGuessing: Bool = false, failure: Failure? = nil
    ) {
      self.name = name
      self.age = age
      self.isGuessing = isGuessing
      self.failure = failure
    }
  }

  public enum Action: Equatable, Sendable {
    case nameChanged(String)
    case guessTapped
    case guessLaterTapped
    case guessed(Result<Int, Failure>)
    case correctTapped(Int)
  }

  @Dependency(\.ageGuessClient) var client
  @Dependency(\.continuousClock) var clock

  public init() {}

  private enum CancelID { case guess }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .nameChanged(let name):
      // Ignore a request or an answer for an earlier name.
      state = State(name: name)
      return .cancel(id: CancelID.guess)

    case .guessTapped:
      guard !state.isGuessing else { return .none }
      state.isGuessing = true
      state.failure = nil
      return .run { [name = state.name] send in
        await send(.guessed(.success(try await client.guess(name))))
      } catch: { _, send in
        await send(.guessed(.failure(.noGuess)))
      }
      .cancellable(id: CancelID.guess)

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
