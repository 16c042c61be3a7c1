import Foundation
import Testing
@testable import focus

/// Edits of `.xctestrun` files in both versions of their format.
struct XCTestRunFileTests {
  private static var app: [String: Any] {
    [
      "ProductModuleName": "App_Tests", "TestBundlePath": "__TESTHOST__/PlugIns/App Tests.xctest",
      "TestHostPath": "__TESTROOT__/Debug-iphonesimulator/App.app",
      "EnvironmentVariables": ["OLD": "1", "FOCUSED_RUN": "stale"], "OnlyTestIdentifiers": ["Old"],
      "TestExecutionOrdering": "random",
    ]
  }
  private static var kit: [String: Any] { ["TestBundlePath": "__TESTROOT__/Debug/KitTests.xctest"] }

  private static func parameters(version: Int) throws -> XCTestRunFile {
    var contents: [String: Any] = ["App Tests": app, "KitTests": kit]
    if version == 2 {
      let targets = contents.sorted { $0.key < $1.key }.map { name, values in
        (values as! [String: Any]).merging(["BlueprintName": name]) { $1 }
      }
      contents = [
        "TestPlan": ["Name": "Unit", "IsDefault": true],
        "TestConfigurations": [["Name": "One", "TestTargets": targets]],
        "__xctestrun_metadata__": ["FormatVersion": 2],
      ]
    }
    let data = try PropertyListSerialization.data(
      fromPropertyList: contents, format: .binary, options: 0)
    return try #require(XCTestRunFile(data: data))
  }

  /// The values of the targets in the file that the parameters make.
  private func values(_ parameters: XCTestRunFile) throws -> [String: [String: Any]] {
    let data = try #require(parameters.data)
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    let contents = try #require(list as? [String: Any])
    guard let configurations = contents["TestConfigurations"] as? [[String: Any]] else {
      return contents.compactMapValues { $0 as? [String: Any] }
    }
    #expect((contents["__xctestrun_metadata__"] as? [String: Int]) == ["FormatVersion": 2])
    let targets = configurations.flatMap { $0["TestTargets"] as? [[String: Any]] ?? [] }
    return Dictionary(uniqueKeysWithValues: targets.map { ($0["BlueprintName"] as! String, $0) })
  }

  @Test(arguments: [1, 2])
  func `Targets have a name, and a module`(version: Int) throws {
    let parameters = try Self.parameters(version: version)
    #expect(
      parameters.targets == [
        .init(name: "App Tests", module: "App_Tests"), .init(name: "KitTests", module: "KitTests"),
      ])
    claimEqual(parameters.isForDevice, false)
    claimEqual(parameters.testPlan?.name, version == 2 ? "Unit" : nil)
    claimEqual(parameters.testPlan?.isDefault, version == 2 ? true : nil)
  }

  @Test(arguments: [1, 2])
  func `Variables are set and removed`(version: Int) throws {
    var parameters = try Self.parameters(version: version)
    parameters.set(["FOCUSED_LEDGER": "/l", "FOCUSED_RUN": nil])
    let values = try values(parameters)
    #expect(
      values["App Tests"]?["EnvironmentVariables"] as? [String: String] == [
        "OLD": "1", "FOCUSED_LEDGER": "/l",
      ])
    #expect(
      values["KitTests"]?["EnvironmentVariables"] as? [String: String] == ["FOCUSED_LEDGER": "/l"])
  }

  @Test(arguments: [1, 2])
  func `Chosen tests are named, and targets without any are left out`(version: Int) throws {
    var parameters = try Self.parameters(version: version)
    parameters.choose(["App Tests": ["A/b()", "C/testD()"], "KitTests": []])
    parameters.runInOrder()
    let values = try values(parameters)
    claimEqual(Array(values.keys), ["App Tests"])
    let app = try #require(values["App Tests"])
    #expect(app["OnlyTestIdentifiers"] as? [String] == ["A/b()", "C/testD()"])
    #expect(app["TestExecutionOrdering"] == nil && app["ParallelizationEnabled"] as? Bool == false)
    #expect(app["InProcessParallelizationEnabled"] as? Bool == false)
    // Keys that the tool does not know are preserved.
    #expect(app["TestHostPath"] as? String == "__TESTROOT__/Debug-iphonesimulator/App.app")

    parameters.keep(["KitTests"])
    claimEqual(parameters.targets, [])
  }

  @Test func `A build for a device is known by its paths`() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: [
        "A": ["TestBundlePath": "x", "TestHostPath": "__TESTROOT__/Debug-iphoneos/A.app"]
      ], format: .xml, options: 0)
    claimEqual(XCTestRunFile(data: data)?.isForDevice, true)
    #expect(XCTestRunFile(data: Data("no".utf8)) == nil)
  }
}
