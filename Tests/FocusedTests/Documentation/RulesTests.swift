import Foundation
import Testing

/// The article about the rules names the suites in `Semantics`, each at its rule.
struct RulesTests {
  @Test func `each rule names its test files, and each file belongs to a rule`() throws {
    let text = try Documentation.text(
      of: "Sources/FocusedTestStore/FocusedTestStore.docc/Rules.md")
    let files = try Documentation.files("swift", in: ["Tests/FocusedTests/Semantics"])
      .map(\.lastPathComponent)
    for fault in Self.faults(of: text, files: files) { Issue.record("\(fault)") }
  }

  @Test func `a rule without a file, a file without a rule, and a missing rule are faults`() {
    let text = "**S1. First.** Text. (`S01_FirstTests`)\n\n**S3. Third.** Text. (`S03_GoneTests`)\n"
    let files = ["S01_FirstTests.swift", "S01_FirstTests+More.swift", "S02_OtherTests.swift"]
    #expect(
      Self.faults(of: text, files: files, count: 3) == [
        "S2 is missing", "S3 names S03_GoneTests, which is no file",
        "S02_OtherTests belongs to no rule",
      ])
    #expect(
      Self.faults(of: "**S1. First.** Text.", files: ["S01_FirstTests.swift"], count: 1) == [
        "S1 names no file", "S01_FirstTests belongs to no rule",
      ])
    #expect(
      Self.faults(of: "**S1. A.** (`S02_ATests`)", files: ["S02_ATests.swift"], count: 1) == [
        "S1 names no file", "S02_ATests belongs to no rule",
      ])
  }

  /// The differences between the rules of an article and the files of suites.
  private static func faults(of text: String, files: [String], count: Int = 27) -> [String] {
    var named: [Int: [String]] = [:]
    for part in text.split(separator: "**S", omittingEmptySubsequences: false).dropFirst() {
      guard let number = part.prefixMatch(of: /(\d+)\./).flatMap({ Int($0.1) }) else { continue }
      named[number] = part.matches(of: /`S(\d\d)_\w+`/).filter { Int($0.1) == number }
        .map { String($0.0.dropFirst().dropLast()) }
    }
    let suites = Set(
      files.compactMap { $0.prefixMatch(of: /S\d\d_\w+/).map { String($0.0) } })
    let missing = (1...count).filter { named[$0] == nil }.map { "S\($0) is missing" }
    let rules = named.sorted { $0.key < $1.key }.flatMap { number, names in
      names.isEmpty
        ? ["S\(number) names no file"]
        : names.filter { !suites.contains($0) }.map { "S\(number) names \($0), which is no file" }
    }
    let known = Set(named.values.joined())
    return missing + rules
      + suites.subtracting(known).sorted().map { "\($0) belongs to no rule" }
  }
}
