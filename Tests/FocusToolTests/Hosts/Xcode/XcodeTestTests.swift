import Foundation
import Testing
@testable import focus

/// Test names from the output of `-enumerate-tests`.
struct XcodeTestTests {
  private func enumerated(_ identifiers: [String]) throws -> [XcodeTest] {
    let list = identifiers.map { #"{"identifier":"\#($0)"}"# }.joined(separator: ",")
    let json =
      #"{"errors":[],"values":[{"enabledTests":[\#(list)],"disabledTests":[{"identifier":"KitTests/Off/off()"}],"testPlan":"P"}]}"#
    return try #require(XcodeTest.all(enumerated: Data(json.utf8)))
  }

  @Test func `A test is named by its target's module, with and without parentheses`() throws {
    let tests = try enumerated([
      "App Tests/ProfileTests/testSaving()", "App Tests/Outer/Inner/saves(a:)",
      "KitTests/alone()", "KitTests/Legacy/testOld", "KitTests/Kit/saves the age (twice)()",
      "KitTests/Kit/`by hand`()", "App Tests/ProfileTests/testSaving()",
    ])
    #expect(
      tests.map(\.names) == [
        ["App_Tests.ProfileTests/testSaving()", "App_Tests.ProfileTests/testSaving"],
        ["App_Tests.Outer/Inner/saves(a:)"],
        ["KitTests.alone()", "KitTests.alone"],
        ["KitTests.Legacy/testOld"],
        ["KitTests.Kit/`saves the age (twice)`()", "KitTests.Kit/`saves the age (twice)`"],
        ["KitTests.Kit/`by hand`()", "KitTests.Kit/`by hand`"],
      ])
    claimEqual(tests[0].identifier, "ProfileTests/testSaving()")
  }

  @Test func `A list of errors, and other data, is no list`() {
    #expect(XcodeTest.all(enumerated: Data()) == nil)
    #expect(XcodeTest.all(enumerated: Data(#"{"values":[],"errors":["no"]}"#.utf8)) == nil)
  }

  @Test func `A regular expression and names of the ledger choose tests`() throws {
    let tests = try enumerated([
      "App Tests/ProfileTests/testSaving()", "App Tests/ProfileTests/saves()", "KitTests/K/saves()",
    ])
    func chosen(_ selection: TestSelection) -> [String] {
      tests.included(in: selection).map(\.identifier)
    }
    claimEqual(chosen(.all).count, 3)
    claimEqual(chosen(.matching("Profile.*/saves")), ["ProfileTests/saves()"])
    claimEqual(chosen(.matching("testSaving$")), ["ProfileTests/testSaving()"])
    claimEqual(
      chosen(.only(["App_Tests.ProfileTests/testSaving", "KitTests.K/saves()", "Gone.A/b()"])),
      ["ProfileTests/testSaving()", "K/saves()"])
    let name = try #require(TestName("KitTests.K/saves()"))
    claimEqual(chosen(.matching(name.filter)), ["K/saves()"])
  }

  @Test func `Options that are too long for a command line choose all tests`() throws {
    let tests = try enumerated((1...8000).map { "KitTests/K/savesTheProfile\($0)()" })
    claimEqual([XcodeTest](tests.prefix(1000)).options.count, 2000)
    claimEqual(tests.options, [])
  }

  @Test func `As options, identifiers have the parentheses that xcodebuild drops`() throws {
    let tests = try enumerated(["KitTests/K/saves()", "KitTests/K/saves(a:)", "KitTests/K/testOld"])
    #expect(
      tests.flatMap(\.options) == [
        "-only-testing:KitTests/K/saves()", "-only-testing:KitTests/K/saves()()",
        "-only-testing:KitTests/K/saves(a:)", "-only-testing:KitTests/K/testOld",
      ])
  }
}

/// Test results from the output of `xcresulttool get test-results tests`.
struct TestResultBundleTests {
  private func log(_ cases: String) throws -> RunLog {
    let output = """
      warning: something else
      {"devices":[],"testPlanConfigurations":[],"testNodes":[{"nodeType":"Test Plan","name":"P",
      "children":[{"nodeType":"Unit test bundle","name":"AppTests","children":[
      {"nodeType":"Test Suite","name":"A","children":[\(cases)]}]}]}]}
      """
    return try #require(TestResultBundle(output: output)).log
  }

  private func node(
    _ identifier: String, url: String? = nil, _ result: String, failures: String...
  ) -> String {
    let messages = failures.map { #"{"nodeType":"Failure Message","name":"\#($0)"}"# }
    return """
      {"nodeType":"Test Case","name":"x","nodeIdentifier":"\(identifier)","result":"\(result)",
      "nodeIdentifierURL":"test://com.apple.xcode/P/AppTests/\(url ?? identifier)",
      "durationInSeconds":0.5,"children":[\(messages.joined(separator: ","))]}
      """
  }

  @Test func `Tests have the names and outcomes of the ledger`() throws {
    let cases = [
      node("A/one()", "Passed"), node("A/two()", "Failed", failures: "A.swift:3: No"),
      node("A/three()", "Skipped"), node("A/four()", "Expected Failure"),
      node("A/testFive()", url: "A/testFive", "Passed"), node("A/testSix()", "Passed"),
      node("A/seven()", "unknown"), node("A/a%20b()", url: "A/a%20b%28%29", "Passed"),
    ]
    let log = try log(cases.joined(separator: ","))
    #expect(
      log.outcomes == [
        "AppTests.A/one()": .passed, "AppTests.A/two()": .failed, "AppTests.A/three()": .skipped,
        "AppTests.A/four()": .passed, "AppTests.A/testFive": .passed,
        "AppTests.A/testSix()": .passed,
        "AppTests.A/`a%20b`()": .passed,
      ])
    #expect(log.hasBegun)
    #expect(try !self.log("").hasBegun)
    #expect(TestResultBundle(output: "no") == nil)
  }

  @Test(arguments: [
    "Test crashed with signal trap.", "Crash: xctest (123) at Profile.reduce(into:)",
    "The test runner exited with code 1 before finishing running tests.",
  ])
  func `A test in which the process ended is unfinished`(text: String) throws {
    claimEqual(
      try log(node("A/one()", "Failed", failures: text)).outcomes, ["AppTests.A/one()": .unfinished]
    )
  }

  @Test(arguments: [
    "A.swift:5: unexpected exit", "B.swift:5: Issue recorded: Crashed with signal 4",
  ])
  func `A failure that has a line is the test's own, whatever its text`(text: String) throws {
    claimEqual(
      try log(node("A/one()", "Failed", failures: text)).outcomes, ["AppTests.A/one()": .failed])
  }

  @Test func `Of several results of a test, the worst counts`() throws {
    let log = try log(
      [
        node("A/one()", "Failed", failures: "No"), node("A/one()", "Passed"),
        node("A/two()", "Passed"), node("A/two()", "Skipped"),
      ].joined(separator: ","))
    claimEqual(log.outcomes, ["AppTests.A/one()": .failed, "AppTests.A/two()": .skipped])
  }

  @Test func `Failures of Swift Testing have their lines, and those of XCTest are in the trace`()
    throws
  {
    let log = try log(
      [
        node("A/one()", "Failed", failures: "A.swift:3: No", "Nowhere"),
        node("A/testTwo()", url: "A/testTwo", "Failed", failures: "A.swift:9: No"),
      ].joined(separator: ","))
    #expect(
      log.issues.map(\.issue) == [
        .init(kind: .failure, message: "No", file: "AppTests/A.swift", line: 3),
        .init(kind: .failure, message: "Nowhere", file: nil, line: nil),
      ])
  }
}
