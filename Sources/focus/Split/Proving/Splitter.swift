import BehaviorLedger
import Foundation

/// Splits one test: traces it, tries the ways to test each of its behaviors in a copy of the package, and
/// runs what it chose.
package struct Splitter {
  let package: TestedPackage
  let found: FoundTest
  let suiteName: String
  let console: Console

  /// How often trials that do not compile, or crash, are left out and the others tried again.
  private static let attemptLimit = 6
  private static let crashLimit = 32
  private static let trialSuite = "FocusSplitTrials"
  private static let checkSuite = "FocusSplitChecks"

  package init(
    package: TestedPackage, found: FoundTest, suiteName: String, console: Console
  ) {
    self.package = package
    self.found = found
    self.suiteName = suiteName
    self.console = console
  }

  package func split() throws(ToolError) -> SplitResult {
    var progress = PhaseLine(console)
    defer { progress.end() }
    let name = found.function.name

    let copy = PackageCopy(of: package.directory)
    progress.show("Building \(name) in \(copy.directory) …")
    let isPruned = try build(copy)
    progress.show("Running \(name) with a trace …")
    let trace = try trace(name, in: copy)
    let test: TracedTest
    do throws(SplitRefusal) {
      test = try TracedTest(found.function, trace, file: found.fileID)
    } catch {
      throw .input(error.text(of: name, at: found.path))
    }
    let plan = SplitPlan(test)
    let count = plan.subjects.reduce(0) { $0 + $1.candidates.count }
    progress.show("Trying \(count) ways to test \(plan.subjects.count) behaviors …")
    let evidence = try evidence(for: plan, in: copy, isPruned: isPruned)
    let choice = plan.choice(by: evidence, naming: TestNaming(like: found.function))
    guard !choice.tests.isEmpty else {
      throw .input(
        "No behavior of \(name) can be tested alone:\n"
          + choice.problems.map { "  line \($0.line): \($0.reason)" }.joined(separator: "\n"))
    }

    progress.show("Running the \(choice.tests.count) tests …")
    var file = plan.template.file(suite: suiteName, choice.tests)
    let outcomes = try prove(&file, in: copy)
    var kills: KillComparison?
    if choice.tests.allSatisfy({ outcomes.passed.contains($0.name.withoutBackticks) }) {
      kills = try compareKills(in: copy, &progress)
    }
    progress.end()
    return SplitResult(
      file: file, choice: choice, outcomes: outcomes, kills: kills,
      problems: test.problems(path: found.path) + choice.problems, subjects: plan.subjects.count)
  }

  // MARK: - The trace

  /// Builds the test in the copy, with the sources that it needs, or with all if those are too few.
  ///
  /// - Returns: Whether sources were left out.
  private func build(_ copy: PackageCopy) throws(ToolError) -> Bool {
    try update(copy, isPruned: true)
    if try package.build(copy).code == 0 { return true }
    try update(copy, isPruned: false)
    let build = try package.build(copy)
    guard build.code == 0 else {
      let output = build.output.replacingOccurrences(of: copy.directory, with: package.directory)
      throw .input("The tests do not build:\n\(output.compilerErrors(8))")
    }
    return false
  }

  private func trace(_ name: TestName, in copy: PackageCopy) throws(ToolError) -> Trace {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("focus-\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let run = try package.test(
      name.filter, in: copy, environment: ["FOCUSED_TRACE": file])
    let outcomes = TestOutcomes(run)
    let function = name.function
    if outcomes.failed.contains(function) || run.ending != .exited(0) {
      throw .input(
        "\(name) fails. Expected a test that passes.\n"
          + run.output.failureLines(8))
    }
    guard outcomes.passed.contains(function) else {
      throw .input("`swift test` found no test \(name), or skipped it.")
    }
    return Trace(contents: FileManager.default.contents(atPath: file) ?? Data())
  }

  // MARK: - Trials

  private func evidence(
    for plan: SplitPlan, in copy: PackageCopy, isPruned: Bool
  ) throws(ToolError) -> SplitPlan.Evidence {
    let suites = [Self.trialSuite, Self.checkSuite]
    defer { for suite in suites { copy.remove(path(of: suite)) } }
    var excluded: Set<String> = []
    var isPruned = isPruned
    var files: [FocusedFile] = []
    for attempt in 0... {
      files = [
        plan.trialFile(suite: suites[0], without: excluded),
        plan.testFile(suite: suites[1], without: excluded),
      ]
      for (suite, file) in zip(suites, files) { try write(file, to: path(of: suite), in: copy) }
      let build = try package.build(copy)
      if build.code == 0 { break }
      if isPruned, build.output.hasErrors(outside: suites.map { $0 + ".swift" }) {
        isPruned = false
        try update(copy, isPruned: false)
        continue
      }
      let broken = zip(suites, files).reduce(into: Set<String>()) { names, file in
        names.formUnion(file.1.tests(withErrorsIn: build.output, file: file.0 + ".swift"))
      }
      guard !broken.isEmpty, attempt < Self.attemptLimit else {
        throw .input(
          "The trials do not build, which is a shortcoming of focus split:\n"
            + build.output.compilerErrors(8))
      }
      excluded.formUnion(broken)
    }
    return try run(plan, files, of: suites, in: copy)
  }

  /// Runs the trials, without those that have brought the process down, until none does.
  private func run(
    _ plan: SplitPlan, _ files: [FocusedFile], of suites: [String], in copy: PackageCopy
  ) throws(ToolError) -> SplitPlan.Evidence {
    let trace = package.runs("trials.jsonl")
    var evidence = SplitPlan.Evidence()
    var crashed: Set<String> = []
    for _ in 0..<Self.crashLimit {
      let run = try package.test(
        "\\.(\(suites.joined(separator: "|")))/",
        skipping: crashed.map { "\(Self.checkSuite)/\($0)(\\(|$)" }, in: copy,
        environment: [
          "FOCUSED_TRACE": trace, "FOCUS_SKIPPED_TRIALS": crashed.sorted().joined(separator: ","),
        ])
      let outcomes = TestOutcomes(run)
      evidence.passed.formUnion(outcomes.passed)
      let unfinished = outcomes.unfinished.filter { $0.hasPrefix("testTrial_") }
      if unfinished.isSubset(of: crashed) { break }
      crashed.formUnion(plan.trials(beginningLike: unfinished))
    }
    for event in Trace(contents: FileManager.default.contents(atPath: trace) ?? Data()).events {
      guard case .assertion(let assertion) = event, let line = assertion.line else { continue }
      for (suite, file) in zip(suites, files)
      where assertion.file == "\(found.target.name)/\(suite).swift" {
        for name in file.tests(at: line) {
          evidence.asserted[name, default: []].formUnion(assertion.behaviors)
        }
      }
    }
    return evidence
  }

  private func path(of suite: String) -> String { "\(directory)/\(suite).swift" }

  // MARK: - The proof

  private func prove(
    _ file: inout FocusedFile, in copy: PackageCopy
  ) throws(ToolError) -> TestOutcomes {
    let path = path(of: suiteName)
    try write(file, to: path, in: copy)
    if let text = package.formatted(path, in: copy) {
      file.lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if file.lines.last == "" { file.lines.removeLast() }
    }
    let build = try package.build(copy)
    guard build.code == 0 else {
      throw .input(
        "The tests do not build, which is a shortcoming of focus split:\n"
          + build.output.compilerErrors(8))
    }
    let run = try package.test("\\.\(suiteName)/", in: copy)
    return TestOutcomes(run)
  }

  /// Tries each mutant in the original and in the tests that it has become.
  private func compareKills(
    in copy: PackageCopy, _ progress: inout PhaseLine
  ) throws(ToolError) -> KillComparison? {
    let name = found.function.name
    let runner = MutationRunner(package.runner(copy), ledger: package.runs("mutants"))
    var line = progress
    var session = MutationSession(
      triesAll: true,
      selection: .matching("(\(name.filter))|(^\(name.module)\\.\(suiteName)/)"),
      run: { request throws(ToolError) in
        var request = request
        request.builds = false
        return try runner.run(request)
      },
      readLedger: { () throws(ToolError) in try runner.facts },
      report: { line.show("Proving: \($0.text)") })
    let result = try session.result()
    progress = line
    guard let result, result.isComplete else { throw .stopped }
    return KillComparison(MutantEvidence(result), suite: "\(name.module).\(suiteName)/")
  }

  /// The directory of the original's file.
  private var directory: String { (found.path as NSString).deletingLastPathComponent }

  private func update(_ copy: PackageCopy, isPruned: Bool) throws(ToolError) {
    do {
      try copy.update(replacing: isPruned ? package.sourcesWithout(found) : [:])
    } catch {
      throw .input(
        "The package cannot be copied to \(copy.directory): \(error.localizedDescription)")
    }
  }

  private func write(
    _ file: FocusedFile, to path: String, in copy: PackageCopy
  ) throws(ToolError) {
    do {
      try copy.write(Data(file.text.utf8), to: path)
    } catch {
      throw .input("\(copy.directory)/\(path) cannot be written: \(error.localizedDescription)")
    }
  }
}

/// What came of a split.
package struct SplitResult: Sendable {
  package let file: FocusedFile
  package let choice: SplitPlan.Choice
  package let outcomes: TestOutcomes
  /// What the mutants say; `nil` if a test fails, and nothing can be said.
  package let kills: KillComparison?
  package let problems: [SplitProblem]
  package let subjects: Int

  package init(
    file: FocusedFile, choice: SplitPlan.Choice, outcomes: TestOutcomes, kills: KillComparison?,
    problems: [SplitProblem], subjects: Int
  ) {
    self.file = file
    self.choice = choice
    self.outcomes = outcomes
    self.kills = kills
    self.problems = problems
    self.subjects = subjects
  }

  /// Whether all that the test asserted is in tests that pass.
  package var isComplete: Bool {
    problems.isEmpty && kills?.lost.isEmpty == true
      && choice.tests.allSatisfy { outcomes.passed.contains($0.name.withoutBackticks) }
  }
}

extension FocusedFile {
  /// The tests on whose lines a compiler found errors.
  package func tests(withErrorsIn output: String, file: String) -> Set<String> {
    var lines: Set<Int> = []
    for line in output.split(separator: "\n") where line.contains(file) {
      if let match = line.firstMatch(of: /\.swift:(\d+):\d+: error:/), let number = Int(match.1) {
        lines.insert(number)
      }
    }
    return lines.reduce(into: []) { $0.formUnion(tests(at: $1)) }
  }

  /// The tests that stand at a line.
  package func tests(at line: Int) -> Set<String> {
    Set(ranges.filter { _, range in range.contains(line) }.keys)
  }
}

extension String {
  /// Whether a compiler found errors in other files than some.
  func hasErrors(outside files: [String]) -> Bool {
    split(separator: "\n").contains { line in
      line.contains(": error: ") && !files.contains { line.contains($0) }
    }
  }

  /// What a test run says of failures.
  func failureLines(_ count: Int) -> String {
    let lines = split(separator: "\n").filter {
      $0.contains(": error: ") || $0.contains("recorded an issue") || $0.contains("Fatal error")
    }
    return lines.isEmpty
      ? lastLines(count) : lines.prefix(count).map { "  " + $0 }.joined(separator: "\n")
  }
}

/// A line that says what the tool is doing, on a terminal or in a log.
struct PhaseLine {
  private let console: Console
  private var isShown = false

  init(_ console: Console) { self.console = console }

  mutating func show(_ text: String) {
    guard console.showsProgress else { return }
    console.noteText("\r\u{1B}[K" + text)
    isShown = true
  }

  mutating func end() {
    if isShown { console.noteText("\r\u{1B}[K") }
    isShown = false
  }
}
