import Foundation

/// Writes what `xcresulttool get test-results tests` prints, in its schema 0.1.0.
///
/// The real bundle has a database in the place of `tests.json`.
struct ResultBundle {
  let plan: String
  let destination: Destination
  let targets: [(name: String, iterations: [[TestResult]])]

  func write(_ options: Options) throws -> String {
    let logs = options["-derivedDataPath"] ?? NSTemporaryDirectory()
    let path =
      options["-resultBundlePath"]
      ?? "\(logs)/Logs/Test/Test-\(plan)-\(UUID().uuidString).xcresult"
    let bundle = URL(fileURLWithPath: path)
    // "Intermediate directories will be created automatically."
    try FileManager.default.createDirectory(
      at: bundle.appendingPathComponent("Data"), withIntermediateDirectories: true)
    let info: [String: Any] = [
      "dateCreated": Date(), "externalLocations": [String](),
      "version": ["major": 3, "minor": 56],
    ]
    try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
      .write(to: bundle.appendingPathComponent("Info.plist"))
    try JSONSerialization.data(withJSONObject: tests, options: [.prettyPrinted, .sortedKeys])
      .write(to: bundle.appendingPathComponent("Data/tests.json"))
    return bundle.path
  }

  private typealias Node = [String: Any]

  private var tests: Node {
    let bundles = targets.map { target in
      let url = "test://com.apple.xcode/\(plan)/\(target.name)"
      var order: [Test] = []
      var runs: [Test: [TestResult]] = [:]
      for result in target.iterations.joined() {
        if runs[result.test] == nil { order.append(result.test) }
        runs[result.test, default: []].append(result)
      }
      let cases = order.map { (path: $0.components[...], runs: runs[$0] ?? []) }
      return group("Unit test bundle", target.name, url, nodes(cases, below: url))
    }
    let device = [
      "architecture": Destination.architecture, "deviceId": destination.id,
      "deviceName": destination.name, "modelName": destination.name,
      "osVersion": destination.os ?? "26.0", "platform": destination.platform,
    ]
    return [
      "devices": [device],
      "testPlanConfigurations": [
        ["configurationId": "1", "configurationName": "Test Scheme Action"]
      ],
      "testNodes": [group("Test Plan", plan, "test://com.apple.xcode/\(plan)", bundles)],
    ]
  }

  private func nodes(
    _ cases: [(path: ArraySlice<String>, runs: [TestResult])], below url: String
  ) -> [Node] {
    var order: [String] = []
    for name in cases.compactMap(\.path.first) where !order.contains(name) { order.append(name) }
    return order.flatMap { name -> [Node] in
      let inside = cases.filter { $0.path.first == name }
      let encoded = name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
      guard inside.contains(where: { $0.path.count > 1 }) else {
        return inside.map { testCase($0.runs, "\(url)/\(encoded)") }
      }
      let rest = inside.map { ($0.path.dropFirst(), $0.runs) }
      let children = nodes(rest, below: "\(url)/\(encoded)")
      return [group("Test Suite", name, "\(url)/\(encoded)", children)]
    }
  }

  private func group(_ kind: String, _ name: String, _ url: String, _ children: [Node]) -> Node {
    let results = Set(children.compactMap { $0["result"] as? String })
    let result =
      results.contains("Failed") ? "Failed" : results == ["Skipped"] ? "Skipped" : "Passed"
    return [
      "nodeType": kind, "name": name, "nodeIdentifierURL": url, "result": result,
      "children": children,
    ]
  }

  private func testCase(_ runs: [TestResult], _ url: String) -> Node {
    guard let last = runs.last else { return [:] }
    // In logs, the URL of a test of XCTest has no parentheses, unlike its identifier.
    let url = last.test.framework == .xctest ? String(url.dropLast("()".count)) : url
    var node = run(last, kind: "Test Case", url)
    node["nodeIdentifier"] = last.test.name
    node["name"] = last.displayName ?? last.test.components.last ?? ""
    if runs.count > 1 {
      node["children"] = runs.enumerated().map { index, result in
        var node = run(result, kind: "Repetition", url)
        node["name"] = index == 0 ? "First Run" : "Repetition \(index + 1)"
        node["nodeIdentifier"] = "\(index + 1)"
        return node
      }
    }
    return node
  }

  private func run(_ result: TestResult, kind: String, _ url: String) -> Node {
    let messages: [Node] = result.messages.map {
      ["nodeType": "Failure Message", "name": $0, "result": "Failed"]
    }
    let arguments = result.arguments.map { run($0, kind: "Arguments", url) }
    var node: Node = [
      "nodeType": kind, "name": result.displayName ?? "", "nodeIdentifierURL": url,
      "result": result.state.rawValue, "durationInSeconds": result.seconds,
      "duration": String(format: "%.4fs", result.seconds),
    ]
    if !(messages + arguments).isEmpty { node["children"] = messages + arguments }
    return node
  }
}
