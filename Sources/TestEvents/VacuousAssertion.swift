/// A statement of an assert closure that asserts nothing: `$0.page?.title = "x"` while `page` is `nil`.
package struct VacuousAssertion: Hashable, Sendable {
  /// The line of the statement.
  package var location: LedgerLocation
  package var reason: String

  /// The name of the test that ran it.
  package var test: String

  package init(location: LedgerLocation, reason: String, test: String) {
    self.location = location
    self.reason = reason
    self.test = test
  }
}

extension VacuousAssertion {
  private struct Line: Codable {
    var vacuous, test, file: String
    var line: Int
  }

  /// The assertion's line in a ledger, line feed included.
  package var line: String {
    JSONLines.line(
      of: Line(vacuous: reason, test: test, file: location.file, line: location.line))
  }

  /// Reads the object of a ledger's line, or `nil` if it is another one.
  init?(_ object: [String: Any]) {
    guard let reason = object["vacuous"] as? String, let test = object["test"] as? String,
      let file = object["file"] as? String, let line = object["line"] as? Int
    else { return nil }
    self.init(location: LedgerLocation(file: file, line: line), reason: reason, test: test)
  }
}

extension VacuousAssertion: Comparable {
  package static func < (a: Self, b: Self) -> Bool {
    (a.location, a.reason, a.test) < (b.location, b.reason, b.test)
  }
}
