import BehaviorLedger
import Foundation
import SourceReading

/// The copy of a package in which ways to test are tried, and the tests that are written are proven.
struct ProvingGround {
  let package: TestedPackage
  private let copy: PackageCopy
  /// The tests that are read there. They are of one target.
  private let tests: [FoundTest]
  /// The switches of its sources, where they have some.
  let switches: (any SwitchedSources)?

  /// The file of the tests that are proven.
  fileprivate static let resultFile = "FocusSplitResult"
  /// All files that are written there.
  private static let files = TrialRun.suites + [resultFile]
  private static let refinementLimit = 12

  init(_ package: TestedPackage, for tests: [FoundTest], switches: (any SwitchedSources)? = nil) {
    self.package = package
    self.tests = tests
    self.switches = switches
    copy = PackageCopy(of: package.directory)
  }

  /// Builds the tests in the copy, with the sources that they need, or with all if those are too few.
  ///
  /// What an earlier session has tried is built with them, because that is done already, unless it is out of date.
  func build() throws(ToolError) {
    try update(isPruned: true, keepsTrials: true)
    if try compile().code == 0 { return }
    try update(isPruned: true)
    if try compile().code == 0 { return }
    try update(isPruned: false)
    let build = try compile()
    guard build.code == 0 else {
      throw .notBuilt(
        build.output.replacingOccurrences(of: copy.directory, with: package.directory))
    }
  }

  func compile() throws(ToolError) -> ProcessRun { try package.build(in: directory) }

  /// Writes the suite of trials, which is a file of the tests' directory.
  func write(_ text: String, toSuite name: String) throws(ToolError) {
    try copy.write(text, to: path(ofFile: name))
  }

  /// Where it is.
  var directory: String { copy.directory }

  /// Runs the tests that a pattern finds.
  func test(
    _ pattern: String, environment: [String: String?] = [:], timeLimit: Duration? = nil
  ) throws(ToolError) -> TestRunner.Result {
    try package.test(pattern, in: directory, environment: environment, timeLimit: timeLimit)
  }

  private func path(ofFile name: String) -> String { tests.first?.path(ofFile: name) ?? name }

  /// Makes the copy what the package is, with empty files for what will be written.
  ///
  /// The compiler starts all over when a file comes or goes, so these stay.
  ///
  /// - Parameters:
  ///   - isPruned: Whether sources are left out that the tests do not seem to need.
  ///   - keepsTrials: Whether these stay as they are, if no other file comes or goes.
  func update(isPruned: Bool, keepsTrials: Bool = false) throws(ToolError) {
    let (unneeded, standIns) = isPruned ? package.unneededSources(of: tests) : ([], [])
    let trials = Self.files.map(path)
    let files = trials + standIns
    do {
      try copy.update(
        leavingOut: unneeded,
        adding: Dictionary(files.map { ($0, Data()) }) { first, _ in first }
          .merging(switches?.contents ?? [:]) { first, _ in first },
        keeping: keepsTrials ? Set(trials) : [])
    } catch {
      throw .input(
        "The package cannot be copied to \(copy.directory): \(error.localizedDescription)")
    }
  }
}

// MARK: - Reading

extension ProvingGround {
  /// Reads a test.
  ///
  /// - Parameters:
  ///   - trace: What it did.
  ///   - acceptsFocused: Whether a test may be read that compares no step in full.
  func read(
    _ found: FoundTest, _ trace: Trace, acceptsFocused: Bool = false
  ) throws(ToolError) -> TracedTest {
    do throws(SplitRefusal) {
      return try TracedTest(
        found.function, trace, file: found.fileID, acceptsFocused: acceptsFocused,
        initializers: Initializers(package.sources.values))
    } catch {
      throw .input(error.text(of: found.function.name))
    }
  }

  /// Runs a test with a trace.
  ///
  /// - Parameter plan: The file that names the mutant, if it is to have one.
  func trace(_ name: TestName, plan: String? = nil) throws(ToolError) -> Trace {
    let (trace, run) = try package.trace(
      name, in: directory, environment: [TestVariable.mutants.rawValue: plan],
      timeLimit: plan.map { _ in .seconds(60) })
    let outcomes = TestOutcomes(run)
    if outcomes.failed.contains(name.function) || run.ending != .exited(0) {
      throw .input("\(name) fails. Expected a test that passes.\n" + run.output.failureLines)
    }
    guard outcomes.passed.contains(name.function) else { throw .notRun(name) }
    return trace
  }
}

// MARK: - Choosing

extension ProvingGround {
  /// The shortest ways that work, without the statements that they do not need.
  func choice(
    by plan: SplitPlan, naming: TestNaming, _ progress: inout ProgressLine
  ) throws(ToolError) -> SplitPlan.Choice {
    var plan = plan
    var evidence = SplitPlan.Evidence()
    var run = try TrialRun(plan, in: self)
    for round in 0..<Self.refinementLimit {
      let ways = plan.untried(by: evidence)
      if ways.isEmpty { break }
      progress.show("Trying \(ways.count) ways to test \(plan.subjects.count) behaviors …")
      try run.run(ways, adding: &evidence)
      if round == 0 {
        // What comes from outside may take longer.
        try run.run(plan.ownWaysInVain(by: evidence), isPatient: true, adding: &evidence)
      }
      plan.refine(by: evidence)
    }
    return plan.choice(by: evidence, naming: naming)
  }

  /// Tests of effects by what does not come, each proven by its mutant alone.
  func testsOfAbsences(
    _ effects: [MutantSubject: Behavior], _ plan: SplitPlan, of found: FoundTest, naming: TestNaming
  ) throws(ToolError) -> [(test: FocusedTest, subject: MutantSubject)] {
    let plan = plan.absences(Set(effects.values).sorted())
    var absences = SplitPlan.Evidence()
    var run = try TrialRun(plan, in: self)
    try run.run(plan.untried(by: absences), adding: &absences)
    let trials = plan.passing(absences, limit: 12)
    guard !trials.isEmpty else { return [] }
    let suite = TrialRun.checks
    try write(plan.template.file(suite: suite, trials).text, toSuite: suite)
    guard try compile().code == 0 else {
      try write("", toSuite: suite)
      return []
    }
    let evidence = try mutants(
      of: .matching("^\(found.target.name)\\.\(suite)/"), among: Set(effects.keys),
      triesAll: true)
    var naming = naming
    return effects.sorted { $0.key < $1.key }.compactMap { subject, behavior in
      let killers = evidence.killers(of: subject)
      return trials.first { killers.contains($0.name) }.map {
        let name = naming.name(of: behavior, assigned: nil, isReceived: true)
        return (FocusedTest(name: name, candidate: $0.candidate), subject)
      }
    }
  }
}

// MARK: - Proving

extension ProvingGround {
  /// Formats and builds the file of the tests.
  func build(_ file: inout FocusedFile) throws(ToolError) -> ProcessRun {
    try write(file.text, toSuite: Self.resultFile)
    if let text = package.formatted(directory + "/" + path(ofFile: Self.resultFile)) {
      file.lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if file.lines.last == "" { file.lines.removeLast() }
    }
    let build = try compile()
    // What was tried last may be what does not compile.
    guard TrialRun.suites.contains(where: { !build.output.errors(inFile: $0).isEmpty }) else {
      return build
    }
    for suite in TrialRun.suites { try write("", toSuite: suite) }
    return try compile()
  }

  /// Runs suites, once they are built.
  func outcomes(of build: ProcessRun, suites: [String]) throws(ToolError) -> TestOutcomes {
    guard build.code == 0 else {
      throw .input(
        "The tests do not build, which is a shortcoming of focus:\n"
          + build.output.compilerErrors)
    }
    return TestOutcomes(try test("\\.(\(suites.joined(separator: "|")))/"))
  }

  /// How long tests with a mutant wait for what does not come, in seconds, unless tests without one need longer.
  private static let patience = "0.2"

  /// Tries the mutants of some tests, each until one kills it.
  ///
  /// - Parameter subjects: The only mutants to try, if not all.
  func mutants(
    of tests: TestSelection, among subjects: Set<MutantSubject>? = nil, triesAll: Bool = false,
    report: @escaping (MutationProgress) -> Void = { _ in }
  ) throws(ToolError) -> MutantEvidence {
    func evidence(patience: String?) throws(ToolError) -> MutantEvidence {
      let ledger = package.runs("mutants")
      try? FileManager.default.removeItem(atPath: ledger)
      let runner = MutationRunner(package.runner(in: directory), ledger: ledger, patience: patience)
      var session = MutationSession(
        triesAll: triesAll, selection: tests, kind: switches == nil ? .behaviors : .source,
        run: { request throws(ToolError) in
          var request = request
          request.builds = false
          request.isOfSource = switches != nil
          return try runner.run(request)
        },
        find: { records throws(ToolError) in
          let facts = try runner.facts
          return switches?.sightings(in: records, facts) ?? facts.sightings
        },
        choose: { sightings in
          let all = MutantSelection(sightings).chosen
          return subjects.map(all.intersection) ?? all
        },
        report: report)
      guard let result = try session.result(), result.isComplete else { throw .stopped }
      return MutantEvidence(result)
    }
    do throws(ToolError) {
      let quick = try evidence(patience: Self.patience)
      if quick.flakyTests.isEmpty { return quick }
    } catch {
      if Interruption.process.isRaised { throw error }
    }
    return try evidence(patience: nil)
  }
}

extension FocusedFile {
  /// The functions in which a compiler found something wrong, without backticks, each with the first error.
  func errors(in output: String) -> [String: String] {
    output.errors(inFile: ProvingGround.resultFile).reduce(into: [:]) { errors, error in
      guard let head = lines.prefix(error.line).last(where: { $0.contains("func ") }),
        let name = head.firstMatch(of: /func (`[^`]*`|\w+)/)
      else { return }
      let function = String(name.1).withoutBackticks
      if errors[function] == nil { errors[function] = error.message }
    }
  }
}

extension MutantEvidence {
  /// The functions of the tests that kill a mutant.
  func killers(of subject: MutantSubject) -> Set<String> {
    Set(
      mutants.filter { $0.subject == subject }.flatMap(\.tests).filter { $0.result.isKill }
        .compactMap { TestName($0.test.name)?.function })
  }
}
