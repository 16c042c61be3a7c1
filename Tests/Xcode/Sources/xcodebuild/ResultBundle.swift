import Foundation

/// Writes what `xcresulttool get test-results tests` prints, in its schema 0.1.0.
///
/// The real bundle has a database in the place of `tests.json`.
struct ResultBundle {
  let plan: String
  let targets: [(name: String, results: [TestResult])]

  func write(to path: String) throws {
    let bundle = URL(fileURLWithPath: path)
    // "Intermediate directories will be created automatically."
    try FileManager.default.createDirectory(
      at: bundle.appendingPathComponent("Data"), withIntermediateDirectories: true)
    try JSONSerialization.data(withJSONObject: tests, options: [.prettyPrinted, .sortedKeys])
      .write(to: bundle.appendingPathComponent("Data/tests.json"))
  }

  private typealias Node = [String: Any]

  private var tests: Node {
    let bundles = targets.map { target in
      let url = "test://com.apple.xcode/\(plan)/\(target.name)"
      let cases = target.results.map { (path: $0.test.components[...], result: $0) }
      return group("Unit test bundle", target.name, url, nodes(cases, below: url))
    }
    return ["testNodes": [group("Test Plan", plan, "test://com.apple.xcode/\(plan)", bundles)]]
  }

  private func nodes(
    _ cases: [(path: ArraySlice<String>, result: TestResult)], below url: String
  ) -> [Node] {
    var order: [String] = []
    for name in cases.compactMap(\.path.first) where !order.contains(name) { order.append(name) }
    return order.flatMap { name -> [Node] in
      let inside = cases.filter { $0.path.first == name }
      let encoded = name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
      guard inside.contains(where: { $0.path.count > 1 }) else {
        return inside.map { testCase($0.result, "\(url)/\(encoded)") }
      }
      let rest = inside.map { ($0.path.dropFirst(), $0.result) }
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

  private func testCase(_ result: TestResult, _ url: String) -> Node {
    // In logs, the URL of a test of XCTest has no parentheses, unlike its identifier.
    let url = result.test.framework == .xctest ? String(url.dropLast("()".count)) : url
    var node = run(result, kind: "Test Case", url)
    node["nodeIdentifier"] = result.test.name
    node["name"] = result.displayName ?? result.test.components.last ?? ""
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
