import TestEvents

extension BehaviorReport {
  /// The evidence on whether a test notices a missing behavior.
  package struct Evidence: Hashable, Sendable {
    package var verdict: MutantVerdict

    /// The result in each test, by the tests' names.
    package var results: [String: MutantTrial]
  }
}

extension BehaviorReport {
  /// The report with the results of `focus mutate`.
  package func adding(_ evidence: MutantEvidence) -> BehaviorReport {
    var report = self
    if evidence.source != nil {
      report.evidenceOfSource = evidence
      return report
    }
    let evidence = Dictionary(
      evidence.mutants.compactMap { mutant in
        let results = mutant.tests.map { ($0.name, $0.result) }
        return mutant.behavior.map {
          (
            $0,
            Evidence(
              verdict: mutant.verdict, results: Dictionary(results, uniquingKeysWith: { $1 }))
          )
        }
      }, uniquingKeysWith: { $1 })
    report.hasEvidence = true
    for feature in features.indices {
      for entry in features[feature].entries.indices {
        let behavior = features[feature].entries[entry].behavior
        report.features[feature].entries[entry].evidence = evidence[behavior]
      }
    }
    return report
  }

  /// The report with the lines that handle the actions, and the actions that no test exercises.
  package func adding(_ lines: ProductionLines) -> BehaviorReport {
    var report = self
    for feature in features.indices {
      for entry in features[feature].entries.indices {
        report.features[feature].entries[entry].handledAt =
          lines[features[feature].entries[entry].behavior]
      }
      let actions = Set(features[feature].entries.map { $0.behavior.action.prefix { $0 != "." } })
      guard let behavior = features[feature].entries.first?.behavior else { continue }
      report.missing.actions += lines.actions(of: behavior.feature, in: behavior.module)
        .filter { !actions.contains($0.action[...]) }
        .map { action in
          var action = action
          if behavior.showsModule { action.feature = behavior.shownFeature }
          return action
        }
    }
    let known = Set(entries.flatMap { [$0.behavior.feature, $0.behavior.shownFeature] })
    report.missing.features = lines.features.filter { !known.contains($0.feature) }
    return report
  }
}

extension BehaviorReport.Entry {
  /// One word for the evidence.
  package var evidenceName: String {
    switch evidence?.verdict {
    case .killed: "killed"
    case .survived: "survived"
    case .accepted: "accepted"
    case .undecided: "undecided"
    case .equivalent: "equivalent"
    case .untested, .notReached, .notTried, nil: "not tried"
    }
  }
}
