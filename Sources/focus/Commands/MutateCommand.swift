import TestEvents
import Foundation

extension Command {
  /// `focus mutate`.
  package static let mutate = Command(
    name: "mutate",
    summary: "Switches off each behavior, and lists those whose absence no test notices.",
    operands: "[-- swift test's arguments…]",
    options: [
      Option(
        "--source",
        help: "Breaks lines of the features' source instead, in a copy that is built once."),
      Option(
        "--filter", value: "X",
        help: "Runs the tests that the regular expression X finds, as `swift test --filter` does."),
      Option(
        "--fail-under", value: "N", help: "Exits with 1 if less than N percent are killed."),
      Option(
        "--html", value: "FILE", help: "Writes the page of `focus report` with what is found."),
      Option(
        "--json", help: "Prints JSON instead of the text; `focus report --evidence` reads it."),
      Option(
        "--since", value: "REV",
        help: "Tries the features only that differ from REV, or whose tests do."),
      Option(
        "--evidence", value: "FILE",
        help: "Takes over what an earlier --json found of the others; with --since."),
      Option(
        "--shard", value: "K/N",
        help: "Tries the K-th of N parts; `focus report --evidence` merges them."),
      Option(
        "--write-tests", value: "FILE",
        help: "Writes a diff to FILE that adds a proven focused test per survivor."),
      Option(
        "--format", value: "FORMAT",
        help: "Prints text, json or elements, the schema of mutation-testing-elements."),
      Option(
        "--all",
        help: "Tries each mutant in each test that exercises it, also after it is killed."),
    ],
    discussion: """
      Run it in a package whose tests use TestStore. The tests run twice as they are,
      and must pass. Then they run in rounds: in each round each test has one mutant
      of its own, a behavior that is kept from coming about while the test runs. A
      field keeps its old value, an action does not arrive, an effect is not started
      or not cancelled, a dismissal is not sent. Nothing is compiled again.

      A mutant is killed if a test fails with it, however it asserts, crashes or does
      not end. It survives if every test that exercises it was judged, and passes. If
      some test could not be judged, because a field could not be put back in it, say,
      the mutant is undecided. What counts for N is the number of killed mutants in a
      hundred that are killed or survive, not rounded. Named and not counted are those
      that are undecided, those that no test could notice, because the state is equal
      without them, and fields that no test could put back.

      A test that fails without a mutant is left out by name; if it fails twice, that
      is all that is said. Ctrl-C ends the work, and what is known by then is printed.

      With --since, REV stands for the last commit that HEAD has in common with it,
      and what is not committed counts. A feature is tried if a file differs that
      declares or extends it, that names it, or that has a test of it. If a file that
      differs declares something else, all features of its target are tried, and those
      of the targets that import it; if the manifest differs, all features are.
      --evidence names what --json printed for an earlier commit: what has not changed
      since that one either is not tried again, and is a part of the result.

      With --shard, each of N machines tries a part of the mutants, and prints it with
      --json; all of them run the suite for what it exercises.

      With --write-tests, a test that exercises a survivor shows the steps to it, and
      a focused test takes these steps and asserts it. FILE is a unified diff that
      adds each test after the one that it was made of, as `focus split` does. The
      tests were built and run in a copy of the package (in .build/focus): they pass,
      and fail with their behaviors off. A survivor without a test is listed, with
      the reason for each test that was read. The exit code, and what counts for N,
      stay those of the tests as they were before, even if no test can be written.

      With --source, a mutant is a line of a feature's code that says something else:
      a call, an assignment or an effect is gone, a condition is negated, always or
      never met, a border or a number is off by one, an effect cannot be cancelled or
      does not cancel the one before. What `reduce` and `body` come to in the same
      type is mutated, in targets that are no tests. A copy of the package (in
      .build/focus) is built once, with a switch around each place; what does not
      compile is dropped and counted. Then the rounds are the same: a mutant is tried
      in the tests that come to its line. --write-tests writes what states and effects
      show of it: a field that becomes something else, an effect that is not started.

      In GitHub Actions a summary goes to GITHUB_STEP_SUMMARY, and the first ten
      survivors are annotations of the lines that handle them.

      Exit codes: 0 as asked, 1 below what was asked, 2 wrong usage or input, tests
      that fail, or stopped.
      """,
    run: { arguments, console throws(ToolError) in
      let command = try MutateCommand(arguments)
      return try RunDirectory.whileUsed { directory throws(ToolError) in
        try command.run(console, directory)
      }
    })
}

/// What `focus mutate` was asked for.
private struct MutateCommand {
  let isOfSource: Bool
  let filter: String?
  let leastPercent: Double?
  let page: String?
  let format: EvidenceFormat
  let triesAll: Bool
  let revision: String?
  let earlier: String?
  let shard: MutantShard?
  let tests: String?
  let arguments: [String]

  init(_ arguments: ParsedArguments) throws(ToolError) {
    isOfSource = arguments.has("--source")
    filter = arguments.value(of: "--filter")
    leastPercent = try arguments.percent(of: "--fail-under")
    if let filter, (try? Regex(filter)) == nil {
      throw arguments.error("--filter expects a regular expression, and got \(filter).")
    }
    page = arguments.value(of: "--html")
    format = try EvidenceFormat(arguments)
    triesAll = arguments.has("--all")
    revision = arguments.value(of: "--since")
    earlier = arguments.value(of: "--evidence")
    if earlier != nil, revision == nil {
      throw arguments.error(
        "--evidence expects --since REV: what has not changed is taken over from FILE.")
    }
    let part = arguments.value(of: "--shard")
    shard = part.flatMap { MutantShard($0) }
    if let part, shard == nil {
      throw arguments.error("--shard expects K/N with K from 1 to N, as 2/8, and got \(part).")
    }
    tests = arguments.value(of: "--write-tests")
    if let tests { try OutputFile(tests).check(what: "The diff") }
    self.arguments = arguments.rest
    if let operand = arguments.operands.first {
      throw arguments.error(
        "Expected options only, and got \(operand). What `swift test` is to get stands after --.")
    }
    for argument in arguments.rest {
      let name = argument.prefix { $0 != "=" }
      switch name {
      case "--filter":
        throw arguments.error("--filter stands before --, because focus has to know it.")
      case "--parallel":
        throw arguments.error(
          "--parallel after -- gives each test of XCTest a process of its own, and each round would "
            + "take as long as many. Leave it out; Swift Testing runs tests in parallel anyway.")
      case "--skip-build", "--event-stream-output-path", "--event-stream-version":
        throw arguments.error("\(name) is given to `swift test` by focus itself. Leave it out.")
      default: break
      }
    }
    if let page { try OutputFile(page).check(what: "The page") }
  }

  func run(_ console: Console, _ directory: RunDirectory) throws(ToolError) -> ExitCode {
    let change = try revision.map { revision throws(ToolError) in
      try ReviewedChange(
        since: revision, evidence: earlier, package: packageDirectory, directory)
    }
    if let earlier, let evidence = change?.earlier, (evidence.source != nil) != isOfSource {
      throw .input(
        "\(earlier) is \(isOfSource ? "not " : "")of mutants of the source. Expected what "
          + "`focus mutate \(isOfSource ? "--source " : "")--json` prints.")
    }
    let package =
      isOfSource || tests != nil
      ? try TestedPackage(
        at: packageDirectory, arguments: arguments.buildOptions.forCopy, runs: directory) : nil
    // A copy that is in use is reported before the work, not after it.
    _ = try package?.copy()
    let writer = package.flatMap { package in
      tests.map { SurvivorWriter(package, output: $0, console: console) }
    }
    var progress = ProgressLine(console)
    defer { progress.end() }
    if let evidence = change?.evidenceOfNothing {
      let isWritten = isOfSource && writer != nil && evidence.counts[.survived] > 0
      return try conclude(evidence, ProductionLines(), writer, console) { () throws(ToolError) in
        defer { progress.end() }
        return try isWritten ? mutatedPackage(package, &progress) : nil
      }
    }
    let start = console.now()
    var status = ""
    let mutated = try isOfSource ? mutatedPackage(package, &progress) : nil
    let host = SwiftPackageHost(
      packageAt: mutated?.directory ?? packageDirectory, arguments: arguments,
      isCopy: mutated != nil, runs: directory)
    if mutated == nil {
      progress.show("Building the tests …")
      let build = try host.build()
      guard build.code == 0 else { throw .notBuilt(build.output) }
    }
    let runner = MutationRunner(host, ledger: directory("ledger"))
    var source: MutantEvidence.SourceMutants?
    var selection = MutantSelection([])
    var session = MutationSession(
      triesAll: triesAll, selection: filter.map(TestSelection.matching) ?? .all,
      kind: isOfSource ? .source : .behaviors,
      run: { request throws(ToolError) in
        var request = request
        request.isOfSource = isOfSource
        return try runner.run(request) { progress.show(status) }
      },
      find: { records throws(ToolError) in
        let facts = try runner.facts
        guard let mutated else { return facts.sightings }
        let sightings = mutated.sightings(in: records, facts)
        source = mutated.summary(sightings: sightings)
        return sightings
      },
      choose: { sightings in
        selection = MutantSelection(sightings)
        if let change { selection.restrict(to: change, sightings) }
        if let shard { selection.restrict(to: shard) }
        return selection.chosen
      },
      report: { status = $0.text })
    let found: MutationResult?
    do throws(ToolError) {
      found = try session.result()
    } catch {
      // Without the product that writes the ledger, the tests fail, or exercise nothing.
      if (try? runner.facts)?.isEmpty != false,
        let description = try? PackageDescription(packageAt: packageDirectory, runs: directory)
      {
        try description.requireEvidence(in: packageDirectory)
      }
      throw error
    }
    guard var result = found else {
      progress.end()
      console.note("focus: Stopped before a mutant was tried.")
      return .wrongUsage
    }
    result.duration = console.now() - start
    progress.end()

    let lines = ProductionLines(packageAt: packageDirectory)
    var evidence = MutantEvidence(result, lines: lines)
    evidence.add(selection)
    evidence.source = source
    if let change {
      evidence.source?.unreached.removeAll {
        !change.features.contains($0.feature, testedBy: [])
          && selection.review?.features.contains($0.feature) != true
      }
    }
    if format == .json {
      evidence.revision = Repository.cleanRevision(at: packageDirectory, directory)
    }
    let report = BehaviorReport(try runner.facts).adding(lines)
    if let page {
      try OutputFile(page).write(ReportPage(report.adding(evidence)).text, what: "The page")
    }
    // Tests that were left out may send what the others don't.
    let runsAll = filter == nil && change == nil && arguments == arguments.withoutSkips
    return try conclude(
      evidence, lines, missingActions: runsAll ? report.missingActions : [], writer, console
    ) { mutated }
  }

  /// The copy of a package with its switches, built.
  private func mutatedPackage(
    _ package: TestedPackage?, _ progress: inout ProgressLine
  ) throws(ToolError) -> MutatedPackage? {
    guard let package else { return nil }
    progress.show("Looking for what can be wrong in the source …")
    var mutated = try MutatedPackage(of: package)
    try mutated.build { mutants in
      progress.show("Building a copy with \(count(mutants, "mutant")) in it …")
    }
    return mutated
  }

  /// The directory of the package, as `swift test` is told.
  private var packageDirectory: String {
    let values = zip(arguments, arguments.dropFirst()).filter { $0.0 == "--package-path" }.map(\.1)
    let joined = arguments.filter { $0.hasPrefix("--package-path=") }
      .map { String($0.dropFirst("--package-path=".count)) }
    let path = (values + joined).last ?? "."
    return URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// Prints the evidence, writes what it asks for, and says how it compares with what was asked.
  private func conclude(
    _ evidence: MutantEvidence, _ lines: ProductionLines,
    missingActions: [ProductionLines.DeclaredAction] = [], _ writer: SurvivorWriter?,
    _ console: Console, mutated: () throws(ToolError) -> MutatedPackage?
  ) throws(ToolError) -> ExitCode {
    try evidence.print(
      format, lines, package: packageDirectory, missingActions: missingActions, console)
    if let page, !evidence.mutants.isEmpty { console.note("The page is in \(page).") }
    guard evidence.isComplete else {
      console.note("focus: Stopped before the end. What is printed is what was known by then.")
      return .wrongUsage
    }
    return evidence.judged(below: leastPercent, console) { () throws(ToolError) in
      try writer?.write(evidence, switches: try mutated())
    }
  }
}
