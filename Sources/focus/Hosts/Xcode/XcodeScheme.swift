import Foundation

/// The scheme whose tests `xcodebuild` builds and runs, as the options of a command name it.
package struct XcodeScheme: Hashable, Sendable {
  package let name: String

  /// The destination of the tests, as for the option `-destination`.
  package let destination: String

  /// The option of `xcodebuild` that names the workspace or the project; empty if the directory has only one.
  package let container: [String]

  /// The directory of the workspace, project, or package.
  package let directory: String

  /// The user's arguments of `xcodebuild`.
  package let arguments: [String]

  static let options: [Command.Option] = [
    Command.Option(
      "--scheme", value: "S",
      help: "Runs the tests of an Xcode scheme with `xcodebuild`. Pass its arguments after --."),
    Command.Option(
      "--destination", value: "D",
      help: "The destination of the tests: platform=macOS or a simulator."),
    Command.Option(
      "--workspace", value: "W",
      help: "The workspace of the scheme, if the directory has several."),
    Command.Option(
      "--project", value: "P", help: "The project of the scheme, if the directory has several."),
  ]

  static let operands = "[-- arguments of swift test or xcodebuild…]"

  /// The option, after `--`, that leaves a test out.
  static let skipOption = "-skip-testing:TARGET/SUITE/TEST"

  /// Reads the options of a command, or returns `nil` if they name no scheme.
  package init?(_ arguments: ParsedArguments) throws(ToolError) {
    guard let name = arguments.value(of: "--scheme") else {
      for option in Self.options where arguments.has(option.name) {
        throw arguments.error("\(option.name) requires --scheme S, the scheme to test.")
      }
      return nil
    }
    guard let destination = arguments.value(of: "--destination") else {
      throw arguments.error(
        "--scheme requires --destination D, such as --destination 'platform=iOS Simulator,"
          + "name=iPhone 17'.")
    }
    let workspace = arguments.value(of: "--workspace")
    let project = arguments.value(of: "--project")
    if workspace != nil, project != nil {
      throw arguments.error("Expected --workspace or --project, but got both.")
    }
    self.name = name
    self.destination = destination
    container =
      workspace.map { ["-workspace", $0] } ?? project.map { ["-project", $0] } ?? []
    let place = (workspace ?? project).map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
    directory = (place ?? URL(fileURLWithPath: ".")).standardizedFileURL.path
    self.arguments = arguments.rest
    try arguments.checkRest { name in
      Self.ownOptions.contains(name)
        ? "\(name) is reserved: focus passes it to `xcodebuild`. Remove it." : nil
    }
  }

  /// The options that the tool passes itself.
  private static let ownOptions: Set = [
    "-scheme", "-destination", "-workspace", "-project", "-derivedDataPath", "-resultBundlePath",
    "-only-testing", "-parallel-testing-enabled", "-enumerate-tests",
  ]

  /// The options of test actions. Each has a value.
  private static let testOptions: Set<Substring> = [
    "-skip-testing", "-skip-test-configuration", "-only-test-configuration",
    "-test-timeouts-enabled", "-default-test-execution-time-allowance",
    "-maximum-test-execution-time-allowance", "-collect-test-diagnostics",
  ]

  /// The user's arguments without those of test actions.
  package var buildArguments: [String] {
    var result: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if !Self.testOptions.contains(argument.prefix { $0 != ":" }) {
        result.append(argument)
      } else if !argument.contains(":") {
        _ = rest.popFirst()
      }
    }
    return result
  }

  /// The source lines of the project or of the package.
  var lines: ProductionLines {
    container.isEmpty
      ? ProductionLines(packageAt: directory) : ProductionLines(projectAt: directory)
  }

  /// Whether the scheme runs all of its tests, because no option leaves any out.
  var runsAll: Bool {
    !arguments.contains { argument in
      ["-testPlan", "-skip-test", "-only-test"].contains(where: argument.hasPrefix)
    }
  }
}
