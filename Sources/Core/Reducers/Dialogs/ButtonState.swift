/// A button of an alert or a dialog: its label, what it does, and its role.
public struct ButtonState<Action> {
  /// The meaning of a button. The system places and colors it accordingly.
  public enum Role: Hashable, Sendable {
    /// The button changes nothing.
    case cancel
    /// The button deletes something.
    case destructive
  }

  /// The button's role, if it has a special one.
  public let role: Role?
  /// The action that the button sends. Without one it sends the dismissal.
  public let action: Action?
  /// The text on the button.
  public let label: TextState

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - role: The meaning of the button, if it is special.
  ///   - action: The action that it sends; `nil` for one that only dismisses.
  ///   - label: The text on it.
  public init(role: Role? = nil, action: Action? = nil, label: () -> TextState) {
    self.role = role
    self.action = action
    self.label = label()
  }
}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: Sendable where Action: Sendable {}

/// Collects the buttons of an alert or a dialog.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  /// One button.
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] {
    [button]
  }

  /// Several buttons, from the first to the last.
  public static func buildBlock(_ buttons: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    buttons.flatMap(\.self)
  }

  /// The buttons of a loop.
  public static func buildArray(_ buttons: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    buttons.flatMap(\.self)
  }

  /// The buttons of an `if` without `else`.
  public static func buildOptional(_ buttons: [ButtonState<Action>]?) -> [ButtonState<Action>] {
    buttons ?? []
  }

  /// The buttons of the first branch.
  public static func buildEither(first: [ButtonState<Action>]) -> [ButtonState<Action>] { first }

  /// The buttons of the other branch.
  public static func buildEither(second: [ButtonState<Action>]) -> [ButtonState<Action>] { second }
}
