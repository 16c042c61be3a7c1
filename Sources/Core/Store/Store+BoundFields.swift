extension Store where Action: BindableAction, Action.State == State {
  /// A field of the state that a view's controls change. Setting it sends ``BindableAction/set(_:_:)``.
  ///
  /// ```swift
  /// store.name = "Blob"
  /// #expect(store.state.name == "Blob")
  /// ```
  ///
  /// So `@Bindable var store` gives a SwiftUI view bindings to its fields: `$store.name`. Nothing is set
  /// before the action is reduced, and nothing at all without a ``BindingReducer``. Observers of the
  /// field are notified when it changes, and of no other.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get {
      backing.access(.member(keyPath))
      return backing.read(keyPath)
    }
    set { send(.set(keyPath, newValue)) }
  }
}
