import TestEvents

extension MutantEvidence {
  /// The version of the JSON format.
  package static let version = 3

  /// The evidence as JSON. Keys and lists are sorted, so the text is the same for the same evidence.
  package var json: String {
    var numbers = ["mutants": counts.all]
    for verdict in MutantVerdict.allCases { numbers[verdict.rawValue] = counts[verdict] }
    let object: JSONObject = [
      "version": Self.version, "counts": numbers, "isComplete": isComplete, "rounds": rounds,
      "seconds": seconds, "mutants": mutants,
      "flakyTests": flakyTests,
      "missingFeatures": missing.features, "missingActions": missing.actions, "review": review,
      "source": source,
    ]
    return object.printedJSON
  }
}

extension MutantEvidence.Mutant: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try subject.encode(to: encoder)
    let results: JSONObject = [
      "key": subject.key, "verdict": verdict, "handledAt": handledAt, "reason": reason,
      "tests": trials,
    ]
    try results.encode(to: encoder)
  }
}

extension MutantTrial: Encodable {
  package func encode(to encoder: any Encoder) throws {
    let object: JSONObject = [
      "test": test.name, "file": test.location.file, "line": test.location.line, "mark": level,
      "result": result, "code": code, "reason": reason,
    ]
    try object.encode(to: encoder)
  }
}
