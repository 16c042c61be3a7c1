/// The samples of alerts and dialogs, which are only compiled. `Reducers/Dialogs` tests what they do.
enum DialogSamples {
  struct Editor: Reducer {
    struct State {
      @PresentationState var alert: AlertState<Action.Alert>?
      @PresentationState var dialog: ConfirmationDialogState<Action.Sort>?
      var text = ""
    }

    enum Action {
      case alert(PresentationAction<Alert>)
      case dialog(PresentationAction<Sort>)

      enum Alert { case deleteConfirmed }
      enum Sort {
        case sortByName
        case sortByDate
      }
    }

    var body: some ReducerOf<Self> {
      // sample: EphemeralState.swift
    }
  }

  private static func showAlert(in state: inout Editor.State) {
    // sample: AlertState.swift
  }

  private static func showDialog(in state: inout Editor.State) {
    // sample: AlertState.swift 2
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  extension DialogSamples {
    @MainActor
    private static func view(of store: StoreOf<Editor>) -> some View {
      // sample: Store+Dialogs.swift
    }

    @MainActor
    private static func otherView(of store: StoreOf<Editor>) -> some View {
      // sample: Store+Dialogs.swift 2
    }
  }
#endif
