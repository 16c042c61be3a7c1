import FocusedTestStore
import Foundation
import XCTest
@testable import TestFixtures

final class CharacterSearchBehaviorTests: XCTestCase {
  private let today = Date(timeIntervalSince1970: 86_400)

  func testChangingNameSetsName() async {
    let store = makeStore()

    await store.send(.nameChanged("Ripley")) {
      $0.name = "Ripley"
    }
  }

  func testSearchingSetsIsSearching() async {
    let store = makeStore()

    await store.send(.searchTapped) {
      $0.isSearching = true
    }
  }

  func testSearchingSendsFound() async {
    let store = makeStore()

    await store.send(.searchTapped)
    await store.receive(.found([.ripley]))
  }

  func testFindingResetsIsSearching() async {
    let store = makeStore()

    await store.send(.searchTapped)
    store.assert { $0.isSearching = false }
  }

  func testFindingSetsCharacters() async {
    let store = makeStore()

    await store.send(.searchTapped)
    store.assert { $0.characters = [.ripley] }
  }

  func testAddingDateSetsAddDate() async {
    let store = makeStore()

    await store.send(.addDateTapped(1)) {
      $0.addDate = AddDate.State(character: 1, date: self.today)
    }
  }

  func testSavingSendsTheDelegateAction() async {
    let store = makeStore(
      CharacterSearch.State(
        addDate: AddDate.State(
          character: 1, date: Date(timeIntervalSinceReferenceDate: -978220800.0))))

    await store.send(.addDate(.presented(.saveTapped)))
    await store.receive(.addDate(.presented(.delegate(.saved(today, for: 1)))))
  }

  func testSavingSetsSeenOn() async {
    let store = makeStore()

    await store.send(.searchTapped)
    await store.send(.addDateTapped(1))
    await store.send(.addDate(.presented(.saveTapped)))
    store.assert { $0.characters[id: 1]?.seenOn = [today] }
  }

  func testSavingDismisses() async {
    let store = makeStore(
      CharacterSearch.State(
        addDate: AddDate.State(
          character: 1, date: Date(timeIntervalSinceReferenceDate: -978220800.0))))

    await store.send(.addDate(.presented(.saveTapped)))
    await store.receive(.addDate(.dismiss))
  }

  func testDismissingAddDateClearsAddDate() async {
    let store = makeStore(
      CharacterSearch.State(
        addDate: AddDate.State(
          character: 1, date: Date(timeIntervalSinceReferenceDate: -978220800.0))))

    await store.send(.addDate(.presented(.saveTapped)))
    store.assert { $0.addDate = nil }
  }

  private func makeStore(
    _ state: CharacterSearch.State = CharacterSearch.State()
  ) -> TestStoreOf<CharacterSearch> {
    TestStore(.off, initialState: state) {
      CharacterSearch()
    } withDependencies: {
      $0.characterDatabase.fetch = { _ in [.ripley] }
      $0.date.now = today
    }
  }
}
