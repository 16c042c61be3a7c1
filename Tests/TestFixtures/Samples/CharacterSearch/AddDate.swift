import FocusedTestStore
import Foundation

/// The sheet for the date on which a character was seen.
struct AddDate: Reducer {
  struct State: Equatable {
    let character: FilmCharacter.ID
    var date: Date
  }

  enum Action: Equatable {
    case dateChanged(Date)
    case saveTapped
    case cancelTapped
    case delegate(Delegate)

    enum Delegate: Equatable {
      case saved(Date, for: FilmCharacter.ID)
    }
  }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .dateChanged(let date):
      state.date = date
      return .none

    case .saveTapped:
      return .run { [state] send in
        await send(.delegate(.saved(state.date, for: state.character)))
        await self.dismiss()
      }

    case .cancelTapped:
      return .run { _ in await self.dismiss() }

    case .delegate:
      return .none
    }
  }
}
