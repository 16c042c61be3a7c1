import TestEvents
import Foundation

extension Command {
  /// `focus report`.
  package static let report = Command(
    name: "report",
    summary: "Shows which behaviors the tests assert, and which they do not.",
    operands: "[DIR… | -- argument…]",
    options: [
      Option("--html", value: "FILE", help: "Writes an HTML page with a matrix per feature."),
      Option("--json", help: "Prints JSON instead of the table."),
      Option(
        "--fail-under", value: "N",
        help: "Exits with 1 if less than N percent of the behaviors are asserted."),
      Option(
        "--gaps", value: "FILE",
        help: "Exits with 1 if FILE, the known gaps, does not list an unasserted behavior."),
      Option("--update-gaps", help: "Writes the unasserted behaviors to the file of --gaps."),
    ] + XcodeScheme.options,
    examples: [
      "report --html page.html --fail-under 95",
      "report ledger-1 ledger-2 --gaps GAPS",
    ],
    run: { arguments, console throws(ToolError) in
      var console = console
      // The tool may run in a directory inside the package.
      console.directory = console.directory.map { TestedPackage.directory(around: $0) ?? $0 }
      return try ReportCommand(arguments).run(console)
    })
}

/// The arguments of `focus report`.
private struct ReportCommand {
  private let arguments: ParsedArguments
  /// The directories to read. If there are none, the tests run.
  private let directories: [String]
  private let tests: TestsToRun?
  private let leastPercent: Double?

  private var page: String? { arguments.value(of: "--html") }
  private var gaps: String? { arguments.value(of: "--gaps") }
  private var updatesGaps: Bool { arguments.has("--update-gaps") }

  init(_ arguments: ParsedArguments) throws(ToolError) {
    self.arguments = arguments
    directories = arguments.operands
    leastPercent = try arguments.percent(of: "--fail-under")
    if arguments.has("--update-gaps"), arguments.value(of: "--gaps") == nil {
      throw arguments.error("--update-gaps requires --gaps FILE, the file to write.")
    }
    let scheme = try XcodeScheme(arguments)
    if directories.isEmpty {
      tests = if let scheme { .scheme(scheme) } else { try .package(arguments) }
    } else if scheme != nil {
      throw arguments.error("Expected directories to read or --scheme, but got both.")
    } else if !arguments.rest.isEmpty {
      throw arguments.error(
        "Expected directories to read, or arguments of `swift test` after --, but got both.")
    } else {
      tests = nil
    }
  }

  func run(_ console: Console) throws(ToolError) -> ExitCode {
    if let page { try OutputFile(page).check(what: "The page") }
    if let gaps, updatesGaps { try OutputFile(gaps).check(what: "The file of known gaps") }
    guard let tests else { return try report(directories, console) }
    return try RunDirectory.whileUsed { runs throws(ToolError) in
      let ledger = runs("ledger")
      try tests.record(in: ledger, runs, console)
      return try report([ledger], console)
    }
  }

  private func report(_ directories: [String], _ console: Console) throws(ToolError) -> ExitCode {
    var progress = ProgressLine(console)
    defer { progress.end() }
    let known = try knownGaps()
    let ledger = try read(directories, &progress)
    progress.show("Merging …")
    let lines =
      tests?.lines ?? console.directory.map { ProductionLines(packageAt: $0) } ?? ProductionLines()
    let report = BehaviorReport(ledger, lines)
    progress.end()
    for note in ledger.skippedNotes { console.note(note) }
    if report.features.isEmpty {
      throw tests == nil
        ? .input(
          "No behavior is recorded in \(directories.joined(separator: ", ")).\n"
            + "Expected a \(Ledger.source).") : .nothingRecorded
    }
    let comparison = known?.compare(report)
    if let page {
      progress.show("Writing the page …")
      let document = report.document(known, listsAll: true)
      try OutputFile(page).write(document.html(report.matrix), what: "The page")
    }
    if let known, updatesGaps {
      let text = try? String(contentsOfFile: known.file, encoding: .utf8)
      try OutputFile(known.file).write(
        known.updating(text ?? KnownGaps.head, for: report), what: "The file of known gaps")
    }
    progress.end()
    console.print(
      arguments.has("--json")
        ? report.json(ledger, comparison)
        : report.document(known).text(TextStyle(isOn: console.takesColor)))
    if let page { console.note("The page is in \(page).") }
    try StepSummary(console.environment)?.append(report.document(known))
    var failure: String?
    if let known, let comparison, !updatesGaps {
      for note in known.notes(on: comparison) { console.note(note) }
      failure = known.failure(comparison)
    } else if let known {
      let number = count(report.counts[.exercised], "unasserted behavior")
      console.note("\(known.file) lists \(number).")
    }
    let failures = [
      failure,
      report.counts.failure(below: leastPercent, "behaviors are asserted"),
    ]
    return console.exitCode(noting: failures.compactMap(\.self))
  }
}

// MARK: - Files

extension ReportCommand {
  private func read(
    _ directories: [String], _ progress: inout ProgressLine
  ) throws(ToolError) -> Ledger {
    progress.show("Reading …")
    do throws(LedgerReadingError) {
      return try Ledger(directories: directories)
    } catch {
      throw .input(error.text)
    }
  }

  private func knownGaps() throws(ToolError) -> KnownGaps? {
    guard let gaps else { return nil }
    if FileManager.default.fileExists(atPath: gaps) { return try KnownGaps(file: gaps) }
    if updatesGaps { return try KnownGaps("", file: gaps) }
    throw .input("There is no file \(gaps). To create it, pass --update-gaps.")
  }
}

extension LedgerReadingError {
  /// The error as the terminal shows it.
  package var text: String { "\(path) cannot be read. Expected a \(Ledger.source)." }
}

// MARK: - Notes

extension Ledger {
  fileprivate static let source = "directory written by `FOCUSED_LEDGER=DIR swift test`"

  /// The skipped lines, one sentence per file.
  fileprivate var skippedNotes: [String] {
    damage.map { "Skipped \(count($0.lineCount, "damaged line")) in \($0.file)." }
      + otherVersions.map {
        """
        Skipped \(count($0.lineCount, "line")) in \($0.file): they have format version \
        \($0.version), but this tool reads version \(LedgerFormat.version).
        """
      }
  }
}

extension KnownGaps {
  /// The lines that no longer apply.
  fileprivate func notes(on comparison: Comparison) -> [String] {
    comparison.stale.isEmpty
      ? []
      : ["No longer unasserted, but still listed in \(file):"]
        + comparison.stale.map { "  " + $0 }
  }

  /// The note if behaviors are unasserted that the file doesn't list.
  fileprivate func failure(_ comparison: Comparison) -> String? {
    let new = comparison.new
    if new.isEmpty { return nil }
    let names = new.map { "  " + $0.behavior.description.oneLine }
    return """
      focus: \(count(new.count, "behavior")) \(new.count == 1 ? "is" : "are") unasserted, and not \
      listed in \(file):
      \(names.joined(separator: "\n"))
      """
  }
}
