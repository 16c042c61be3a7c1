import Foundation

/// The content of one line of a ledger's file.
package enum LedgerLine: Hashable, Sendable {
  case header(version: Int)
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
    case ledger, mark, test, file, line, assertedAt, assertedIn
    case vacuous
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    if values.contains(.ledger) {
      self = .header(version: try values.decode(Int.self, forKey: .ledger))
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

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .header(let version): try values.encode(version, forKey: .ledger)
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

/// The format of a ledger on disk. The article FileFormats describes it.
package enum LedgerFormat {
  /// The version of the format that this package writes and reads.
  package static let version = 1

  /// The extension of a ledger's files, without a dot.
  package static let fileExtension = "jsonl"

  /// The first line of each file, line feed included.
  package static let header = JSONLines.line(of: LedgerLine.header(version: version))

  /// The name of a process's file.
  ///
  /// - Parameter distinction: A number that distinguishes the process from others with the same ID. An ID can be
  ///   reused, and another machine can use the same one.
  package static func fileName(process: Int32, distinction: String) -> String {
    "ledger-\(process)-\(distinction).\(fileExtension)"
  }
}
