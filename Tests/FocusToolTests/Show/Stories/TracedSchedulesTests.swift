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
  ) async -> (test: ShownTest, roles: Set<TracedRun.Role>) {
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
    let roles = trace.events.compactMap { event -> TracedRun.Role? in
      if case .run(let run) = event { run.role } else { nil }
    }
    return (ShownTest(name: "A.b/c", hasPassed: false, trace.events), Set(roles))
  }

  @Test func `a failure of a store in a quiet run is in its story`() async throws {
    let (test, roles) = await shown { $0.assert { $0 = [1, 2] } }
    #expect(roles.isSuperset(of: [.usual, .failing]) && !roles.contains(.tried))
    let failure = test.story.rows[try #require(test.story.firstFailure)]
    claimEqual(failure.text, "The state is not as expected.")
    claimEqual(failure.place?.fileName, "TracedSchedulesTests.swift")
    claimEqual(test.story.rows.count { $0.kind == .failure }, 1)
    #expect(test.pair?.usual.firstFailure == nil)
    claimEqual(test.messages.count, 1)
  }

  @Test func `a failed expectation in a quiet run is in its story, with its comment`() async throws
  {
    let (test, _) = await shown { #expect($0.state == [1, 2], "In order.") }
    let failure = test.story.rows[try #require(test.story.firstFailure)]
    claimEqual(failure.text, "Expectation failed: ($0.state → [2, 1]) == [1, 2]")
    claimEqual(failure.notes, ["In order."])
    claimEqual(failure.place?.fileName, "TracedSchedulesTests.swift")
    #expect(test.pair?.usual.firstFailure == nil)
  }

  @Test func `what is right in each order has one`() async {
    let (test, roles) = await shown { #expect($0.state.count == 2) }
    claimEqual(roles, [.usual, .over])
    #expect(test.story.firstFailure == nil)
    #expect(test.pair == nil && test.messages.isEmpty)
  }
}
