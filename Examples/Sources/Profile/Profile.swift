import Core

/// A person's name, age, and mood.
public struct Profile: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var name: String
    public var surname: String
    public var age: Int
    public var mood: Int

    public init(name: String = "", surname: String = "", age: Int = 33, mood: Int = 0) {
      self.name = name
      self.surname = surname
      self.age = age
      self.mood = mood
    }
  }

  public enum Action: Equatable, Sendable {
    case changeIdentity(name: String, surname: String)
    case changeAge(Int)
    case changeMood(Int)
    case advanceAgeAndMoodAfterDelay
    case watchMood
  }

  @Dependency(\.continuousClock) var clock

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .changeIdentity(let name, let surname):
      state.name = name
      state.surname = surname
      return .none

    case .changeAge(let age):
      state.age = age
      return .none

    case .changeMood(let mood):
      state.mood = mood
      return .none

    case .advanceAgeAndMoodAfterDelay:
      return .merge(
        .run { [age = state.age] send in
          try await clock.sleep(for: .seconds(1))
          await send(.changeAge(age + 1))
        },
        .run { [mood = state.mood] send in
          try await clock.sleep(for: .seconds(1))
          await send(.changeMood(mood + 1))
        })

    case .watchMood:
      return .run { _ in
        try await clock.sleep(for: .seconds(60 * 60 * 24))
      }
    }
  }
}
