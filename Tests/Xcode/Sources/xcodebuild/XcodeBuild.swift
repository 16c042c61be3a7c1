import Foundation

/// A stand-in for `xcodebuild` where there is no Xcode: it builds a Swift package with
/// `swift build`, and runs the test program that it makes.
///
/// It was written from public documentation, without a look at the tool that it tests:
/// xcodebuild(1) and xcresulttool(1). Where these don't state a text or a code, it follows logs of
/// Xcode 16 to 26 in public repositories.
///
/// `STANDIN_STRIPS_PARENTHESES=1` drops `()` at the end of a `-only-testing` identifier, as some
/// versions of Xcode do.
///
/// It knows only the options that `focus` passes for a package on a Mac. Swift Testing runs in a
/// process after that of XCTest, because that is how test programs work on Linux.
@main
struct XcodeBuild {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      try XcodeBuild(options: options).run()
    } catch let failure as Failure {
      sayError(failure.message)
      exit(failure.code)
    } catch {
      sayError("xcodebuild: error: \(error)")
      exit(Failure.software)
    }
  }

  let options: Options

  func run() throws {
    let command = CommandLine.arguments.joined(separator: " ")
    say("Command line invocation:\n    \(command)\n")
    try options.require("platform=macOS", for: "-destination")
    switch options.action {
    case "build-for-testing":
      try Products(options).build()
      finish("** TEST BUILD SUCCEEDED **")
    case "test-without-building":
      try test(Products(options))
    default:
      throw Failure.usage("Unknown build action '\(options.action)'.")
    }
  }

  private func test(_ products: Products) throws {
    let bundles = try products.bundles()
    if options.enumeratesTests {
      try Enumeration(plan: products.scheme, bundles: bundles, options: options).write()
      return finish("** TEST EXECUTE SUCCEEDED **")
    }
    let path = try options.value(of: "-resultBundlePath")
    // "If the path already exists, xcodebuild will exit with an error." (Options)
    if FileManager.default.fileExists(atPath: path) {
      throw Failure.usage(#"Existing file at -resultBundlePath "\#(path)""#)
    }
    try options.require("NO", for: "-parallel-testing-enabled")
    let session = TestSession(bundles, options: options)
    try session.start()
    try ResultBundle(plan: products.scheme, targets: session.targets).write(to: path)
    finish("Test session results, code coverage, and logs:\n\t\(path)\n")
    guard session.failures.isEmpty else {
      sayError("Failing tests:\n" + session.failures.map { "\t\($0)\n" }.joined())
      throw Failure(code: Failure.failedTests, message: "** TEST EXECUTE FAILED **\n")
    }
    finish("** TEST EXECUTE SUCCEEDED **")
  }

  private func finish(_ text: String) {
    say("\n\(text)\n")
  }
}

/// An error that ends the program, with a code of sysexits(3). See "Exit Codes".
struct Failure: Error {
  var code: Int32
  var message: String

  /// Failing tests and builds. The manual page doesn't name it. Logs do.
  static let failedTests: Int32 = 65
  static let software: Int32 = 70

  /// `EX_USAGE`: "if any options appear malformed"
  static func usage(_ text: String) -> Failure {
    Failure(code: 64, message: "xcodebuild: error: \(text)")
  }

  /// `EX_NOINPUT`: "if any input files cannot be found"
  static func noInput(_ text: String) -> Failure {
    Failure(code: 66, message: "xcodebuild: error: \(text)")
  }
}

/// Prints a line at once, in its order with those of the test program.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

func sayError(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
