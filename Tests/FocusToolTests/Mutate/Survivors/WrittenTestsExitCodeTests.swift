import FocusedTestStore
import Testing
@testable import focus

/// The exit code of `focus mutate --write-tests`.
struct WrittenTestsExitCodeTests {
  private static let killed = result([(fact("a", .field("x"), .asserted), .killed, nil)])
  private static let survived = result([(fact("a", .field("x"), .exercised), .survived, nil)])

  private func judged(
    _ evidence: MutantEvidence, writing: () throws(ToolError) -> SurvivorSummary?
  ) -> (code: ExitCode, notes: String) {
    let notes = Lock("")
    let console = Console(
      printText: { _ in }, noteText: { text in notes.withLock { $0 += text } })
    let code = evidence.judged(below: 90, console, writing: writing)
    return (code, notes.withLock { $0 })
  }

  @Test func `Tests that cannot be written are reported, and leave the verdict`() {
    let failure = ToolError.input("The tests do not build.")
    let passing = judged(Self.killed) { () throws(ToolError) in throw failure }
    claimEqual(passing.code, .asRequested)
    claimEqual(passing.notes, "focus: The tests do not build.\n")
    let failing = judged(Self.survived) { () throws(ToolError) in throw failure }
    claimEqual(failing.code, .belowRequest)
    #expect(failing.notes.hasPrefix("focus: The tests do not build.\nfocus: 0 % of the mutants"))
  }
}
