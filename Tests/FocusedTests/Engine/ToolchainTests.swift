import Testing

@testable import FocusedTestStore

/// What stores use of Swift's runtime is as it was. The article `PrivateSymbols` lists it.
struct ToolchainTests {
  @Test(.disabled(if: EnvironmentVariable.ownership.value == "none"))
  func `Stores own the tasks that effects start`() {
    #expect(
      Ownership.isExact,
      """
      The hooks of this runtime don't give a store all tasks that its effects start. Such tasks are external, and the \
      tests that need ownership don't run. See RuntimeHooks and JobRouter.
      """)
  }

  @Test func `The runtime's records of tasks are found`() {
    #expect(
      TaskLayout.known != nil,
      """
      The experiment doesn't find where this runtime records what a task does. The order of effects doesn't depend on it. \
      But a `receive` then waits for its timeout where it would fail at once (S10). See TaskLayout.measured().
      """)
  }
}
