import TestEvents
import Foundation

extension MutantEvidence {
  /// The evidence as JSON. Keys and lists are sorted, so the text is the same for the same evidence.
  package var json: String { printedJSON }

  /// Reads the output of `focus mutate --json`.
  ///
  /// - Throws: An error if the file is missing, has another format, or has another version.
  package init(file: String) throws(ToolError) {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw .input(
        "There is no evidence at \(file). Expected what `focus mutate --json` prints.")
    }
    struct Header: Decodable { var version: Int }
    let decoder = JSONDecoder()
    if let header = try? decoder.decode(Header.self, from: data), header.version != Self.version {
      throw .input(
        """
        \(file) is in version \(header.version) of the format, and this tool reads version \
        \(Self.version).
        """)
    }
    do {
      self = try decoder.decode(MutantEvidence.self, from: data)
    } catch {
      throw .input("\(file) is no evidence. Expected what `focus mutate --json` prints.")
    }
  }
}

extension MutantEvidence: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, counts, isComplete, triesAll, rounds, seconds, mutants, flakyTests, unknownTests
    case slowTests, revision, takenOver, review, shard, source, vacuousAssertions
    case missingFeatures, missingActions
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    isComplete = try values.decode(Bool.self, forKey: .isComplete)
    triesAll = try values.decode(Bool.self, forKey: .triesAll)
    rounds = try values.decode(Int.self, forKey: .rounds)
    seconds = try values.decode(Double.self, forKey: .seconds)
    mutants = try values.decode([Mutant].self, forKey: .mutants).namingModules
    flakyTests = try values.decode([String].self, forKey: .flakyTests)
    unknownTests = try values.decode([String].self, forKey: .unknownTests)
    slowTests = try values.decodeIfPresent([SlowTest].self, forKey: .slowTests) ?? []
    vacuousAssertions =
      try values.decodeIfPresent([VacuousAssertion].self, forKey: .vacuousAssertions) ?? []
    missing.features =
      try values.decodeIfPresent([ProductionLines.DeclaredFeature].self, forKey: .missingFeatures)
      ?? []
    missing.actions =
      try values.decodeIfPresent([ProductionLines.DeclaredAction].self, forKey: .missingActions)
      ?? []
    revision = try values.decodeIfPresent(String.self, forKey: .revision)
    takenOver = try values.decodeIfPresent(Int.self, forKey: .takenOver) ?? 0
    source = try values.decodeIfPresent(SourceMutants.self, forKey: .source)
    review = try values.decodeIfPresent(Review.self, forKey: .review)
    shard = try values.decodeIfPresent(Shard.self, forKey: .shard)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.version, forKey: .version)
    try values.encode(counts, forKey: .counts)
    try values.encode(isComplete, forKey: .isComplete)
    try values.encode(triesAll, forKey: .triesAll)
    try values.encode(rounds, forKey: .rounds)
    try values.encode(seconds, forKey: .seconds)
    try values.encode(mutants, forKey: .mutants)
    try values.encode(flakyTests, forKey: .flakyTests)
    try values.encode(unknownTests, forKey: .unknownTests)
    try values.encode(slowTests, forKey: .slowTests)
    try values.encode(vacuousAssertions, forKey: .vacuousAssertions)
    try values.encode(missing.features, forKey: .missingFeatures)
    try values.encode(missing.actions, forKey: .missingActions)
    try values.encodeIfPresent(revision, forKey: .revision)
    if takenOver > 0 { try values.encode(takenOver, forKey: .takenOver) }
    try values.encodeIfPresent(source, forKey: .source)
    try values.encodeIfPresent(review, forKey: .review)
    try values.encodeIfPresent(shard, forKey: .shard)
  }
}

extension MutantEvidence.Counts: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var numbers = ["mutants": all]
    for verdict in MutantVerdict.allCases { numbers[verdict.rawValue] = self[verdict] }
    try numbers.encode(to: encoder)
  }
}

extension MutantEvidence.Mutant: Codable {
  private enum CodingKeys: String, CodingKey {
    case verdict, tests, handledAt, reason
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      subject: try MutantSubject(from: decoder),
      verdict: try values.decode(MutantVerdict.self, forKey: .verdict),
      tests: try values.decode([MutantEvidence.Test].self, forKey: .tests),
      handledAt: try values.decodeIfPresent(ProductionLine.self, forKey: .handledAt))
    reason = try values.decodeIfPresent(String.self, forKey: .reason)
  }

  package func encode(to encoder: any Encoder) throws {
    try subject.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(verdict, forKey: .verdict)
    try values.encode(tests, forKey: .tests)
    try values.encodeIfPresent(handledAt, forKey: .handledAt)
    try values.encodeIfPresent(reason, forKey: .reason)
  }
}

extension MutantEvidence.Test: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, file, line, mark, result, cause, code, reason
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let trial = MutantTrial(
      name: try values.decode(String.self, forKey: .result),
      cause: try values.decodeIfPresent(MutantTrial.Cause.self, forKey: .cause))
    guard let mark = Behavior.Mark(rawValue: try values.decode(String.self, forKey: .mark)),
      let trial
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .mark, in: values, debugDescription: "Expected a mark and a result.")
    }
    self.init(
      test: LedgerTest(
        name: try values.decode(String.self, forKey: .name),
        file: try values.decode(String.self, forKey: .file),
        line: try values.decode(Int.self, forKey: .line)),
      mark: mark, result: trial,
      code: try values.decodeIfPresent(MutantCode.self, forKey: .code),
      reason: try values.decodeIfPresent(String.self, forKey: .reason))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(test.name, forKey: .name)
    try values.encode(test.location.file, forKey: .file)
    try values.encode(test.location.line, forKey: .line)
    try values.encode(mark.rawValue, forKey: .mark)
    try values.encode(result.name, forKey: .result)
    try values.encodeIfPresent(result.cause, forKey: .cause)
    try values.encodeIfPresent(code, forKey: .code)
    try values.encodeIfPresent(reason, forKey: .reason)
  }
}

extension [MutantEvidence.Mutant] {
  /// The mutants. If several modules have a feature of the same name, the name includes the module.
  var namingModules: Self {
    let ambiguous = AmbiguousFeatures(compactMap(\.subject.behavior))
    return map { mutant in
      guard let behavior = mutant.subject.behavior else { return mutant }
      var mutant = mutant
      mutant.subject = .behavior(ambiguous.naming(behavior))
      return mutant
    }
  }
}
