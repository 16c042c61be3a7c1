import TestEvents
import Testing
@testable import focus

struct AcceptedSurvivorsTests {
  private func accepting(
    _ text: String, in evidence: MutantEvidence = sampleEvidence(), isWhole: Bool = true
  ) throws -> (evidence: MutantEvidence, stale: [String]) {
    var evidence = evidence
    let stale = evidence.accept(try KnownGaps(text, file: "GAPS"), isWhole: isWhole)
    return (evidence, stale)
  }

  @Test func `A line accepts a survivor, which counts apart`() throws {
    let (evidence, stale) = try accepting(
      """
      # Reviewed by the team.

      Profile · .saved → dismisses # The parent dismisses this screen, too.
      """)
    claimEqual(stale, [])
    #expect(evidence.counts[.survived] == 1 && evidence.counts[.accepted] == 1)
    #expect(evidence.counts.judged == 2 && evidence.counts.all == 8)
    let text = evidence.document().text(TextStyle(isOn: false))
    #expect(
      text.contains(
        """

        Accepted survivors (not counted): 1
          Profile · .saved → dismisses
            The parent dismisses this screen, too.

        """))
    #expect(
      text.hasSuffix(
        "8 mutants: 1 killed, 1 survived, 1 accepted, 4 undecided, 1 equivalent, in 6.5 s and "
          + "3 rounds."))
  }

  @Test func `A line of a mutant that a test kills, or that does not exist, no longer applies`()
    throws
  {
    let lines = """
      Profile · .saveTapped → name # It was a label.
      Profile · .gone → name # It was a label.
      """
    let killed =
      "GAPS:1 accepts a mutant that a test kills: Profile · .saveTapped → name"
    let gone = "GAPS:2 accepts a mutant that no test reaches: Profile · .gone → name"
    #expect(try accepting(lines).stale == [killed, gone])
    // A session that tried only some mutants can't report that a mutant is unreached.
    #expect(try accepting(lines, isWhole: false).stale == [killed])
  }

  @Test func `A line accepts one mutant`() throws {
    let lines = """
      Profile · .saved → dismisses # One.
      Profile · .saved → dismisses # Two.
      """
    #expect(
      try accepting(lines).stale == [
        "GAPS:2 accepts a mutant that another line accepts: Profile · .saved → dismisses"
      ])
  }

  @Test func `A mutant that could not be judged leaves a line in doubt`() throws {
    #expect(try accepting("Profile · .saved → draft # It is private.").stale == [])
  }

  @Test func `A mutant of the source is accepted by its text, not by its line`() throws {
    func evidence(line: Int, before: String = "cancel(id: ID.load)") -> MutantEvidence {
      let mutant = MutantSubject.source(sourceMutant(line, before: before))
      var evidence = MutantEvidence(
        mutants: [.init(subject: mutant, verdict: .survived, trials: [])])
      evidence.source = .init(found: 1)
      return evidence
    }
    let lines = "Home · call removed: cancel(id: ID.load) # The effect has ended by then."
    for line in [3, 40] {
      let (accepted, stale) = try accepting(lines, in: evidence(line: line))
      #expect(stale == [] && accepted.counts[.accepted] == 1)
    }
    let (edited, stale) = try accepting(lines, in: evidence(line: 3, before: "cancel(id: ID.save)"))
    #expect(edited.counts[.survived] == 1)
    #expect(
      stale == [
        "GAPS:1 accepts a mutant that no test reaches: Home · call removed: cancel(id: ID.load)"
      ])
    // A session without `--source` has no source mutants, so the line isn't stale there.
    #expect(try accepting(lines).stale == [])
  }

  @Test func `A line without a reason accepts no survivor`() throws {
    let (evidence, stale) = try accepting(
      """
      Profile · .saved → dismisses
      Profile · .saveTapped → name
      Profile · .gone → name
      """)
    claimEqual(stale, [])
    claimEqual(evidence.counts[.accepted], 0)
  }
}
