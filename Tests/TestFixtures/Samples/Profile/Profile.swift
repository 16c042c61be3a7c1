import FocusedTestStore

/// A person's name, age and mood: the sample of the README.
struct Profile: Reducer {
  struct State {
    var name = ""
    var surname = ""
    var age = 33
    var mood = 0
  }

  enum Action: Equatable {
    case changeIdentity(name: String, surname: String)
    case changeAge(Int)
    case changeMood(Int)
    case advanceAgeAndMoodAfterDelay
    case watchMood
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
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
