#if canImport(SwiftUI)
  public import SwiftUI

  extension Store {
    /// A binding that reads a member of the state, and sends an action instead of writing it.
    ///
    /// ```swift
    /// TextField("Name", text: store.binding(\.name, send: { .setName($0) }))
    /// ```
    ///
    /// After the state of a scoped store was removed, the binding ignores writes. SwiftUI writes to bindings while it
    /// removes a view.
    public func binding<Value>(
      _ keyPath: KeyPath<State, Value>, send action: @escaping (Value) -> Action
    ) -> Binding<Value> {
      Binding(
        get: { @MainActor in self[dynamicMember: keyPath] },
        set: { @MainActor in self.write(action($0)) })
    }

    /// A binding that reads a value computed from the state, and sends an action instead of writing
    /// it.
    ///
    /// The view observes the whole state through the binding. If that is too much, bind a member instead.
    public func binding<Value>(
      get: @escaping (State) -> Value, send action: @escaping (Value) -> Action
    ) -> Binding<Value> {
      Binding(
        get: { @MainActor in get(self.state) },
        set: { @MainActor in self.write(action($0)) })
    }
  }

  extension Store where Action: BindableAction, Action.State == State {
    /// A binding to a field of the state, which sends ``BindableAction/set(_:_:)`` instead of writing it.
    ///
    /// ```swift
    /// TextField("Name", text: store.binding(\.name))
    /// ```
    public func binding<Value: Equatable & Sendable>(
      _ keyPath: any WritableKeyPath<State, Value> & Sendable
    ) -> Binding<Value> {
      binding(keyPath, send: { .set(keyPath, $0) })
    }
  }
#endif

extension Store where Action: BindableAction, Action.State == State {
  /// A field of the state that a view's controls change. Setting it sends ``BindableAction/set(_:_:)``.
  ///
  /// ```swift
  /// store.name = "Blob"
  /// #expect(store.state.name == "Blob")
  /// ```
  ///
  /// So `@Bindable var store` gives a SwiftUI view bindings to its fields: `$store.name`. The field changes
  /// when the action is reduced. Without a ``BindingReducer``, it doesn't change. Observers of the field are
  /// notified only when this field changes.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { self[dynamicMember: keyPath as KeyPath<State, Value>] }
    set { write(.set(keyPath, newValue)) }
  }
}

extension Store {
  /// Sends the action of a control, unless the state of the store was removed.
  ///
  /// SwiftUI writes to the bindings of a view while it removes the view, such as a focused text field in a sheet. The
  /// author of the view can't prevent that.
  fileprivate func write(_ action: Action) {
    if backing.isStateThere { send(action) }
  }
}
