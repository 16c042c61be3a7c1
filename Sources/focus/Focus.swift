import Foundation

/// The tool: `focus <command> …`.
@main
package enum Focus {
  /// The commands, in the order in which the help names them.
  package static let commands: [Command] = [.report]

  static func main() {
    let code = run(Array(CommandLine.arguments.dropFirst()), console: .process)
    exit(code.rawValue)
  }

  /// Does what the arguments ask, and says how it went.
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

/// What the tool tells the shell.
package enum ExitCode: Int32, Sendable {
  /// All is as it was asked to be.
  case asRequested = 0

  /// Less is asserted than was asked.
  case belowRequest = 1

  /// The arguments or the input are wrong, and the question has no answer.
  case wrongUsage = 2
}

/// Why the tool cannot answer.
package enum ToolError: Error, Hashable, Sendable {
  /// The arguments are wrong; the help of the command, if one is known, says how they read.
  case usage(String, command: String?)

  /// A file or a directory is not as it must be.
  case input(String)

  /// The error as the terminal shows it.
  package var text: String {
    switch self {
    case .usage(let message, let command?):
      "focus \(command): \(message)\nSee `focus help \(command)`."
    case .usage(let message, nil): "focus: \(message)\nSee `focus --help`."
    case .input(let message): "focus: \(message)"
    }
  }
}
