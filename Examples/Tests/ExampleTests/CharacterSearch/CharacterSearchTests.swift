import CharacterSearch
import FocusedTestStore
import XCTest

/// The behaviors of the search, one per test. The suite is on the main actor, like tests of views.
@MainActor
final class CharacterSearchTests: XCTestCase {
  private let clock = TestClock()
  private let find = Stub<String, [FilmCharacter]>("CharacterClient.find")

  func testNothingIsSearchedWhileTyping() async {
    let store = makeStore()

    await store.send(.queryChanged("R"))
    await clock.advance(by: .milliseconds(299))
    XCTAssertEqual(find.calls, [])
  }

  func testTheLastLettersAreSearched() async {
    let store = makeStore()

    await store.send(.queryChanged("R"))
    await clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("Ri"))
    await clock.advance(by: .milliseconds(300))
    XCTAssertEqual(find.calls, ["Ri"])
  }

  func testTheFoundCharactersAreShown() async {
    let store = makeStore()

    await store.send(.queryChanged("Ri"))
    await clock.advance(by: .milliseconds(300))
    await find.succeed(with: [.ripley])
    await store.receive(.found([.ripley])) {
      $0.characters = [.ripley]
    }
  }

  func testTheAnswerEndsTheSearch() async {
    let store = makeStore()

    await store.send(.queryChanged("Ri")) {
      $0.isSearching = true
    }
    await clock.advance(by: .milliseconds(300))
    await find.succeed(with: [.ripley])
    await store.receive(.found([.ripley])) {
      $0.isSearching = false
    }
  }

  func testALetterCancelsTheSearchInFlight() async {
    let store = makeStore()

    await store.send(.queryChanged("R"))
    await clock.advance(by: .milliseconds(300))
    await store.send(.queryChanged("Ri"))
    await clock.advance(by: .milliseconds(300))
    await find.succeed(with: [.ripley], to: { $0 == "Ri" })
    XCTAssertEqual(store.state.characters, [.ripley])
    await store.finish()
  }

  func testAFailureIsShown() async {
    let store = makeStore()

    await store.send(.queryChanged("Ri"))
    await clock.advance(by: .milliseconds(300))
    await find.fail(with: Offline())
    await store.receive(.searchFailed) {
      $0.hasFailed = true
    }
  }

  func testClearingTheQueryStopsTheSearch() async {
    let store = makeStore()

    await store.send(.queryChanged("Ri"))
    await store.send(.queryChanged("")) {
      $0.isSearching = false
    }
    await store.finish()
  }

  private func makeStore() -> TestStoreOf<CharacterSearch> {
    TestStore(.off, initialState: CharacterSearch.State()) {
      CharacterSearch()
    } withDependencies: {
      $0.continuousClock = clock
      $0.characterClient.find = find.call
    }
  }
}

private struct Offline: Error {}

extension FilmCharacter {
  static let ripley = FilmCharacter(id: 1, name: "Ellen Ripley")
}
