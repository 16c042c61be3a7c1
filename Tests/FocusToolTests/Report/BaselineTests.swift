import TestEvents
import Testing
import focus

struct BaselineTests {
  @Test func `A baseline lists what is unasserted, sorted, a behavior a line`() {
    let facts =
      sampleFacts + [
        fact("a", .starts("effect"), .exercised), fact("a", .cancels("x\ny"), .exercised),
      ]
    #expect(
      Baseline(BehaviorReport(facts)).text == #"""
        # Behaviors that no test protects. `focus report --baseline` fails if any other behavior is unasserted.
        # Written by `focus report --update-baseline`: sorted, one behavior per line.
        Profile · .a → cancels x\ny
        Profile · .a → starts effect
        Profile · .saved → dismisses

        """#)
  }

  @Test(arguments: ["<<<<<<< HEAD", "Profile", "Profile · saved → x", "Profile · .saved", "\u{0}"])
  func `A line that is no behavior is an error`(line: String) {
    #expect(
      throws: ToolError.input(
        """
        known.txt:2 is not a behavior: \(line)
        Expected lines such as `Profile · .saveTapped → isSaving`, written by --update-baseline.
        """)
    ) {
      try Baseline("# Comment\n\(line)\n", file: "known.txt")
    }
  }
}
