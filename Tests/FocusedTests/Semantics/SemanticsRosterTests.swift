import Core
import FocusedTestStore
import Foundation
import Testing

/// The roster that XCTest runs lists every scenario that Swift Testing finds.
@Suite struct SemanticsRosterTests {
  /// Files whose tests need a framework of their own: traits, exit tests, XCTest suites made by hand.
  private static let ofOneFramework = ["S03_EndOfTestTests", "S03_EndOfXCTestCaseTests"]

  @Test func `each scenario of each file is on the roster, once`() throws {
    let roster = try Self.roster()
    for file in try SemanticsSource.all() {
      let scenarios = file.scenarios.map(\.name)
      #expect(roster[file.name, default: []] == scenarios, "in SemanticsRoster.swift")
      #expect(scenarios.isEmpty == Self.ofOneFramework.contains(file.name), "\(file.name)")
    }
    #expect(
      SemanticsRoster.suites.map(\.scenarios.count).reduce(0, +) == roster.values.joined().count)
  }

  @Test func `scenarios are found with their lines, other tests left out`() {
    let file = SemanticsSource(
      name: "S00_NoTests",
      text: """
        @Suite struct S00_NoTests {
          @Test nonisolated(nonsending) func `One is enough`() async {
          }
          @Test func `One framework alone`() async {}
          @Test(arguments: [1]) nonisolated(nonsending) func `Asks for more`(n: Int) async {}
          @Test
          nonisolated(nonsending) func wrapped() async {}
        }
        """)
    #expect(file.scenarios.map(\.name) == ["`One is enough`", "wrapped"])
    #expect(file.scenarios.map(\.line) == [2, 6])
    func issue(_ fileID: StaticString, line: UInt) -> ReportedIssue {
      ReportedIssue("", at: CallSite(fileID: fileID, filePath: "", line: line, column: 1))
    }
    #expect(
      file.scenario(of: issue("M/S00_NoTests.swift", line: 3)) == "S00_NoTests, `One is enough`")
    #expect(file.scenario(of: issue("M/S00_NoTests.swift", line: 1)) == nil)
    #expect(file.scenario(of: issue("M/Claims.swift", line: 3)) == nil)
  }

  /// The scenarios of each suite, as the roster's source spells them.
  private static func roster() throws -> [String: [String]] {
    let file = SemanticsSource.folder.appendingPathComponent("SemanticsRoster.swift")
    var suites: [String: [String]] = [:]
    var suite = ""
    for entry in try String(contentsOf: file, encoding: .utf8).matches(
      of: /ScenarioSuite\((?<suite>\w+)\(\)\)|\$0\.(?<name>`[^`]+`|\w+)/)
    {
      if let name = entry.output.suite { suite = String(name) }
      if let name = entry.output.name { suites[suite, default: []].append(String(name)) }
    }
    return suites
  }
}
