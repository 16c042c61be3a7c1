import AgeGuess
import FocusedTestStore
import Testing

/// The behaviors of one guess, one per test. Endpoints that a test doesn't override are
/// unimplemented.
struct AgeGuessTests {
  @Test func theGuessIsShown() async {
    let store = makeStore { $0.ageGuessClient.guess = { _ in 62 } }

    await store.send(.guessTapped)
    await store.receive(case: { .guessed(.success($0)) }) {
      $0.age = 62
    }
  }

  @Test func theServiceReceivesTheName() async {
    let store = makeStore { $0.ageGuessClient.guess = { $0 == "Marie" ? 66 : 0 } }

    await store.send(.nameChanged("Marie"))
    await store.send(.guessTapped)
    await store.receive(case: { .guessed(.success($0)) }, 66)
  }

  @Test func aFailureIsShown() async {
    let store = makeStore { $0.ageGuessClient.guess = { _ in throw Busy() } }

    await store.send(.guessTapped)
    await store.receive(case: { .guessed(.failure($0)) }) {
      $0.failure = .noGuess
    }
  }

  @Test func aFailureEndsTheGuessing() async {
    let store = makeStore { $0.ageGuessClient.guess = { _ in throw Busy() } }

    await store.send(.guessTapped)
    #expect(!store.state.isGuessing)
  }

  @Test func guessingLaterShowsTheGuess() async {
    let store = makeStore {
      $0.ageGuessClient.guess = { _ in 62 }
      $0.continuousClock = .immediate
    }

    await store.send(.guessLaterTapped)
    await store.receive(case: { .guessed($0) }) {
      $0.age = 62
    }
  }

  @Test func aLaterGuessWaitsForTwoMinutes() async {
    let clock = TestClock()
    let store = makeStore {
      $0.ageGuessClient.guess = { _ in 62 }
      $0.continuousClock = clock
    }

    await store.send(.guessLaterTapped)
    await clock.advance(by: .seconds(119))
    #expect(store.state.age == nil)
    await clock.advance(by: .seconds(1))
    #expect(store.state.age == 62)
  }

  @Test func aCorrectionIsSentToTheService() async {
    await confirmation { corrected in
      let store = makeStore {
        $0.ageGuessClient.correct = { _, age in
          #expect(age == 33)
          corrected()
        }
      }

      await store.send(.correctTapped(33))
      await store.finish()
    }
  }
}

private struct Busy: Error {}

private func makeStore(
  _ updateDependencies: (inout DependencyValues) -> Void
) -> TestStoreOf<AgeGuess> {
  TestStore(.off, initialState: AgeGuess.State()) {
    AgeGuess()
  } withDependencies: {
    updateDependencies(&$0)
  }
}
