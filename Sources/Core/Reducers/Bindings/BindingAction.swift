/// A new value for one field of a state, as a view's control sends it.
///
/// ```swift
/// await store.send(.binding(.set(\.name, "Blob"))) { $0.name = "Blob" }
/// ```
///
/// ``BindingReducer`` sets the field. A reducer below it can match the action by the key path of the
/// field, and finds the new value in the state. Two actions are equal if they set the same field to
/// equal values.
///
/// The design is that of Point-Free's The Composable Architecture.
public struct BindingAction<Root>: Sendable {
  /// The field.
  public let keyPath: any PartialKeyPath<Root> & Sendable
  package let value: any Equatable & Sendable
  private let assign: @Sendable (inout Root) -> Void

  /// An action that sets a field to a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> BindingAction {
    BindingAction(keyPath: keyPath, value: value) { $0[keyPath: keyPath] = value }
  }

  /// Sets the field of a state.
  public func apply(to root: inout Root) {
    assign(&root)
  }

  /// Whether an action sets a field, so that a `switch` can match it: `case .binding(\.name):`.
  public static func ~= <Value>(
    keyPath: WritableKeyPath<Root, Value>, action: BindingAction
  ) -> Bool {
    (keyPath as AnyKeyPath) == action.keyPath as AnyKeyPath
  }
}

extension BindingAction: Equatable {
  public static func == (lhs: BindingAction, rhs: BindingAction) -> Bool {
    func isValueOfRight<Value: Equatable>(_ value: Value) -> Bool { rhs.value as? Value == value }
    return lhs.keyPath == rhs.keyPath && isValueOfRight(lhs.value)
  }
}

extension BindingAction: CustomStringConvertible {
  /// The action as code spells it: `.set(\.name, "Blob")`.
  public var description: String { ".set(\(fieldName), \(Spelling.brief(value)))" }

  /// The field as code spells it: `\.name`.
  package var fieldName: String { Spelling.field(keyPath) ?? "\(keyPath)" }
}
