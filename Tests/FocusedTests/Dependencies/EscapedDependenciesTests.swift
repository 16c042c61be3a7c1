import FocusedTestStore
import Foundation
import Testing

struct EscapedDependenciesTests {
  @Test func `dependencies are taken into code that runs outside of the task`() async {
    let pages = await withDependencies {
      $0[ItemClient.self].fetch = { ["escaped"] }
    } operation: {
      await withEscapedDependencies { dependencies in
        await Task.detached {
          await dependencies.yield {
            @Dependency(ItemClient.self) var client
            return await client.fetch()
          }
        }.value
      }
    }
    claimEqual(pages, ["escaped"])
  }

  @Test func `a callback that yields has the dependencies, one that does not has none`() {
    let date = Date(timeIntervalSince1970: 7)
    let callbacks = withDependencies {
      $0.date.now = date
    } operation: {
      withEscapedDependencies { dependencies in
        (yielding: { dependencies.yield { Self.now } }, plain: { Self.now })
      }
    }
    claimEqual(callbacks.yielding(), date)
    var plain = date
    claimEqual(withCapturedIssues { plain = callbacks.plain() }.count, 1)
    #expect(plain != date)
  }

  @Test func `an update of dependencies may wait`() async {
    func date() async -> Date { Date(timeIntervalSince1970: 9) }
    let now = await withDependencies {
      $0.date.now = await date()
    } operation: {
      Self.now
    }
    claimEqual(now, Date(timeIntervalSince1970: 9))
  }

  @Test func `an update that throws keeps the operation from running`() async {
    struct Failure: Error {}
    func date() async throws -> Date { throw Failure() }
    await #expect(throws: Failure.self) {
      try await withDependencies {
        $0.date.now = try await date()
      } operation: {
        Issue.record("The operation ran")
      }
    }
  }

  private static var now: Date {
    @Dependency(\.date.now) var now
    return now
  }
}

private struct ItemClient: TestDependencyKey {
  var fetch: @Sendable () async -> [String]
  static let testValue = ItemClient(fetch: unimplemented("ItemClient.fetch", placeholder: []))
}
