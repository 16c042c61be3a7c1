#if os(Linux)
  import FocusedTestStore
  import Testing

  /// A store that an `XCTestCase` retains is checked when its test case finishes.
  ///
  /// Each test runs XCTest's own suites in a separate process, because XCTest informs its observers about one test case
  /// at a time. Only on Linux can a test create these suites.
  struct S03_EndOfXCTestCaseTests {
    @Test func `A store in a property with an initial value`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await runAsXCTest(
          EagerTestCase("testUsesNothing") { _ in },
          EagerTestCase("testUsesItsProperty") { test in
            await (test as? EagerTestCase)?.made.send(.tap, assert: { $0.taps = 1 }, line: 201)
          },
          EagerTestCase("testUsesNothingEither") { _ in })
      }
      try expectLateFailures(in: result, at: [201])
    }

    @Test func `A store that a teardown block holds`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await runAsXCTest(
          HoldingTestCase("testHasATeardownBlock") { test in
            let store = RuntimeConfined(HoldingTestCase.makeStore())
            test.addTeardownBlock { _ = store }
            await store.value.send(.tap, assert: { $0.taps = 1 }, line: 203)
          })
      }
      try expectLateFailures(in: result, at: [203])
    }

    @Test func `What tearDown does still counts`() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        await runAsXCTest(
          FinishingTestCase("testIsFinishedByItsTearDown") { try await $0.leave() })
      }
      try expectFailures(in: result, at: [])
    }

    @Test func `Each test case reports its own store, and once`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await runAsXCTest(
          HoldingTestCase("testOne") { try await $0.leave() },
          HoldingTestCase("testTwo") { try await $0.leave() },
          HoldingTestCase("testThree") { _ in })
      }
      try expectLateFailures(in: result, at: [202, 202])
    }

    @Test func `A store of the class is checked at the end of the test that uses it`() async throws
    {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await runAsXCTest(
          setUp: { HoldingTestCase.shareStore() },
          HoldingTestCase("testStarts") { _ in
            await HoldingTestCase.shared?.send(.tap, assert: { $0.taps = 1 }, line: 205)
          },
          HoldingTestCase("testStartsAgain") { _ in
            await HoldingTestCase.shared?.send(.tap, assert: { $0.taps = 2 }, line: 206)
            await HoldingTestCase.clock.advance(by: .seconds(1))
            await HoldingTestCase.shared?.finish()
          })
      }
      try expectLateFailures(in: result, at: [205])
    }

    @Test func `An issue in a test case fails it, whatever the process is called`() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        await runAsXCTest(
          HoldingTestCase("testFails") { test in
            await HoldingTestCase.makeStore().send(.idle, assert: { $0.taps = 9 }, line: 206)
          })
      }
      try expectFailures(in: result, at: [206])
    }
  }
#endif
