import TestEvents
import Foundation

/// The report for other programs. The article FileFormats documents the format.
package struct ReportJSON: Encodable {
  private let version = 1
  private let counts: Counts
  private let features: [Feature]
  private let missingFeatures: [ProductionLines.DeclaredFeature]
  private let missingActions: [ProductionLines.DeclaredAction]
  private let vacuousAssertions: [VacuousAssertion]
  private let runs: [Runs]
  private let skipped: Skipped
  private let baseline: Comparison?

  package init(
    _ report: BehaviorReport, ledger: Ledger, runs: [CountedRuns] = [],
    comparison: Baseline.Comparison? = nil
  ) {
    counts = Counts(report.counts)
    self.runs = runs.map(Runs.init)
    features = report.features.map(Feature.init)
    missingFeatures = report.missing.features
    missingActions = report.missing.actions
    vacuousAssertions = report.vacuousAssertions
    skipped = Skipped(
      damagedLines: ledger.damage.reduce(0) { $0 + $1.lineCount },
      otherVersionLines: ledger.otherVersions.reduce(0) { $0 + $1.lineCount })
    baseline = comparison.map(Comparison.init)
  }

  package var text: String { printedJSON }
}

extension ReportJSON {
  private struct Counts: Encodable {
    let behaviors, asserted, read, unasserted: Int
    let percent: Double?

    init(_ counts: Tally<BehaviorReport.Protection>) {
      behaviors = counts.all
      asserted = counts[.asserted]
      read = counts[.read]
      unasserted = counts[.unasserted]
      percent = counts.percent?.rounded
    }
  }

  private struct Runs: Encodable {
    let directory: String
    let counted, notCounted: [Run]
    let testsNotCounted: [String]

    init(_ runs: CountedRuns) {
      directory = runs.directory
      counted = runs.counted.map(Run.init)
      notCounted = runs.others.map(Run.init)
      testsNotCounted = runs.testsOfOthers
    }
  }

  private struct Run: Encodable {
    let id, start: String
    let tests: Int

    init(_ run: LedgerDirectory.Run) {
      id = run.run.id
      start = run.run.start
      tests = run.tests.count
    }
  }

  private struct Feature: Encodable {
    let name: String
    let counts: Counts
    let behaviors: [Entry]

    init(_ feature: BehaviorReport.Feature) {
      name = feature.name
      counts = Counts(feature.counts)
      behaviors = feature.entries.map(Entry.init)
    }
  }

  private struct Entry: Encodable {
    /// The module that declares the feature; absent if it is not known.
    let module: String?
    let action, outcome: String
    let name: String?
    let protection: String
    let isCounted: Bool
    let handledAt: ProductionLine?
    let verdict: MutantVerdict?
    let tests: [Test]

    init(_ entry: BehaviorReport.Entry) {
      module = entry.behavior.module.isEmpty ? nil : entry.behavior.module
      action = entry.behavior.action
      outcome = entry.behavior.outcome.kind.rawValue
      name = entry.behavior.outcome.name
      protection = entry.protection.rawValue
      isCounted = entry.counts
      handledAt = entry.handledAt
      verdict = entry.evidence?.verdict
      tests = entry.tests.map { Test($0, entry.result(in: $0.test)) }
    }
  }

  private struct Test: Encodable {
    let name, file: String
    let line: Int
    let mark: String
    let assertedAt: [LedgerLocation]
    let result: String?

    init(_ credit: BehaviorReport.Credit, _ result: MutantTrial?) {
      self.result = result?.rawValue
      name = credit.test.name
      file = credit.test.location.file
      line = credit.test.location.line
      mark = credit.mark.rawValue
      assertedAt = credit.assertedAt
    }
  }

  private struct Skipped: Encodable {
    let damagedLines, otherVersionLines: Int
  }

  private struct Comparison: Encodable {
    let newlyUnprotected, nowProtected, notExercised: [String]

    init(_ comparison: Baseline.Comparison) {
      newlyUnprotected = comparison.newlyUnprotected.map(\.behavior.description)
      nowProtected = comparison.nowProtected.map(\.behavior.description)
      notExercised = comparison.notExercised
    }
  }
}
