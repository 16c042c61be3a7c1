/// The samples of functions for dependencies.
struct DependencySampleTests {
  @Test func `The sample of Task.never`() async {
    let task = withDependencies {
      // sample: Effect.swift 3
    } operation: {
      Task {
        @Dependency(\.itemClient) var client
        return try await client.fetch(0)
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

// MARK: - Fixtures

extension ItemClient {
  fileprivate static func live(at server: String) -> ItemClient {
    ItemClient { _ in [server] }
  }
}

/// The start of an app. Tests can't run it.
private func startApp(server: String) {
  // sample: WithDependencies.swift 2
}
