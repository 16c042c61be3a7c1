import Testing
import focus

/// The fatal error in the output of a test process.
struct FatalErrorTests {
  @Test func `of what a process printed its trap is told`() {
    let output = """
      ◇ Test traps() started.
      App/Tests.swift:7: Fatal error: Unexpectedly found nil
      Current stack trace:
      error: Process exited with unexpected signal code 4
      """
    claimEqual(output.fatalError, "App/Tests.swift:7: Fatal error: Unexpectedly found nil")
    #expect("error: Process exited with unexpected signal code 4".fatalError == nil)
  }
}
