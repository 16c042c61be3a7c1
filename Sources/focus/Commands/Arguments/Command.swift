/// A command of the tool: its arguments, its help, and its implementation.
package struct Command: Sendable {
  package var name: String

  /// A one-line description of the command.
  package var summary: String

  /// The operands, as the help shows them, such as `DIR…`.
  package var operands: String

  package var options: [Option]

  /// Two example calls of the command, without `focus`.
  package var examples: [String]

  package var exitCodes =
    "0 as requested, 1 below the request, 2 wrong usage or input, 3 no test passes, 4 no result, "
    + "130 interrupted"

  /// Options of other commands that this command rejects, with the reasons.
  package var refusals: [String: String] = [:]

  package var run: @Sendable (ParsedArguments, Console) throws(ToolError) -> ExitCode

  /// An option, with or without a value: `--html FILE`, `--json`.
  package struct Option: Sendable {
    /// The option's name, including its dashes.
    package var name: String

    /// The name of the option's value in the help, or `nil` if it takes none.
    package var value: String?

    package var help: String

    package init(_ name: String, value: String? = nil, help: String) {
      self.name = name
      self.value = value
      self.help = help
    }

    /// The option as the help shows it: `--html FILE`.
    package var usage: String { value.map { "\(name) \($0)" } ?? name }
  }
}

extension [Command] {
  /// The command with a name.
  ///
  /// - Throws: An error with the names of the commands.
  func named(_ name: String) throws(ToolError) -> Command {
    if let command = first(where: { $0.name == name }) { return command }
    throw .usage("There is no command \(name). Expected \(list).", command: nil)
  }

  /// The names of the commands.
  var list: String { map(\.name).joined(separator: ", ") }

  /// The text that `--help` prints without a command, in 80 columns.
  var help: String {
    let width = map(\.name.count).max() ?? 0
    let list = map { "  \($0.name.padded(to: width))  \($0.summary)" }
    return """
      focus shows the behaviors of your features that no test protects.

      Usage: focus <command> …

      Commands:
      \(list.joined(separator: "\n"))

      `focus help <command>` prints a command's options.

      Exit codes: 0 as requested, 1 below the request, 2 wrong usage or input, 3 no
      test passes, 4 no result, 130 interrupted.
      """
  }
}

extension Command {
  /// The text that `--help` prints, in 80 columns.
  var help: String {
    let options = options + [Command.Option("--help", help: "Prints this text.")]
    let width = options.map(\.usage.count).max() ?? 0
    let list = options.map { option in
      let indent = String(repeating: " ", count: width + 4)
      let help = option.help.wrapped(to: 80 - width - 4).joined(separator: "\n" + indent)
      return "  \(option.usage.padded(to: width))  \(help)"
    }
    return """
      \(summary)

      Usage: focus \(name) [option…] \(operands)

      Options:
      \(list.joined(separator: "\n"))

      Examples:
      \(examples.map { "  focus \($0)" }.joined(separator: "\n"))

      \("Exit codes: \(exitCodes).".wrapped(to: 80).joined(separator: "\n"))
      """
  }
}
