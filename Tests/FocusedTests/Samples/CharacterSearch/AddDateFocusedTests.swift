import FocusedTestStore
import Foundation
import Testing

/// What the sheet does, one behavior a test. No test needs the database, so none has one.
@Suite struct AddDateFocusedTests {
  @Test func theSheetOpensWithTheDateOfToday() async {
    let store = TestStore(.off, initialState: CharacterSearch.State(characters: [.ripley])) {
      CharacterSearch()
    } withDependencies: {
      $0.date.now = .today
    }

    await store.send(.addDateTapped(FilmCharacter.ripley.id))
    #expect(store.state.addDate?.date == .today)
  }

  @Test func savingNotesTheDate() async {
    let store = makeStoreWithSheet()

    await store.send(.addDate(.presented(.saveTapped)))
    await store.receive(case: { .addDate(.presented(.delegate($0))) }) {
      $0.characters[id: 1]?.seenOn = [.today]
    }
  }

  @Test func savingNotesTheDateThatWasPicked() async {
    let store = makeStoreWithSheet()

    let sheet = store.scope(state: \.addDate, action: { .addDate(.presented($0)) })

    await sheet.send(.dateChanged(.yesterday))
    await sheet.send(.saveTapped)
    await sheet.receive(.delegate(.saved(.yesterday, for: 1)))
  }

  @Test func savingClosesTheSheet() async {
    let store = makeStoreWithSheet()

    await store.send(.addDate(.presented(.saveTapped)))
    await store.receive(.addDate(.dismiss)) {
      $0.addDate = nil
    }
  }

  @Test func theDateIsSavedBeforeTheSheetCloses() async {
    let store = makeStoreWithSheet()

    await store.send(.addDate(.presented(.saveTapped)))
    await store.receive(
      inOrder: .addDate(.presented(.delegate(.saved(.today, for: 1)))), .addDate(.dismiss))
  }

  @Test func cancellingSavesNothing() async {
    let store = makeStoreWithSheet()

    let sheet = store.scope(state: \.addDate, action: { .addDate(.presented($0)) })

    await sheet.send(.cancelTapped)
    await sheet.assertNotReceived(case: { .delegate($0) })
  }

  @Test func cancellingClosesTheSheet() async {
    let store = makeStoreWithSheet()

    await store.send(.addDate(.presented(.cancelTapped)))
    #expect(store.state.addDate == nil)
  }
}

private func makeStoreWithSheet() -> TestStoreOf<CharacterSearch> {
  TestStore(
    .off,
    initialState: CharacterSearch.State(
      characters: [.ripley], addDate: AddDate.State(character: 1, date: .today))
  ) {
    CharacterSearch()
  }
}

extension FilmCharacter {
  static let ripley = FilmCharacter(id: 1, name: "Ripley")
}

extension Date {
  fileprivate static let today = Date(timeIntervalSince1970: 86_400)
  fileprivate static let yesterday = Date(timeIntervalSince1970: 0)
}
