#if os(Linux)
  import FocusedTestStore
  import Testing
  import XCTest

  /// An exploration in XCTest, which reports a failure at once.
  struct ExploreInXCTestTests {
    @Test func `The issue follows the failure, and names the sequence`() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        await runAsXCTest(
          HoldingTestCase("testExplores") { _ in
            await withSchedules(100) {
              let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
              await store.explore(
                upTo: 3, { _ in [.fillBig] }, always: { XCTAssertEqual($0.big, 0, line: 201) },
                line: 202)
            }
          })
      }
      try expectFailures(in: result, at: [201, 202])
      let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
      #expect(
        output.contains(
          """
          :202: error: failed - The failure above follows a sequence of user actions.

          It fails after 1 step. Replace the call of `explore` with:
            await store.send(.fillBig)
          """), "\(output)")
    }

    @Test func `A failure that only another order of effects shows is reported once`() async throws
    {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        await runAsXCTest(
          HoldingTestCase("testExplores") { _ in
            await withSchedules(100) {
              let store = PlantedFeature.store(starting: .sends("a"), .sends("b"))
              await store.explore(
                upTo: 1, { _ in ["-"] },
                always: { XCTAssertFalse($0.order.hasPrefix("-b"), line: 201) }, line: 202)
            }
          })
      }
      try expectFailures(in: result, at: [201, 202])
    }
  }
#endif
