import FocusedTestStore
import Foundation
import XCTest

/// What searching does, one behavior a test. On the main actor, as tests of views are.
@MainActor
final class CharacterSearchFocusedTests: XCTestCase {
  func testSearchingShowsWhoWasFound() async {
    let store = makeStore(finding: [.ripley])

    await store.send(.searchTapped)
    await store.receive(case: { .found($0) }) {
      $0.characters = [.ripley]
    }
  }

  func testSearchingUsesTheLastNameTyped() async {
    let store = TestStore(.off, initialState: CharacterSearch.State()) {
      CharacterSearch()
    } withDependencies: {
      $0.characterDatabase.fetch = { [FilmCharacter(id: 1, name: $0)] }
    }

    await store.send(.nameChanged("Rip"))
    await store.send(.nameChanged("Ripley"))
    await store.send(.searchTapped)
    await store.receive(.found([FilmCharacter(id: 1, name: "Ripley")]))
  }

  func testTheSearchIsBusyUntilSomebodyIsFound() async {
    let store = makeStore(finding: [.ripley])

    await store.send(.searchTapped) {
      $0.isSearching = true
    }
    await store.receive(case: { .found($0) }) {
      $0.isSearching = false
    }
  }

  func testAFailedSearchSaysSo() async {
    let store = TestStore(.off, initialState: CharacterSearch.State()) {
      CharacterSearch()
    } withDependencies: {
      $0.characterDatabase.fetch = { _ in throw Offline() }
    }

    await store.send(.searchTapped)
    await store.receive(.searchFailed) {
      $0.hasFailed = true
    }
  }

  func testSearchingAgainForgetsTheFailure() async {
    let store = makeStore(CharacterSearch.State(hasFailed: true), finding: [])

    await store.send(.searchTapped) {
      $0.hasFailed = false
    }
  }
}

private struct Offline: Error {}

@MainActor
private func makeStore(
  _ state: CharacterSearch.State = CharacterSearch.State(), finding characters: [FilmCharacter]
) -> TestStoreOf<CharacterSearch> {
  TestStore(.off, initialState: state) {
    CharacterSearch()
  } withDependencies: {
    $0.characterDatabase.fetch = { _ in characters }
  }
}
