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
/// It is presented like an ``AlertState``, and goes when one of its actions comes.
public struct ConfirmationDialogState<Action>: DialogState {
  /// Whether the title is shown.
  public enum TitleVisibility: Hashable, Sendable {
    /// The platform's default.
    case automatic
    /// It is not shown.
    case hidden
    /// It is shown.
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
  package let identity = DialogIdentity()

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
  /// The dialog's identity: that of its creation, which copies share.
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
