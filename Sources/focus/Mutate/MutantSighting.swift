import TestEvents

/// A test that comes to what a mutant is about.
package struct MutantSighting: Hashable, Sendable {
  package var mutant: MutantSubject

  /// The most that the test does with a behavior. What is not one is exercised.
  package var mark = Behavior.Mark.exercised
  package var test: LedgerTest

  /// What stands for the test where none is known to run what comes to a mutant.
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
