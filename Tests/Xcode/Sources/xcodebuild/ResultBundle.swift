import Foundation

/// Writes what `xcresulttool get test-results tests` prints, in its schema 0.1.0: the parts of it that verdicts need.
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
    ["nodeType": kind, "name": name, "nodeIdentifierURL": url, "children": children]
  }

  private func testCase(_ result: TestResult, _ url: String) -> Node {
    // In logs, the URL of a test of XCTest has no parentheses, unlike its identifier.
    let url = result.test.framework == .xctest ? String(url.dropLast("()".count)) : url
    let crash: [Node] = [result.crash].compactMap(\.self).map {
      ["nodeType": "Failure Message", "name": $0, "result": "Failed"]
    }
    return [
      "nodeType": "Test Case", "name": result.test.components.last ?? "",
      "nodeIdentifier": result.test.name, "nodeIdentifierURL": url,
      "result": result.state.rawValue, "durationInSeconds": result.seconds, "children": crash,
    ]
  }
}
