import FocusedTestStore
import XCTest

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

    await store.send(.newGuessTapped)
    await store.send(.path(.element(id: 0, action: .guess(.nameChanged("Marie"))))) {
      $0.path[id: 0, case: { .guess($0) }]?.name = "Marie"
    }
  }

  func testGuessingSetsIsGuessing() async {
    let store = makeStore()

    await store.send(.newGuessTapped)
    await store.send(.path(.element(id: 0, action: .guess(.guessTapped)))) {
      $0.path[id: 0, case: { .guess($0) }]?.isGuessing = true
    }
  }

  func testGuessingSendsGuessedFailure() async {
    let store = makeStore()

    await store.send(.newGuessTapped)
    await store.send(.path(.element(id: 0, action: .guess(.guessTapped))))
    await store.receive(.path(.element(id: 0, action: .guess(.guessed(.failure(.noGuess))))))
  }

  func testFailedGuessingResetsIsGuessing() async {
    let store = makeStore()

    await store.send(.newGuessTapped)
    await store.send(.path(.element(id: 0, action: .guess(.guessTapped))))
    store.assert { $0.path[id: 0, case: { .guess($0) }]?.isGuessing = false }
  }

  func testFailedGuessingSetsFailure() async {
    let store = makeStore()

    await store.send(.newGuessTapped)
    await store.send(.path(.element(id: 0, action: .guess(.guessTapped))))
    store.assert { $0.path[id: 0, case: { .guess($0) }]?.failure = .noGuess }
  }

  func testGuessingLaterSendsGuessTapped() async {
    let store = makeStore()

    await store.send(.newGuessTapped)
    await store.send(.path(.element(id: 0, action: .guess(.guessLaterTapped))))
    await clock.advance(by: .seconds(2 * 60))
    await store.receive(.path(.element(id: 0, action: .guess(.guessTapped))))
  }

  func testGuessingClearsFailure() async {
    let store = makeStore()

    await store.send(.newGuessTapped)
    await store.send(.path(.element(id: 0, action: .guess(.guessTapped))))
    store.dependencies[AgeGuessClient.self].guess = { _ in 66 }
    await store.send(.path(.element(id: 0, action: .guess(.guessLaterTapped))))
    await clock.advance(by: .seconds(2 * 60))
    store.assert { $0.path[id: 0, case: { .guess($0) }]?.failure = nil }
  }

  func testGuessingSendsGuessedSuccess() async {
    let store = await storeAfterGuessing()

    await store.receive(.path(.element(id: 0, action: .guess(.guessed(.success(66))))))
  }

  func testGuessingResetsIsGuessing() async {
    let store = await storeAfterGuessing()

    store.assert { $0.path[id: 0, case: { .guess($0) }]?.isGuessing = false }
  }

  func testGuessingSetsAges() async {
    let store = makeStore()

    await store.send(.newGuessTapped)
    await store.send(.path(.element(id: 0, action: .guess(.nameChanged("Marie")))))
    store.dependencies[AgeGuessClient.self].guess = { _ in 66 }
    await store.send(.path(.element(id: 0, action: .guess(.guessLaterTapped))))
    await clock.advance(by: .seconds(2 * 60))
    store.assert { $0.ages = ["Marie": 66] }
  }

  func testGuessingSetsAge() async {
    let store = await storeAfterGuessing()

    store.assert { $0.path[id: 0, case: { .guess($0) }]?.age = 66 }
  }

  func testTappingCorrectSetsAge() async {
    let store = makeStore()

    await store.send(.newGuessTapped)
    store.dependencies[AgeGuessClient.self].correct = { _, _ in }
    await store.send(.path(.element(id: 0, action: .guess(.correctTapped(67))))) {
      $0.path[id: 0, case: { .guess($0) }]?.age = 67
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
