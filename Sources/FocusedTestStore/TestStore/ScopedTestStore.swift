import Core

/// A part of a ``TestStore``: the state and the actions of one child feature.
///
/// A test of a whole feature whose subject is one of its children says where the child is once, and then
/// reads like a test of the child alone:
///
/// ```swift
/// let login = store.scope(state: { .login($0) }, action: { .login($0) })
///
/// await login.send(.loginTapped) { $0.attempts = 1 }
/// await login.receive(.loginFailed(.wrongPassword)) { $0.error = "Wrong password" }
/// await store.receive(.delegate(.lockedOut))
/// #expect(login.state?.attempts == 1)
/// ```
///
/// It is a view of the store and no store of its own: each call is the store's, with the action
/// wrapped and the closure applied to the part. So exhaustivity, order, history and timeouts are
/// those of the store, and calls of both can be mixed. In ``Exhaustivity/on``, a closure of a
/// scoped store states the change of the whole state: the store reports an issue for any other
/// change.
///
/// A part may come and go. If the child doesn't exist, an assertion reports an issue that names the
/// step that removed it, and `send` sends nothing. An action of the part that was received all the
/// same is found.
///
/// It is made by `scope` of a store, or of a part. It keeps its store alive.
public struct ScopedTestStore<State, Action>: StoreUnderTest {
  let driver: any PartDriving<State, Action>

  init(driver: any PartDriving<State, Action>) {
    self.driver = driver
  }

  public var _calls: _StoreCalls<State, Action> { _StoreCalls(calls: driver) }

  /// The state of the child, or `nil` if the child doesn't exist.
  ///
  /// It is that part of the store's ``TestStore/state``.
  public var state: State? { driver.state }
}
