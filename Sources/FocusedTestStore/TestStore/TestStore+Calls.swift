import Core

extension TestStore: StoreUnderTest, StoreCalls {
  public var _calls: _StoreCalls<State, Action> { _StoreCalls(calls: self) }

  nonisolated(nonsending) func send(
    _ action: Action, assert update: ((inout State) throws -> Void)?, at callSite: CallSite
  ) async -> TestStoreTask {
    await send(action, assert: update, of: nil, at: callSite)
  }

  nonisolated(nonsending) func receive(
    _ expectation: ActionExpectation<Action>, after start: Int, timeout: Duration?,
    assert update: ((inout State) throws -> Void)?, at callSite: CallSite
  ) async -> Int? {
    await receive(
      expectation, after: start, timeout: timeout, assert: update, of: nil, at: callSite)
  }

  func assert(_ update: @escaping (inout State) throws -> Void, at callSite: CallSite) {
    assert(update, of: nil, at: callSite)
  }

  func scope<Child, ChildAction>(
    _ path: PartPath<State, Child>, _ action: CasePath<Action, ChildAction>, at callSite: CallSite
  ) -> ScopedTestStore<Child, ChildAction> {
    ScopedTestStore(self, path, action, caseName: { action.caseName }, at: callSite)
  }
}

extension TestStore {
  func assert(
    _ update: (inout State) throws -> Void, of part: (any StorePart<State, Action>)?,
    at callSite: CallSite
  ) {
    let (state, step) = read().current
    scheduler.noteCall("assert", at: callSite)
    let failure = unmetNow(update, of: part, state: state, at: callSite)
    // The context of a message is that of the holder of the turn. Another task may be draining the store.
    scheduler.inOwnTurn { [self] in
      if let failure {
        report(failure, of: part, after: .assert, at: callSite)
      } else {
        recorder.listener?.didCompare(
          PassedComparison(step: step, after: state, part: part, callSite: callSite))
      }
    }
  }
}
