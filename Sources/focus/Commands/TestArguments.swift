import Foundation

/// The test that a command processes, and the arguments for building its package.
struct TestArguments {
  /// The name of the test, or its end.
  let name: String
  let package: String
  /// The user's arguments of `swift test`.
  let arguments: [String]

  static let operands = "[-- arguments of swift test…]"

  static let test = Command.Option(
    "--test", value: "NAME",
    help: "The test: AppTests.ProfileTests/testSaving, or the end of a name that is unique.")

  static let package = Command.Option(
    "--package", value: "DIR", help: "The package; the current directory without it.")

  init(_ arguments: ParsedArguments) throws(ToolError) {
    name = try Self.name(arguments)
    try arguments.checkRest { name in
      name == "--package-path"
        ? "--package-path after -- is --package DIR before it." : Self.refusal(ofOwn: name)
    }
    package = arguments.value(of: "--package") ?? FileManager.default.currentDirectoryPath
    self.arguments = arguments.rest
  }

  /// The reason for refusing an option that the tool passes to `swift test`; `nil` for other options.
  static func refusal(ofOwn option: String) -> String? {
    ["--filter", "--skip-build", "--event-stream-output-path", "--event-stream-version"]
      .contains(option)
      ? "\(option) is given to `swift test` by focus itself. Leave it out." : nil
  }

  /// The name of the test, which must be the only operand.
  static func name(_ arguments: ParsedArguments) throws(ToolError) -> String {
    guard let text = arguments.value(of: "--test") else {
      throw arguments.error("Expected --test NAME, as in --test AppTests.ProfileTests/testSaving.")
    }
    if let operand = arguments.operands.first {
      throw arguments.error("Expected options only, and got \(operand).")
    }
    return text
  }

  /// The package, and the test that was found there.
  func found(_ runs: RunDirectory) throws(ToolError) -> (TestedPackage, FoundTest) {
    let package = try TestedPackage(at: package, arguments: arguments, runs: runs)
    return (package, try package.find(name))
  }
}
