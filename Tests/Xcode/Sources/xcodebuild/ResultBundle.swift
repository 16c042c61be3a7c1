import Foundation

/// The results of a run, as `xcresulttool get test-results tests` prints them.
struct ResultBundle {
  private let json: [String: Any]

  init(_ results: [(target: TestTarget, results: [TestResult])]) {
    let bundles = results.map { target, results -> [String: Any] in
      let suites = Dictionary(grouping: results) { result in
        String(result.test.identifier.prefix { $0 != "/" && $0 != "(" })
      }
      return [
        "nodeType": "Unit test bundle", "name": target.name, "result": Self.result(of: results),
        "children": suites.sorted { $0.key < $1.key }.map { suite, results -> [String: Any] in
          [
            "nodeType": "Test Suite", "name": suite, "result": Self.result(of: results),
            "nodeIdentifier": suite, "children": results.map { Self.node(of: $0, target) },
          ]
        },
      ]
    }
    json = [
      "testPlanConfigurations": [["configurationId": "1", "configurationName": "Tests"]],
      "devices": [["deviceId": "00000000", "deviceName": "My Mac", "platform": "macOS"]],
      "testNodes": [
        [
          "nodeType": "Test Plan", "name": "Tests",
          "result": Self.result(of: results.flatMap(\.results)), "children": bundles,
        ]
      ],
    ]
  }

  private static func result(of results: [TestResult]) -> String {
    results.contains { $0.outcome == .failed } ? "Failed" : "Passed"
  }

  private static func node(of result: TestResult, _ target: TestTarget) -> [String: Any] {
    let identifier = result.test.identifier
    // The URL of a test of XCTest has no parentheses.
    let path = result.test.isXCTest ? String(identifier.dropLast(2)) : identifier
    let url = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return [
      "nodeType": "Test Case", "name": identifier.split(separator: "/").last.map(String.init) ?? "",
      "nodeIdentifier": identifier,
      "nodeIdentifierURL": "test://com.apple.xcode/App/\(target.name)/\(url)",
      "result": result.outcome.rawValue, "durationInSeconds": result.seconds,
      "duration": "\(result.seconds)s",
      "children": result.messages.map { ["nodeType": "Failure Message", "name": $0] },
    ]
  }

  func write(to path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try JSONSerialization.data(withJSONObject: json, options: [.prettyPrinted, .sortedKeys])
      .write(to: URL(fileURLWithPath: path + "/tests.json"))
  }
}
