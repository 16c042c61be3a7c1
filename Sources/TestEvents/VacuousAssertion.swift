/// A statement of an assert closure that asserts nothing: `$0.page?.title = "x"` while `page` is `nil`.
package struct VacuousAssertion: Hashable, Sendable, Codable {
  /// In a ledger as `#fileID` names it, in a report relative to the package.
  package var file: String
  package var line: Int
  package var reason: String

  /// The name of the test that ran it; `nil` in a report, which lists each statement once.
  package var test: String?

  package init(file: String, line: Int, reason: String, test: String? = nil) {
    self.file = file
    self.line = line
    self.reason = reason
    self.test = test
  }
}

extension VacuousAssertion {
  /// The assertion's line in a ledger, line feed included.
  package var ledgerLine: String { JSONLines.line(of: LedgerLine.vacuous(self)) }
}

extension VacuousAssertion: Comparable {
  package static func < (a: Self, b: Self) -> Bool {
    (a.file, a.line, a.reason, a.test ?? "") < (b.file, b.line, b.reason, b.test ?? "")
  }
}
