import TestEvents

extension BehaviorReport {
  /// The report for other programs. The article FileFormats documents the format.
  package func json(_ ledger: Ledger, _ gaps: KnownGaps.Comparison? = nil) -> String {
    let object: JSONObject = [
      "version": 3,
      "counts": counts.json,
      "features": features.map { feature in
        [
          "name": feature.name, "counts": feature.counts.json,
          "behaviors": feature.entries.map(\.json),
        ] as JSONObject
      },
      "missingFeatures": missing.features,
      "missingActions": missing.actions,
      "skipped": [
        "damagedLines": ledger.damage.reduce(0) { $0 + $1.lineCount },
        "otherVersionLines": ledger.otherVersions.reduce(0) { $0 + $1.lineCount },
      ],
      "gaps": gaps?.json,
    ]
    return object.printedJSON
  }
}

extension Tally<Behavior.Mark> {
  fileprivate var json: JSONObject {
    [
      "behaviors": all, "asserted": self[.asserted], "read": self[.read],
      "unasserted": self[.exercised], "percent": percent,
    ]
  }
}

extension BehaviorReport.Entry {
  fileprivate var json: JSONObject {
    [
      "module": behavior.module.isEmpty ? nil : behavior.module,
      "action": behavior.action,
      "outcome": behavior.outcome.kind.rawValue,
      "name": behavior.outcome.name,
      "mark": mark,
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

extension KnownGaps.Comparison {
  fileprivate var json: JSONObject {
    [
      "new": new.map(\.behavior.description), "stale": stale,
    ]
  }
}
