/// An alert as a value: its title, its message and its buttons with the actions that they send.
///
/// ```swift
/// state.alert = AlertState {
///   TextState("Delete the draft?")
/// } actions: {
///   ButtonState(role: .destructive, action: .deleteConfirmed) { TextState("Delete") }
///   ButtonState(role: .cancel) { TextState("Keep") }
/// } message: {
///   TextState("It cannot be restored.")
/// }
/// ```
///
/// Keep it in a ``PresentationState`` and its actions in a ``PresentationAction``, and present it by
/// `.ifLet(\.$alert, action: { .alert($0) })`. It is set to `nil` after one of its actions. Two alerts are
/// equal if their texts and actions are equal.
///
/// The design is that of Point-Free's swift-navigation.
public struct AlertState<Action>: _EphemeralState {
  /// The first line.
  public let title: TextState
  /// The text below it, if there is one.
  public let message: TextState?
  /// The buttons, in order. If there are none, the system shows a button that dismisses the alert.
  public let buttons: [ButtonState<Action>]
  private let identity = DialogIdentity()

  /// Creates an alert.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.title = title()
    self.message = message?()
    buttons = actions()
  }
}

extension AlertState: Identifiable {
  /// The alert's identity. Each newly created alert has a different identity, which its copies share.
  public var id: AnyHashable { AnyHashable(identity.object) }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState: Sendable where Action: Sendable {}

extension AlertState: CustomReflectable {
  /// A mirror without the identity.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["title": title, "message": message as Any, "buttons": buttons],
      displayStyle: .struct)
  }
}

/// A confirmation dialog as a value: its title, its message and its buttons with the actions that they
/// send.
///
/// ```swift
/// state.dialog = ConfirmationDialogState(titleVisibility: .visible) {
///   TextState("Sort by")
/// } actions: {
///   ButtonState(action: .sortByName) { TextState("Name") }
///   ButtonState(action: .sortByDate) { TextState("Date") }
/// }
/// ```
///
/// It is presented like an ``AlertState``, and is set to `nil` after one of its actions.
public struct ConfirmationDialogState<Action>: _EphemeralState {
  /// Whether the title is shown.
  public enum TitleVisibility: Hashable, Sendable {
    /// The platform's default.
    case automatic
    /// The title isn't shown.
    case hidden
    /// The title is shown.
    case visible
  }

  /// The first line.
  public let title: TextState
  /// Whether the title is shown.
  public let titleVisibility: TitleVisibility
  /// The text below the title, if there is one.
  public let message: TextState?
  /// The buttons, in order.
  public let buttons: [ButtonState<Action>]
  private let identity = DialogIdentity()

  /// Creates a dialog.
  public init(
    titleVisibility: TitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.titleVisibility = titleVisibility
    self.title = title()
    self.message = message?()
    buttons = actions()
  }
}

extension ConfirmationDialogState: Identifiable {
  /// The dialog's identity. Each newly created dialog has a different identity, which its copies share.
  public var id: AnyHashable { AnyHashable(identity.object) }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}
extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: CustomReflectable {
  /// A mirror without the identity.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "title": title, "titleVisibility": titleVisibility, "message": message as Any,
        "buttons": buttons,
      ], displayStyle: .struct)
  }
}

/// The identity of one alert or dialog. Equality ignores it. An alert that replaces an equal one
/// stays presented because of it.
private struct DialogIdentity: Hashable, Sendable {
  let object = Identity()

  static func == (lhs: DialogIdentity, rhs: DialogIdentity) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
