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
/// `.ifLet(\.$alert, action: { .alert($0) })`. It goes when one of its actions comes. Two are equal when
/// they say the same and send the same.
///
/// The design is that of Point-Free's swift-navigation.
public struct AlertState<Action>: DialogState {
  /// The first line.
  public let title: TextState
  /// The text below it, if there is one.
  public let message: TextState?
  /// The buttons, in order. Without any, the system shows one that dismisses.
  public let buttons: [ButtonState<Action>]
  package let identity = DialogIdentity()

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
  /// The alert's identity: that of its creation, which copies share.
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
