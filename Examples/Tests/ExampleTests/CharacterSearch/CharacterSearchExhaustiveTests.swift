import CharacterSearch
import FocusedTestStore
import XCTest

/// The exhaustive test that the focused tests replace. It asserts every field, action, and effect.
@MainActor
final class CharacterSearchExhaustiveTests: XCTestCase {
  func testSearching() async {
    struct Offline: Error {}
    let clock = TestClock()
    let store = TestStore(initialState: CharacterSearch.State()) {
      CharacterSearch()
    } withDependencies: {
      $0.characterClient.find = { _ in [.ripley] }
      $0.continuousClock = clock
    }

    await store.send(.queryChanged("R")) {
      $0.query = "R"
      $0.isSearching = true
    }
    await store.send(.queryChanged("Ri")) {
      $0.query = "Ri"
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found([.ripley])) {
      $0.isSearching = false
      $0.characters = [.ripley]
    }

    store.dependencies.characterClient.find = { _ in throw Offline() }
    await store.send(.queryChanged("Rip")) {
      $0.query = "Rip"
      $0.isSearching = true
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.searchFailed) {
      $0.isSearching = false
      $0.hasFailed = true
    }

    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.hasFailed = false
      $0.characters = []
    }
  }
}
