import Foundation

/// The tool: `focus <command> …`.
@main
package enum Focus {
  /// The commands, in the order in which the help names them.
  package static let commands: [Command] = [.report, .mutate, .split, .show]

  static func main() {
    let code = run(Array(CommandLine.arguments.dropFirst()), console: .process)
    exit(code.rawValue)
  }

  /// Runs the command of the arguments, and returns its exit code.
  package static func run(_ arguments: [String], console: Console) -> ExitCode {
    do throws(ToolError) {
      switch try Invocation(arguments, commands: commands) {
      case .help(nil): console.print(HelpText.overview(of: commands))
      case .help(let command?): console.print(HelpText.of(command))
      case .run(let command, let arguments): return try command.run(arguments, console)
      }
      return .asRequested
    } catch {
      console.note(error.text)
      return .wrongUsage
    }
  }
}
