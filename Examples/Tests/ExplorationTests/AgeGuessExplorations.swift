import AgeGuess
import FocusedExploration
import FocusedTestStore
import Testing

struct AgeGuessExplorations {
  private struct Setup {
    let store: TestStoreOf<AgeGuess>
    let clock = TestClock()
    let service = GuessService()
    let companion: Companion<AgeGuessModel>

    init(_ state: AgeGuess.State = AgeGuess.State()) {
      let companion = Companion(AgeGuessModel(state), clock: clock)
      self.companion = companion
      store = TestStore(.off, initialState: state) {
        companion.watch
        AgeGuess()
      } withDependencies: { [clock, service] in
        $0.continuousClock = clock
        $0.ageGuessClient = service.client
      }
    }

    func check() {
      companion.check(store)
      let model = companion.model
      #expect(service.guess.calls.isPart(of: model.names))
      #expect(service.guess.pendingCalls.isPart(of: Array(model.questions.values)))
      #expect(service.corrections.entries.isPart(of: model.corrections))
    }

    /// Answers all calls, and asserts that no work was omitted or done twice.
    func settle() async {
      await clock.run()
      check()
      while !service.guess.pendingCalls.isEmpty { await service.guess.succeed() }
      await store.finish()
      check()
      let model = companion.model
      #expect(model.isSettled)
      #expect(service.corrections.entries.count == model.corrections.count)
      #expect(!store.state.isGuessing)
    }
  }

  @Test(.schedules(500)) func `each tap is one request with one answer`() async {
    let setup = Setup()
    setup.service.guess.mayAnswer(.success(()), .failure(Broken()))
    let store = setup.store
    await store.explore(upTo: 6) { state in
      [
        .guessTapped, .nameChanged(state.name + "M"), .nameChanged(""), .correctTapped(5),
        .guessLaterTapped,
      ]
    } always: { _ in
      setup.check()
    }
    await setup.settle()
  }

  @Test(.schedules(300)) func `a shown age belongs to the shown name`() async {
    let setup = Setup()
    setup.service.guess.mayAnswer(.success(()), .failure(Broken()))
    let store = setup.store
    await store.explore(upTo: 7) { state in
      [.guessTapped, .nameChanged(state.name + "a"), .nameChanged("zz")]
    } always: { state in
      setup.check()
      #expect(state.age == nil || state.age == age(of: state.name))
    }
  }

  @Test(.schedules(300)) func `one call is pending during a guess`() async {
    let setup = Setup()
    setup.service.guess.mayAnswer(.success(()), .failure(Broken()))
    let store = setup.store
    await store.explore(upTo: 7) { _ in
      [.guessTapped, .nameChanged("abc"), .correctTapped(0), .correctTapped(-1)]
    } always: { state in
      setup.check()
      #expect(setup.service.guess.pendingCalls.count == (state.isGuessing ? 1 : 0))
      #expect(state.failure == nil || !state.isGuessing)
    }
    await setup.settle()
  }

  @Test func `a second tap makes no call, and another name cancels the guess`() async {
    let setup = Setup(AgeGuess.State(name: "Ada", age: 3, failure: .noGuess))
    let (store, service) = (setup.store, setup.service)
    await store.send(.guessTapped)
    await store.send(.guessTapped)
    #expect(service.guess.calls == ["Ada"])
    await store.send(.nameChanged("Marie"))
    await store.send(.correctTapped(66))
    #expect(service.guess.pendingCalls.isEmpty)
    #expect(store.state == AgeGuess.State(name: "Marie", age: 66))
    await store.send(.guessTapped)
    await store.send(.correctTapped(67))
    await service.guess.fail(with: Broken())
    #expect(store.state == AgeGuess.State(name: "Marie", age: 67, failure: .noGuess))
    await setup.settle()
    #expect(
      service.corrections.entries.sorted { $0.age < $1.age }
        == [.init(name: "Marie", age: 66), .init(name: "Marie", age: 67)])
  }
}

/// A service whose answer depends only on the name.
struct GuessService {
  let guess = Stub<String, Void>("AgeGuessClient.guess")
  let corrections = Log<AgeGuessModel.Correction>()

  var client: AgeGuessClient {
    AgeGuessClient(
      guess: { [guess] name in
        try await guess.call(name)
        return age(of: name)
      },
      correct: { [corrections] name, age in corrections.note(.init(name: name, age: age)) })
  }
}

/// The ages that the service returns. Each name has a different age, and some are at a limit.
func age(of name: String) -> Int {
  switch name {
  case "zz": 0
  case "": -1
  case "bb": .max
  default: name.unicodeScalars.reduce(1) { ($0 * 7 + Int($1.value)) % 1000 }
  }
}
