import FocusedTestStore
import Synchronization
import Testing

struct UnimplementedTests {
  @Test func `Endpoints with a placeholder report their call and return it`() async throws {
    let client = Client.unimplementedClient
    let issues = try await withCapturedIssues {
      #expect(client.count() == 7)
      let parsed = try client.parse("1")
      #expect(parsed == 1)
      #expect(await client.name(3) == "none")
      let fetched = try await client.fetch(1, "a")
      #expect(fetched == [])
      #expect(client.find(1) == nil)
    }
    #expect(
      issues.map { $0.message.prefix(while: { $0 != "," }) } == [
        "Expected no call of Client.count", "Expected no call of Client.parse",
        "Expected no call of Client.name", "Expected no call of Client.fetch",
        "Expected no call of Client.find",
      ])
    #expect(issues.map(\.line) == (1...5).map { Client.line + $0 })
  }

  @Test func `The issue says what was called, what came of it and how to override it`() {
    let issues = withCapturedIssues { _ = Client.unimplementedClient.count() }
    expectText(issues)
  }

  @Test func `Throwing endpoints without a placeholder report their call and throw`() async {
    let client = Client.unimplementedClient
    let issues = await withCapturedIssues {
      #expect(throws: UnimplementedEndpoint(name: "Client.load")) { try client.load() }
      await #expect(throws: UnimplementedEndpoint(name: "Client.update")) {
        try await client.update(1, "a", true)
      }
      await #expect(throws: UnimplementedEndpoint(name: "Client.save")) { try await client.save() }
    }
    claimEqual(issues.count, 3)
    #expect(issues.allSatisfy { $0.message.contains("The call threw UnimplementedEndpoint.") })
  }

  @Test func `Endpoints without a result report their call and do nothing`() async {
    let client = Client.unimplementedClient
    let issues = await withCapturedIssues {
      client.log("a")
      await client.track("a", 1)
      await client.show("a")
    }
    claimEqual(issues.count, 3)
    #expect(issues.allSatisfy { $0.message.contains("The call did nothing.") })
  }

  // MARK: - Endpoints of a store

  @Test func `The cure names the endpoint by the property that the feature reads`() async {
    let issues = await Self.issues { action in
      @Dependency(\.cart) var cart
      return .run { [cart] _ in _ = cart.count() }
    }
    expectText(issues)
  }

  @Test func `The cure names the endpoint by the key that the feature reads`() async {
    let issues = await Self.issues { action in
      @Dependency(CartClient.self) var cart
      return .run { [cart] _ in _ = cart.count() }
    }
    #expect(
      issues.first?.message.contains(
        "withDependencies: { $0[UnimplementedTests.CartClient.self].count = { … } }") == true)
  }

  @Test func `A call beside an overridden endpoint is reported to its store's test`() async {
    let issues = await Self.issues(withDependencies: { $0.cart.clear = {} }) { action in
      @Dependency(\.cart) var cart
      return .run { [cart] _ in
        await Task.detached {
          cart.clear()
          _ = cart.count()
        }.value
      }
    }
    claimEqual(issues.map { $0.message.prefix(28) }, ["Expected no call of CartClie"])
  }

  @Test func `So is the use of a built-in dependency in a detached task`() async {
    let issues = await Self.issues { action in
      @Dependency(\.uuid) var uuid
      return .run { [uuid] _ in await Task.detached { _ = uuid() }.value }
    }
    claimEqual(issues.count, 1)
  }

  @Test func `A call after its store is released is not reported`() async {
    let signal = Signal()
    let isDone = Signal()
    let issues = await withCapturedIssues {
      _ = await Self.issues { action in
        @Dependency(\.cart) var cart
        return .run { [cart] _ in
          Task.detached {
            await signal.wait()
            _ = cart.count()
            isDone.fire()
          }
        }
      }
      signal.fire()
      await isDone.wait()
    }
    #expect(issues.isEmpty)
  }

  #if os(macOS) || os(Linux) || os(Windows)
    @Test func `A constant is blamed on no store`() async {
      // The issue belongs to no test, so the other process returns it to this one.
      await withKnownIssue {
        await Self.callConstantInProcessOfItsOwn()
      } matching: {
        "\($0)".contains("Expected no call of CartClient.count")
      }
    }

    private static func callConstantInProcessOfItsOwn() async {
      await #expect(processExitsWith: .success) {
        let reading: @Sendable (Probe.Action) -> Effect<Probe.Action> = { _ in
          @Dependency(\.constantCart) var cart
          return .run { [cart] _ in await Task.detached { _ = cart.count() }.value }
        }
        let issues = await withCapturedIssues {
          // The first store that reads the dependency creates the constant. Another store calls it.
          let first = Probe.store(effects: { action in
            _ = reading(action)
            return .none
          })
          await first.send(.idle)
          let second = Probe.store(effects: reading)
          await second.send(.idle)
          await second.finish(timeout: .seconds(60))
          await first.send(.idle)
        }
        precondition(issues.isEmpty)
      }
    }
  #endif

  private static func issues(
    withDependencies update: (inout DependencyValues) -> Void = { _ in },
    of effect: @escaping (Probe.Action) -> Effect<Probe.Action>
  ) async -> [ReportedIssue] {
    await withCapturedIssues {
      let store = Probe.store(
        withDependencies: update, effects: { $0 == .tap ? effect($0) : .none })
      await store.send(.tap, line: 201)
      await store.finish()
    }
  }

  struct CartClient: Sendable, TestDependencyKey {
    var count: @Sendable () -> Int
    var clear: @Sendable () -> Void

    static var testValue: CartClient {
      CartClient(
        count: unimplemented("CartClient.count", placeholder: 0),
        clear: unimplemented("CartClient.clear"))
    }
  }

  enum ConstantCart: TestDependencyKey {
    static let testValue = CartClient.testValue
  }

  struct Client: Sendable {
    var count: @Sendable () -> Int
    var parse: @Sendable (String) throws -> Int
    var name: @Sendable (Int) async -> String
    var fetch: @Sendable (Int, String) async throws -> [Int]
    var find: @Sendable (Int) -> Int?
    var load: @Sendable () throws -> Int
    var update: @Sendable (Int, String, Bool) async throws -> Int
    var save: @Sendable () async throws -> Void
    var log: @Sendable (String) -> Void
    var track: @Sendable (String, Int) async -> Void
    var show: @MainActor @Sendable (String) -> Void

    static let line = #line + 1
    static let unimplementedClient = Client(
      count: unimplemented("Client.count", placeholder: 7),
      parse: unimplemented("Client.parse", placeholder: 1),
      name: unimplemented("Client.name", placeholder: "none"),
      fetch: unimplemented("Client.fetch", placeholder: []),
      find: unimplemented("Client.find", placeholder: nil),
      load: unimplemented("Client.load"),
      update: unimplemented("Client.update"),
      save: unimplemented("Client.save"),
      log: unimplemented("Client.log"),
      track: unimplemented("Client.track"),
      show: unimplemented("Client.show"))
  }
}

extension DependencyValues {
  fileprivate var cart: UnimplementedTests.CartClient {
    get { self[UnimplementedTests.CartClient.self] }
    set { self[UnimplementedTests.CartClient.self] = newValue }
  }

  fileprivate var constantCart: UnimplementedTests.CartClient {
    get { self[UnimplementedTests.ConstantCart.self] }
    set { self[UnimplementedTests.ConstantCart.self] = newValue }
  }
}
