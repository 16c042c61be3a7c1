import TestEvents
import Foundation

extension Command {
  /// `focus report`.
  package static let report = Command(
    name: "report",
    summary: "Shows which behaviors the tests assert, and which they do not.",
    operands: "[DIR…]",
    options: [
      Option("--html", value: "FILE", help: "Writes an HTML page with a matrix per feature."),
      Option("--json", help: "Prints JSON instead of the table."),
      Option("--all", help: "Lists all behaviors, including asserted ones."),
      Option("--all-runs", help: "Also counts the older runs of each directory."),
      Option(
        "--fail-under", value: "N",
        help: "Exits with 1 if less than N percent of the behaviors are asserted."),
      Option(
        "--baseline", value: "FILE",
        help: "Exits with 1 if FILE does not list an unasserted behavior."),
      Option("--update-baseline", help: "Writes the unasserted behaviors to the baseline."),
      VacuousAssertion.option,
    ] + XcodeScheme.options,
    examples: [
      "report ledger --html page.html --fail-under 95"
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
  private var directories: [String]
  /// The scheme whose tests are to run first.
  private let scheme: XcodeScheme?
  private let leastPercent: Double?

  private var page: String? { arguments.value(of: "--html") }
  private var printsJSON: Bool { arguments.has("--json") }
  private var takesAllRuns: Bool { arguments.has("--all-runs") }
  private var baseline: String? { arguments.value(of: "--baseline") }
  private var updatesBaseline: Bool { arguments.has("--update-baseline") }
  private var failsOnVacuous: Bool { arguments.has(VacuousAssertion.option.name) }

  init(_ arguments: ParsedArguments) throws(ToolError) {
    self.arguments = arguments
    scheme = try XcodeScheme(arguments)
    directories = arguments.operands + (scheme == nil ? arguments.rest : [])
    leastPercent = try arguments.percent(of: "--fail-under")
    if updatesBaseline, baseline == nil {
      throw arguments.error("--update-baseline requires --baseline FILE, the file to write.")
    }
    if scheme != nil, directories.count > 1 {
      throw arguments.error(
        "--scheme expects at most one directory for the ledger of its tests, but got "
          + "\(directories.count)."
      )
    }
    if scheme == nil, directories.isEmpty {
      throw arguments.error("Expected a \(Ledger.source).")
    }
  }

  func run(_ console: Console) throws(ToolError) -> ExitCode {
    if let page { try OutputFile(page).check(what: "The page") }
    if let baseline, updatesBaseline { try OutputFile(baseline).check(what: "The baseline") }
    guard let scheme else { return try report(console) }
    return try RunDirectory.whileUsed { runs throws(ToolError) in
      var command = self
      command.directories = [directories.first ?? runs("ledger")]
      try XcodeHost(scheme, runs: runs).record(in: command.directories[0], console)
      return try command.report(console)
    }
  }

  private func report(_ console: Console) throws(ToolError) -> ExitCode {
    var progress = ProgressLine(console)
    defer { progress.end() }
    let ledger = try read(&progress)
    progress.show("Merging …")
    let runs = ledger.directories.map { CountedRuns($0, ofAll: takesAllRuns) }
    let lines =
      scheme?.lines ?? console.directory.map { ProductionLines(packageAt: $0) } ?? ProductionLines()
    let report = BehaviorReport(ledger, ofAllRuns: takesAllRuns, lines)
    progress.end()
    for note in ledger.skippedNotes + runs.flatMap(\.notes) { console.note(note) }
    if report.features.isEmpty {
      throw .input(
        "No behavior is recorded in \(directories.joined(separator: ", ")).\n"
          + "Expected a \(Ledger.source).")
    }
    let comparison = try compare(report)
    if let page {
      progress.show("Writing the page …")
      try OutputFile(page).write(
        ReportPage(report: report, runs: runs).text, what: "The page")
    }
    if let baseline, updatesBaseline {
      try OutputFile(baseline).write(Baseline(report).text, what: "The baseline")
    }

    progress.end()
    console.print(
      printsJSON
        ? report.json(ledger, runs: runs, comparison: comparison)
        : ReportTable(
          report: report, listsAll: arguments.has("--all"),
          style: TextStyle(isOn: console.takesColor)
        ).text)
    if let page { console.note("The page is in \(page).") }
    if let directory = scheme?.directory ?? console.directory {
      try GitHubActions(console.environment, package: directory)?
        .show(
          report.annotations(lines, comparison: comparison),
          report.markdown(comparison: comparison), console)
    }
    if let baseline, updatesBaseline {
      console.note("\(baseline) lists \(count(Baseline(report).count, "unprotected behavior")).")
    } else if let comparison, let baseline {
      for note in comparison.news(in: baseline) { console.note(note) }
    }
    let failures = [
      updatesBaseline ? nil : comparison?.failure(of: baseline ?? ""),
      report.counts.failure(below: leastPercent, "behaviors are asserted"),
      failsOnVacuous ? report.vacuousAssertions.failure : nil,
    ]
    return console.exitCode(noting: failures.compactMap(\.self))
  }
}

// MARK: - Files

extension ReportCommand {
  private func read(_ progress: inout ProgressLine) throws(ToolError) -> Ledger {
    do throws(LedgerReadingError) {
      return try Ledger(directories: directories) { read, all in
        progress.show("Reading file \(read + 1) of \(all) …")
      }
    } catch {
      throw .input(error.text)
    }
  }

  private func compare(_ report: BehaviorReport) throws(ToolError) -> Baseline.Comparison? {
    guard let baseline else { return nil }
    guard FileManager.default.fileExists(atPath: baseline) else {
      if updatesBaseline { return nil }
      throw .input(
        "There is no baseline at \(baseline). To create one, pass --update-baseline.")
    }
    guard let data = FileManager.default.contents(atPath: baseline),
      let text = String(data: data, encoding: .utf8)
    else {
      throw .input(
        "The baseline at \(baseline) cannot be read. Expected a UTF-8 text file.")
    }
    do throws(ToolError) {
      return try Baseline(text, file: baseline).compare(report)
    } catch {
      // A damaged baseline is no problem if the command overwrites it.
      if updatesBaseline { return nil }
      throw error
    }
  }
}

extension LedgerReadingError {
  /// The error as the terminal shows it.
  package var text: String {
    switch self {
    case .missingDirectory(let path):
      "There is no directory \(path). Expected a \(Ledger.source)."
    case .notADirectory(let path): "\(path) is a file. Expected a \(Ledger.source)."
    case .unreadableDirectory(let path):
      "The directory \(path) cannot be read. Expected a readable directory."
    case .emptyDirectory(let path):
      "\(path) contains no *.jsonl file. Expected a \(Ledger.source)."
    case .unreadableFile(let path): "\(path) cannot be read. Expected a readable file."
    }
  }
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

extension Baseline.Comparison {
  fileprivate func news(in file: String) -> [String] {
    var notes: [String] = []
    if !nowProtected.isEmpty {
      notes.append("Now protected, but still listed in \(file):")
      notes += nowProtected.map { "  " + $0.behavior.description.oneLine }
    }
    if !notExercised.isEmpty {
      notes.append("No longer exercised by a test, but still listed in \(file):")
      notes += notExercised.map { "  \($0)" }
    }
    return notes
  }

  /// The note if behaviors are newly unprotected.
  fileprivate func failure(of file: String) -> String? {
    if newlyUnprotected.isEmpty { return nil }
    let count = count(newlyUnprotected.count, "behavior")
    let isOrAre = newlyUnprotected.count == 1 ? "is" : "are"
    return
      (["focus: \(count) \(isOrAre) newly unprotected, and not listed in \(file):"]
      + ReportTable.lines(of: newlyUnprotected))
      .joined(separator: "\n")
  }
}
