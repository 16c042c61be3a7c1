import FocusedTestStore
import Testing

#if os(Linux)
  import XCTest
#endif

/// The store reports an error thrown in an assert closure as an issue with that error.
struct S17_ThrowingClosureTests {
  private struct Torn: Error {}

  @Test func `It is one issue at the step`() async {
    for exhaustivity in [Exhaustivity.on, .off] {
      let store = Probe.store(exhaustivity, effect: .send(.got(1)))
      await claimOneIssue(naming: "Torn") {
        await store.send(.tap) { _ in throw Torn() }; return #line
      }
      await claimOneIssue(naming: "Torn") {
        await store.receive(.got(1)) { _ in throw Torn() }; return #line
      }
      await claimOneIssue(naming: "Torn") {
        store.assert { _ in throw Torn() }; return #line
      }
      await store.send(.rename("Blob")) { $0.name = "Blob" }
    }
  }

  @Test func `What #require throws is told by #require alone`() async {
    let store = Probe.store(effect: .send(.got(1)))
    let issues = await withCapturedIssues {
      await withKnownIssue {
        await store.send(.tap) { try #require($0.taps == 9) }
      }
      await withKnownIssue {
        await store.receive(.got(1)) { try #require($0.taps == 9) }
      }
      withKnownIssue {
        store.assert { try #require($0.taps == 9) }
      }
    }
    claimIssues(issues, at: [])
  }

  @Test func `What #require throws in an effect is told by #require alone`() async {
    let store = Probe.store(onTap: { _ in try #require(Bool(false)) })
    let issues = await withCapturedIssues {
      await withKnownIssue { await store.send(.tap) }
    }
    claimIssues(issues, at: [])
  }

  #if os(Linux)
    @Test func `What XCTUnwrap throws is told by XCTUnwrap alone`() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        await runAsXCTest(
          HoldingTestCase("testUnwraps") { _ in
            await Probe.store().send(.tap) { $0.name = try XCTUnwrap(nil, line: 207) }
          })
      }
      try expectFailures(in: result, at: [207])
    }
  #endif
}
