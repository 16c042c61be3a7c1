import Foundation

/// The arguments of a command, sorted by kind.
package struct ParsedArguments: Hashable, Sendable {
  /// The operands, in order.
  package private(set) var operands: [String] = []

  /// The arguments after `--`, which are passed to another program.
  package private(set) var rest: [String] = []

  /// The given options and their values. An option without a value has an empty value.
  private var values: [String: String] = [:]
  private let command: String

  /// Parses arguments, or returns `nil` for a request for help.
  package init?(_ arguments: [String], of command: Command) throws(ToolError) {
    self.command = command.name
    var remaining = arguments[...]
    var asksForHelp = false
    while let argument = remaining.popFirst() {
      if argument == "--" {
        rest = Array(remaining)
        break
      }
      if argument == "--help" || argument == "-h" {
        asksForHelp = true
      } else if argument.hasPrefix("-"), argument != "-" {
        try add(option: argument, remaining: &remaining, of: command)
      } else {
        operands.append(argument)
      }
    }
    if asksForHelp { return nil }
  }

  private mutating func add(
    option argument: String, remaining: inout ArraySlice<String>, of command: Command
  ) throws(ToolError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.options.first(where: { $0.name == name }) else {
      throw error(command.refusals[name] ?? "There is no option \(name).")
    }
    guard values[name] == nil else { throw error("\(name) is given twice.") }
    let joined = parts.count > 1 ? String(parts[1]) : nil
    guard let valueName = option.value else {
      if let joined {
        throw error("\(name) takes no value, but got \(joined.isEmpty ? "an empty one" : joined).")
      }
      values[name] = ""
      return
    }
    let value = joined ?? remaining.popFirst() ?? ""
    // A value that looks like an option must be given as `--html=--odd`. A number may be negative.
    let isOption = joined == nil && value.hasPrefix("-") && value != "-" && Double(value) == nil
    if value.isEmpty || isOption {
      let got = isOption ? ", but got \(value)" : ""
      throw error("\(name) expects a value (\(name) \(valueName))\(got).")
    }
    values[name] = value
  }

  package func has(_ option: String) -> Bool { values[option] != nil }

  /// The value of an option, or `nil` if it was not given.
  package func value(of option: String) -> String? { values[option] }

  /// The value of an option in percent, or `nil` if it was not given.
  package func percent(of option: String) throws(ToolError) -> Double? {
    guard let text = values[option] else { return nil }
    guard let percent = Double(text), (0...100).contains(percent) else {
      throw error("\(option) expects a number from 0 to 100, but got \(text).")
    }
    return percent
  }

  /// Checks the arguments after `--`.
  ///
  /// - Parameter refusal: Returns the reason for refusing an argument with a name.
  func checkRest(_ refusal: (String) -> String?) throws(ToolError) {
    for argument in rest {
      let name = String(argument.prefix { $0 != "=" && $0 != ":" })
      if let reason = refusal(name) { throw error(reason) }
    }
  }

  /// A usage error of this command.
  package func error(_ message: String) -> ToolError { .usage(message, command: command) }
}

extension Double {
  /// The number, without a fraction of zero: `95`, `99.5`.
  package var shortText: String {
    self == rounded() && magnitude < 1e15 ? String(Int(self)) : String(self)
  }
}
