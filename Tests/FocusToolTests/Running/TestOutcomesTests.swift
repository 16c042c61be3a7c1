import Testing
import focus

struct TestOutcomesTests {
  @Test func `both frameworks print how tests end`() {
    let outcomes = TestOutcomes(
      """
      Test Case 'Tests.testA' started at 2026-01-01 10:00:00.000
      Test Case 'Tests.testA' passed (0.001 seconds)
      Test Case '-[App.Tests testB]' started.
      Test Case '-[App.Tests testB]' failed (0.001 seconds).
      ◇ Test c() started.
      ✔ Test c() passed after 0.001 seconds.
      ◇ Test "a raw name" started.
      ✘ Test "a raw name" failed after 0.001 seconds with 1 issue.
      ◇ Test e(of:) started.
      ◇ Test case passing 1 argument of → 1 to e(of:) started.
      ✔ Test e(of:) with 1 test case passed after 0.001 seconds.
      ◇ Test f(of:by:) started.
      ✘ Test f(of:by:) with 3 test cases failed after 0.001 seconds with 1 issue.
      Test Case 'Tests.testD' started at 2026-01-01 10:00:00.000
      """)
    claimEqual(outcomes.passed, ["testA", "c", "e"])
    claimEqual(outcomes.failed, ["testB", "a raw name", "f"])
    claimEqual(outcomes.unfinished, ["testD"])
  }
}
