/// The request of a command line.
package enum Invocation: Sendable {
  /// Help about a command, or about the tool.
  case help(Command?)
  case run(Command, ParsedArguments)

  package init(_ arguments: [String], commands: [Command]) throws(ToolError) {
    guard let first = arguments.first else {
      throw .usage("Expected a command: \(commands.list).", command: nil)
    }
    switch first {
    case "--help", "-h":
      self = .help(nil)
    case "help":
      if arguments.count > 2 {
        throw .usage("help expects one command, and got \(arguments.count - 1).", command: nil)
      }
      self = .help(
        try arguments.dropFirst().first.map { name throws(ToolError) in
          try commands.named(name)
        })
    case _ where first.hasPrefix("-"):
      throw .usage(
        "Expected a command before \(first): \(commands.list).", command: nil)
    default:
      let command = try commands.named(first)
      if let parsed = try ParsedArguments(Array(arguments.dropFirst()), of: command) {
        self = .run(command, parsed)
      } else {
        self = .help(command)
      }
    }
  }
}

extension [Command] {
  fileprivate func named(_ name: String) throws(ToolError) -> Command {
    if let command = first(where: { $0.name == name }) { return command }
    if let nearest = nearest(to: name, among: map(\.name)) {
      throw .usage("There is no command \(name). Did you mean \(nearest)?", command: nil)
    }
    throw .usage("There is no command \(name). Expected \(list).", command: nil)
  }

  fileprivate var list: String { map(\.name).joined(separator: ", ") }
}
