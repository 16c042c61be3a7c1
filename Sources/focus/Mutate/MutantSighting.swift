import TestEvents

/// A test that reaches the subject of a mutant.
package struct MutantSighting: Hashable, Sendable {
  package var mutant: MutantSubject

  /// The most that the test does with a behavior. A subject that isn't a behavior counts as
  /// exercised.
  package var mark = Behavior.Mark.exercised
  package var test: LedgerTest

  /// The placeholder for code that reaches a mutant outside any known test.
  package static let outside = "code that no test is known to run, as in a detached task"

  package init(_ mutant: MutantSubject, mark: Behavior.Mark = .exercised, in test: LedgerTest) {
    self.mutant = mutant
    self.mark = mark
    self.test = test
  }
}

extension Sequence<LedgerFact> {
  /// The behaviors that can be switched off. Actions that nothing came of have no mutant.
  package var sightings: [MutantSighting] {
    filter(\.behavior.outcome.kind.canBeSwitchedOff)
      .map { MutantSighting(.behavior($0.behavior), mark: $0.mark, in: $0.test) }
  }
}
