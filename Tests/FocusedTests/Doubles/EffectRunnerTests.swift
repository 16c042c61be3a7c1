import FocusedTestStore
import Testing
import XCTest

struct EffectRunnerTests {
  typealias Failure = EffectRunner.Failure

  // MARK: - To the end

  @Test func `It returns what an effect sends, in order`() throws {
    #expect(try EffectRunner.run(.send(1)) == [1])
    #expect(
      try EffectRunner.run(
        .concatenate(
          .run { send in
            await send(1)
            await Task.yield()
            await send(2)
          },
          .merge(.send(3), .run { await $0(4) }))) == [1, 2, 3, 4])
  }

  @Test func `Effects that send nothing return nothing`() async throws {
    #expect(try EffectRunner.run(Effect<Int>.none).isEmpty)
    #expect(try EffectRunner.run(Effect<Int>.run { _ in await Task.yield() }).isEmpty)
    let actions = try await EffectRunner.run(Effect<Int>.none, expecting: 0)
    #expect(actions.isEmpty)
  }

  @Test func `Dependencies can be given`() throws {
    let actions = try EffectRunner.run(Loader().load(7)) {
      $0[Loader.Client.self].fetch = { "<\($0)>" }
      $0.continuousClock = .immediate
    }
    claimEqual(actions, ["<7>"])
  }

  @Test func `Actions need be neither equatable nor sendable`() throws {
    final class Token {}
    let token = Token()
    let tokens = try EffectRunner.run(Effect<Token>.send(token))
    #expect(tokens.count == 1 && tokens[0] === token)
  }

  @Test func `An effect that waits is named with what it sent and what it waits for`() throws {
    let fetch = Stub<Int, String>("Client.fetch")
    let effect = Effect<String>.run(
      operation: { send in
        await send("started")
        await send(try await fetch.call(7))
      }, line: 201)
    let failure = #expect(throws: Failure.self) { try EffectRunner.run(effect) }
    expectText(failure?.description)
    #expect(fetch.pendingCalls.isEmpty)
  }

  @Test func `An effect that waits for the outside world is told to be awaited`() throws {
    let (stream, _) = AsyncStream<Int>.makeStream()
    let effect = Effect<Int>.run(
      operation: { send in for await number in stream { await send(number) } }, line: 201)
    let failure = #expect(throws: Failure.self) { try EffectRunner.run(effect) }
    expectText(failure?.description)
  }

  @Test func `An effect without an end is stopped and named`() throws {
    let effect = Effect<Int>.run(
      operation: { _ in while true { await Task.yield() } }, line: 201)
    let failure = #expect(throws: Failure.self) { try EffectRunner.run(effect) }
    expectText(failure?.description)
  }

  @Test func `An error without a catch is an issue at the effect's line`() throws {
    let line = #line + 1
    let effect = Effect<Int>.run { send in
      await send(1)
      throw StubTests.Flaw.last
    }
    var actions: [Int] = []
    let issues = try withCapturedIssues { actions = try EffectRunner.run(effect) }
    claimEqual(issues.map(\.line), [line])
    claimEqual(actions, [1])
  }

  // MARK: - Until enough actions arrived

  @Test func `It waits for events from outside`() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    Task.detached {
      for number in 1...3 { continuation.yield(number) }
    }
    let actions = try await EffectRunner.run(
      Effect<Int>.run { send in
        for await number in stream.prefix(3) { await send(number) }
      },
      expecting: 3, timeout: .seconds(3600))
    claimEqual(actions, [1, 2, 3])
  }

  @Test func `It waits for a task that the effect has started`() async throws {
    let actions = try await EffectRunner.run(
      Effect<Int>.run { send in
        Task {
          try? await Task.sleep(for: .milliseconds(50))
          await send(1)
        }
      },
      expecting: 1, timeout: .seconds(3600))
    claimEqual(actions, [1])
  }

  @Test func `A started task that only the test could wake fails at once`() async throws {
    let fetch = Stub<Int, Int>("Client.fetch")
    let effect = Effect<Int>.run(
      operation: { send in Task { await send(try await fetch.call(7)) } }, line: 201)
    await claimOnlyTheTestCouldWake(effect)
  }

  @Test func `What still runs when enough has come is cancelled`() async throws {
    let fetch = Stub<Int, String>("Client.fetch")
    let actions = try await EffectRunner.run(
      Effect<String>.run { send in
        await send("a")
        await send(try await fetch.call(1))
      },
      expecting: 1)
    claimEqual(actions, ["a"])
    #expect(fetch.pendingCalls.isEmpty)
  }

  @Test func `An effect that ends too early is told with what it sent`() async throws {
    let failure = await #expect(throws: Failure.self) {
      try await EffectRunner.run(.send(1), expecting: 2)
    }
    expectText(failure?.description)
  }

  @Test func `An effect that only the test could wake fails at once`() async throws {
    let clock = TestClock()
    let effect = Effect<Int>.run(
      operation: { send in
        try await clock.sleep(for: .seconds(1))
        await send(1)
      }, line: 201)
    await claimOnlyTheTestCouldWake(effect)
  }

  @Test func `An event that does not come in time is told with the time waited`() async throws {
    let (stream, _) = AsyncStream<Int>.makeStream()
    let effect = Effect<Int>.run(
      operation: { send in for await number in stream { await send(number) } }, line: 201)
    let failure = await #expect(throws: Failure.self) {
      try await EffectRunner.run(effect, expecting: 1, timeout: .zero)
    }
    expectText(failure?.description)
  }

  @Test func `More actions than expected are named`() async throws {
    let failure = await #expect(throws: Failure.self) {
      try await EffectRunner.run(Effect<Int>.merge(.send(1), .send(2)), expecting: 1)
    }
    expectText(failure?.description)
  }
}

final class EffectRunnerMainActorTests: XCTestCase {
  @MainActor func testAnEffectOnTheMainActorSendsWhatIsExpected() async throws {
    let actions = try await EffectRunner.run(
      Effect<Int>.run { @MainActor send in
        await send(1)
      },
      expecting: 1)
    XCTAssertEqual(actions, [1])
  }
}

// MARK: - Fixtures

extension EffectRunnerTests {
  /// Runs an effect that waits for the test, and claims the failure.
  private func claimOnlyTheTestCouldWake(
    _ effect: Effect<Int>, test: String = #function
  ) async {
    let failure = await #expect(throws: Failure.self) {
      try await EffectRunner.run(effect, expecting: 1, timeout: .seconds(3600))
    }
    expectText(failure?.description, test: test)
  }

  struct Loader {
    struct Client: Sendable, TestDependencyKey {
      var fetch: @Sendable (Int) async throws -> String
      static let testValue = Client(fetch: unimplemented("Client.fetch"))
    }

    @Dependency(Client.self) var client
    @Dependency(\.continuousClock) var clock

    func load(_ id: Int) -> Effect<String> {
      .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(try await client.fetch(id))
      }
    }
  }
}
