import Foundation

/// The tool: `focus <command> …`.
@main
package enum Focus {
  /// The commands, in the order in which the help names them.
  package static let commands: [Command] = [.report, .mutate, .split, .show]

  static func main() {
    // The reader of a pipe may end first. Without this handler, the signal would end the process before its files are
    // removed. Child processes don't inherit a handler, unlike `SIG_IGN`.
    signal(SIGPIPE) { _ in }
    let code = run(Array(CommandLine.arguments.dropFirst()), console: .process)
    let isLost = Console.hasLostOutput.load(ordering: .relaxed)
    exit((isLost ? .noResult : code).rawValue)
  }

  /// Runs the command of the arguments, and returns its exit code.
  package static func run(_ arguments: [String], console: Console) -> ExitCode {
    do throws(ToolError) {
      guard let first = arguments.first else {
        throw .usage("Expected a command: \(commands.list).", command: nil)
      }
      let rest = Array(arguments.dropFirst())
      switch first {
      case "help" where rest.count > 1:
        throw .usage("help expects one command, but got \(rest.count).", command: nil)
      case "help" where !rest.isEmpty: console.print(try commands.named(rest[0]).help)
      case "help", "--help", "-h": console.print(commands.help)
      case _ where first.hasPrefix("-"):
        throw .usage("Expected a command before \(first): \(commands.list).", command: nil)
      default:
        let command = try commands.named(first)
        if let parsed = try ParsedArguments(rest, of: command) {
          return try command.run(parsed, console)
        }
        console.print(command.help)
      }
      return .asRequested
    } catch {
      console.note(error.text)
      return error.exitCode
    }
  }
}
