import Foundation

/// A stand-in for `xcrun`, with the one tool that reads result bundles: see xcrun(1) and
/// xcresulttool(1).
@main
struct Xcrun {
  static func main() throws {
    var words = CommandLine.arguments.dropFirst()
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let finds = ["-f", "--find", "-find"].contains(words.first)
    if finds { words.removeFirst() }
    guard let tool = words.popFirst() else {
      fail("xcrun: error: no utility specified", code: 64)
    }
    guard ["xcresulttool", "xcodebuild"].contains(tool) else {
      fail(
        "xcrun: error: unable to find utility \"\(tool)\", not a developer tool or in PATH",
        code: 72)
    }
    if finds { return print(folder.appendingPathComponent(tool).path) }
    guard tool == "xcresulttool" else {
      let program = folder.appendingPathComponent(tool).path
      var arguments = ([program] + words).map { strdup($0) } + [nil]
      execv(program, &arguments)
      fail("xcrun: error: \(program) doesn't start", code: 71)
    }
    try readResults(Array(words))
  }

  /// `xcresulttool get test-results (summary | tests) --path Example.xcresult [--compact]`
  private static func readResults(_ words: [String]) throws {
    guard words.starts(with: ["get", "test-results"]), words.count > 2,
      ["summary", "tests"].contains(words[2])
    else { fail("Error: Unexpected arguments: \(words.joined(separator: " "))", code: 64) }
    var path: String?
    var isCompact = false
    var rest = words.dropFirst(3)
    while let word = rest.popFirst() {
      switch word {
      case "--path": path = rest.popFirst()
      case "--compact": isCompact = true
      // Logs have it. The manual page doesn't.
      case "--format" where rest.first == "json", "--schema-version": rest.removeFirst()
      default: fail("Error: Unknown option '\(word)'", code: 64)
      }
    }
    guard let path else { fail("Error: Missing expected argument '--path <path>'", code: 64) }
    guard
      let data = FileManager.default.contents(atPath: path + "/Data/tests.json"),
      let tests = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { fail("Error: File or directory doesn't exist at path: \(path)", code: 1) }
    let output = try JSONSerialization.data(
      withJSONObject: words[2] == "tests" ? tests : summary(of: tests),
      options: isCompact ? .sortedKeys : [.prettyPrinted, .sortedKeys])
    print(String(decoding: output, as: UTF8.self))
  }

  private static func summary(of tests: [String: Any]) -> [String: Any] {
    var results: [String] = []
    var failures: [[String: Any]] = []
    func walk(_ node: [String: Any], target: String) {
      let name = node["name"] as? String ?? ""
      let children = node["children"] as? [[String: Any]] ?? []
      guard node["nodeType"] as? String == "Test Case" else {
        let isBundle = node["nodeType"] as? String == "Unit test bundle"
        return children.forEach { walk($0, target: isBundle ? name : target) }
      }
      results.append(node["result"] as? String ?? "")
      guard results.last == "Failed" else { return }
      failures.append([
        "testName": name, "targetName": target, "failureText": children.first?["name"] ?? "",
        "testIdentifierString": node["nodeIdentifier"] ?? "",
      ])
    }
    for node in tests["testNodes"] as? [[String: Any]] ?? [] { walk(node, target: "") }
    func count(_ result: String) -> Int { results.count { $0 == result } }
    return [
      "result": count("Failed") > 0 ? "Failed" : "Passed", "totalTestCount": results.count,
      "passedTests": count("Passed"), "failedTests": count("Failed"),
      "skippedTests": count("Skipped"), "expectedFailures": count("Expected Failure"),
      "testFailures": failures,
    ]
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(code)
  }
}
