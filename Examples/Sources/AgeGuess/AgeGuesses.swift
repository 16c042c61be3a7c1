import Core

/// A list of guessed ages, and a stack of guesses above it.
public struct AgeGuesses: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var ages: [String: Int]
    public var path: StackState<Path.State>
    @PresentationState public var alert: AlertState<Action.Alert>?

    public init(
      ages: [String: Int] = [:], path: StackState<Path.State> = StackState(),
      alert: AlertState<Action.Alert>? = nil
    ) {
      self.ages = ages
      self.path = path
      self.alert = alert
    }
  }

  public enum Action: Equatable, Sendable {
    case newGuessTapped
    case helpTapped
    case forgetTapped
    case alert(PresentationAction<Alert>)
    case path(StackAction<Path.State, Path.Action>)

    public enum Alert: Equatable, Sendable { case forgettingConfirmed }
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
        state.alert = AlertState {
          TextState("Forget all ages?")
        } actions: {
          ButtonState(role: .destructive, action: .forgettingConfirmed) { TextState("Forget") }
        }
        return .none

      case .alert(.presented(.forgettingConfirmed)):
        state.ages = [:]
        return .none

      case .path(.element(let id, .guess(.guessed(.success(let age))))):
        if let guess = state.path[id: id, case: { .guess($0) }] {
          state.ages[guess.name] = age
        }
        return .none

      case .alert, .path:
        return .none
      }
    }
    .ifLet(\.$alert, action: { .alert($0) })
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
