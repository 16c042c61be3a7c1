import FocusedTestStore
import Profile
import Testing

/// What holds of a profile whatever its user does.
struct ProfileExplorations {
  @Test(.schedules(300)) func `each field holds what was last said of it`() async {
    let store = makeStore()

    await store.explore(upTo: 6) { _ in
      [
        .changeIdentity(name: "Marie", surname: "Curie"),
        .changeIdentity(name: "Pierre", surname: ""),
        .changeAge(66), .changeMood(3), .advanceAgeAndMoodAfterDelay,
      ]
    } always: { state in
      let model = store.history.reduce(into: Profile.State()) { model, step in
        switch step.action {
        case .changeIdentity(let name, let surname):
          model.name = name
          model.surname = surname
        case .changeAge(let age): model.age = age
        case .changeMood(let mood): model.mood = mood
        case .advanceAgeAndMoodAfterDelay, .watchMood: break
        }
      }
      #expect(state == model)
    }
  }

  @Test(.schedules(300)) func `age and mood advance together`() async {
    let clock = TestClock()
    let store = makeStore(clock)

    // A tap between the two changes of an earlier one takes the new age and the old mood.
    await store.explore(upTo: 5) { state in
      state == Profile.State() ? [.advanceAgeAndMoodAfterDelay] : []
    }
    await clock.advance(by: .seconds(1))
    #expect(store.state.age - 33 == store.state.mood)
    let hasAsked = store.history.contains { $0.action == .advanceAgeAndMoodAfterDelay }
    #expect((store.state.mood > 0) == hasAsked)
  }

  @Test(.schedules(300)) func `an advance is by one from where it was asked for`() async {
    let store = makeStore()

    await store.explore(upTo: 6) { _ in
      [.changeAge(66), .changeMood(3), .advanceAgeAndMoodAfterDelay]
    } always: { _ in
      var ages: Set = [66]
      var moods: Set = [3]
      var (age, mood) = (33, 0)
      for step in store.history {
        switch step.action {
        case .changeAge(let new):
          #expect(ages.contains(new))
          age = new
        case .changeMood(let new):
          #expect(moods.contains(new))
          mood = new
        case .advanceAgeAndMoodAfterDelay:
          ages.insert(age + 1)
          moods.insert(mood + 1)
        case .changeIdentity, .watchMood: break
        }
      }
    }
  }

  @Test(.schedules(300)) func `watching the mood changes nothing`() async {
    let store = makeStore()

    await store.explore(upTo: 4) { _ in
      [.watchMood]
    } always: { state in
      #expect(state == Profile.State())
    }
  }

  @Test(.schedules(100, overlappingSends: true)) func `nothing advances too early`() async {
    let clock = TestClock()
    let store = makeStore(clock)

    await store.send(.advanceAgeAndMoodAfterDelay)
    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .milliseconds(999))
    #expect(store.state == Profile.State())
    await clock.advance(by: .milliseconds(1))
    #expect(store.state == Profile.State(age: 34, mood: 1))
  }
}

private func makeStore(_ clock: TestClock<Duration> = TestClock()) -> TestStoreOf<Profile> {
  TestStore(.off, initialState: Profile.State()) {
    Profile()
  } withDependencies: {
    $0.continuousClock = clock
  }
}
