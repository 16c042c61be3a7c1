import AgeGuess
import FocusedTestStore
import XCTest

/// The behaviors of the stack of guesses, one per test.
final class AgeGuessesTests: XCTestCase {
  func testANewGuessIsPushed() async {
    let store = makeStore(path: [])

    await store.send(.newGuessTapped) {
      $0.path[id: 0] = .guess(AgeGuess.State())
    }
  }

  func testTheGuessIsShownOnItsScreen() async {
    let store = makeStore(path: [.guess(marie), .help, .guess(marie)])

    await store.guess(2).send(.guessTapped)
    XCTAssertEqual(store.guess(2).state?.age, 66)
    XCTAssertNil(store.guess(0).state?.age)
  }

  func testTheAgeIsListed() async {
    let store = makeStore(path: [.guess(marie)])

    await store.guess(0).send(.guessTapped)
    await store.receive(case: { .path(.element(id: 0, action: .guess(.guessed($0)))) }) {
      $0.ages = ["Marie": 66]
    }
  }

  func testHelpIsPushed() async {
    let store = makeStore(path: [.guess(marie)])

    await store.send(.helpTapped)
    XCTAssertEqual(store.state.path.last, .help)
  }

  func testForgettingTheAgesNeedsAConfirmation() async {
    let store = makeStore(ages: ["Marie": 66])

    await store.send(.forgetTapped)
    XCTAssertEqual(store.state.ages, ["Marie": 66])
    await store.send(.forgettingConfirmed) { $0.ages = [:] }
  }

  func testPoppingAScreenCancelsItsLaterGuess() async {
    let store = makeStore(path: [.guess(marie)]) {
      $0.continuousClock = TestClock()
    }

    await store.guess(0).send(.guessLaterTapped)
    await store.send(.path(.popFrom(id: 0)))
    await store.finish()
  }
}

extension TestStoreOf<AgeGuesses> {
  /// A guess on the stack, by the ID of its element.
  func guess(_ id: StackElementID) -> ScopedTestStore<AgeGuess.State, AgeGuess.Action> {
    scope(
      state: \.path[id: id], case: { .guess($0) },
      action: { .path(.element(id: id, action: .guess($0))) })
  }
}

private let marie = AgeGuess.State(name: "Marie")

private func makeStore(
  ages: [String: Int] = [:], path: [AgeGuesses.Path.State] = [],
  withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in }
) -> TestStoreOf<AgeGuesses> {
  TestStore(.off, initialState: AgeGuesses.State(ages: ages, path: StackState(path))) {
    AgeGuesses()
  } withDependencies: {
    $0.ageGuessClient.guess = { _ in 66 }
    updateDependencies(&$0)
  }
}
