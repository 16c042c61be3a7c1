import Foundation

/// The content of one line of a ledger's file.
package enum LedgerLine: Hashable, Sendable {
  case header(version: Int, run: LedgerRun)
  case fact(LedgerFact)
  case vacuous(VacuousAssertion)

  /// Parses a line without its line feed, or returns `nil` if it is damaged or not part of a ledger.
  package init?(_ data: Data) {
    guard let line = try? JSONDecoder().decode(LedgerLine.self, from: data) else { return nil }
    self = line
  }
}

extension LedgerLine: Codable {
  private enum Key: String, CodingKey {
    case ledger, run, number, start
    case mark, test, file, line, assertedAt, assertedIn
    case vacuous
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    if values.contains(.ledger) {
      let version = try values.decode(Int.self, forKey: .ledger)
      self = .header(version: version, run: try Self.run(in: values))
      return
    }
    let test = LedgerTest(
      name: try values.decode(String.self, forKey: .test),
      file: try values.decode(String.self, forKey: .file),
      line: try values.decode(Int.self, forKey: .line))
    let file = test.location.file
    if let reason = try values.decodeIfPresent(String.self, forKey: .vacuous) {
      self = .vacuous(
        VacuousAssertion(file: file, line: test.location.line, reason: reason, test: test.name))
      return
    }
    let assertedIn = try values.decodeIfPresent(String.self, forKey: .assertedIn) ?? file
    self = .fact(
      LedgerFact(
        behavior: try Behavior(from: decoder),
        mark: try values.decode(Behavior.Mark.self, forKey: .mark), test: test,
        assertedAt: try values.decodeIfPresent(Int.self, forKey: .assertedAt)
          .map { LedgerLocation(file: assertedIn, line: $0) }))
  }

  private static func run(in header: KeyedDecodingContainer<Key>) throws -> LedgerRun {
    guard header.contains(.run) else { return LedgerRun(id: nil) }
    let id = try header.decode(String.self, forKey: .run)
    guard LedgerFormat.isRun(id) else {
      throw DecodingError.dataCorruptedError(
        forKey: .run, in: header, debugDescription: "Expected the ID of a run, but found \(id).")
    }
    return LedgerRun(
      id: id, number: (try? header.decode(Int.self, forKey: .number)) ?? 1,
      start: (try? header.decode(String.self, forKey: .start)) ?? "")
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .header(let version, let run):
      try values.encode(version, forKey: .ledger)
      try values.encode(run.id, forKey: .run)
      try values.encode(run.number, forKey: .number)
      try values.encode(run.start, forKey: .start)
    case .fact(let fact):
      let place = fact.test.location
      try fact.behavior.encode(to: encoder)
      try values.encode(fact.mark, forKey: .mark)
      try values.encode(fact.test.name, forKey: .test)
      try values.encode(place.file, forKey: .file)
      try values.encode(place.line, forKey: .line)
      try values.encodeIfPresent(fact.assertedAt?.line, forKey: .assertedAt)
      if let file = fact.assertedAt?.file, file != place.file {
        try values.encode(file, forKey: .assertedIn)
      }
    case .vacuous(let assertion):
      try values.encode(assertion.reason, forKey: .vacuous)
      try values.encodeIfPresent(assertion.test, forKey: .test)
      try values.encode(assertion.file, forKey: .file)
      try values.encode(assertion.line, forKey: .line)
    }
  }
}
