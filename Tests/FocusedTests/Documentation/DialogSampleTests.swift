import FocusedTestStore
import Testing

/// The samples of alerts and dialogs, as the documentation shows them.
struct DialogSampleTests {
  @Test func `The samples of AlertState and ConfirmationDialogState`() async {
    let store = TestStore(.off, initialState: Editor.State()) { Editor() }
    await store.send(.deleteTapped)
    await store.send(.alert(.presented(.deleteConfirmed))) { $0.alert = nil }
    await store.send(.sortTapped)
    await store.send(.dialog(.presented(.sortByName))) { $0.dialog = nil }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  extension DialogSampleTests {
    @MainActor
    private func view(of store: StoreOf<Editor>) -> some View {
      Text(verbatim: store.text)
        .alert(store.scope(state: \.alert, action: { .alert($0) }))
    }

    @MainActor
    private func otherView(of store: StoreOf<Editor>) -> some View {
      Text(verbatim: store.text)
        .confirmationDialog(store.scope(state: \.dialog, action: { .dialog($0) }))
    }
  }
#endif

// MARK: - Fixtures

extension DialogSampleTests {
  struct Editor: Reducer {
    struct State: Equatable {
      @PresentationState var alert: AlertState<Action.Alert>?
      @PresentationState var dialog: ConfirmationDialogState<Action.Sort>?
      var text = ""
    }

    enum Action: Equatable {
      case deleteTapped
      case sortTapped
      case alert(PresentationAction<Alert>)
      case dialog(PresentationAction<Sort>)

      enum Alert: Equatable { case deleteConfirmed }
      enum Sort: Equatable {
        case sortByName
        case sortByDate
      }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .deleteTapped:
          state.alert = AlertState {
            TextState("Delete the draft?")
          } actions: {
            ButtonState(role: .destructive, action: .deleteConfirmed) { TextState("Delete") }
            ButtonState(role: .cancel) { TextState("Keep") }
          } message: {
            TextState("It cannot be restored.")
          }
          return .none

        case .sortTapped:
          state.dialog = ConfirmationDialogState(titleVisibility: .visible) {
            TextState("Sort by")
          } actions: {
            ButtonState(action: .sortByName) { TextState("Name") }
            ButtonState(action: .sortByDate) { TextState("Date") }
          }
          return .none

        case .alert, .dialog:
          return .none
        }
      }
      .ifLet(\.$dialog, action: { .dialog($0) })
      .ifLet(\.$alert, action: { .alert($0) })
    }
  }

  struct SmallEditor: Reducer {
    typealias State = Editor.State
    typealias Action = Editor.Action

    var body: some ReducerOf<Self> {
      Reduce { state, action in .none }
        .ifLet(\.$alert, action: { .alert($0) })
    }
  }
}
