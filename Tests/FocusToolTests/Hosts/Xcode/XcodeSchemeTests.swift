import Foundation
import Testing
import focus

struct XcodeSchemeTests {
  private static let example =
    "Expected platform=macOS or a simulator, such as 'platform=iOS Simulator,name=iPhone 17'."

  // The type is stated, because the compiler takes seconds to infer it.
  private static let wrongOptions: [([String], String)] = [
    (
      ["--destination", "platform=macOS"], "--destination requires --scheme S, the scheme to test."
    ),
    (["--project", "P.xcodeproj"], "--project requires --scheme S, the scheme to test."),
    (
      ["--scheme", "App"],
      """
      --scheme requires --destination D, such as --destination 'platform=iOS \
      Simulator,name=iPhone 17'.
      """
    ),
    (
      scheme("--workspace", "W", "--project", "P"),
      "Expected --workspace or --project, but got both."
    ),
    (
      ["--scheme", "App", "--destination", "platform=iOS,name=My iPhone"],
      """
      platform=iOS,name=My iPhone is a device. Tests on a device cannot write files on \
      this Mac, where focus reads them. \(example)
      """
    ),
    (
      ["--scheme", "App", "--destination", "generic/platform=iOS Simulator"],
      "generic/platform=iOS Simulator is a generic destination, which cannot run tests. \(example)"
    ),
    (scheme("--", "-scheme", "B"), "Pass --scheme before -- instead of -scheme after it."),
    (
      scheme("--", "-only-testing:AppTests/A"),
      "-only-testing is reserved: focus passes it to `xcodebuild`. Remove it."
    ),
    (
      scheme("--", "-retry-tests-on-failure"),
      "-retry-tests-on-failure repeats tests, but focus expects one result per test. Remove it."
    ),
    (
      scheme("--", "--skip", "A"),
      """
      --skip is an option of `swift test`. With --scheme, pass options of `xcodebuild` \
      after --, such as -skip-testing:TARGET/SUITE/TEST.
      """
    ),
  ]

  @Test(arguments: wrongOptions)
  func `Wrong options are an error before anything runs`(arguments: [String], message: String) {
    for command in ["mutate", "report"] {
      claimEqual(ToolRun([command] + arguments), .wrongArguments(of: command, message))
    }
    claimEqual(
      ToolRun(["show", "--test", "A/b"] + arguments), .wrongArguments(of: "show", message))
  }

  private static let refused: [([String], String)] = [
    (
      ["mutate", "--source"],
      """
      --source edits a copy of the package. A scheme cannot be copied, because an Xcode project \
      can refer to files anywhere. Remove --source or --scheme.
      """
    ),
    (
      ["split", "--test", "A/b"],
      """
      --scheme works with mutate, show, and report. split tries its tests in a copy of the \
      package. An Xcode project cannot be copied, because it can refer to files anywhere.
      """
    ),
    (
      ["show", "--test", "A/b", "--package", "P"],
      "Expected --package or --scheme, but got both."
    ),
    (
      ["report", "ledger"],
      "Expected directories to read or --scheme, but got both."
    ),
  ]

  @Test(arguments: refused)
  func `What a scheme does not allow is refused`(arguments: [String], message: String) {
    claimEqual(
      ToolRun(arguments + scheme()), .wrongArguments(of: arguments[0], message))
  }

  @Test func `A change is judged in a package only`() throws {
    let directory = try TemporaryDirectory()
    claimEqual(
      ToolRun(["mutate", "--since", "HEAD"] + scheme("--project", directory("App.xcodeproj"))),
      .error(
        "--since reads the targets of changed files from Package.swift, but there is none in "
          + "\(directory.path). Remove --since to try all features."))
  }

  @Test func `Arguments are passed to builds and runs that take them`() throws {
    let scheme = try #require(
      try XcodeScheme.reading(
        scheme("--workspace", "/a/W.xcworkspace")
          + ["--", "-configuration", "Debug", "-skip-testing:A/B", "CODE_SIGNING_ALLOWED=NO"]
          + ["-skip-testing", "C", "-testPlan", "Unit"]))
    claimEqual(scheme.container, ["-workspace", "/a/W.xcworkspace"])
    claimEqual(scheme.directory, "/a")
    claimEqual(
      scheme.buildArguments,
      ["-configuration", "Debug", "CODE_SIGNING_ALLOWED=NO", "-testPlan", "Unit"])
    claimEqual(
      scheme.arguments,
      ["-configuration", "Debug", "-skip-testing:A/B", "CODE_SIGNING_ALLOWED=NO"]
        + ["-skip-testing", "C", "-testPlan", "Unit"])
    #expect(try XcodeScheme.reading([]) == nil)
  }

  @Test(arguments: [[], ["--project", "P"], ["--project", "P.xcodeproj/"]])
  func `A scheme is in the current directory unless its container is elsewhere`(
    container: [String]
  ) throws {
    claimEqual(
      try XcodeScheme.reading(scheme() + container)?.directory,
      URL(fileURLWithPath: ".").standardizedFileURL.path)
  }
}

/// Options that name a scheme and a destination, followed by the given arguments.
private func scheme(_ arguments: String...) -> [String] {
  ["--scheme", "App", "--destination", "platform=macOS"] + arguments
}

extension XcodeScheme {
  /// The scheme that arguments of `focus mutate` name.
  static func reading(_ arguments: [String]) throws -> XcodeScheme? {
    try ParsedArguments(arguments, of: .mutate).flatMap { arguments throws(ToolError) in
      try XcodeScheme(arguments)
    }
  }
}

/// Errors of `xcodebuild`, shown with what it printed.
struct XcodeErrorTests {
  private func text(_ code: Int32, _ output: String) throws -> String? {
    let scheme = try #require(try XcodeScheme.reading(scheme()))
    return ToolError.xcodebuild(code: code, output: output, scheme: scheme)?.text
  }

  @Test(arguments: [
    (127, "env: xcodebuild: No such file or directory"),
    (
      1,
      "xcode-select: error: tool 'xcodebuild' requires Xcode, but active developer directory "
        + "'/Library/Developer/CommandLineTools' is a command line tools instance"
    ),
  ])
  func `A missing xcodebuild is named`(code: Int32, output: String) throws {
    claimEqual(
      try text(code, output),
      """
      focus: --scheme requires `xcodebuild`, which is part of Xcode, but it cannot be started:
        \(output)
      """)
  }

  @Test func `An unknown scheme is named`() throws {
    claimEqual(
      try text(
        65,
        """
        Command line invocation:
            xcodebuild build-for-testing
        xcodebuild: error: The workspace named "App" does not contain a scheme named "App".
        """),
      """
      focus: There is no scheme App. `xcodebuild -list` prints all scheme names. `xcodebuild` \
      printed:
        xcodebuild: error: The workspace named "App" does not contain a scheme named "App".
      """)
  }

  @Test func `A destination that is not to be had is named`() throws {
    claimEqual(
      try text(
        70,
        """
        xcodebuild: error: Unable to find a destination matching the provided destination specifier:
        \t\t{ platform:macOS }

        \tAvailable destinations for the "App" scheme:
        \t\t{ platform:iOS Simulator, name:iPhone 17 }
        """),
      """
      focus: The destination platform=macOS cannot be used for the scheme App. `xcodebuild` printed:
        xcodebuild: error: Unable to find a destination matching the provided destination specifier:
            { platform:macOS }
          Available destinations for the "App" scheme:
            { platform:iOS Simulator, name:iPhone 17 }
      """)
  }

  @Test func `Any other error of xcodebuild is one, and an error of the compiler is none`() throws {
    claimEqual(
      try text(66, "xcodebuild: error: 'W.xcworkspace' does not exist."),
      """
      focus: `xcodebuild` failed with exit code 66, and printed:
        xcodebuild: error: 'W.xcworkspace' does not exist.
      """)
    claimEqual(try text(65, "A.swift:1:1: error: no such thing\n** TEST BUILD FAILED **"), nil)
  }
}
