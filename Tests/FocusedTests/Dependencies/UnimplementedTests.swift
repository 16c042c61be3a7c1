import FocusedTestStore
import Synchronization
import Testing

@Suite struct UnimplementedTests {
  @Test func `Endpoints with a placeholder report their call and return it`() async throws {
    let client = Client.unimplementedClient
    let issues = DependencyTests.IssueCollector()
    try await issues.collect {
      #expect(client.count() == 7)
      let parsed = try client.parse("1")
      #expect(parsed == 1)
      #expect(await client.name(3) == "none")
      let fetched = try await client.fetch(1, "a")
      #expect(fetched == [])
      #expect(client.find(1) == nil)
    }
    #expect(
      issues.all.map { $0.message.prefix(while: { $0 != "," }) } == [
        "Expected no call of Client.count", "Expected no call of Client.parse",
        "Expected no call of Client.name", "Expected no call of Client.fetch",
        "Expected no call of Client.find",
      ])
    #expect(issues.all.map(\.line) == (1...5).map { Client.line + $0 })
  }

  @Test func `The issue says what was called, what came of it and how to override it`() {
    let issues = DependencyTests.IssueCollector()
    issues.collect { _ = Client.unimplementedClient.count() }
    #expect(
      issues.all.map(\.message) == [
        """
        Expected no call of Client.count, but it was called, and this test has no implementation \
        of it.
        The call returned a placeholder.

        Override it: withDependencies: { $0.client.count = { … } }
        """
      ])
  }

  @Test(arguments: [
    ("Client.fetch", "$0.client.fetch"), ("URLClient.get", "$0.urlClient.get"),
    ("API.get", "$0.api.get"), ("fetch", "$0.fetch"),
  ])
  func `The cure names the property that the endpoint most likely has`(
    endpoint: String, property: String
  ) {
    let issues = DependencyTests.IssueCollector()
    let call: @Sendable () -> Void = unimplemented(endpoint)
    issues.collect { call() }
    #expect(issues.all.first?.message.contains("{ \(property) = { … } }") == true)
  }

  @Test func `Throwing endpoints without a placeholder report their call and throw`() async {
    let client = Client.unimplementedClient
    let issues = DependencyTests.IssueCollector()
    await issues.collect {
      #expect(throws: UnimplementedEndpoint(name: "Client.load")) { try client.load() }
      await #expect(throws: UnimplementedEndpoint(name: "Client.update")) {
        try await client.update(1, "a", true)
      }
      await #expect(throws: UnimplementedEndpoint(name: "Client.save")) { try await client.save() }
    }
    #expect(issues.all.count == 3)
    #expect(issues.all.allSatisfy { $0.message.contains("The call threw UnimplementedEndpoint.") })
  }

  @Test func `Endpoints without a result report their call and do nothing`() async {
    let client = Client.unimplementedClient
    let issues = DependencyTests.IssueCollector()
    await issues.collect {
      client.log("a")
      await client.track("a", 1)
      await client.show("a")
    }
    #expect(issues.all.count == 3)
    #expect(issues.all.allSatisfy { $0.message.contains("The call did nothing.") })
  }

  @Test func `Endpoints that nobody calls are no issue`() {
    let issues = DependencyTests.IssueCollector()
    issues.collect { _ = Client.unimplementedClient }
    #expect(issues.all.isEmpty)
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
