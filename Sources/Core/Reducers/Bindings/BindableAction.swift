/// The actions of a feature whose state a view's controls change field by field.
///
/// ```swift
/// enum Action: BindableAction, Equatable {
///   case binding(BindingAction<State>)
///   case saveTapped
/// }
/// ```
///
/// One case then stands for all fields of a form. A view binds to them by `$store.name`, where
/// `store` is `@Bindable`, or by `store.binding(\.name)`. The reducer needs a ``BindingReducer`` in
/// its body. A test sends `.binding(.set(\.name, "Blob"))`, or `.set(\.name, "Blob")` for short.
///
/// The design is that of Point-Free's The Composable Architecture.
public protocol BindableAction<State>: SendableMetatype {
  /// The state whose fields are set.
  associatedtype State

  /// An action that sets a field. A case of this name implements it.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The way from an action to the field that it sets.
  ///
  /// Implement it by `CasePath(embed:extract:)` in a module without reflection metadata only.
  static var bindingCase: CasePath<Self, BindingAction<State>> { get }
}

extension BindableAction {
  /// A case path that finds the case by reflection.
  public static var bindingCase: CasePath<Self, BindingAction<State>> {
    CasePath { .binding($0) }
  }

  /// The field that the action sets, or `nil` if it does something else.
  public var binding: BindingAction<State>? { Self.bindingCase.extract(from: self) }

  /// An action that sets a field to a value: `store.send(.set(\.name, "Blob"))`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }
}
