import Core

/// The calls of a part of a store.
protocol PartDriving<State, Action>: StoreCalls {
  var state: State? { get }
}

/// Hands the calls of a part to the store, each as the call of the store that it stands for.
final class PartDriver<Root, RootAction, State, Action>: PartDriving {
  private let store: TestStore<Root, RootAction>
  private let part: ScopedPart<Root, RootAction, State, Action>

  init(
    _ store: TestStore<Root, RootAction>, _ part: ScopedPart<Root, RootAction, State, Action>
  ) {
    self.store = store
    self.part = part
    store.recorder.parts.note(part, usedBy: self)
    if store.recorder.listener != nil {
      store.scheduler.inOwnTurn { _ = part.field(in: store.runtime.state) }
    }
  }

  var state: State? {
    let state = store.read()
    store.noteRead(of: state) { [part] listener, step in
      listener.didRead(upTo: step, in: part.field(in: state.visible))
    }
    let value = part.path.find(state.visible)
    if value == nil, let reason = part.unsupportedReason {
      store.scheduler.inOwnTurn { [part] in
        Issues.report(
          FailureMessages.unreadable(part.name, reason: reason), at: part.callSite)
      }
    }
    return value
  }

  nonisolated(nonsending) func send(
    _ action: Action, assert update: ((inout State) throws -> Void)?, at callSite: CallSite
  ) async -> TestStoreTask {
    await store.send(
      part.action.embed(action), assert: part.lifted(update), of: part, at: callSite)
  }

  nonisolated(nonsending) func receive(
    _ expectation: ActionExpectation<Action>, after start: Int, timeout: Duration?,
    assert update: ((inout State) throws -> Void)?, at callSite: CallSite
  ) async -> Int? {
    await store.receive(
      part.lifted(expectation), after: start, timeout: timeout, assert: part.lifted(update),
      of: part, at: callSite)
  }

  nonisolated(nonsending) func assertNotReceived(
    _ expectation: ActionExpectation<Action>, at callSite: CallSite
  ) async {
    await store.assertNotReceived(part.lifted(expectation), at: callSite)
  }

  func assert(_ update: @escaping (inout State) throws -> Void, at callSite: CallSite) {
    guard let update = part.lifted(update) else { return }
    store.assert(update, of: part, at: callSite)
  }

  func scope<Child, ChildAction>(
    _ path: PartPath<State, Child>, _ action: CasePath<Action, ChildAction>, at callSite: CallSite
  ) -> ScopedTestStore<Child, ChildAction> {
    ScopedTestStore(
      store, part.path.appending(path), part.action.appending(path: action),
      caseName: { action.caseName }, of: part, at: callSite)
  }
}

extension ScopedTestStore {
  init<Root, RootAction>(
    _ store: TestStore<Root, RootAction>, _ path: PartPath<Root, State>,
    _ action: CasePath<RootAction, Action>, caseName: @escaping () -> String?,
    of outer: (any StorePart<Root, RootAction>)? = nil, at callSite: CallSite
  ) {
    let part = ScopedPart(
      path, action, caseName: caseName, of: outer, in: store.recorder.published.now.live,
      at: callSite)
    self.init(driver: PartDriver(store, part))
  }
}
