import FocusedTestStore
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestInterceptorTests {
  let interceptor = TestInterceptor<[Int], Int>()

  @Test func `it lists actions with the states around them`() async {
    let store = countdown()
    await store.send(2).finish()
    claimEqual(interceptor.dispatchedActions, [2, 1, 0])
    #expect(
      interceptor.stateChanges == [
        StateChange(action: 2, oldState: [], newState: [2]),
        StateChange(action: 1, oldState: [2], newState: [2, 1]),
        StateChange(action: 0, oldState: [2, 1], newState: [2, 1, 0]),
      ])
  }

  @Test func `wait counts what arrived before the call`() async {
    let store = countdown()
    await store.send(1).finish()
    let captured = await withCapturedIssues {
      await interceptor.wait(for: 2, timeout: .zero)
      await interceptor.wait(for: 1, timeout: .zero)
    }
    #expect(captured.isEmpty)
  }

  @Test func `two can wait for different counts`() async {
    let store = countdown()
    async let two: Void = interceptor.wait(for: 2, timeout: .seconds(240))
    async let three: Void = interceptor.wait(for: 3, timeout: .seconds(240))
    store.send(2)
    _ = await (two, three)
    claimEqual(interceptor.dispatchedActions, [2, 1, 0])
  }

  @Test func `too few actions are an issue that lists those that arrived`() async throws {
    enum Action { case load, loaded(Int) }
    let interceptor = TestInterceptor<Int, Action>()
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { _, action in
        if case .load = action { .send(.loaded(1)) } else { .none }
      }
    }
    store.register(interceptor: interceptor)
    await store.send(.load).finish()
    let line = #line + 2
    let captured = await withCapturedIssues {
      await interceptor.wait(for: 4, timeout: .milliseconds(1))
    }
    let issue = try #require(captured.first)
    claimEqual(captured.count, 1)
    claimEqual(issue.line, line)
    expectText(issue.message)
  }

  @Test func `no action at all is an issue that says so`() async throws {
    let captured = await withCapturedIssues {
      await interceptor.wait(for: 1, timeout: .milliseconds(1))
    }
    expectText(captured)
  }

  @Test func `a wait that is cancelled returns without an issue`() async {
    let captured = await withCapturedIssues {
      let waiting = Task { await interceptor.wait(for: 1, timeout: .seconds(240)) }
      waiting.cancel()
      await waiting.value
    }
    #expect(captured.isEmpty)
  }
}

// MARK: - Fixtures

extension TestInterceptorTests {
  /// A feature that sends smaller numbers to itself, down to zero.
  func countdown() -> Store<[Int], Int> {
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return action > 0 ? .run { send in await send(action - 1) } : .none
      }
    }
    store.register(interceptor: interceptor)
    return store
  }
}
