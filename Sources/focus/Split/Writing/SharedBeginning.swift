import SourceReading

/// The statements that many tests of a file begin with, as a helper of theirs.
struct SharedBeginning: Sendable {
  let units: [Int]
  let name: String

  /// A helper is worth its lines if so many tests begin with so many statements.
  private static let testCount = 3
  private static let length = 4

  /// Finds the beginning that saves the most lines, if there is one.
  init?(of tests: [FocusedTest], in template: SuiteTemplate) {
    guard template.creation != nil else { return nil }
    let ways = tests.map(\.candidate).filter { $0.start == .beginning }.map { way in
      // The statement that asserts stays in the test.
      template.sameText(Array(way.unitsBeforeAssertion))
    }
    var counts: [[Int]: Int] = [:]
    for units in ways where units.count >= Self.length {
      for length in Self.length...units.count {
        counts[Array(units.prefix(length)), default: 0] += 1
      }
    }
    let best = counts.filter { $0.value >= Self.testCount && template.canLift($0.key) }
      .min { one, other in
        let saved = (one.key.count * (one.value - 1), other.key.count * (other.value - 1))
        if saved.0 != saved.1 { return saved.0 > saved.1 }
        if one.key.count != other.key.count { return one.key.count > other.key.count }
        return one.key.lexicographicallyPrecedes(other.key)
      }
    guard let units = best?.key else { return nil }
    self.units = units
    let last = units.compactMap { template.test.units[$0].steps.first }.last
    let words = last.map { TestNaming.doing($0.action) } ?? ["that"]
    name = "storeAfter" + words.map(\.capitalizedFirst).joined()
  }

  /// The statements of a test that the helper makes, if the test begins so.
  func units(of way: Candidate, in template: SuiteTemplate) -> ArraySlice<Int>? {
    guard way.start == .beginning, template.sameText(way.units).starts(with: units),
      way.closureOfSend == nil || way.units.count > units.count
    else { return nil }
    return way.units.prefix(units.count)
  }
}

extension SuiteTemplate {
  /// For each statement the first one that reads the same.
  fileprivate func sameText(_ units: [Int]) -> [Int] {
    units.map { unit in
      let text = statementText(unit)
      return test.units.indices.first { statementText($0) == text } ?? unit
    }
  }

  private func statementText(_ unit: Int) -> [String] {
    test.units[unit].actionCall.map { source.lines(of: $0, keepingResult: true) }
      ?? source.lines(test.units[unit].tokens)
  }

  /// Whether statements need and leave nothing that only a test has.
  fileprivate func canLift(_ units: [Int]) -> Bool {
    let locals = Set(testLocals.flatMap { test.units[$0].declared })
    return units.allSatisfy { unit in
      test.units[unit].declared.isEmpty
        && source.names(in: test.units[unit].tokens).isDisjoint(with: locals)
    }
  }

  func callOfHelper(_ beginning: SharedBeginning) -> String {
    let needsTry = lines(of: beginning)[0].contains(" throws ")
    return (needsTry ? "try " : "") + "await \(beginning.name)()"
  }

  func lines(of beginning: SharedBeginning) -> [String] {
    let way = Candidate(start: .beginning, units: beginning.units, ending: .finish)
    let body = Array(body(of: way).dropLast())
    let names = SwiftSource(body.joined(separator: "\n")).names
    let effects = " async" + (names.contains("try") ? " throws" : "")
    return ["private func \(beginning.name)()\(effects) -> \(storeType) {"]
      + body.indented + ["  return \(test.storeName)", "}"]
  }
}
