import TestEvents

/// The behaviors of a ledger, with the tests that exercise and protect them.
package struct BehaviorReport: Hashable, Sendable {
  /// The features, in the order of their names.
  package var features: [Feature]

  /// The features and actions that no test exercises, as far as the sources are known.
  package var missing: [DeclaredCode] = []

  /// The statements of assert closures that asserted nothing.
  package var vacuousAssertions: [VacuousAssertion] = []

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

    /// The location where the feature handles the action, if known, and the code there.
    package var handledAt: ProductionLine?
    package var code: [String] = []
  }

  /// The coverage of a behavior by one test.
  package struct Credit: Hashable, Sendable {
    package var test: LedgerTest

    /// The highest coverage level that the test reaches.
    package var mark: Behavior.Mark

    /// The calls that assert the behavior.
    package var assertedAt: [LedgerLocation]
  }
}

extension BehaviorReport {
  package init(_ facts: some Sequence<LedgerFact>) {
    let entries = Dictionary(grouping: facts, by: \.behavior).map { behavior, facts in
      Entry(
        behavior: behavior,
        tests: Dictionary(grouping: facts, by: \.test).map { test, facts in
          Credit(
            test: test, mark: facts.map(\.mark).reduce(.exercised, max),
            assertedAt: Set(facts.compactMap(\.assertedAt)).sorted())
        }
        .sorted { ($1.mark, $0.test) < ($0.mark, $1.test) })
    }
    .sorted { $0.behavior < $1.behavior }
    features = Dictionary(grouping: entries, by: \.behavior.shownFeature)
      .map { Feature(name: $0, entries: $1) }
      .sorted { $0.name < $1.name }
  }

  /// The report of a ledger, with the lines that handle the actions, and the code that no test exercises.
  package init(_ ledger: Ledger, _ lines: ProductionLines) {
    self = BehaviorReport(ledger.facts).adding(lines)
    vacuousAssertions =
      ledger.vacuous.sorted()
      .map { VacuousAssertion(file: $0.file, line: $0.line, reason: $0.reason) }.uniqued
  }

  /// All behaviors, in the order of feature, action and outcome.
  package var entries: [Entry] { features.flatMap(\.entries) }

  package var counts: Tally<Behavior.Mark> { entries.counts }

  /// The behaviors with a coverage level, without actions that had no outcome.
  package func entries(_ mark: Behavior.Mark) -> [Entry] {
    entries.filter { $0.counts && $0.mark == mark }
  }
}

extension Behavior.Mark: TalliedKind {
  package static var good: Self { .asserted }
  package var isJudged: Bool { true }
}

extension [BehaviorReport.Entry] {
  /// The number of behaviors per coverage level. Actions without an outcome don't count.
  package var counts: Tally<Behavior.Mark> {
    Tally(filter(\.counts).map(\.mark))
  }
}

extension BehaviorReport.Feature {
  package var counts: Tally<Behavior.Mark> { entries.counts }
}

extension BehaviorReport.Entry {
  /// The highest coverage level among the tests.
  package var mark: Behavior.Mark { tests.map(\.mark).max() ?? .exercised }

  /// Whether the behavior can be protected. An action without an outcome can't be.
  package var counts: Bool { behavior.outcome.kind.canBeSwitchedOff }
}

extension BehaviorReport {
  /// The report with the lines that handle the actions, and the actions that no test exercises.
  package func adding(_ lines: ProductionLines) -> BehaviorReport {
    var report = self
    for feature in features.indices {
      for index in features[feature].entries.indices {
        var entry = features[feature].entries[index]
        entry.handledAt = lines[entry.behavior]
        if entry.counts, entry.mark == .exercised, let place = entry.handledAt {
          entry.code = lines.code(at: place)
        }
        report.features[feature].entries[index] = entry
      }
    }
    // Features with different generic arguments can have one declaration.
    let exercised = Dictionary(grouping: entries.map(\.behavior)) {
      [$0.module, $0.feature.declaredName]
    }
    for behaviors in exercised.values.sorted(by: { $0[0].shownFeature < $1[0].shownFeature }) {
      let feature = behaviors[0]
      let actions = Set(behaviors.map { String($0.action.prefix { $0 != "." }) })
      report.missing += lines.actions(of: feature.feature, in: feature.module)
        .filter { !actions.contains($0.action ?? "") }
        .map { action in
          var action = action
          if feature.showsModule { action.feature = feature.shownFeature }
          return action
        }
    }
    let known = Set(
      entries.flatMap { [$0.behavior.feature.declaredName, $0.behavior.shownFeature] })
    report.missing += lines.features.filter { !known.contains($0.feature) }
    return report
  }
}
