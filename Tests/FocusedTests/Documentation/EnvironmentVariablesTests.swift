import Foundation
import Testing

/// The article about environment variables lists exactly the variables that the sources read.
struct EnvironmentVariablesTests {
  private static let article =
    "Sources/FocusedTestStore/FocusedTestStore.docc/EnvironmentVariables.md"
  private static let repository = "### Variables of this repository"

  @Test func `the tables name what Sources read`() throws {
    let read = try Self.variables(in: ["Sources"])
    #expect(read.contains("FOCUSED_LEDGER"))
    #expect(try Self.documented(beforeRepository: true) == read)
  }

  @Test func `the last table names what only this repository reads`() throws {
    let read = try Self.variables(in: [
      "Package.swift", "Tests/FocusedTests", "Tests/FocusToolTests", "Tests/TestFixtures",
      "Examples",
    ])
    .subtracting(Self.variables(in: ["Sources"])).filter { $0.hasPrefix("FOCUSED_") }
    #expect(read.contains("FOCUSED_STRICT_BUILD"))
    #expect(try Self.documented(beforeRepository: false) == read)
  }

  @Test func `a variable is found by its look-up, or by its name alone in a literal`() {
    let prefix = "FOCUSED"
    let source = """
      process.environment["TERM"]
      value(of: "\(prefix)_A")
      print("\(prefix)_B=1")
      ["XCTestBundlePath"]
      """
    #expect(Self.variables(inText: source) == ["TERM", "\(prefix)_A", "XCTestBundlePath"])
  }

  @Test func `a table names what is in its first column`() {
    let table = "| Variable | Value |\n|---|---|\n| `A`, `B` | with `C` |\nText of `D`."
    #expect(Self.names(inTable: table) == ["A", "B"])
  }
}

// MARK: - Fixtures

extension EnvironmentVariablesTests {
  private static func documented(beforeRepository: Bool) throws -> Set<String> {
    let text = try Documentation.text(of: article)
    let heading = try #require(text.range(of: repository))
    return names(
      inTable: String(beforeRepository ? text[..<heading.lowerBound] : text[heading.upperBound...]))
  }

  private static func names(inTable text: String) -> Set<String> {
    let columns = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "|").first }
    return Set(columns.flatMap { $0.matches(of: /`(\w+)`/).map { String($0.1) } })
  }

  private static func variables(in paths: [String]) throws -> Set<String> {
    var variables: Set<String> = []
    for file in try Documentation.files("swift", in: paths) {
      let data = try Data(contentsOf: file)
      // The regular expressions are slow, and most files name no variable.
      guard beginnings.contains(where: { data.range(of: $0) != nil }) else { continue }
      variables.formUnion(Self.variables(inText: String(decoding: data, as: UTF8.self)))
    }
    return variables
  }

  /// The text with which each match in ``variables(inText:)`` begins.
  private static let beginnings = ["environment[\"", "\"FOCUS", "\"XC"].map { Data($0.utf8) }

  private static func variables(inText text: String) -> Set<String> {
    let lookUps = text.matches(of: /environment\["(\w+)"\]/).map { String($0.1) }
    let literals = text.matches(of: /"(FOCUS(?:ED)?_[A-Z_]+|XCTest\w+Path|XCODE_[A-Z_]+)"/)
    return Set(lookUps + literals.map { String($0.1) })
  }
}
