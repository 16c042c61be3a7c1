import Foundation

/// A button of an alert or a dialog: its label, its action, and its role.
public struct ButtonState<Action> {
  /// The role of a button. The system places and colors it accordingly.
  public enum Role: Hashable, Sendable {
    /// The button cancels the dialog, and changes no data.
    case cancel
    /// The button deletes data.
    case destructive
  }

  /// The button's role, if it has a special one.
  public let role: Role?
  /// The action that the button sends. If it is `nil`, the button sends the dismissal.
  public let action: Action?
  /// The text on the button.
  public let label: TextState

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - role: The role of the button, if it has one.
  ///   - action: The action that the button sends, or `nil` for a button that only dismisses.
  ///   - label: The text on the button.
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

/// A text of an alert or a dialog, as a value that a test can compare.
public struct TextState: Hashable, Sendable {
  private let text: String
  package let isVerbatim: Bool

  /// Creates a text that the app's string table translates when it is shown. A key without a translation is shown
  /// unchanged.
  public init(_ key: String) {
    (text, isVerbatim) = (key, false)
  }

  /// Creates a text that is shown unchanged: a name, or a message of a server.
  public init(verbatim text: String) {
    (self.text, isVerbatim) = (text, true)
  }

  /// The text as shown to the user.
  public var string: String {
    isVerbatim ? text : Bundle.main.localizedString(forKey: text, value: nil, table: nil)
  }
}

extension TextState: ExpressibleByStringLiteral {
  public init(stringLiteral key: String) {
    self.init(key)
  }
}

extension TextState: CustomStringConvertible {
  /// The text before translation.
  public var description: String { text }
}
