import Foundation

/// A stand-in for `xcrun`, with the one tool that reads result bundles: see xcrun(1) and
/// xcresulttool(1).
@main
struct Xcrun {
  static func main() throws {
    var words = CommandLine.arguments.dropFirst()
    guard let tool = words.popFirst() else { fail("xcrun: error: no utility specified", code: 64) }
    guard tool == "xcresulttool" else {
      fail(
        "xcrun: error: unable to find utility \"\(tool)\", not a developer tool or in PATH",
        code: 72)
    }
    try readResults(Array(words))
  }

  /// `xcresulttool get test-results tests --path Example.xcresult`
  private static func readResults(_ words: [String]) throws {
    guard words.starts(with: ["get", "test-results", "tests"]) else {
      fail("Error: Unexpected arguments: \(words.joined(separator: " "))", code: 64)
    }
    guard words.count == 5, words[3] == "--path" else {
      fail("Error: Missing expected argument '--path <path>'", code: 64)
    }
    let path = words[4]
    guard
      let data = FileManager.default.contents(atPath: path + "/Data/tests.json")
    else { fail("Error: File or directory doesn't exist at path: \(path)", code: 1) }
    let output = try JSONSerialization.data(
      withJSONObject: JSONSerialization.jsonObject(with: data),
      options: [.prettyPrinted, .sortedKeys])
    print(String(decoding: output, as: UTF8.self))
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(code)
  }
}
