import TestEvents
import Foundation

extension Command {
  /// `focus mutate`.
  package static let mutate = Command(
    name: "mutate",
    summary: "Finds the behaviors that no test protects, by switching each one off.",
    operands: XcodeScheme.operands,
    options: [
      Option("--source", help: "Also mutates lines of source code, in a copy of the package."),
      Option(
        "--filter", value: "X",
        help: "Runs only the tests that match the regular expression X."),
      Option(
        "--fail-under", value: "N",
        help: "Exits with 1 if less than N percent of the mutants are killed."),
      Option(
        "--gaps", value: "FILE",
        help: "Accepts the survivors that FILE lists with a reason. Exits with 1 if a test kills "
          + "one of them."),
      Option(
        "--html", value: "FILE",
        help: "Writes an HTML page, with a matrix of the verdicts."),
      Option("--json", help: "Prints JSON instead of text."),
      Option(
        "--mutant", value: "KEY",
        help: "Tries one mutant, and prints what its tests print. KEY names it as in a file of "
          + "known gaps: \"Profile · .saved → cache\"."),
      Option(
        "--since", value: "REV",
        help: "Tries only features that changed since REV, or whose tests changed."),
    ] + XcodeScheme.options,
    examples: [
      "mutate --since origin/main --fail-under 90",
      "mutate --source --html mutants.html",
    ],
    run: { arguments, console throws(ToolError) in
      let command = try MutateCommand(arguments)
      return try RunDirectory.whileUsed { directory throws(ToolError) in
        try command.run(console, directory)
      }
    })
}

/// The arguments of `focus mutate`.
private struct MutateCommand {
  private let arguments: ParsedArguments
  private let leastPercent: Double?
  private let gaps: KnownGaps?
  private let tests: TestsToRun

  private var filter: String? { arguments.value(of: "--filter") }
  private var mutant: String? { arguments.value(of: "--mutant") }
  private var page: String? { arguments.value(of: "--html") }
  private var printsJSON: Bool { arguments.has("--json") }
  private var revision: String? { arguments.value(of: "--since") }

  init(_ arguments: ParsedArguments) throws(ToolError) {
    self.arguments = arguments
    leastPercent = try arguments.percent(of: "--fail-under")
    if let filter = arguments.value(of: "--filter"), (try? Regex(filter)) == nil {
      throw arguments.error("--filter expects a regular expression, but got \(filter).")
    }
    gaps = try arguments.value(of: "--gaps").map { file throws(ToolError) in
      try KnownGaps(file: file)
    }
    if let scheme = try XcodeScheme(arguments) {
      if arguments.has("--source") {
        throw arguments.error(
          "--source edits a copy of the package. A scheme cannot be copied, because an "
            + "Xcode project can refer to files anywhere. Remove --source or --scheme.")
      }
      tests = .scheme(scheme)
    } else {
      tests = try .package(arguments)
    }
    if let operand = arguments.operands.first {
      throw arguments.error(
        "Expected only options, but got \(operand). Pass arguments of `swift test` after --.")
    }
    if let page { try OutputFile(page).check(what: "The page") }
  }

  func run(_ console: Console, _ directory: RunDirectory) throws(ToolError) -> ExitCode {
    let change = try revision.map { revision throws(ToolError) in
      try ReviewedChange(since: revision, package: tests.directory, directory)
    }
    var progress = ProgressLine(console)
    defer { progress.end() }
    if let evidence = change?.resultIfUnchanged {
      let note = page.map { _ in "focus: No page was written, because no test ran." }
      return try conclude(evidence, evidence.document(), [], note, console)
    }
    let start = console.now()
    var status = ""
    var printed = ""
    let mutated = try arguments.has("--source") ? mutatedPackage(directory, &progress) : nil
    let host = tests.host(inCopy: mutated?.directory, directory)
    if mutated == nil {
      progress.show("Building the tests …")
      try host.buildOrThrow()
    }
    let runner = MutationRunner(host: host, ledger: directory("ledger"))
    var session = MutationSession(
      run: { request throws(ToolError) in
        let record = try runner.run(request) { progress.show(status) }
        if mutant != nil, !request.mutants.isEmpty { printed += record.run.output }
        return record
      },
      find: { record throws(ToolError) in
        let facts = try runner.facts()
        let trials = mutated?.trials(in: record, facts) ?? []
        var selection = MutantSelection(facts.trials + trials)
        selection.evidence.source = mutated?.summary(trials)
        if let change { selection.restrict(to: change) }
        if let mutant { try selection.restrict(toKey: mutant) }
        return selection
      },
      report: { status = $0 })
    session.selection = filter.map(TestSelection.matching) ?? .all
    session.skipOption = host.skipOption
    let result: MutantEvidence?
    do throws(ToolError) {
      result = try session.result()
    } catch {
      if (try? runner.facts())?.isEmpty != false { try tests.checkEvidence(directory) }
      throw error
    }
    guard var evidence = result else {
      progress.end()
      console.note("focus: Stopped before any mutant was tried.")
      return .interrupted
    }
    evidence.seconds = ((console.now() - start) / .milliseconds(100)).rounded() / 10
    progress.end()
    if !printed.isEmpty { printsJSON ? console.note(printed) : console.print(printed) }

    let lines = tests.lines
    for index in evidence.mutants.indices where evidence.mutants[index].handledAt == nil {
      evidence.mutants[index].handledAt = evidence.mutants[index].behavior.flatMap { lines[$0] }
    }
    // Tests that are left out may send actions, and reach mutants, that the other tests don't.
    let runsAll = filter == nil && change == nil && mutant == nil && tests.runsAll
    let stale = evidence.accept(gaps, isWhole: runsAll && evidence.isComplete)
    let report = BehaviorReport(try runner.written(), lines)
    if runsAll { evidence.missing = report.missing }
    let document = evidence.document(vacuous: report.vacuousAssertions)
    if let page {
      try OutputFile(page).write(document.html(evidence.matrix), what: "The page")
    }
    let note = page.map { "The page is in \($0)." }
    return try conclude(evidence, document, stale, note, console)
  }

  /// The built copy of a package, with its switches.
  private func mutatedPackage(
    _ directory: RunDirectory, _ progress: inout ProgressLine
  ) throws(ToolError) -> MutatedPackage? {
    guard let package = try tests.package(directory) else { return nil }
    progress.show("Searching the source code for mutants …")
    var mutated = try MutatedPackage(of: package)
    try mutated.build { mutants in
      progress.show("Building a copy with \(count(mutants, "mutant")) …")
    }
    return mutated
  }

  /// Prints the evidence, and returns the exit code.
  ///
  /// - Parameters:
  ///   - stale: A sentence for each line of the known gaps that no longer applies.
  ///   - pageNote: The note about the page, if the user requests one.
  private func conclude(
    _ evidence: MutantEvidence, _ document: Document, _ stale: [String], _ pageNote: String?,
    _ console: Console
  ) throws(ToolError) -> ExitCode {
    console.print(
      printsJSON ? evidence.json : document.text(TextStyle(isOn: console.takesColor)))
    try StepSummary(console.environment)?.append(document)
    if let pageNote { console.note(pageNote) }
    guard evidence.isComplete else {
      console.note("focus: Stopped early. The output contains the results so far.")
      return .interrupted
    }
    let failure = evidence.failure(below: leastPercent)
    return console.exitCode(noting: [failure].compactMap(\.self) + stale.map { "focus: \($0)" })
  }
}

extension MutantEvidence {
  /// The note if fewer than the requested percentage are killed.
  package func failure(below percent: Double?) -> String? {
    let counts = counts
    // An empty change requires nothing. A suite that exercises nothing fails.
    if counts.all == 0, review != nil { return nil }
    let unjudged = counts[.undecided]
    let note =
      unjudged == 0
      ? ""
      : " \(count(unjudged, "mutant")) could not be judged, and "
        + "\(unjudged == 1 ? "is" : "are") not counted."
    return counts.failure(below: percent, "mutants are killed").map { $0 + note }
  }
}
