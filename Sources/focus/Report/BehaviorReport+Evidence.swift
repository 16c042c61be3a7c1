import TestEvents

extension BehaviorReport {
  /// The report with the results of `focus mutate`.
  package func adding(_ evidence: MutantEvidence) -> BehaviorReport {
    var report = self
    if evidence.source != nil {
      report.evidenceOfSource = evidence
      return report
    }
    let mutants = Dictionary(
      evidence.mutants.compactMap { mutant in mutant.behavior.map { ($0, mutant) } },
      uniquingKeysWith: { $1 })
    report.hasEvidence = true
    report.update { $0.evidence = mutants[$0.behavior] }
    return report
  }

  private mutating func update(_ change: (inout Entry) -> Void) {
    for feature in features.indices {
      for entry in features[feature].entries.indices { change(&features[feature].entries[entry]) }
    }
  }

  /// The report with the lines that handle the actions, and the actions that no test exercises.
  package func adding(_ lines: ProductionLines) -> BehaviorReport {
    var report = self
    report.update { $0.handledAt = lines[$0.behavior] }
    for feature in features {
      let actions = Set(feature.entries.map { String($0.behavior.action.prefix { $0 != "." }) })
      guard let behavior = feature.entries.first?.behavior else { continue }
      report.missing.actions += lines.actions(of: behavior.feature, in: behavior.module)
        .filter { !actions.contains($0.action ?? "") }
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
  /// The results of the entry's mutant, by the names of the tests.
  var results: [String: MutantTrial] {
    Dictionary(
      (evidence?.tests ?? []).map { ($0.name, $0.result) }, uniquingKeysWith: { $1 })
  }

  /// One word for the evidence.
  package var evidenceName: String {
    switch evidence?.verdict {
    case .untested, .notReached, .notTried, nil: "not tried"
    case let verdict?: verdict.rawValue
    }
  }
}
