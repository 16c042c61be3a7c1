import Foundation

/// The test that a command is about, and how its package is built.
struct TestArguments {
  let name: TestName
  let package: String
  /// What `swift build` and `swift test` are given.
  let arguments: [String]

  static let operands = "[-- swift test's arguments]"

  static let test = Command.Option(
    "--test", value: "NAME",
    help: "The test, as swift test --filter names it: AppTests.ProfileTests/testSaving.")

  static let package = Command.Option(
    "--package", value: "DIR", help: "The package, if it is not the current directory.")

  init(_ arguments: ParsedArguments) throws(ToolError) {
    guard let text = arguments.value(of: "--test") else {
      throw arguments.error("Expected --test NAME, as in --test AppTests.ProfileTests/testSaving.")
    }
    guard let name = TestName(text) else {
      throw arguments.error(
        "--test expects a name such as AppTests.ProfileTests/testSaving, and got \(text).")
    }
    if let operand = arguments.operands.first {
      throw arguments.error("Expected options only, and got \(operand).")
    }
    self.name = name
    package = arguments.value(of: "--package") ?? FileManager.default.currentDirectoryPath
    self.arguments = arguments.rest
  }

  /// The package, and the test in it.
  func found(_ runs: RunDirectory) throws(ToolError) -> (TestedPackage, FoundTest) {
    let package = try TestedPackage(at: package, arguments: arguments, runs: runs)
    return (package, try package.find(name))
  }
}
