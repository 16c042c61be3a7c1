import FocusedTestStore
import XCTest
@testable import TestFixtures

@MainActor
final class AgeGuessBehaviorTests: XCTestCase {
  private let clock = TestClock()

  func testTappingNewGuessSetsPath() async {
    let store = makeStore()

    await store.send(.newGuessTapped) {
      $0.path[id: 0] = .guess(AgeGuess.State())
    }
  }

  func testChangingNameSetsName() async {
    let store = makeStore()
    let guess = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
      .scope(state: { .guess($0) }, action: { .guess($0) })

    await store.send(.newGuessTapped)
    await guess.send(.nameChanged("Marie")) {
      $0.name = "Marie"
    }
  }

  func testGuessingSetsIsGuessing() async {
    let store = makeStore()
    let guess = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
      .scope(state: { .guess($0) }, action: { .guess($0) })

    await store.send(.newGuessTapped)
    await guess.send(.guessTapped) {
      $0.isGuessing = true
    }
  }

  func testGuessingSendsGuessedFailure() async {
    let store = makeStore()
    let guess = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
      .scope(state: { .guess($0) }, action: { .guess($0) })

    await store.send(.newGuessTapped)
    await guess.send(.guessTapped)
    await guess.receive(.guessed(.failure(.noGuess)))
  }

  func testFailedGuessingResetsIsGuessing() async {
    let store = makeStore()
    let guess = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
      .scope(state: { .guess($0) }, action: { .guess($0) })

    await store.send(.newGuessTapped)
    await guess.send(.guessTapped)
    guess.assert { $0.isGuessing = false }
  }

  func testFailedGuessingSetsFailure() async {
    let store = makeStore()
    let guess = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
      .scope(state: { .guess($0) }, action: { .guess($0) })

    await store.send(.newGuessTapped)
    await guess.send(.guessTapped)
    guess.assert { $0.failure = .noGuess }
  }

  func testGuessingLaterSendsGuessTapped() async {
    let store = makeStore()
    let guess = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
      .scope(state: { .guess($0) }, action: { .guess($0) })

    await store.send(.newGuessTapped)
    await guess.send(.guessLaterTapped)
    await clock.advance(by: .seconds(2 * 60))
    await guess.receive(.guessTapped)
  }

  func testGuessingClearsFailure() async {
    let store = makeStore()
    let guess = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
      .scope(state: { .guess($0) }, action: { .guess($0) })

    await store.send(.newGuessTapped)
    await guess.send(.guessTapped)
    store.dependencies[AgeGuessClient.self].guess = { _ in 66 }
    await guess.send(.guessLaterTapped)
    await clock.advance(by: .seconds(2 * 60))
    guess.assert { $0.failure = nil }
  }

  func testGuessingSendsGuessedSuccess() async {
    let store = await storeAfterGuessing()

    await store.receive(.path(.element(id: 0, action: .guess(.guessed(.success(66))))))
  }

  func testGuessingResetsIsGuessing() async {
    let store = await storeAfterGuessing()
    let guess = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
      .scope(state: { .guess($0) }, action: { .guess($0) })

    guess.assert { $0.isGuessing = false }
  }

  func testGuessingSetsAges() async {
    let store = makeStore()
    let guess = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
      .scope(state: { .guess($0) }, action: { .guess($0) })

    await store.send(.newGuessTapped)
    await guess.send(.nameChanged("Marie"))
    store.dependencies[AgeGuessClient.self].guess = { _ in 66 }
    await guess.send(.guessLaterTapped)
    await clock.advance(by: .seconds(2 * 60))
    store.assert { $0.ages = ["Marie": 66] }
  }

  func testGuessingSetsAge() async {
    let store = await storeAfterGuessing()
    let guess = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
      .scope(state: { .guess($0) }, action: { .guess($0) })

    guess.assert { $0.age = 66 }
  }

  func testTappingCorrectSetsAge() async {
    let store = makeStore()
    let guess = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
      .scope(state: { .guess($0) }, action: { .guess($0) })

    await store.send(.newGuessTapped)
    store.dependencies[AgeGuessClient.self].correct = { _, _ in }
    await guess.send(.correctTapped(67)) {
      $0.age = 67
    }
  }

  func testTappingHelpSetsPath() async {
    let store = makeStore()

    await store.send(.newGuessTapped)
    await store.send(.helpTapped) {
      $0.path[id: 1] = .help
    }
  }

  func testPoppingPathSetsPath() async {
    let store = makeStore(AgeGuessApp.State(ages: ["Marie": 66]))

    await store.send(.helpTapped)
    await store.send(.path(.popFrom(id: 0))) {
      $0.path = StackState()
    }
  }

  private func storeAfterGuessing() async -> TestStoreOf<AgeGuessApp> {
    let store = makeStore()

    await store.send(.newGuessTapped)
    store.dependencies[AgeGuessClient.self].guess = { _ in 66 }
    await store.send(.path(.element(id: 0, action: .guess(.guessLaterTapped))))
    await clock.advance(by: .seconds(2 * 60))
    return store
  }

  private func makeStore(
    _ state: AgeGuessApp.State = AgeGuessApp.State()
  ) -> TestStoreOf<AgeGuessApp> {
    TestStore(.off, initialState: state) {
      AgeGuessApp()
    } withDependencies: {
      $0[AgeGuessClient.self].guess = { _ in throw Busy() }
      $0.continuousClock = clock
    }
  }
}

private struct Busy: Error {}
