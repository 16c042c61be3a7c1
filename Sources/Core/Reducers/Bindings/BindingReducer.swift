/// Sets the fields that a view's controls change.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///     .onChange(of: \.name) { _, name in
///       Reduce { state, _ in
///         state.isValid = !name.isEmpty
///         return .none
///       }
///     }
///   Reduce { state, action in
///     switch action {
///     case .binding(\.email):
///       state.emailError = nil
///       return .none
///
///     case .binding, .saveTapped:
///       return .none
///     }
///   }
/// }
/// ```
///
/// Reducers below it in the body read the new value from the state. Without a `BindingReducer`, a
/// ``BindingAction`` has no effect.
public struct BindingReducer<State, Action: BindableAction>: _PayloadReducer
where Action.State == State {
  private let callSite: CallSite

  /// Creates a reducer for the actions of the feature.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  public func _reduce(into state: inout State, action: _Payloads<Action>) -> Effect<Action> {
    Action.bindingCase.extract(from: action, at: callSite)?.apply(to: &state)
    return .none
  }
}

/// The actions of a feature whose state a view's controls change field by field.
///
/// ```swift
/// enum Action: BindableAction, Equatable {
///   case binding(BindingAction<State>)
///   case saveTapped
/// }
/// ```
///
/// One case then represents all fields of a form. A view binds to them by `$store.name`, where
/// `store` is `@Bindable`, or by `store.binding(\.name)`. The reducer needs a ``BindingReducer`` in
/// its body. A test sends `.binding(.set(\.name, "Blob"))`, or `.set(\.name, "Blob")` for short.
///
/// The design is that of Point-Free's The Composable Architecture.
public protocol BindableAction<State>: SendableMetatype {
  /// The state whose fields are set.
  associatedtype State

  /// An action that sets a field. A case of this name implements it.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The case path from an action to the binding action that it contains.
  ///
  /// Implement it, by `CasePath(embed:extract:)`, only in a module without reflection metadata.
  static var bindingCase: CasePath<Self, BindingAction<State>> { get }
}

extension BindableAction {
  /// A case path that finds the case by reflection.
  public static var bindingCase: CasePath<Self, BindingAction<State>> {
    CasePath { .binding($0) }
  }

  /// The field that the action sets, or `nil` if it sets none.
  public var binding: BindingAction<State>? {
    Self.bindingCase.extract(from: self)
  }

  /// An action that sets a field to a value: `store.send(.set(\.name, "Blob"))`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }
}

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
  /// The action in source code: `.set(\.name, "Blob")`.
  public var description: String { ".set(\(fieldName), \(SourceRendering.brief(value)))" }

  /// The field in source code: `\.name`.
  package var fieldName: String { SourceRendering.field(keyPath) ?? "\(keyPath)" }
}
