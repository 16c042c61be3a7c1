/// The command line, as far as `focus` writes it.
struct Options {
  private(set) var action = ""
  private(set) var onlyTesting: [String] = []
  private(set) var enumeratesTests = false
  private var values: [String: String] = [:]

  init(_ arguments: [String]) throws {
    let chosen = "-only-testing:"
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument.hasPrefix(chosen) {
        onlyTesting.append(String(argument.dropFirst(chosen.count)))
      } else if argument == "-enumerate-tests" {
        enumeratesTests = true
      } else if Self.withArgument.contains(argument) {
        values[argument] = rest.popFirst()
      } else if argument.hasPrefix("-") {
        throw Failure.usage("invalid option '\(argument)'")
      } else {
        action = argument
      }
    }
  }

  private static let withArgument: Set = [
    "-scheme", "-destination", "-derivedDataPath", "-resultBundlePath",
    "-parallel-testing-enabled", "-test-enumeration-style", "-test-enumeration-format",
    "-test-enumeration-output-path",
  ]

  func value(of name: String) throws -> String {
    guard let value = values[name] else {
      throw Failure.usage("This stand-in requires the option \(name).")
    }
    return value
  }

  /// Requires the one value that the stand-in has for an option.
  func require(_ value: String, for name: String) throws {
    guard try self.value(of: name) == value else {
      throw Failure.usage("This stand-in knows \(name) \(value) only.")
    }
  }
}
