import Testing
@testable import focus

struct KnownGapsTests {
  @Test func `A line has a key, and possibly a reason`() throws {
    let gaps = try KnownGaps(
      """
      # Reviewed by the team.

      Profile · .saved → cache
      Profile · .saved → draft #
        Profile · .saved → dismisses # The parent # dismisses it.
      Home · call removed: cancel(id: ID.load) # The effect has ended by then.
      """, file: "GAPS")
    claimEqual(gaps.lines.map(\.number), [3, 4, 5, 6])
    claimEqual(
      gaps.lines.map(\.key),
      [
        "Profile · .saved → cache", "Profile · .saved → draft", "Profile · .saved → dismisses",
        "Home · call removed: cancel(id: ID.load)",
      ])
    claimEqual(
      gaps.lines.map(\.reason),
      [nil, nil, "The parent # dismisses it.", "The effect has ended by then."])
    claimEqual(gaps.lines.map(\.isOfSource), [false, false, false, true])
  }

  @Test(arguments: ["Profile # Why.", "Profile · .saved # Why.", "saved → cache"])
  func `A line without a behavior or a source mutant is an error`(line: String) {
    #expect(
      throws: ToolError.input(
        """
        GAPS:2 is not a known gap: \(line)
        Expected the name of a behavior or the key of a source mutant, and optionally a reason, \
        such as `Profile · .saved → cache # The view reads it later.`
        """)
    ) { try KnownGaps("\n" + line, file: "GAPS") }
  }

  @Test func `A missing file is an error`() {
    #expect(
      throws: ToolError.input(
        "There is no file none. Expected a file with one known gap per line.")
    ) { try KnownGaps(file: "none") }
  }

  @Test func `A report is compared with the lines`() throws {
    let gaps = try KnownGaps(
      """
      Profile · .old → sends .gone # It is rare.
      Profile · .saved → lastSaved
      Profile · .saveTapped → isSaving # The mutant is equivalent.
      Home · call removed: save() # No test can see it.
      """, file: "GAPS")
    let comparison = gaps.compare(BehaviorReport(sampleFacts))
    claimEqual(comparison.new.map(\.behavior.description), ["Profile · .saved → dismisses"])
    claimEqual(
      comparison.stale, ["Profile · .old → sends .gone", "Profile · .saved → lastSaved"])
  }

  @Test func `An update keeps comments and lines with a reason, and replaces the others`() throws {
    let old = """
      # Ours.
      Profile · .saved → lastSaved
      Profile · .saveTapped → isSaving # The mutant is equivalent.
      """
    let report = BehaviorReport(sampleFacts)
    let text = try KnownGaps(old, file: "GAPS").updating(old, for: report)
    #expect(
      text == """
        # Ours.
        Profile · .saveTapped → isSaving # The mutant is equivalent.
        Profile · .saved → dismisses

        """)
    let again = try KnownGaps(text, file: "GAPS")
    claimEqual(again.updating(text, for: report), text)
    claimEqual(again.compare(report).new, [])
  }
}
