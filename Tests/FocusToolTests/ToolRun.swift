import TestEvents
import FocusedTestStore
@testable import focus

/// The output and the exit code of the tool for some arguments.
struct ToolRun: Equatable, Sendable {
  var code: ExitCode
  var output: String
  var notes: String

  init(code: ExitCode, output: String, notes: String) {
    self.code = code
    self.output = output
    self.notes = notes
  }

  init(_ arguments: String..., takesColor: Bool = false) {
    self.init(arguments, takesColor: takesColor)
  }

  init(
    _ arguments: [String], takesColor: Bool = false, environment: [String: String] = [:],
    directory: String? = nil
  ) {
    let output = Lock("")
    let notes = Lock("")
    var console = Console(
      printText: { text in output.withLock { $0 += text } },
      noteText: { text in notes.withLock { $0 += text } })
    console.takesColor = takesColor
    console.environment = environment
    console.directory = directory
    code = Focus.run(arguments, console: console)
    self.output = output.withLock { $0 }
    self.notes = notes.withLock { $0 }
  }
}

extension ToolRun {
  /// A run that prints only an error.
  static func error(_ message: String, code: ExitCode = .wrongUsage) -> ToolRun {
    ToolRun(code: code, output: "", notes: "focus: \(message)\n")
  }

  /// A run whose arguments are wrong.
  static func wrongArguments(of command: String, _ message: String) -> ToolRun {
    ToolRun(
      code: .wrongUsage, output: "",
      notes: "focus \(command): \(message)\nSee `focus help \(command)`.\n")
  }
}

/// A fact about `Profile`, by default.
func fact(
  _ action: String, _ outcome: Behavior.Outcome, _ mark: Behavior.Mark,
  in feature: String = "Profile",
  test: String = "saving()", line: Int = 12, assertedAt: Int? = nil
) -> LedgerFact {
  LedgerFact(
    behavior: Behavior(feature: feature, action: action, outcome: outcome), mark: mark,
    test: LedgerTest(
      name: "AppTests.ProfileTests/\(test)", file: "AppTests/ProfileTests.swift", line: line),
    assertedAt: assertedAt.map { LedgerLocation(file: "AppTests/ProfileTests.swift", line: $0) })
}

/// The text of a ledger's file.
func ledgerText(_ facts: [LedgerFact]) -> String {
  LedgerFormat.header + facts.map(\.line).joined()
}

/// A small suite: one behavior per coverage level, and an action without an outcome.
let sampleFacts = [
  fact("saveTapped", .field("isSaving"), .asserted, assertedAt: 14),
  fact("saveTapped", .field("isSaving"), .exercised, test: "savingTwice()", line: 30),
  fact("saved", .field("lastSaved"), .read),
  fact("saved", .dismisses, .exercised),
  fact("cancelTapped", .nothing, .exercised),
  fact("found", .field("results[]"), .asserted, in: "Search", test: "typing()", line: 50),
]
