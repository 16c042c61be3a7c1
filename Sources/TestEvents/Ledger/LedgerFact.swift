/// The coverage of one behavior by one test: a line of the ledger.
package struct LedgerFact: Hashable, Sendable {
  package var behavior: Behavior
  package var mark: Behavior.Mark
  package var test: LedgerTest

  /// The call that asserted the behavior: a `send`, a `receive` or an `assert`, in the test or in a
  /// function that the test calls.
  package var assertedAt: LedgerLocation?

  package init(
    behavior: Behavior, mark: Behavior.Mark, test: LedgerTest, assertedAt: LedgerLocation? = nil
  ) {
    self.behavior = behavior
    self.mark = mark
    self.test = test
    self.assertedAt = assertedAt
  }
}

extension LedgerFact {
  /// The fact's line, line feed included.
  package var line: String { JSONLines.line(of: LedgerLine.fact(self)) }
}

/// A test, under the name that `swift test --filter` takes.
package struct LedgerTest: Hashable, Sendable {
  /// The test's name: `FocusedTests.ProfileTests/saving()`.
  package var name: String

  /// The location of the test or, if it is unknown, of the line that created its store.
  package var location: LedgerLocation

  package init(name: String, location: LedgerLocation) {
    self.name = name
    self.location = location
  }

  package init(name: String, file: String, line: Int) {
    self.init(name: name, location: LedgerLocation(file: file, line: line))
  }
}

extension LedgerTest: Comparable {
  package static func < (a: Self, b: Self) -> Bool {
    (a.name, a.location) < (b.name, b.location)
  }
}

/// A line of a source file.
package struct LedgerLocation: Hashable, Sendable, Codable {
  /// The file as `#fileID` names it, module first: `FocusedTests/ProfileTests.swift`.
  package var file: String
  package var line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

extension LedgerLocation: Comparable {
  package static func < (a: Self, b: Self) -> Bool {
    (a.file, a.line) < (b.file, b.line)
  }
}

extension LedgerLocation: CustomStringConvertible {
  package var description: String { "\(file):\(line)" }
}
