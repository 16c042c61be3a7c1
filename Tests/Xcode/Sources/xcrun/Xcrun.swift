import Foundation

/// Prints the tests of a result bundle that the stand-in for `xcodebuild` wrote.
@main
struct Xcrun {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.prefix(4) == ["xcresulttool", "get", "test-results", "tests"],
      let option = arguments.firstIndex(of: "--path"), option + 1 < arguments.endIndex
    else { fail("Expected xcresulttool get test-results tests --path BUNDLE.", code: 64) }
    let bundle = arguments[option + 1]
    guard let tests = FileManager.default.contents(atPath: bundle + "/tests.json") else {
      fail("Error: The result bundle at \(bundle) cannot be read.", code: 1)
    }
    FileHandle.standardOutput.write(tests)
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(code)
  }
}
