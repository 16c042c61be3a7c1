import AgeGuess
import FocusedTestStore
import XCTest

/// The exhaustive test that the focused tests replace. It asserts every field, action, and effect.
@MainActor
final class AgeGuessesExhaustiveTests: XCTestCase {
  func testGuessingInAStack() async {
    let clock = TestClock()
    let store = TestStore(initialState: AgeGuesses.State()) {
      AgeGuesses()
    } withDependencies: {
      $0.ageGuessClient.guess = { _ in throw Busy() }
      $0.continuousClock = clock
    }

    await store.send(.newGuessTapped) {
      $0.path[id: 0] = .guess(AgeGuess.State())
    }
    let guess = store.guess(0)
    await guess.send(.nameChanged("Marie")) {
      $0.name = "Marie"
    }

    await guess.send(.guessTapped) {
      $0.isGuessing = true
    }
    await guess.receive(.guessed(.failure(.noGuess))) {
      $0.isGuessing = false
      $0.failure = .noGuess
    }

    store.dependencies.ageGuessClient.guess = { _ in 66 }
    await guess.send(.guessLaterTapped)
    await clock.advance(by: .seconds(2 * 60))
    await guess.receive(.guessTapped) {
      $0.isGuessing = true
      $0.failure = nil
    }
    await store.receive(.path(.element(id: 0, action: .guess(.guessed(.success(66)))))) {
      $0.path[id: 0, case: { .guess($0) }]?.isGuessing = false
      $0.path[id: 0, case: { .guess($0) }]?.age = 66
      $0.ages = ["Marie": 66]
    }

    store.dependencies.ageGuessClient.correct = { _, _ in }
    await guess.send(.correctTapped(67)) {
      $0.age = 67
    }

    await store.send(.helpTapped) {
      $0.path[id: 1] = .help
    }
    await store.send(.path(.popFrom(id: 0))) {
      $0.path = StackState()
    }
  }
}

private struct Busy: Error {}
