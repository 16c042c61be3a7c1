import FocusedTestStore
import XCTest
@testable import TestFixtures

/// The exhaustive test that the focused tests replace. It asserts every field, action, and effect.
@MainActor
final class AgeGuessExhaustiveTests: XCTestCase {
  func testGuessingInAStack() async {
    let clock = TestClock()
    let store = TestStore(initialState: AgeGuessApp.State()) {
      AgeGuessApp()
    } withDependencies: {
      $0[AgeGuessClient.self].guess = { _ in throw Busy() }
      $0.continuousClock = clock
    }

    await store.send(.newGuessTapped) {
      $0.path[id: 0] = .guess(AgeGuess.State())
    }
    await store.send(.path(.element(id: 0, action: .guess(.nameChanged("Marie"))))) {
      $0.path[id: 0, case: { .guess($0) }]?.name = "Marie"
    }

    await store.send(.path(.element(id: 0, action: .guess(.guessTapped)))) {
      $0.path[id: 0, case: { .guess($0) }]?.isGuessing = true
    }
    await store.receive(.path(.element(id: 0, action: .guess(.guessed(.failure(.noGuess)))))) {
      $0.path[id: 0, case: { .guess($0) }]?.isGuessing = false
      $0.path[id: 0, case: { .guess($0) }]?.failure = .noGuess
    }

    store.dependencies[AgeGuessClient.self].guess = { _ in 66 }
    await store.send(.path(.element(id: 0, action: .guess(.guessLaterTapped))))
    await clock.advance(by: .seconds(2 * 60))
    await store.receive(.path(.element(id: 0, action: .guess(.guessTapped)))) {
      $0.path[id: 0, case: { .guess($0) }]?.isGuessing = true
      $0.path[id: 0, case: { .guess($0) }]?.failure = nil
    }
    await store.receive(.path(.element(id: 0, action: .guess(.guessed(.success(66)))))) {
      $0.path[id: 0, case: { .guess($0) }]?.isGuessing = false
      $0.path[id: 0, case: { .guess($0) }]?.age = 66
      $0.ages = ["Marie": 66]
    }

    store.dependencies[AgeGuessClient.self].correct = { _, _ in }
    await store.send(.path(.element(id: 0, action: .guess(.correctTapped(67))))) {
      $0.path[id: 0, case: { .guess($0) }]?.age = 67
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
