import Core

/// A list of guessed ages, and a stack of guesses above it.
public struct AgeGuesses: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var ages: [String: Int]
    public var path: StackState<Path.State>
    /// Whether an alert asks for a confirmation.
    public var isForgetting: Bool

    public init(
      ages: [String: Int] = [:], path: StackState<Path.State> = StackState(),
      isForgetting: Bool = false
    ) {
      self.ages = ages
      self.path = path
      self.isForgetting = isForgetting
    }
  }

  public enum Action: Equatable, Sendable {
    case newGuessTapped
    case helpTapped
    case forgetTapped
    case forgettingConfirmed
    case forgettingCancelled
    case path(StackAction<Path.State, Path.Action>)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .newGuessTapped:
        state.path.append(.guess(AgeGuess.State()))
        return .none

      case .helpTapped:
        state.path.append(.help)
        return .none

      case .forgetTapped:
        state.isForgetting = true
        return .none

      case .forgettingConfirmed:
        state.ages = [:]
        state.isForgetting = false
        return .none

      case .forgettingCancelled:
        state.isForgetting = false
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
  public struct Path: Reducer, Sendable {
    public enum State: Equatable, Sendable {
      case guess(AgeGuess.State)
      case help
    }

    public enum Action: Equatable, Sendable {
      case guess(AgeGuess.Action)
    }

    public init() {}

    public var body: some ReducerOf<Self> {
      Scope(state: { .guess($0) }, action: { .guess($0) }) {
        AgeGuess()
      }
    }
  }
}
