import BehaviorLedger
import FocusedTestStore
import Foundation

/// ``CharacterSearch`` as its author would break it: each behavior behind a condition of its own.
struct BreakableCharacterSearch: Reducer {
  typealias State = CharacterSearch.State
  typealias Action = CharacterSearch.Action

  static let behaviors: [Behavior] =
    [
      ("nameChanged", .field("name")),
      ("searchTapped", .field("isSearching")),
      ("searchTapped", .field("hasFailed")),
      ("searchTapped", .starts("effect")),
      ("searchTapped", .sends("found")),
      ("searchTapped", .sends("searchFailed")),
      ("found", .field("isSearching")),
      ("found", .field("characters")),
      ("searchFailed", .field("isSearching")),
      ("searchFailed", .field("hasFailed")),
      ("addDateTapped", .field("addDate")),
      ("addDate.dismiss", .field("addDate")),
    ].map { Behavior(feature: "CharacterSearch", action: $0, outcome: $1) }
    + [
      ("dateChanged", .field("date")),
      ("saveTapped", .starts("effect")),
      ("saveTapped", .sends("delegate.saved")),
      ("saveTapped", .dismisses),
      ("cancelTapped", .starts("effect")),
      ("cancelTapped", .dismisses),
      ("delegate.saved", .field("CharacterSearch.characters[].seenOn")),
    ].map { Behavior(feature: "AddDate", action: $0, outcome: $1) }

  private let breakage: Breakage
  private let sheet: Breakage

  init(without behavior: Behavior? = nil) {
    breakage = Breakage(feature: "CharacterSearch", missing: behavior)
    sheet = Breakage(feature: "AddDate", missing: behavior)
  }

  @Dependency(\.characterDatabase) var database
  @Dependency(\.date.now) var now

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let before = state.$addDate
      let effect = whole.reduce(into: &state, action: action)
      if case .addDate(.dismiss) = action, !breakage.keeps("addDate.dismiss", .field("addDate")) {
        state.$addDate = before
      }
      return effect
    }
  }

  private var whole: some Reducer<State, Action> {
    Reduce { state, action in reduceSearch(&state, action) }
      .ifLet(\.$addDate, action: { .addDate($0) }) {
        BreakableAddDate(breakage: sheet)
      }
  }

  private func reduceSearch(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .nameChanged(let name):
      if breakage.keeps("nameChanged", .field("name")) { state.name = name }
      return .none

    case .searchTapped:
      if breakage.keeps("searchTapped", .field("isSearching")) { state.isSearching = true }
      if breakage.keeps("searchTapped", .field("hasFailed")) { state.hasFailed = false }
      guard breakage.keeps("searchTapped", .starts("effect")) else { return .none }
      return .run { @MainActor [name = state.name] send in
        let found = try database.fetch(name)
        if breakage.keeps("searchTapped", .sends("found")) { await send(.found(found)) }
      } catch: { _, send in
        if breakage.keeps("searchTapped", .sends("searchFailed")) { await send(.searchFailed) }
      }

    case .found(let characters):
      if breakage.keeps("found", .field("isSearching")) { state.isSearching = false }
      if breakage.keeps("found", .field("characters")) {
        state.characters = IdentifiedArray(uniqueElements: characters)
      }
      return .none

    case .searchFailed:
      if breakage.keeps("searchFailed", .field("isSearching")) { state.isSearching = false }
      if breakage.keeps("searchFailed", .field("hasFailed")) { state.hasFailed = true }
      return .none

    case .addDateTapped(let character):
      if breakage.keeps("addDateTapped", .field("addDate")) {
        state.addDate = AddDate.State(character: character, date: now)
      }
      return .none

    case .addDate(.presented(.delegate(.saved(let date, for: let character)))):
      if sheet.keeps("delegate.saved", .field("CharacterSearch.characters[].seenOn")) {
        state.characters[id: character]?.seenOn.append(date)
      }
      return .none

    case .addDate:
      return .none
    }
  }
}

private struct BreakableAddDate: Reducer {
  typealias State = AddDate.State
  typealias Action = AddDate.Action

  let breakage: Breakage

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .dateChanged(let date):
      if breakage.keeps("dateChanged", .field("date")) { state.date = date }
      return .none

    case .saveTapped:
      guard breakage.keeps("saveTapped", .starts("effect")) else { return .none }
      return .run { [state] send in
        if breakage.keeps("saveTapped", .sends("delegate.saved")) {
          await send(.delegate(.saved(state.date, for: state.character)))
        }
        if breakage.keeps("saveTapped", .dismisses) { await self.dismiss() }
      }

    case .cancelTapped:
      guard breakage.keeps("cancelTapped", .starts("effect")) else { return .none }
      return .run { _ in
        if breakage.keeps("cancelTapped", .dismisses) { await self.dismiss() }
      }

    case .delegate:
      return .none
    }
  }
}

extension BreakableCharacterSearch {
  private static let today = Date(timeIntervalSince1970: 86_400)
  private static let yesterday = Date(timeIntervalSince1970: 0)

  private struct Offline: Error {}

  private static func search(
    _ exhaustivity: Exhaustivity = .off, _ state: State = State(),
    _ feature: @escaping @Sendable () -> BreakableCharacterSearch
  ) -> TestStore<State, Action> {
    TestStore(exhaustivity, initialState: state) {
      feature()
    } withDependencies: {
      $0.characterDatabase.fetch = { name in
        if name == "offline" { throw Offline() }
        return [.ripley]
      }
      $0.date.now = today
    }
  }

  private static func sheet(
    _ feature: @escaping @Sendable () -> BreakableCharacterSearch
  ) -> TestStore<State, Action> {
    search(
      .off,
      State(characters: [.ripley], addDate: AddDate.State(character: 1, date: today)), feature)
  }

  static let tests: [BodyOfTest<BreakableCharacterSearch>] = [
    BodyOfTest("the search shows who was found") { feature in
      let store = search(.off, State(), feature)
      await store.send(.searchTapped)
      await store.receive(case: { .found($0) }) { $0.characters = [.ripley] }
    },
    BodyOfTest("the search is busy") { feature in
      let store = search(.off, State(), feature)
      await store.send(.searchTapped) { $0.isSearching = true }
      await store.receive(case: { .found($0) }) { $0.isSearching = false }
    },
    BodyOfTest("a failed search says so") { feature in
      let store = search(.off, State(), feature)
      await store.send(.nameChanged("offline"))
      await store.send(.searchTapped)
      await store.receive(.searchFailed) { $0.hasFailed = true }
    },
    BodyOfTest("the failure is read") { feature in
      let store = search(.off, State(name: "offline"), feature)
      await store.send(.searchTapped)
      await store.settle()
      expect(!store.state.isSearching)
    },
    BodyOfTest("searching again forgets the failure") { feature in
      let store = search(.off, State(hasFailed: true), feature)
      await store.send(.searchTapped) { $0.hasFailed = false }
    },
    BodyOfTest("the sheet opens") { feature in
      let store = search(.off, State(characters: [.ripley]), feature)
      await store.send(.addDateTapped(1))
      expect(store.state.addDate?.date == today)
    },
    BodyOfTest("saving notes the date") { feature in
      let store = sheet(feature)
      await store.send(.addDate(.presented(.saveTapped)))
      await store.receive(case: { .addDate(.presented(.delegate($0))) }) {
        $0.characters[id: 1]?.seenOn = [today]
      }
    },
    BodyOfTest("saving notes the date that was picked") { feature in
      let store = sheet(feature)
      await store.send(.addDate(.presented(.dateChanged(yesterday))))
      await store.send(.addDate(.presented(.saveTapped)))
      await store.receive(.addDate(.presented(.delegate(.saved(yesterday, for: 1)))))
    },
    BodyOfTest("saving closes the sheet") { feature in
      let store = sheet(feature)
      await store.send(.addDate(.presented(.saveTapped)))
      await store.receive(.addDate(.dismiss)) { $0.addDate = nil }
    },
    BodyOfTest("cancelling saves nothing") { feature in
      let store = sheet(feature)
      await store.send(.addDate(.presented(.cancelTapped)))
      await store.assertNotReceived(case: { .addDate(.presented(.delegate($0))) })
    },
    BodyOfTest("cancelling closes the sheet") { feature in
      let store = sheet(feature)
      await store.send(.addDate(.presented(.cancelTapped)))
      expect(store.state.addDate == nil)
    },
    BodyOfTest("everything") { feature in
      let store = search(.on, State(), feature)
      await store.send(.nameChanged("Ripley")) { $0.name = "Ripley" }
      await store.send(.searchTapped) { $0.isSearching = true }
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
      await store.receive(.addDate(.dismiss)) { $0.addDate = nil }
    },
  ]
}
