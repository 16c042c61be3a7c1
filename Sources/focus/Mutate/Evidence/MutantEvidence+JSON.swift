import TestEvents

extension MutantEvidence {
  /// The version of the JSON format.
  package static let version = 2

  /// The evidence as JSON. Keys and lists are sorted, so the text is the same for the same evidence.
  package var json: String {
    var numbers = ["mutants": counts.all]
    for verdict in MutantVerdict.allCases { numbers[verdict.rawValue] = counts[verdict] }
    let object: JSONObject = [
      "version": Self.version, "counts": numbers, "isComplete": isComplete, "rounds": rounds,
      "seconds": seconds, "mutants": mutants, "trials": mutants.flatMap(\.trials),
      "flakyTests": flakyTests, "unknownTests": unknownTests,
      "missingFeatures": missing.features, "missingActions": missing.actions, "review": review,
      "source": source,
    ]
    return object.printedJSON
  }
}

extension MutantSubject {
  /// The mutant's name in trials, which no other mutant has.
  fileprivate var id: String {
    switch self {
    case .behavior(let behavior): behavior.description
    case .source(let mutant):
      "\(mutant.feature) · \(mutant.file):\(mutant.line):\(mutant.column)"
        + "-\(mutant.lastLine):\(mutant.lastColumn): \(mutant.operator)"
    }
  }
}

extension MutantEvidence.Mutant: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try subject.encode(to: encoder)
    let results: JSONObject = [
      "id": subject.id, "key": subject.key, "verdict": verdict, "handledAt": handledAt,
      "reason": reason,
    ]
    try results.encode(to: encoder)
  }
}

extension MutantTrial: Encodable {
  package func encode(to encoder: any Encoder) throws {
    let object: JSONObject = [
      "mutant": mutant.id, "test": test.name, "file": test.location.file,
      "line": test.location.line, "mark": level, "result": result, "cause": cause, "code": code,
      "reason": reason,
    ]
    try object.encode(to: encoder)
  }
}
