import FocusedTestStore
import Foundation

/// One row of the list.
struct Todo: Reducer {
  struct State: Equatable, Identifiable {
    let id: UUID
    var title = ""
    var isDone = false
  }

  enum Action: Equatable {
    case titleChanged(String)
    case doneTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .titleChanged(let title):
      state.title = title
      return .none

    case .doneTapped:
      state.isDone.toggle()
      return .none
    }
  }
}
