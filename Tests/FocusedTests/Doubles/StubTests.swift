import FocusedTestStore
import Testing

struct StubTests {
  private let fetch = Stub<Int, String>("Client.fetch")

  // MARK: - Answers

  @Test func `Answers go to the oldest call first`() async {
    let store = makeStore { $0.fetch = fetch.call }
    await store.send(.fetch(1))
    await store.send(.fetch(2))
    await fetch.answer { "for \($0)" }
    await fetch.answer { "for \($0)" }
    claimEqual(store.state.log, ["for 1", "for 2"])
  }

  @Test func `Calls can be answered in any order`() async {
    let store = makeStore { $0.fetch = fetch.call }
    for id in 1...4 { await store.send(.fetch(id)) }
    await fetch.succeed(with: "c", to: { $0 == 3 })
    await fetch.succeed(with: "d", to: { $0 > 3 })
    await fetch.answer(to: { $0.isMultiple(of: 2) }) { "b\($0)" }
    await fetch.succeed(with: "a")
    claimEqual(store.state.log, ["c", "d", "b2", "a"])
  }

  @Test func `A call throws the error that the test answers`() async {
    let store = makeStore { $0.fetch = fetch.call }
    for id in 1...4 { await store.send(.fetch(id)) }
    await fetch.fail(with: Flaw.second, to: { $0 == 2 })
    await fetch.fail(with: Flaw.third, to: { $0 == 3 })
    await fetch.answer { _ in throw Flaw.inClosure }
    await fetch.fail(with: Flaw.last)
    claimEqual(store.state.log, ["second", "third", "inClosure", "last"])
  }

  @Test func `Two calls of one effect are answered one by one`() async {
    let store = makeStore { $0.fetch = fetch.call }
    await store.send(.fetchBoth(1, 2))
    claimEqual(fetch.pendingCalls.sorted(), [1, 2])
    await fetch.succeed(with: "b", to: { $0 == 2 })
    #expect(store.state.log.isEmpty)
    await fetch.succeed(with: "a", to: { $0 == 1 })
    claimEqual(store.state.log, ["a+b"])
  }

  @Test func `An answer may ask for the calls`() async {
    let store = makeStore { $0.fetch = fetch.call }
    await store.send(.fetch(1))
    await fetch.answer(to: { fetch.calls == [$0] }) { "\($0) of \(fetch.calls)" }
    claimEqual(store.state.log, ["1 of [1]"])
  }

  // MARK: - Answers up front

  @Test func `Answers given up front hold for calls from then on`() async {
    let store = makeStore { $0.fetch = fetch.call }
    await store.send(.fetch(1))
    fetch.willReturn("rule")
    await store.send(.fetch(2))
    claimEqual(store.state.log, ["rule"])
    claimEqual(fetch.pendingCalls, [1])
    fetch.willThrow(Flaw.second)
    await store.send(.fetch(3))
    fetch.willRespond { id in
      if id > 4 { throw Flaw.last }
      return "\(id)"
    }
    await store.send(.fetch(4))
    await store.send(.fetch(5))
    fetch.willHold()
    await store.send(.fetch(6))
    claimEqual(store.state.log, ["rule", "second", "4", "last"])
    claimEqual(fetch.pendingCalls, [1, 6])
    claimEqual(fetch.calls, [1, 2, 3, 4, 5, 6])
  }

  @Test func `A rule can take its time`() async {
    let clock = TestClock()
    let fetch = Stub<Int, String>("Client.fetch")
    fetch.willRespond { id in
      try await clock.sleep(for: .seconds(1))
      return "\(id)"
    }
    let store = makeStore { $0.fetch = fetch.call }
    await store.send(.fetch(1))
    #expect(store.state.log.isEmpty)
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.log, ["1"])
  }

  // MARK: - Cancellation

  @Test func `A cancelled effect's call is no longer held, and throws`() async {
    let store = makeStore { $0.fetch = fetch.call }
    let task = await store.send(.fetchUntilCancelled(1))
    await store.send(.fetch(2))
    await task.cancel()
    claimEqual(fetch.pendingCalls, [2])
    claimEqual(fetch.calls, [1, 2])
    await fetch.succeed(with: "b")
    claimEqual(store.state.log, ["b"])
  }

  @Test func `A call of a task that is cancelled already is recorded, and not held`() async {
    let fetch = Stub<Int, String>("Client.fetch")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await fetch.call(1)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    claimEqual(fetch.calls, [1])
    #expect(fetch.pendingCalls.isEmpty)
  }

  // MARK: - Shapes of endpoints

  @Test func `It fits endpoints of any number of arguments`() async throws {
    let none = Stub<Void, String>("Client.none")
    let two = Stub<(Int, String), String>("Client.two")
    let three = Stub<(Int, Int, Int), String>("Client.three")
    let four = Stub<(Int, Int, Int, Int), String>("Client.four")
    let nothing = Stub<Int, Void>("Client.nothing")
    none.willReturn("none")
    two.willRespond { id, suffix in "\(id)\(suffix)" }
    three.willRespond { a, b, c in "\(a + b + c)" }
    four.willRespond { a, b, c, d in "\(a + b + c + d)" }

    var client = Shapes(
      none: none.call, two: two.call, three: three.call, four: four.call, nothing: nothing.call)
    client.two = two.call
    #expect(try await client.none() == "none")
    #expect(try await client.two(1, "a") == "1a")
    #expect(try await client.three(1, 2, 3) == "6")
    #expect(try await client.four(1, 2, 3, 4) == "10")
    claimEqual(two.calls.map(\.1), ["a"])

    let task = Task { [client] in try await client.nothing(1) }
    await nothing.succeed()
    try await task.value
  }

  @Test func `A call that returns nothing is answered by its input`() async throws {
    let delete = Stub<Int, Void>("Client.delete")
    let first = Task { try await delete.call(1) }
    let second = Task { try await delete.call(2) }

    await delete.succeed(to: { $0 == 2 })
    try await second.value
    await delete.succeed(to: { $0 == 1 })
    try await first.value
    #expect(delete.pendingCalls.isEmpty && delete.calls.sorted() == [1, 2])
  }

  // MARK: - Failures

  @Test func `Answering an endpoint that was not called is an issue`() async {
    let fetch = Stub<Int, String>("Client.fetch", timeout: .zero)
    let issues = await withCapturedIssues {
      await fetch.succeed(with: "a")
      await fetch.fail(with: Flaw.last)
      await fetch.answer { "\($0)" }
    }
    claimEqual(issues.map(\.line), [#line - 4, #line - 3, #line - 2])
    for issue in issues { expectText(issue.message) }
  }

  @Test func `Answering once too often is an issue`() async {
    let store = makeStore { $0.fetch = fetch.call }
    await store.send(.fetch(1))
    await fetch.succeed(with: "a")
    let issues = await withCapturedIssues {
      await fetch.succeed(with: "b")
    }
    expectText(issues)
    claimEqual(issues.map(\.line), [#line - 3])
    claimEqual(store.state.log, ["a"])
  }

  @Test func `Answering a call that a rule has answered is an issue that says so`() async {
    let fetch = Stub<Int, String>("Client.fetch")
    fetch.willReturn("rule")
    let store = makeStore { $0.fetch = fetch.call }
    await store.send(.fetch(1))
    let issues = await withCapturedIssues {
      await fetch.succeed(with: "b")
    }
    expectText(issues)
  }

  @Test func `Answering a call with another input is an issue that lists what is held`() async {
    let store = makeStore { $0.fetch = fetch.call }
    await store.send(.fetch(1))
    await store.send(.fetch(2))
    let issues = await withCapturedIssues {
      await fetch.fail(with: Flaw.last, to: { $0 > 3 })
    }
    claimEqual(issues.map(\.line), [#line - 2])
    expectText(issues)
    claimEqual(fetch.pendingCalls, [1, 2])
  }

  @Test func `An unanswered call is named by the receive that waits in vain, at once`() async {
    let fetch = Stub<(Int, String), String>("Client.fetch")
    let store = makeStore { $0.fetch = { try await fetch.call($0, "x") } }
    // If the call did not count as parked, the test would wait for an hour.
    store.timeout = .seconds(3600)
    await store.send(.fetch(1))
    let issues = await withCapturedIssues {
      await store.receive(.fetched("a"))
    }
    claimEqual(issues.map(\.line), [#line - 2])
    #expect(
      issues.first?.message.contains(#"waiting for Client.fetch, called with (1, "x")"#) == true)
  }

  @Test func `An unanswered call without arguments is named by finish`() async {
    let fetch = Stub<Void, String>("Client.fetch")
    let store = makeStore { $0.fetch = { _ in try await fetch.call() } }
    store.timeout = .seconds(3600)
    await store.send(.fetch(1))
    let issues = await withCapturedIssues { await store.finish() }
    claimEqual(issues.map(\.line), [#line - 1])
    claimEqual(issues.first?.message.contains("waiting for Client.fetch\n"), true)
  }
}

// MARK: - Fixtures

extension StubTests {
  struct Feature: Reducer {
    struct State: Equatable {
      var log: [String] = []
    }

    enum Action: Equatable {
      case fetch(Int)
      case fetchBoth(Int, Int)
      case fetchUntilCancelled(Int)
      case fetched(String)
    }

    @Dependency(Client.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .fetch(let id):
        return .run { send in
          await send(.fetched(try await client.fetch(id)))
        } catch: { error, send in
          await send(.fetched("\(error)"))
        }
      case .fetchBoth(let a, let b):
        return .run { send in
          async let first = client.fetch(a)
          async let second = client.fetch(b)
          await send(.fetched(try await "\(first)+\(second)"))
        }
      case .fetchUntilCancelled(let id):
        return .run { _ in
          await #expect(throws: CancellationError.self) { try await client.fetch(id) }
        }
      case .fetched(let text):
        state.log.append(text)
        return .none
      }
    }
  }

  struct Client: Sendable, TestDependencyKey {
    var fetch: @Sendable (Int) async throws -> String
    static let testValue = Client(fetch: unimplemented("Client.fetch"))
  }

  struct Shapes: Sendable {
    var none: @Sendable () async throws -> String
    var two: @Sendable (Int, String) async throws -> String
    var three: @Sendable (Int, Int, Int) async throws -> String
    var four: @Sendable (_ a: Int, _ b: Int, _ c: Int, _ d: Int) async throws -> String
    var nothing: @Sendable (Int) async throws -> Void
  }

  enum Flaw: Error {
    case second, third, inClosure, last
  }

  private func makeStore(_ update: (inout Client) -> Void) -> TestStoreOf<Feature> {
    TestStore(.off, initialState: Feature.State()) {
      Feature()
    } withDependencies: {
      update(&$0[Client.self])
    }
  }
}
