import TestEvents
import Foundation
import SourceReading
import Synchronization

/// The copy of a package that tests are split in: candidates are tried there, and new tests are proven there.
package struct SplitWorkspace {
  let package: TestedPackage
  private let copy: PackageCopy
  /// The tests to split.
  private let tests: [FoundTest]
  let initializers: Initializers

  /// The maximum number of builds that drop code that does not compile.
  private static let buildLimit = 6

  /// - Throws: An error if another command has the copy.
  package init(_ package: TestedPackage, for tests: [FoundTest]) throws(ToolError) {
    self.package = package
    self.tests = tests
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

  /// Synchronizes the copy with the package, and adds empty files for the trials.
  ///
  /// The compiler starts over when a file is added or removed, so the empty files stay.
  ///
  /// - Parameter isPruned: Whether to leave out sources that the tests do not seem to need.
  func update(isPruned: Bool) throws(ToolError) {
    var additions: [String: Data] = [:]
    // Targets can share a directory, and then a file.
    for file in trialFiles.values { additions[file] = Data() }
    try copy.update(
      leavingOut: isPruned ? package.unneededSources(of: tests) : [], adding: additions)
  }

  /// The files for trials, by the names of the test targets. Each is beside the first source of its target. A target
  /// whose other sources are left out builds, because this file stays.
  var trialFiles: [String: String] {
    package.description.testTargets.reduce(into: [:]) { files, target in
      let source = target.sourcePaths.first { $0.hasSuffix(".swift") }
      files[target.name] = source.map {
        "\(($0 as NSString).deletingLastPathComponent)/\(TrialSupport.file).swift"
      }
    }
  }

  /// Writes the tests' files, and the files for trials: as they are in the package, or as edited.
  ///
  /// - Parameter edited: The edited files, by their paths in the package.
  package func write(_ edited: [String: String] = [:]) throws(ToolError) {
    var texts: [String: String] = [:]
    for file in trialFiles.values { texts[file] = "" }
    for test in tests { texts[test.path] = test.function.source.string(bytes: 0..<Int.max) }
    for (path, text) in texts.merging(edited, uniquingKeysWith: { $1 }) {
      try copy.write(text, to: path)
    }
  }

  /// Builds some sources, without the parts that do not compile.
  ///
  /// - Parameters:
  ///   - write: Writes the sources without the rejected parts, and returns what it wrote.
  ///   - blame: Returns the parts that cause errors.
  /// - Returns: The last result of `write`, and the rejected parts.
  func build<Written, Part: Hashable>(
    write: (Set<Part>) throws(ToolError) -> Written,
    blame: (Written, [CompilerError]) -> Set<Part>
  ) throws(ToolError) -> (written: Written, rejected: Set<Part>) {
    try package.build(
      in: directory, limit: Self.buildLimit, paths: Set(tests.map(\.path)), write: write,
      blame: { written, errors, _ in blame(written, errors) },
      failure: { errors in .input(tests.refusal(because: errors)) })
  }
}

// MARK: - Reading

extension SplitWorkspace {
  /// Runs a test with a trace.
  func trace(_ name: TestName) throws(ToolError) -> Trace {
    let (trace, run) = try host.trace(name)
    let outcome = run.log.outcome(of: name)
    if outcome == .failed || run.ending != .exited(0) {
      throw .input("\(name) fails. Expected a test that passes.\n" + run.output.failureLines)
    }
    guard outcome == .passed else { throw .notRun(name) }
    return trace
  }

  /// Writes a file that switches a mutant on in a test.
  ///
  /// - Parameter test: The test's name in the ledger.
  /// - Returns: The path of the file.
  func plan(_ mutant: MutantSubject, in test: String?) throws(ToolError) -> String {
    let file = package.runs("plan.json")
    let plan = MutantPlan(
      log: package.runs("mutants.jsonl"), mutants: test.map { [$0: mutant] } ?? [:])
    do {
      try plan.write(to: file)
      return file
    } catch {
      throw .input("Nothing can be written to \(file): \(error)")
    }
  }
}

// MARK: - Separate processes

extension SplitWorkspace {
  /// The tests that do not pass when they run alone in a process.
  func failingAlone(_ draft: Draft) throws(ToolError) -> Set<TestName> {
    let (names, framework) = (draft.names, draft.found.function.framework)
    let requests = names.map { TestRequest(selection: .one($0, framework)) }
    let failures = try results(of: requests) { number, run in
      let name = names[number]
      return run.ending == .exited(0) && run.log.outcome(of: name) == .passed ? nil : name
    }
    return Set(failures.compactMap(\.self))
  }

  /// Runs tests in separate processes, several at a time.
  ///
  /// - Parameter read: Reads the result of a run, by the number of its request.
  func results<Result: Sendable>(
    of requests: [TestRequest], _ read: @Sendable (Int, TestRun) -> Result
  ) throws(ToolError) -> [Result] {
    let host = host
    let results = Mutex(
      [Swift.Result<Result, ToolError>?](repeating: nil, count: requests.count))
    let lanes = min(requests.count, host.simultaneousRuns)
    DispatchQueue.concurrentPerform(iterations: lanes) { lane in
      for number in stride(from: lane, to: requests.count, by: lanes) {
        let result = Swift.Result { () throws(ToolError) in
          read(number, try host.run(requests[number]))
        }
        results.withLock { $0[number] = result }
        if case .failure = result { return }
      }
    }
    // After an error, later runs are missing.
    return try results.withLock { $0 }.compactMap(\.self)
      .map { result throws(ToolError) in try result.get() }
  }
}

extension String {
  /// The first failure that a test framework printed at a line of a file.
  func firstFailure(inFile file: String) -> (line: Int, message: String)? {
    let lines = split(separator: "\n")
    for (text, next) in zip(lines, lines.dropFirst() + [""]) {
      guard
        [": error: ", " recorded an issue at ", ": Fatal error: "].contains(where: text.contains),
        let place = text.firstRange(of: file + ":"),
        let line = Int(text[place.upperBound...].prefix(while: \.isNumber))
      else { continue }
      // `File.swift:3: error: Suite.test : message`, `… at File.swift:3:5: message`
      let message =
        text.firstRange(of: " : ").map { text[$0.upperBound...] }
        ?? text[place.upperBound...].split(separator: ": ", maxSplits: 1).last ?? ""
      // Swift Testing prints the text of an issue on the next line.
      let isBelow = message == "Issue recorded" && next.hasPrefix("↳ ")
      return (line, String(isBelow ? next.dropFirst(2) : message))
    }
    return nil
  }
}

// MARK: - Choosing

extension SplitWorkspace {
  private static let refinementLimit = 12

  /// Tries the candidates of a plan, and shortens those that work.
  ///
  /// Also sets the types of the test's constants in the plan.
  func search(
    _ plan: inout SplitPlan, of found: FoundTest, _ progress: inout ProgressLine
  ) throws(ToolError) {
    if plan.open.isEmpty { return }
    var run = try TrialRun(plan, of: found, in: self)
    if run.rejectsConstants {
      // A name such as `.soup` compiles only where its type can be inferred.
      plan.addWaysWithoutConstants()
      run = try TrialRun(plan, of: found, in: self)
    }
    for round in 0..<Self.refinementLimit {
      let ways = plan.untried
      if ways.isEmpty { break }
      progress.show("Trying \(ways.count) ways to test \(plan.subjects.count) behaviors …")
      try run.run(ways, of: &plan)
      if round == 0 {
        // External events can take longer.
        let originals = plan.originalWaysOfUnsolvedSubjects.filter(ways.contains)
        try run.run(originals, isPatient: true, of: &plan)
        for (subject, whole, behaviors) in plan.untriedExpectations {
          for behavior in behaviors { try run.run([whole], with: .behavior(behavior), of: &plan) }
          let killed = plan.evidence[whole]?.kills.filter(\.value).keys.map(\.self) ?? []
          plan.subjects[subject].mutants = killed.reduce(into: [:]) { $0[$1] = $1.behavior }
        }
      }
      for subject in plan.subjects {
        for (mutant, ways) in plan.unproven(subject) {
          try run.run(ways, with: mutant, of: &plan)
        }
      }
      plan.refine()
    }
  }
}

// MARK: - Proving

extension SplitWorkspace {
  /// Runs some tests together, after they are built.
  func log(of tests: [TestName]) throws(ToolError) -> RunLog {
    try host.run(TestRequest(selection: .matching(tests.map(\.filter).joined(separator: "|")))).log
  }

  /// Tries the mutants of some tests, each until a test kills it.
  ///
  /// The tests use their usual patience, because a shorter wait times out on a busy machine.
  ///
  /// - Parameter subjects: The mutants to try; `nil` for all.
  func mutants(
    of tests: [TestName], among subjects: Set<MutantSubject>? = nil,
    report: @escaping (String) -> Void = { _ in }
  ) throws(ToolError) -> MutantEvidence {
    let ledger = package.runs("mutants")
    try? FileManager.default.removeItem(atPath: ledger)
    let runner = MutationRunner(host: host, ledger: ledger)
    var session = MutationSession(
      run: { request throws(ToolError) in try runner.run(request) },
      find: { _ throws(ToolError) in
        var selection = MutantSelection(try runner.facts().hits)
        if let subjects { selection.restrict(to: subjects) }
        return selection
      },
      report: report)
    session.selection = .matching(tests.map(\.filter).joined(separator: "|"))
    guard let result = try session.result(), result.isComplete else { throw .stopped }
    return result
  }
}
