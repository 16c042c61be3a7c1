import FocusedTestStore

/// Finds characters by name, and records when they were seen.
struct CharacterSearch: Reducer {
  struct State: Equatable {
    var name = ""
    var isSearching = false
    var hasFailed = false
    var characters: IdentifiedArrayOf<FilmCharacter> = []
    @PresentationState var addDate: AddDate.State?
  }

  enum Action: Equatable {
    case nameChanged(String)
    case searchTapped
    case found([FilmCharacter])
    case searchFailed
    case addDateTapped(FilmCharacter.ID)
    case addDate(PresentationAction<AddDate.Action>)
  }

  @Dependency(\.characterDatabase) var database
  @Dependency(\.date.now) var now

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.name = name
        return .none

      case .searchTapped:
        state.isSearching = true
        state.hasFailed = false
        return .run { @MainActor [name = state.name] send in
          await send(.found(try database.fetch(name)))
        } catch: { _, send in
          await send(.searchFailed)
        }

      case .found(let characters):
        state.isSearching = false
        state.characters = IdentifiedArray(uniqueElements: characters)
        return .none

      case .searchFailed:
        state.isSearching = false
        state.hasFailed = true
        return .none

      case .addDateTapped(let character):
        state.addDate = AddDate.State(character: character, date: now)
        return .none

      case .addDate(.presented(.delegate(.saved(let date, for: let character)))):
        state.characters[id: character]?.seenOn.append(date)
        return .none

      case .addDate:
        return .none
      }
    }
    .ifLet(\.$addDate, action: { .addDate($0) }) {
      AddDate()
    }
  }
}
