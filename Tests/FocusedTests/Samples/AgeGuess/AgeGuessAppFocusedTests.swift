import FocusedTestStore
import XCTest

/// What the stack of guesses does, one behavior a test.
final class AgeGuessAppFocusedTests: XCTestCase {
  func testANewGuessIsPushed() async {
    let store = makeStore(path: [])

    await store.send(.newGuessTapped) {
      $0.path[id: 0] = .guess(AgeGuess.State())
    }
  }

  func testTheGuessIsShownWhereItWasAskedFor() async {
    let store = makeStore(path: [.guess(marie), .help, .guess(marie)])

    let guess = store.scope(state: \.path[id: 2], action: { .path(.element(id: 2, action: $0)) })
      .scope(state: { .guess($0) }, action: { .guess($0) })

    await guess.send(.guessTapped)
    XCTAssertEqual(guess.state?.age, 66)
    XCTAssertNil(store.state.path[id: 0, case: { .guess($0) }]?.age)
  }

  func testTheAgeIsListed() async {
    let store = makeStore(path: [.guess(marie)])

    await store.send(.path(.element(id: 0, action: .guess(.guessTapped))))
    await store.receive(case: { .path(.element(id: 0, action: .guess(.guessed($0)))) }) {
      $0.ages = ["Marie": 66]
    }
  }

  func testHelpGoesOnTop() async {
    let store = makeStore(path: [.guess(marie)])

    await store.send(.helpTapped)
    XCTAssertEqual(store.state.path.last, .help)
  }

  func testALaterGuessGoesWithItsScreen() async {
    let store = makeStore(path: [.guess(marie)]) {
      $0.continuousClock = TestClock()
    }

    await store.send(.path(.element(id: 0, action: .guess(.guessLaterTapped))))
    await store.send(.path(.popFrom(id: 0)))
    await store.finish()
  }
}

private let marie = AgeGuess.State(name: "Marie")

private func makeStore(
  path: [AgeGuessApp.Path.State],
  withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in }
) -> TestStoreOf<AgeGuessApp> {
  TestStore(.off, initialState: AgeGuessApp.State(path: StackState(path))) {
    AgeGuessApp()
  } withDependencies: {
    $0[AgeGuessClient.self].guess = { _ in 66 }
    updateDependencies(&$0)
  }
}
