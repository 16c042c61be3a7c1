import TestEvents

/// What a run with mutants is asked for.
package struct MutationRequest: Hashable, Sendable {
  /// The mutants, by the names of their tests; none for a run that shows how the tests end without.
  package var mutants: [String: MutantSubject] = [:]

  /// The mutant of the test of XCTest that the process runs first.
  package var firstMutant: MutantSubject?

  /// The test that this is, as far as is known.
  package var expectedFirst: String?

  package var selection = TestSelection.all

  /// Whether the mutants are switched in the source.
  package var isOfSource = false

  /// Whether the tests write what they exercise to the ledger.
  package var writesLedger = false

  package var timeLimit: Duration?
}
