import Foundation

/// An event of a test that runs with a mutant: a line of the plan's log.
package struct MutantEvent: Hashable, Sendable, Codable {
  package enum Kind: String, Hashable, Sendable, Codable {
    /// The test has created its first store. Written before the store's work can crash.
    case began
    /// The outcome was suppressed, or mutated source has run.
    case applied
    /// The test has reached a mutant of the source. Logged by a run without mutants.
    case reached
    /// Code outside any known test has reached a mutant.
    case reachedOutside
    /// The field can't be reverted, and no test can notice it, because the states are equal by
    /// their own `==`.
    case unnoticeable
    /// The field can't be reverted, for the event's reason.
    case unwritable
    /// The code that would have noticed the missing outcome.
    case code
    /// An XCTest ended. Swift Testing has such an event in its own event stream.
    case passed, failed
  }

  package var kind: Kind

  /// The test's name in the ledger. `nil` for ``Kind/reachedOutside``.
  package var test: String?

  /// The process that runs the test.
  package var process: Int32

  /// For ``Kind/code``.
  package var code: MutantCode?

  /// For ``Kind/reached`` and ``Kind/reachedOutside``: the first mutant of a location.
  package var mutant: Int?

  /// For ``Kind/reached``: the location of the test, if it is known.
  package var location: LedgerLocation?

  /// For ``Kind/unwritable``: the reason, as a sentence.
  package var reason: String?

  package init(
    _ kind: Kind, test: String?, process: Int32, code: MutantCode? = nil, mutant: Int? = nil,
    location: LedgerLocation? = nil, reason: String? = nil
  ) {
    self.kind = kind
    self.test = test
    self.process = process
    self.code = code
    self.mutant = mutant
    self.location = location
    self.reason = reason
  }
}

extension MutantEvent {
  /// The event's line, line feed included.
  package var line: String { JSONLines.line(of: self) }

  /// The events of a log. Skips lines that are damaged, for example by a crash. Empty if the file is missing.
  package static func all(inLog file: String) -> [MutantEvent] {
    guard let data = FileManager.default.contents(atPath: file) else { return [] }
    let decoder = JSONDecoder()
    return data.lines.compactMap { try? decoder.decode(MutantEvent.self, from: $0) }
  }
}

/// The code that makes a test notice that an outcome is missing.
package struct MutantCode: Hashable, Sendable, Codable {
  /// The location where the code belongs.
  package enum Place: String, Hashable, Sendable, Codable {
    /// The code replaces the call at the line.
    case replacingCall
    /// The code extends the closure of the call at the line.
    case inClosure
    /// The code precedes the statement at the line.
    case before
    /// The code ends the test, whose last call is at the line.
    case atEnd
  }

  /// The file as `#fileID` names it.
  package var file: String
  package var line: Int
  package var place: Place
  /// The lines, not indented.
  package var lines: [String]

  package init(file: String, line: Int, place: Place, lines: [String]) {
    self.file = file
    self.line = line
    self.place = place
    self.lines = lines
  }
}
