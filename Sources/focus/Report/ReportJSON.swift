import TestEvents

extension BehaviorReport {
  /// The report for other programs. The article FileFormats documents the format.
  package func json(
    _ ledger: Ledger, runs: [CountedRuns] = [], comparison: Baseline.Comparison? = nil
  ) -> String {
    let object: JSONObject = [
      "version": 1,
      "counts": counts.json,
      "runs": runs.map(\.json),
      "features": features.map { feature in
        [
          "name": feature.name, "counts": feature.counts.json,
          "behaviors": feature.entries.map(\.json),
        ] as JSONObject
      },
      "missingFeatures": missing.features,
      "missingActions": missing.actions,
      "vacuousAssertions": vacuousAssertions,
      "skipped": [
        "damagedLines": ledger.damage.reduce(0) { $0 + $1.lineCount },
        "otherVersionLines": ledger.otherVersions.reduce(0) { $0 + $1.lineCount },
      ],
      "baseline": comparison?.json,
    ]
    return object.printedJSON
  }
}

extension Tally<BehaviorReport.Protection> {
  fileprivate var json: JSONObject {
    [
      "behaviors": all, "asserted": self[.asserted], "read": self[.read],
      "unasserted": self[.unasserted], "percent": percent,
    ]
  }
}

extension CountedRuns {
  fileprivate var json: JSONObject {
    [
      "directory": directory, "counted": counted.map(\.json), "notCounted": others.map(\.json),
      "testsNotCounted": testsOfOthers,
    ]
  }
}

extension LedgerDirectory.Run {
  fileprivate var json: JSONObject { ["id": run.id, "start": run.start, "tests": tests.count] }
}

extension BehaviorReport.Entry {
  fileprivate var json: JSONObject {
    [
      "module": behavior.module.isEmpty ? nil : behavior.module,
      "action": behavior.action,
      "outcome": behavior.outcome.kind.rawValue,
      "name": behavior.outcome.name,
      "protection": protection.rawValue,
      "isCounted": counts,
      "handledAt": handledAt,
      "tests": tests.map { credit in
        [
          "name": credit.test.name, "file": credit.test.location.file,
          "line": credit.test.location.line, "mark": credit.mark, "assertedAt": credit.assertedAt,
        ] as JSONObject
      },
    ]
  }
}

extension Baseline.Comparison {
  fileprivate var json: JSONObject {
    [
      "newlyUnprotected": newlyUnprotected.map(\.behavior.description),
      "nowProtected": nowProtected.map(\.behavior.description), "notExercised": notExercised,
    ]
  }
}
