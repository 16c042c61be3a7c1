import FocusedExploration
import FocusedTestStore
import Profile
import Testing

struct ProfileExplorations {
  private struct Setup {
    let store: TestStoreOf<Profile>
    let clock = TestClock()
    let companion: Companion<ProfileModel>

    init(_ state: Profile.State = Profile.State()) {
      let companion = Companion(ProfileModel(state), clock: clock)
      self.companion = companion
      store = TestStore(.off, initialState: state) {
        companion.watch
        Profile()
      } withDependencies: { [clock] in
        $0.continuousClock = clock
      }
    }

    func check() { companion.check(store) }

    /// Lets a day pass, and asserts that each effect has ended in time.
    func settle() async {
      await clock.run()
      await store.finish()
      check()
      #expect(companion.model.isSettled)
      #expect(clock.time >= companion.model.end)
    }
  }

  @Test(.schedules(400)) func `each action changes its field, and an advance is made once`() async {
    let setup = Setup()
    let store = setup.store
    await store.explore(upTo: 6) { _ in
      [
        .advanceAgeAndMoodAfterDelay, .changeAge(40), .changeMood(-2),
        .changeIdentity(name: "Marie", surname: "Curie"), .watchMood,
      ]
    } always: { _ in
      setup.check()
    }
    await setup.settle()
  }

  @Test(.schedules(150)) func `extreme names, ages, and moods are kept`() async {
    let setup = Setup(Profile.State(name: "Ada", surname: "Lovelace", age: 0, mood: -1))
    let store = setup.store
    await store.explore(upTo: 4) { _ in
      [
        .changeIdentity(name: "", surname: "L"), .changeIdentity(name: "Émilie", surname: ""),
        .changeIdentity(name: "Ada", surname: "King"),
        .changeAge(-1), .changeAge(.max - 1), .changeAge(.min), .changeMood(.max - 1),
        .changeMood(.min), .advanceAgeAndMoodAfterDelay,
      ]
    } always: { _ in
      setup.check()
    }
    // An advance from the greatest value traps.
    if store.state.age < .max - 1, store.state.mood < .max - 1 { await setup.settle() }
  }

  @Test(.schedules(200))
  func `an advance changes neither names nor other advances`() async {
    let setup = Setup(Profile.State(name: "Marie", surname: "Curie", age: 7, mood: 3))
    let (store, clock) = (setup.store, setup.clock)
    await store.send(.advanceAgeAndMoodAfterDelay)
    await store.send(.changeIdentity(name: "Ada", surname: "Lovelace"))
    await store.send(.watchMood)
    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    #expect(store.state == Profile.State(name: "Ada", surname: "Lovelace", age: 8, mood: 4))
    #expect(store.history.count == 8)
    await setup.settle()
  }

  @Test(.schedules(50)) func `watching ends after exactly a day, and changes nothing`() async throws
  {
    let setup = Setup(Profile.State(name: "Marie", surname: "Curie", age: 7, mood: 3))
    let (store, clock) = (setup.store, setup.clock)
    await store.send(.watchMood)
    await store.send(.watchMood)
    await clock.advance(by: .seconds(24 * 60 * 60) - .milliseconds(1))
    await #expect(throws: (any Error).self) { try await clock.checkSuspension() }
    await clock.advance(by: .milliseconds(1))
    try await clock.checkSuspension()
    await setup.settle()
    #expect(store.history.count == 2)
    #expect(store.state == Profile.State(name: "Marie", surname: "Curie", age: 7, mood: 3))
  }
}
