import Core

// Calls of other libraries' stores. Each use is a compiler error that shows the replacement. An unlabeled key path is
// declared as a function. With `KeyPath`, the error of `send(.child(.typo))` names that type, not the child's action.

extension StoreUnderTest {
  /// Not available. Write the condition with its label, because an unlabeled closure looks like an assert
  /// closure.
  @available(*, unavailable, message: "Label the condition: `receive(where: { … })`.")
  public func receive(
    _ isMatching: (Action) -> Bool,
    timeout: Duration? = nil,
    assert update: ((inout State) throws -> Void)? = nil
  ) async {}

  /// Not available. Write the constructor of the case.
  @available(
    *, unavailable,
    message:
      "Name the case by its constructor: `receive(case: { .loaded($0) })`, or give the action."
  )
  public func receive(
    case path: KeyPath<_CaseKeyPaths, _CaseKeyPaths>,
    timeout: Duration? = nil,
    assert update: ((inout State) throws -> Void)? = nil
  ) async {}

  /// Not available. Use `receive(case:)`.
  @available(
    *, unavailable,
    message:
      "Name the case by its constructor: `receive(case: { .loaded($0) })`, or give the action."
  )
  public func receive(
    _ path: (_CaseKeyPaths) -> _CaseKeyPaths,
    timeout: Duration? = nil,
    assert update: ((inout State) throws -> Void)? = nil
  ) async {}

  /// Not available. Use `receive(case:_:)`.
  @available(
    *, unavailable,
    message:
      "Name the case by its constructor: `receive(case: { .loaded($0) }, value)`, or give the action."
  )
  public func receive<Value>(
    _ path: (_CaseKeyPaths) -> _CaseKeyPaths,
    _ value: Value,
    timeout: Duration? = nil,
    assert update: ((inout State) throws -> Void)? = nil
  ) async {}

  /// Not available. Pass the action itself.
  @available(
    *, unavailable, message: "Give the action: `send(.loaded)`, or `send(.set(\\.name, value))`."
  )
  @discardableResult
  public func send(
    _ path: (_CaseKeyPaths) -> _CaseKeyPaths,
    assert update: ((inout State) throws -> Void)? = nil
  ) async -> TestStoreTask { fatalError() }

  /// Not available. Pass the action itself.
  @available(
    *, unavailable,
    message: "Give the action: `send(.loaded(value))`, or `send(.set(\\.name, value))`."
  )
  @discardableResult
  public func send<Value>(
    _ path: (_CaseKeyPaths) -> _CaseKeyPaths,
    _ value: Value,
    assert update: ((inout State) throws -> Void)? = nil
  ) async -> TestStoreTask { fatalError() }

  /// Not available, because actions that are not `Equatable` can't be compared.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "`Action` is not Equatable. Name the case by its constructor, `receive(case: { .loaded($0) }, value)`, or state a condition: `receive(where: { … })`."
  )
  public func receive(
    _ action: Action,
    timeout: Duration? = nil,
    assert update: ((inout State) throws -> Void)? = nil
  ) async {}

  /// Not available, because actions that are not `Equatable` can't be compared.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "`Action` is not Equatable. Name the cases by their constructors: `receive(inOrder: .case { .started }, .case { .loaded($0) })`."
  )
  public func receive(inOrder actions: Action..., timeout: Duration? = nil) async {}

  /// Not available, because actions that are not `Equatable` can't be compared.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "`Action` is not Equatable. Name the case by its constructor, `assertNotReceived(case: { .loaded($0) })`, or state a condition: `assertNotReceived(where: { … })`."
  )
  public func assertNotReceived(_ action: Action) async {}

  /// Not available. Write the constructor of the case.
  @available(
    *, unavailable,
    message: "Name the case by its constructor: `scope(state: \\.child, action: { .child($0) })`."
  )
  public func scope<Child>(
    state keyPath: KeyPath<State, Child>, action: KeyPath<_CaseKeyPaths, _CaseKeyPaths>
  ) -> ScopedTestStore<Child, Never> { fatalError() }
}
