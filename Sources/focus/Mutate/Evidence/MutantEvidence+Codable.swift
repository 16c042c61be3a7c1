import TestEvents

extension MutantEvidence {
  /// The evidence as JSON. Keys and lists are sorted, so the text is the same for the same evidence.
  package var json: String { Printed(evidence: self).printedJSON }

  /// The evidence, together with the version of the format and the counts.
  private struct Printed: Encodable {
    let evidence: MutantEvidence

    func encode(to encoder: any Encoder) throws {
      let counts = evidence.counts
      var numbers = ["mutants": counts.all]
      for verdict in MutantVerdict.allCases { numbers[verdict.rawValue] = counts[verdict] }
      let head: JSONObject = ["version": MutantEvidence.version, "counts": numbers]
      try head.encode(to: encoder)
      try evidence.encode(to: encoder)
    }
  }
}

extension MutantEvidence.Mutant: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try subject.encode(to: encoder)
    let results: JSONObject = [
      "verdict": verdict, "tests": tests, "handledAt": handledAt, "reason": reason,
    ]
    try results.encode(to: encoder)
  }
}
