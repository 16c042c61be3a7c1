// Case key paths, which other libraries create by macros. Each use is a compiler error that states the
// replacement.

/// The root of case key paths such as `\.loaded`, so that the compiler can print the replacement.
@dynamicMemberLookup
public struct _CaseKeyPaths {
  /// Any case, and any case of its payload.
  public subscript(dynamicMember _: String) -> _CaseKeyPaths { self }

  /// Any element.
  public subscript<ID: Hashable>(id _: ID) -> _CaseKeyPaths { self }
}

/// The type of a case key path's value.
@dynamicMemberLookup
public struct _CasePayload {
  /// Any field.
  public subscript<Value>(dynamicMember _: String) -> Value {
    get { fatalError("A case key path is not available (was read)") }
    set {}
  }
}

// The closures have no result, so that they may list several reducers.

extension Reducer {
  /// Not available. Write the constructor of the case.
  @available(
    *, unavailable, message: "Name the case by its constructor: `action: { .child($0) }`."
  )
  public func ifLet<ChildState>(
    _ state: WritableKeyPath<State, ChildState>, action: KeyPath<_CaseKeyPaths, _CaseKeyPaths>,
    then child: (() -> Void)? = nil
  ) -> Self { self }

  /// Not available. Write the constructor of the case.
  @available(
    *, unavailable, message: "Name the case by its constructor: `action: { .rows($0) }`."
  )
  public func forEach<Elements>(
    _ elements: WritableKeyPath<State, Elements>,
    action: KeyPath<_CaseKeyPaths, _CaseKeyPaths>, element child: (() -> Void)? = nil
  ) -> Self { self }

  /// Not available. Write the constructor of the case.
  @available(
    *, unavailable,
    message:
      "Name the cases by their constructors: `ifCaseLet({ .main($0) }, action: { .main($0) })`."
  )
  public func ifCaseLet(
    _ state: KeyPath<_CaseKeyPaths, _CaseKeyPaths>,
    action: KeyPath<_CaseKeyPaths, _CaseKeyPaths>, then child: () -> Void
  ) -> Self { self }
}

extension Scope {
  /// Not available. Write the constructor of the case.
  @available(
    *, unavailable,
    message:
      "Name cases by their constructors: `Scope(state: \\.child, action: { .child($0) })`, or `Scope(state: { .main($0) }, action: { .main($0) })`."
  )
  public init(
    state: KeyPath<_CaseKeyPaths, _CaseKeyPaths>, action: KeyPath<_CaseKeyPaths, _CaseKeyPaths>,
    child: () -> Child
  ) { fatalError("A case key path is not available (was called)") }
}

extension StackState {
  /// Not available. Write the constructor of the case.
  @available(
    *, unavailable,
    message: "Name the case by its constructor: `path[id: 0, case: { .detail($0) }]`."
  )
  public subscript(
    id id: StackElementID, case path: KeyPath<_CaseKeyPaths, _CaseKeyPaths>
  ) -> _CasePayload? {
    get { nil }
    set {}
  }
}

extension Store {
  /// Not available. Write the constructor of the case.
  @available(
    *, unavailable,
    message: "Name the case by its constructor: `scope(state: \\.child, action: { .child($0) })`."
  )
  public func scope<Child, ChildAction>(
    state keyPath: KeyPath<State, Child>, action: KeyPath<_CaseKeyPaths, _CaseKeyPaths>
  ) -> Store<Child, ChildAction> { fatalError() }

  /// Not available. Write the constructor of the case.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "Name the case by its constructor: `scope(state: \\.child, action: { .child($0) })`."
  )
  public func scope<Child>(
    state keyPath: KeyPath<State, Child>, action: KeyPath<_CaseKeyPaths, _CaseKeyPaths>
  ) -> Store<Child, Never> { fatalError() }
}
