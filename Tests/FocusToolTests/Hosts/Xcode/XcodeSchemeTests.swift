import Foundation
import Testing
import focus

struct XcodeSchemeTests {
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
      scheme("--", "-only-testing:AppTests/A"),
      "-only-testing is reserved: focus passes it to `xcodebuild`. Remove it."
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
      ["report", "ledger"],
      "Expected directories to read or --scheme, but got both."
    ),
  ]

  @Test(arguments: refused)
  func `What a scheme does not allow is refused`(arguments: [String], message: String) {
    claimEqual(
      ToolRun(arguments + scheme()), .wrongArguments(of: arguments[0], message))
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
