import FocusedTestStore
import Foundation
import Testing

struct WaitingUpdateTests {
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
