import TestEvents
import Foundation
import SourceReading
import Synchronization

/// The copy of a package that tests are split in: candidates are tried there, and new tests are proven there.
struct SplitWorkspace {
  let package: TestedPackage
  private let copy: PackageCopy
  /// The tests to split.
  private let tests: [FoundTest]
  /// The switches of its sources, where they have some.
  let switches: MutatedPackage?
  private let initializers: Initializers

  /// - Throws: An error if another command has the copy.
  init(
    _ package: TestedPackage, for tests: [FoundTest], switches: MutatedPackage? = nil
  ) throws(ToolError) {
    self.package = package
    self.tests = tests
    self.switches = switches
    initializers = Initializers(package.sources.values)
    copy = try package.copy()
  }

  var directory: String { copy.directory }

  /// The host that builds and runs tests in the copy.
  private var host: any TestHost { package.host(in: directory) }

  /// Builds the tests in the copy, first with only the sources that they seem to need, otherwise with all.
  func build() throws(ToolError) {
    try update(isPruned: true)
    if try host.build().code == 0 { return }
    try update(isPruned: false)
    let build = try host.build()
    guard build.code == 0 else {
      throw .notBuilt(
        build.output.replacingOccurrences(of: copy.directory, with: package.directory))
    }
  }

  /// Synchronizes the copy with the package, and adds an empty file for the trials.
  ///
  /// The compiler starts over when a file is added or removed, so the empty file stays.
  ///
  /// - Parameter isPruned: Whether to leave out sources that the tests do not seem to need.
  private func update(isPruned: Bool) throws(ToolError) {
    let (unneeded, standIns) = isPruned ? package.unneededSources(of: tests) : ([], [])
    let empty = Set(trialFiles.values).union(standIns)
    do {
      try copy.update(
        leavingOut: unneeded,
        adding: Dictionary(uniqueKeysWithValues: empty.map { ($0, Data()) })
          .merging(switches?.contents ?? [:]) { first, _ in first })
    } catch {
      throw .input(
        "The package cannot be copied to \(copy.directory): \(error.localizedDescription)")
    }
  }

  /// The file for trials, by the name of the test target. It is beside the first test of the target.
  private var trialFiles: [String: String] {
    Dictionary(
      tests.map { ($0.target.name, $0.path(ofFile: TrialSupport.file)) },
      uniquingKeysWith: { first, _ in first })
  }

  func path(of test: TestName) -> String {
    tests.first { $0.function.name == test }?.path ?? ""
  }

  /// Writes test sources, by their paths in the package.
  ///
  /// - Parameter trials: The test whose trials the sources contain, if any.
  func write(_ files: [String: String], trialsOf test: TestName? = nil) throws(ToolError) {
    for (path, text) in files { try copy.write(text, to: path) }
    for (target, path) in trialFiles {
      try copy.write(target == test?.module ? TrialSupport.source : "", to: path)
    }
  }

  /// Puts the tests' files back as they are in the package, and builds them, if they differ.
  ///
  /// A trace names lines, and written tests move the lines of others.
  func restore() throws(ToolError) {
    let originals = originals
    let isOriginal = originals.allSatisfy { path, text in
      FileManager.default.contents(atPath: directory + "/" + path) == Data(text.utf8)
    }
    if isOriginal { return }
    try write(originals)
    try host.buildOrThrow()
  }

  /// The tests' files with their current contents in the package.
  var originals: [String: String] {
    Dictionary(
      tests.map { ($0.path, $0.function.source.string(bytes: 0..<Int.max)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Builds the sources that a value writes, without the parts that do not compile.
  func build<Owner, Part: Hashable>(
    _ owner: inout Owner,
    write: (inout Owner, Set<Part>) throws(ToolError) -> Void,
    blame: (Owner, [CompilerError]) -> Set<Part>, limit: Int
  ) throws(ToolError) -> Set<Part> {
    try package.build(
      &owner, in: directory, limit: limit, paths: Set(tests.map(\.path)), write: write,
      blame: { owner, errors, _ in blame(owner, errors) },
      failure: { errors in .input(tests.refusal(because: errors)) })
  }
}

// MARK: - Reading

extension SplitWorkspace {
  /// Reads a test.
  ///
  /// - Parameters:
  ///   - trace: The events of the test.
  ///   - acceptsFocused: Whether to accept a test that compares no step in full.
  func read(
    _ found: FoundTest, _ trace: Trace, acceptsFocused: Bool = false
  ) throws(ToolError) -> TracedTest {
    do throws(SplitRefusal) {
      return try TracedTest(
        found.function, trace, file: found.fileID, acceptsFocused: acceptsFocused,
        initializers: initializers)
    } catch {
      throw .input(error.text(of: found.function.name))
    }
  }

  /// Runs a test with a trace.
  ///
  /// - Parameter plan: The file that names the mutant, if the test runs with one.
  func trace(_ name: TestName, plan: String? = nil) throws(ToolError) -> Trace {
    let (trace, run) = try host.trace(
      name, environment: [TestVariable.mutants.rawValue: plan],
      timeLimit: plan.map { _ in .seconds(60) })
    let outcome = run.log.outcome(of: name)
    if outcome == .failed || run.ending != .exited(0) {
      throw .input("\(name) fails. Expected a test that passes.\n" + run.output.failureLines)
    }
    guard outcome == .passed else { throw .notRun(name) }
    return trace
  }
}

// MARK: - Trials

extension SplitWorkspace {
  /// The result of a trial.
  struct Trial: Sendable {
    var ending: ChildProcess.Ending
    var trace: Trace
    /// The first failure at a line of the test's file.
    var failure: (line: Int, message: String)?
    var types: [String: String]
  }

  /// Runs a test's trials, each in a separate process, several at a time.
  ///
  /// - Parameters:
  ///   - lines: The input of each trial.
  ///   - patience: The maximum duration of a wait, in seconds.
  func trials(
    of test: TestName, _ lines: [String], patience: String?, timeLimit: Duration
  ) throws(ToolError) -> [Trial] {
    guard let found = tests.first(where: { $0.function.name == test }) else { return [] }
    let file = (found.path as NSString).lastPathComponent
    let (host, runs) = (host, package.runs)
    return try parallel(lines.count) { number throws(ToolError) in
      let (trace, types) = (runs("trial-\(number).jsonl"), runs("trial-\(number)-types.txt"))
      let manager = FileManager.default
      _ = manager.createFile(atPath: trace, contents: nil)
      _ = manager.createFile(atPath: types, contents: nil)
      let run = try host.run(
        TestRequest(
          .one(test, found.function.framework),
          environment: [
            TestVariable.trace.rawValue: trace,
            TestVariable.patience.rawValue: patience,
            TrialSupport.trialVariable: lines[number], TrialSupport.typesVariable: types,
          ], timeLimit: timeLimit))
      func contents(_ path: String) -> Data { manager.contents(atPath: path) ?? Data() }
      let trial = Trial(
        ending: run.ending, trace: Trace(withoutStepsIn: contents(trace)),
        failure: run.output.firstFailure(inFile: file),
        types: TrialSupport.types(in: String(decoding: contents(types), as: UTF8.self)))
      for path in [trace, types] { try? manager.removeItem(atPath: path) }
      return trial
    }
  }

  /// The tests that do not pass when they run alone in a process.
  func failingAlone(
    _ tests: [TestName], of framework: TestFunction.Framework
  ) throws(ToolError) -> Set<TestName> {
    let host = host
    let failures = try parallel(tests.count) { number throws(ToolError) -> TestName? in
      let run = try host.run(TestRequest(.one(tests[number], framework)))
      let hasPassed = run.ending == .exited(0) && run.log.outcome(of: tests[number]) == .passed
      return hasPassed ? nil : tests[number]
    }
    return Set(failures.compactMap(\.self))
  }

  /// Runs an operation for each number below a count, several at a time.
  private func parallel<Result: Sendable>(
    _ count: Int, _ operation: @Sendable (Int) throws(ToolError) -> Result
  ) throws(ToolError) -> [Result] {
    let results = Mutex<[Int: Result]>([:])
    let failure = Mutex<ToolError?>(nil)
    let next = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: min(count, host.simultaneousRuns)) { _ in
      while true {
        let number = next.withLock { next in
          next += 1
          return next - 1
        }
        guard number < count, failure.withLock({ $0 == nil }) else { return }
        do throws(ToolError) {
          let result = try operation(number)
          results.withLock { $0[number] = result }
        } catch {
          failure.withLock { $0 = error }
        }
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
    let all = results.withLock { $0 }
    return (0..<count).compactMap { all[$0] }
  }
}

extension String {
  /// The first failure that a test framework printed at a line of a file.
  func firstFailure(inFile file: String) -> (line: Int, message: String)? {
    for text in split(separator: "\n") {
      guard text.contains(": error: ") || text.contains(" recorded an issue at "),
        let place = text.firstRange(of: file + ":"),
        let line = Int(text[place.upperBound...].prefix(while: \.isNumber))
      else { continue }
      // `File.swift:3: error: Suite.test : message`, `… at File.swift:3:5: message`
      let message =
        text.firstRange(of: " : ").map { text[$0.upperBound...] }
        ?? text[place.upperBound...].split(separator: ": ", maxSplits: 1).last ?? ""
      return (line, String(message))
    }
    return nil
  }
}

// MARK: - Choosing

extension [FoundTest] {
  /// The message for tests without a part that compiles separately.
  package func refusal(because errors: [CompilerError]) -> String {
    for error in errors {
      for test in self where test.path == error.path {
        guard let statement = test.function.statement(at: error.line) else { continue }
        let lines = test.function.source.lineRange(of: test.function.statements[statement])
        return SplitRefusal.statement(line: lines.lowerBound, .fixed)
          .text(of: test.function.name)
      }
    }
    return map { SplitRefusal.fixed.text(of: $0.function.name) }.joined(separator: "\n")
  }
}

extension SplitWorkspace {
  private static let refinementLimit = 12

  /// Tries the candidates of a plan, and shortens those that work.
  ///
  /// Also sets the types of the test's constants in the plan.
  func evidence(
    for plan: inout SplitPlan, _ progress: inout ProgressLine
  ) throws(ToolError) -> SplitPlan.Evidence {
    var evidence = SplitPlan.Evidence()
    var run = try TrialRun(plan, in: self)
    if run.rejectsConstants {
      // A name such as `.soup` compiles only where its type can be inferred.
      plan.addWaysWithoutConstants()
      run = try TrialRun(plan, in: self)
    }
    for round in 0..<Self.refinementLimit {
      let ways = plan.untried(by: evidence)
      if ways.isEmpty { break }
      progress.show("Trying \(ways.count) ways to test \(plan.subjects.count) behaviors …")
      try run.run(ways, adding: &evidence)
      if round == 0 {
        // External events can take longer.
        try run.run(
          plan.originalWaysOfUnsolvedSubjects(by: evidence), isPatient: true, adding: &evidence)
      }
      plan.refine(by: evidence)
    }
    plan.template.types = run.types
    return evidence
  }
}

// MARK: - Proving

extension SplitWorkspace {
  /// Runs some tests together, after they are built.
  func log(of tests: [TestName]) throws(ToolError) -> RunLog {
    try host.run(TestRequest(.matching(tests.map(\.filter).joined(separator: "|")))).log
  }

  /// Tries the mutants of some tests, each until a test kills it.
  ///
  /// The tests use their usual patience, because a shorter wait times out on a busy machine.
  ///
  /// - Parameter subjects: The mutants to try; `nil` for all.
  func mutants(
    of tests: [TestName], among subjects: Set<MutantSubject>? = nil, triesAll: Bool = false,
    report: @escaping (MutationProgress) -> Void = { _ in }
  ) throws(ToolError) -> MutantEvidence {
    let ledger = package.runs("mutants")
    try? FileManager.default.removeItem(atPath: ledger)
    let runner = MutationRunner(host, ledger: ledger)
    var session = MutationSession(
      triesAll: triesAll,
      selection: .matching(tests.map(\.filter).joined(separator: "|")),
      kind: switches == nil ? .behaviors : .source,
      run: { request throws(ToolError) in
        var request = request
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
    return result
  }
}

extension MutantEvidence {
  /// The tests that kill a mutant.
  func killers(of subject: MutantSubject) -> Set<TestName> {
    Set(
      mutants.filter { $0.subject == subject }.flatMap(\.tests).filter { $0.result.isKill }
        .compactMap { TestName($0.test.name) })
  }
}
