import TestEvents

/// The results of a mutation session, which `focus mutate --json` prints. The article FileFormats documents the format.
///
/// Evidence is flat: each trial has a mutant, a test, and a result, and the trials of a mutant give its verdict.
package struct MutantEvidence: Hashable, Sendable {
  /// Whether the session ran to its end.
  package var isComplete = true
  package var rounds = 0
  package var seconds = 0.0
  package var mutants: [Mutant]

  /// The tests that were left out, because they failed without a mutant.
  package var flakyTests: [String] = []

  /// The features and actions that no test exercises, if all tests ran.
  package var missing: [DeclaredCode] = []

  /// Details about source mutants, in a session with `--source`.
  package var source: SourceMutants?

  /// The change that the session tested, if it had `--since`.
  package var review: Review?

  package init(mutants: [Mutant]) { self.mutants = mutants }

  /// Judges each mutant by its trials.
  package init(_ trials: [MutantTrial] = []) {
    mutants = Dictionary(grouping: trials, by: \.mutant)
      .map { Mutant(subject: $0, verdict: MutantVerdict($1.map(\.result)), trials: $1) }
      .sorted { $0.subject < $1.subject }
  }

  /// The source mutants that were not tried.
  package struct SourceMutants: Hashable, Sendable, Encodable {
    /// The number of mutants before compilation.
    package var found: Int
    /// The number of mutants that the compiler rejected.
    package var dropped = 0
    /// The mutants that no test reaches.
    package var unreached: [SourceMutant] = []
  }

  /// A change, and the features whose mutants were tried for it.
  package struct Review: Hashable, Sendable, Encodable {
    /// The requested revision, and the last commit that it has in common with the tried one.
    package var since: String
    package var base: String

    /// The features that changed, or whose tests changed.
    package var features: [String]
    package var allFeatures: Int

    /// The reason why all features are included, if the changed ones could not be determined.
    package var reason: String?
  }

  /// One mutant, with its trials in the tests that reach it.
  package struct Mutant: Hashable, Sendable {
    package var subject: MutantSubject
    package var verdict: MutantVerdict
    package var trials: [MutantTrial]

    /// The location where the feature handles the action.
    package var handledAt: ProductionLine?

    /// The reason why the team accepts the survivor.
    package var reason: String?

    package var behavior: Behavior? { subject.behavior }
  }

  package var counts: Tally<MutantVerdict> { mutants.counts }

  func mutants(_ verdict: MutantVerdict) -> [Mutant] { mutants.filter { $0.verdict == verdict } }
}

// The sentences that all reports share.

extension MutantEvidence {
  /// The scope of the session, unless it tried all mutants.
  package var scope: String? {
    guard let review else { return nil }
    if review.features.isEmpty {
      return "Since \(review.since): no feature changed, nor any of its tests."
    }
    return """
      Since \(review.since): \(review.features.count) of \(count(review.allFeatures, "feature")) \
      changed, or may have changed: \(review.features.map(\.oneLine).joined(separator: ", ")).\
      \(review.reason.map { " All are tried, because \($0)." } ?? "")
      """
  }
}

extension [MutantEvidence.Mutant] {
  package var counts: Tally<MutantVerdict> { Tally(map(\.verdict)) }

  /// The number of mutants that each test exercises, by its name.
  var countsOfTests: [String: Int] {
    flatMap(\.trials).reduce(into: [:]) { $0[$1.test.name, default: 0] += 1 }
  }
}

extension [MutantTrial] {
  /// The clause about the tests that pass with a surviving mutant.
  package func passing(with mutant: MutantSubject) -> String {
    let verb = mutant.behavior != nil ? "exercise" : "run"
    let object = mutant.behavior != nil ? "it" : "this code"
    return switch count {
    case 1: "the only test that \(verb)s \(object) passes"
    case 2: "both tests that \(verb) \(object) pass"
    default: "all \(count) tests that \(verb) \(object) pass"
    }
  }
}

extension MutantEvidence {
  /// The tests that pass with each mutant that they exercise, ordered by name. A test that was not judged with each of
  /// its mutants may kill one of the others.
  var idleTests: [LedgerTest] {
    let trials = mutants.flatMap(\.trials).filter { $0.result != .leftOut }
    return Dictionary(grouping: trials, by: \.test)
      .filter { _, trials in
        trials.allSatisfy { [.survived, .unnoticeable].contains($0.result) }
          && trials.contains { $0.result == .survived }
      }
      .keys.sorted()
  }
}
