/// One of the tool's commands: how it is called, what its help says, and what it does.
package struct Command: Sendable {
  package var name: String

  /// What it does, in a line of the overview.
  package var summary: String

  /// What stands after its options, such as `DIR…`.
  package var operands: String

  package var options: [Option]

  /// Paragraphs below the options in the command's help.
  package var discussion: String

  package var run: @Sendable (ParsedArguments, Console) throws(ToolError) -> ExitCode

  /// An option: `--json`, or with a value `--html FILE`.
  package struct Option: Sendable {
    /// The option with its dashes.
    package var name: String

    /// What its value is called, or `nil` if it takes none.
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
