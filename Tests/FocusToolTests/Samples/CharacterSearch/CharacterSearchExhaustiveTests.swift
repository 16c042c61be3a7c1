import FocusedTestStore
import Foundation
import XCTest
@testable import TestFixtures

/// The exhaustive test that the focused tests replace. It asserts every field, action, and effect.
final class CharacterSearchExhaustiveTests: XCTestCase {
  func testSearchingAndAddingADate() async {
    let today = Date(timeIntervalSince1970: 86_400)
    let store = TestStore(initialState: CharacterSearch.State()) {
      CharacterSearch()
    } withDependencies: {
      $0.characterDatabase.fetch = { _ in [.ripley] }
      $0.date.now = today
    }

    await store.send(.nameChanged("Ripley")) {
      $0.name = "Ripley"
    }
    await store.send(.searchTapped) {
      $0.isSearching = true
    }
    await store.receive(.found([.ripley])) {
      $0.isSearching = false
      $0.characters = [.ripley]
    }

    await store.send(.addDateTapped(1)) {
      $0.addDate = AddDate.State(character: 1, date: today)
    }
    await store.send(.addDate(.presented(.saveTapped)))
    await store.receive(.addDate(.presented(.delegate(.saved(today, for: 1))))) {
      $0.characters[id: 1]?.seenOn = [today]
    }
    await store.receive(.addDate(.dismiss)) {
      $0.addDate = nil
    }
  }

  func testAFailedSearch() async {
    struct Offline: Error {}
    let store = TestStore(initialState: CharacterSearch.State()) {
      CharacterSearch()
    } withDependencies: {
      $0.characterDatabase.fetch = { _ in throw Offline() }
    }

    await store.send(.searchTapped) {
      $0.isSearching = true
    }
    await store.receive(.searchFailed) {
      $0.isSearching = false
      $0.hasFailed = true
    }
  }
}
