import focus
import TestEvents
import Core
import FocusedTestStore
import Testing
@testable import TestFixtures

/// Traces of runs under schedules. Swift Testing doesn't record their failures.
struct TracedSchedulesTests {
  /// The events of a test that runs in many orders.
  private func shown(
    _ check: @Sendable (TestStore<[Int], Int>) -> Void
  ) async -> (test: ShownTest, roles: Set<TimelineRow.Role>) {
    let trace = await TraceWriter.tracing {
      await withKnownIssue(isIntermittent: true) {
        _ = await withSchedules(20) {
          let store = TestStore(.off, initialState: []) {
            Reduce<[Int], Int> { answers, action in
              if action == 0 { return .merge((1...2).map { answer in .run { await $0(answer) } }) }
              answers.append(action)
              return .none
            }
          }
          await store.send(0)
          await store.settle()
          check(store)
        }
      }
    }
    let rows = trace.timeline
    return (ShownTest(name: "A.b/c", hasPassed: false, rows), Set(rows.compactMap(\.role)))
  }

  @Test func `a failure of a store in a quiet run is in its timeline`() async throws {
    let (test, roles) = await shown { $0.assert { $0 = [1, 2] } }
    #expect(roles.isSuperset(of: [.usual, .failing]) && !roles.contains(.tried))
    let failure = test.timeline.lines[try #require(test.timeline.firstFailure)].row
    claimEqual(failure.text, "The state is not as expected.")
    claimEqual(failure.location?.fileName, "TracedSchedulesTests.swift")
    claimEqual(test.timeline.lines.count { $0.row.kind == .failure }, 1)
    #expect(test.pair?.lines.contains { $0.usual?.row.kind == .failure } == false)
    claimEqual(test.messages.count, 1)
  }

  @Test func `a failed expectation in a quiet run is in its timeline, with its comment`()
    async throws
  {
    let (test, _) = await shown { #expect($0.state == [1, 2], "In order.") }
    let failure = test.timeline.lines[try #require(test.timeline.firstFailure)].row
    claimEqual(failure.text, "Expectation failed: ($0.state → [2, 1]) == [1, 2]")
    claimEqual(failure.notes, ["In order."])
    claimEqual(failure.location?.fileName, "TracedSchedulesTests.swift")
    #expect(test.pair?.lines.contains { $0.usual?.row.kind == .failure } == false)
  }

  @Test func `a test that passes in each order shows one`() async {
    let (test, roles) = await shown { #expect($0.state.count == 2) }
    claimEqual(roles, [.usual])
    #expect(test.timeline.firstFailure == nil)
    #expect(test.pair == nil && test.messages.isEmpty)
  }
}
