#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Shows an alert while the state contains one.
    ///
    /// ```swift
    /// Text(verbatim: store.text)
    ///   .alert(store.scope(state: \.alert, action: { .alert($0) }))
    /// ```
    ///
    /// A button sends its action as `.presented`. A button without an action sends `.dismiss`, and so does the system.
    @MainActor
    public func alert<Action>(
      _ store: Store<AlertState<Action>, PresentationAction<Action>>?
    ) -> some View {
      let state = store?.state
      return alert(
        Text(verbatim: state?.title.string ?? ""), isPresented: .isPresented(store),
        presenting: state,
        actions: { buttons($0.buttons, sendingTo: store) },
        message: { Text(verbatim: $0.message?.string ?? "") })
    }

    /// Shows a confirmation dialog while the state contains one.
    ///
    /// ```swift
    /// Text(verbatim: store.text)
    ///   .confirmationDialog(store.scope(state: \.dialog, action: { .dialog($0) }))
    /// ```
    ///
    /// A button sends its action as `.presented`. A button without an action sends `.dismiss`, and so does the system.
    @MainActor
    public func confirmationDialog<Action>(
      _ store: Store<ConfirmationDialogState<Action>, PresentationAction<Action>>?
    ) -> some View {
      let state = store?.state
      return confirmationDialog(
        Text(verbatim: state?.title.string ?? ""), isPresented: .isPresented(store),
        titleVisibility: state?.titleVisibility.visibility ?? .automatic, presenting: state,
        actions: { buttons($0.buttons, sendingTo: store) },
        message: { Text(verbatim: $0.message?.string ?? "") })
    }
  }

  @MainActor
  private func buttons<State, Action>(
    _ buttons: [ButtonState<Action>], sendingTo store: Store<State, PresentationAction<Action>>?
  ) -> some View {
    ForEach(Array(buttons.enumerated()), id: \.offset) { _, button in
      Button(role: button.role?.buttonRole) {
        if let action = button.action { store?.send(.presented(action)) }
      } label: {
        Text(verbatim: button.label.string)
      }
    }
  }

  extension Binding<Bool> {
    @MainActor
    fileprivate static func isPresented<State, Action>(
      _ store: Store<State, PresentationAction<Action>>?
    ) -> Binding {
      let presented = store?.presented()
      return Binding(
        get: { @MainActor in store != nil },
        set: { @MainActor isPresented in
          guard !isPresented, let presented else { return }
          // This runs later, because a button also sets the binding, and the button's action must
          // be sent first.
          Task { @MainActor in store?.dismiss(presented.id) }
        })
    }
  }

  extension ButtonState.Role {
    fileprivate var buttonRole: ButtonRole {
      switch self {
      case .cancel: .cancel
      case .destructive: .destructive
      }
    }
  }

  extension ConfirmationDialogState.TitleVisibility {
    fileprivate var visibility: Visibility {
      switch self {
      case .automatic: .automatic
      case .hidden: .hidden
      case .visible: .visible
      }
    }
  }
#endif
