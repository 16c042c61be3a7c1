import TestEvents

/// The behaviors of a ledger, with the tests that exercise and protect them.
package struct BehaviorReport: Hashable, Sendable {
  /// The features, in the order of their names.
  package var features: [Feature]

  /// The features and actions that no test exercises, as far as the sources are known.
  package var missing = MissingCode()

  /// The statements of assert closures that asserted nothing.
  package var vacuousAssertions: [VacuousAssertion] = []

  /// Whether the report includes results of `focus mutate`.
  package var hasEvidence = false

  /// The results of `focus mutate --source`, if the report includes them.
  package var evidenceOfSource: MutantEvidence?

  package struct Feature: Hashable, Sendable {
    package var name: String

    /// The behaviors, in the order of action and outcome.
    package var entries: [Entry]
  }

  /// A behavior and its tests.
  package struct Entry: Hashable, Sendable {
    package var behavior: Behavior

    /// The tests that exercise the behavior, those with the highest coverage level first.
    package var tests: [Credit]

    /// The results of `focus mutate` for the behavior, if there are any.
    package var evidence: MutantEvidence.Mutant?

    /// The location where the feature handles the action, if known.
    package var handledAt: ProductionLine?
  }

  /// The coverage of a behavior by one test.
  package struct Credit: Hashable, Sendable {
    package var test: LedgerTest

    /// The highest coverage level that the test reaches.
    package var mark: Behavior.Mark

    /// The calls that assert the behavior.
    package var assertedAt: [LedgerLocation]
  }

  /// How well a behavior is protected.
  package enum Protection: String, CaseIterable, Hashable, Sendable {
    /// At least one test asserts the behavior.
    case asserted

    /// No test asserts the behavior, but at least one reads the outcome.
    case read

    /// Tests exercise the behavior, but none asserts or reads it.
    case unasserted
  }
}

extension BehaviorReport {
  package init(_ facts: some Sequence<LedgerFact>) {
    var credits: [Behavior: [LedgerTest: (mark: Behavior.Mark, assertedAt: Set<LedgerLocation>)]] =
      [:]
    for fact in facts {
      var credit =
        credits[fact.behavior]?[fact.test] ?? (mark: Behavior.Mark.exercised, assertedAt: [])
      credit.mark = max(credit.mark, fact.mark)
      if let location = fact.assertedAt { credit.assertedAt.insert(location) }
      credits[fact.behavior, default: [:]][fact.test] = credit
    }
    let entries = credits.map { behavior, credits in
      Entry(
        behavior: behavior,
        tests: credits.map { test, credit in
          Credit(test: test, mark: credit.mark, assertedAt: credit.assertedAt.sorted())
        }
        .sorted { ($1.mark, $0.test) < ($0.mark, $1.test) })
    }
    .sorted { $0.behavior < $1.behavior }
    features = Dictionary(grouping: entries, by: \.behavior.shownFeature)
      .map { Feature(name: $0, entries: $1) }
      .sorted { $0.name < $1.name }
  }

  /// All behaviors, in the order of feature, action and outcome.
  package var entries: [Entry] { features.flatMap(\.entries) }

  package var counts: Tally<Protection> { entries.counts }
}

extension [BehaviorReport.Entry] {
  /// The number of behaviors per protection. Actions without an outcome don't count.
  package var counts: Tally<BehaviorReport.Protection> {
    Tally(filter(\.counts).map(\.protection))
  }

  /// The number of behaviors per verdict of `focus mutate`.
  package var verdicts: Tally<MutantVerdict> { Tally(compactMap(\.evidence?.verdict)) }
}

extension BehaviorReport.Feature {
  package var counts: Tally<BehaviorReport.Protection> { entries.counts }
}

extension BehaviorReport.Entry {
  package var protection: BehaviorReport.Protection {
    switch tests.map(\.mark).max() {
    case .asserted: .asserted
    case .read: .read
    case .exercised, nil: .unasserted
    }
  }

  /// Whether the behavior can be protected. An action without an outcome can't be.
  package var counts: Bool { behavior.outcome.kind.canBeSwitchedOff }
}
