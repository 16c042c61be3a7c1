/// What `--help` prints, in 80 columns.
package enum HelpText {
  package static func overview(of commands: [Command]) -> String {
    let width = commands.map(\.name.count).max() ?? 0
    let list = commands.map { "  \($0.name.padded(to: width))  \($0.summary)" }
    return """
      focus tells which behaviors of your features no test protects.

      Usage: focus <command> …

      Commands:
      \(list.joined(separator: "\n"))

      `focus help <command>` says more about one.

      Exit codes: 0 as asked, 1 below what was asked, 2 wrong usage or input.
      """
  }

  package static func of(_ command: Command) -> String {
    let options = command.options + [Command.Option("--help", help: "Prints this text.")]
    let width = options.map(\.usage.count).max() ?? 0
    let list = options.map { option in
      let indent = String(repeating: " ", count: width + 4)
      let help = option.help.wrapped(to: 80 - width - 4).joined(separator: "\n" + indent)
      return "  \(option.usage.padded(to: width))  \(help)"
    }
    return """
      \(command.summary)

      Usage: focus \(command.name) [option…] \(command.operands)

      Options:
      \(list.joined(separator: "\n"))

      \(command.discussion)
      """
  }
}
