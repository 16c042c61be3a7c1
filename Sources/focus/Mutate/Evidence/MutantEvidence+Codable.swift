import TestEvents
import Foundation

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

  /// Reads the output of `focus mutate --json`.
  ///
  /// - Throws: An error if the file is missing, has another format, or has another version.
  package init(file: String) throws(ToolError) {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw .input(
        "There is no file \(file). Expected the output of `focus mutate --json`.")
    }
    struct Header: Decodable { var version: Int }
    let decoder = JSONDecoder()
    if let header = try? decoder.decode(Header.self, from: data), header.version != Self.version {
      throw .input(
        """
        \(file) has format version \(header.version), but this tool reads version \(Self.version).
        """)
    }
    do {
      self = try decoder.decode(MutantEvidence.self, from: data)
      mutants = mutants.namingModules
    } catch {
      throw .input("\(file) is not valid evidence. Expected the output of `focus mutate --json`.")
    }
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
    let results: JSONObject = [
      "verdict": verdict, "tests": tests, "handledAt": handledAt, "reason": reason,
    ]
    try results.encode(to: encoder)
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
