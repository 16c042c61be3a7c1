import AgeGuess
import FocusedExploration
import FocusedTestStore
import Testing

struct AgeGuessesExplorations {
  private struct Setup {
    let store: TestStoreOf<AgeGuesses>
    let clock = TestClock()
    let service = GuessService()
    let companion: Companion<AgeGuessesModel>

    init(ages: [String: Int] = [:]) {
      let companion = Companion(AgeGuessesModel(ages: ages), clock: clock)
      self.companion = companion
      store = TestStore(.off, initialState: AgeGuesses.State(ages: ages)) {
        companion.watch
        AgeGuesses()
      } withDependencies: { [clock, service] in
        $0.continuousClock = clock
        $0.ageGuessClient = service.client
      }
    }

    func check() {
      companion.check(store)
      companion.model.expectCalls(service)
    }

    func settle() async {
      await clock.run()
      check()
      while !service.guess.pendingCalls.isEmpty { await service.guess.succeed() }
      await store.finish()
      check()
      #expect(companion.model.guesses.allSatisfy { $0.isSettled })
      #expect(companion.model.guesses.allSatisfy { !$0.state.isGuessing })
    }
  }

  private typealias Action = AgeGuesses.Action

  private static func on(_ id: StackElementID, _ action: AgeGuess.Action) -> Action {
    .path(.element(id: id, action: .guess(action)))
  }

  @Test(.schedules(450)) func `popping screens cancels only their calls`() async {
    let setup = Setup(ages: ["a": 1])
    setup.service.guess.mayAnswer(.success(()), .failure(Broken()))
    let store = setup.store
    await store.explore(upTo: 7) { state in
      var actions: [Action] = [.newGuessTapped]
      for id in state.path.ids {
        guard let guess = state.path[id: id, case: { .guess($0) }] else { continue }
        if guess.name.count < 2 { actions.append(Self.on(id, .nameChanged(guess.name + "a"))) }
        actions.append(Self.on(id, .guessTapped))
        actions.append(.path(.popFrom(id: id)))
      }
      return actions
    } always: { _ in
      setup.check()
    }
    await setup.settle()
  }

  @Test(.schedules(300)) func `help keeps guesses, and popping cancels later guesses`() async {
    let setup = Setup()
    setup.service.guess.mayAnswer(.success(()), .failure(Broken()))
    let store = setup.store
    await store.send(.newGuessTapped)
    await store.send(Self.on(0, .nameChanged("first")))
    await store.explore(upTo: 6) { state in
      var actions: [Action] = state.path.count < 4 ? [.newGuessTapped, .helpTapped] : []
      for id in state.path.ids {
        actions.append(.path(.popFrom(id: id)))
        guard state.path[id: id, case: { .guess($0) }] != nil else { continue }
        actions.append(Self.on(id, .guessLaterTapped))
        actions.append(Self.on(id, .correctTapped(9)))
      }
      return actions
    } always: { _ in
      setup.check()
    }
    await setup.settle()
  }

  @Test(.schedules(200)) func `a listed age was guessed for its name`() async {
    let setup = Setup()
    setup.service.guess.mayAnswer(.success(()), .failure(Broken()))
    let store = setup.store
    await store.send(.newGuessTapped)
    await store.send(.newGuessTapped)
    await store.explore(upTo: 7) { state in
      state.path.ids.flatMap { id -> [Action] in
        guard let guess = state.path[id: id, case: { .guess($0) }], !guess.isGuessing
        else { return [] }
        return [
          Self.on(id, .nameChanged(id == 0 ? "a" : "b")), Self.on(id, .nameChanged("bb")),
          Self.on(id, .guessTapped), Self.on(id, .correctTapped(200)),
        ]
      }
    } always: { state in
      setup.check()
      for (name, guessed) in state.ages { #expect(guessed == age(of: name)) }
    }
    await setup.settle()
  }

  @Test func `two screens at once`() async {
    let setup = Setup(ages: ["old": 100, "Marie": 99])
    let (store, service) = (setup.store, setup.service)
    await store.send(.newGuessTapped)
    await store.send(Self.on(0, .nameChanged("Ada")))
    await store.send(.newGuessTapped)
    await store.send(.helpTapped)
    await store.send(.newGuessTapped)
    await store.send(Self.on(1, .nameChanged("Marie")))
    await store.send(Self.on(3, .nameChanged("Eve")))
    await store.send(Self.on(0, .guessTapped))
    await store.send(Self.on(1, .guessTapped))
    await store.send(Self.on(3, .guessTapped))
    await store.send(.path(.popFrom(id: 2)))
    #expect(service.guess.pendingCalls.sorted() == ["Ada", "Marie"])
    #expect(store.state.ages == ["old": 100, "Marie": 99])
    await service.guess.succeed(to: { $0 == "Marie" })
    #expect(store.state.ages == ["old": 100, "Marie": age(of: "Marie")])
    await service.guess.fail(with: Broken(), to: { $0 == "Ada" })
    #expect(store.state.ages == ["old": 100, "Marie": age(of: "Marie")])
    #expect(
      Array(store.state.path) == [
        .guess(AgeGuess.State(name: "Ada", failure: .noGuess)),
        .guess(AgeGuess.State(name: "Marie", age: age(of: "Marie"))),
      ])
    await setup.settle()
  }
}
