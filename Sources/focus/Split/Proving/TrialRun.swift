import BehaviorLedger
import Foundation

/// Builds and runs the trials of a plan in the copy of the package.
struct TrialRun {
  let plan: SplitPlan
  let package: TestedPackage
  let copy: PackageCopy
  let found: FoundTest
  /// Puts the sources back that were left out of the copy, once they turn out to be needed.
  let restoreSources: () throws(ToolError) -> Void

  /// The suite of the trials that no framework runs, and its file.
  static let trials = "FocusSplitTrials"
  /// The suite of the trials that are tests, and its file.
  static let checks = "FocusSplitChecks"
  static let suites = [trials, checks]

  /// How often trials that do not compile, or crash, are left out and the others tried again.
  private static let attemptLimit = 6
  private static let crashLimit = 120

  /// How long all trials of one process may take.
  private static let timeLimit = Duration.seconds(300)
  /// How long a wait of a trial may take, in seconds: most of them are in vain.
  private static let patience = "0.2"

  func evidence() throws(ToolError) -> SplitPlan.Evidence {
    try evidence(of: build())
  }

  /// Builds the trials that compile.
  private func build() throws(ToolError) -> [FocusedFile] {
    var excluded: Set<String> = []
    var isRestored = false
    var attempts = 0
    while true {
      let files = [
        plan.trialFile(suite: Self.trials, without: excluded),
        plan.testFile(suite: Self.checks, without: excluded),
      ]
      for (suite, file) in zip(Self.suites, files) {
        try copy.write(file.text, to: found.path(ofFile: suite))
      }
      let build = try package.build(copy)
      if build.code == 0 { return files }
      if !isRestored, build.output.hasErrors(outside: Self.suites) {
        isRestored = true
        try restoreSources()
        continue
      }
      let broken = zip(Self.suites, files).reduce(into: Set<String>()) { names, file in
        names.formUnion(file.1.tests(withIssuesIn: build.output, file: file.0))
      }
      attempts += 1
      guard !broken.isEmpty, attempts <= Self.attemptLimit else {
        throw .input(
          "The trials do not build, which is a shortcoming of focus split:\n"
            + build.output.compilerErrors(8))
      }
      excluded.formUnion(broken)
    }
  }

  /// Runs the trials. Where one brings the process down, the next process goes on after it.
  private func evidence(of files: [FocusedFile]) throws(ToolError) -> SplitPlan.Evidence {
    let trace = package.runs("trials.jsonl")
    // The lines of earlier trials are other tests now.
    try? FileManager.default.removeItem(atPath: trace)
    let ways = plan.waysOfTrials
    var evidence = SplitPlan.Evidence()
    var ended: Set<String> = []
    var deadEnds: Set<Int> = []
    for _ in 0..<Self.crashLimit {
      let run = try package.test(
        "\\.(\(Self.suites.joined(separator: "|")))/",
        skipping: ended.isEmpty
          ? [] : ["\\.\(Self.checks)/(\(ended.sorted().joined(separator: "|")))(\\(|$)"],
        in: copy,
        environment: [
          "FOCUSED_TRACE": trace, "FOCUSED_PATIENCE": Self.patience,
          "FOCUS_ENDED_TRIALS": ended.sorted().joined(separator: ","),
          "FOCUS_DEAD_ENDS": deadEnds.sorted().map(String.init).joined(separator: ","),
        ],
        timeLimit: Self.timeLimit)
      let outcomes = TestOutcomes(run)
      evidence.passed.formUnion(outcomes.passed)
      evidence.passed.subtract(files[0].tests(withIssuesIn: run.output, file: Self.trials))
      ended.formUnion(outcomes.passed.union(outcomes.failed).filter(SplitPlan.isTrial))
      let unfinished = outcomes.unfinished.filter { SplitPlan.isTrial($0) && !ended.contains($0) }
      if unfinished.isEmpty { break }
      ended.formUnion(unfinished)
      deadEnds.formUnion(Self.deadEnds(in: run.output))
      for trial in unfinished {
        guard let lines = files.lazy.compactMap({ $0.steps[trial] }).first,
          let last = lastLine(inTrace: trace),
          let step = lines.lastIndex(where: { $0 <= last })
        else { continue }
        if let way = ways[trial]?[step] { deadEnds.insert(way) }
      }
    }
    add(trace, of: files, to: &evidence)
    return evidence
  }

  /// The dead ends that a process of trials has told of.
  private static func deadEnds(in output: String) -> [Int] {
    output.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /Dead end: (\d+)/).flatMap { Int($0.1) }
    }
  }

  /// The line of the call that a process which has crashed had begun.
  private func lastLine(inTrace file: String) -> Int? {
    // The end will do: a trial writes a few dozen lines.
    let end = (FileManager.default.contents(atPath: file) ?? Data()).suffix(1 << 16)
    for case .call(let call) in Trace(contents: Data(end)).events.reversed()
    where Self.suites.map(fileID).contains(call.file) {
      return call.line
    }
    return nil
  }

  /// Adds what each trial has asserted, and what else came of its actions.
  private func add(
    _ file: String, of files: [FocusedFile], to evidence: inout SplitPlan.Evidence
  ) {
    let trials = zip(Self.suites, files).reduce(into: [:]) { $0[fileID($1.0)] = $1.1.testsByLine }
    let trace = FileManager.default.contents(atPath: file) ?? Data()
    var current: String?
    for event in Trace(withoutStepsIn: trace).events {
      switch event {
      case .call(let call):
        current = trials[call.file]?[call.line]
      case .outcome(let outcome):
        if let current { evidence.exercised[current, default: []].insert(outcome.behavior) }
      case .assertion(let assertion):
        guard let file = assertion.file, let line = assertion.line,
          let name = trials[file]?[line]
        else { continue }
        evidence.asserted[name, default: []].formUnion(assertion.behaviors)
      case .store, .step, .answer: break
      }
    }
  }

  private func fileID(_ suite: String) -> String { "\(found.target.name)/\(suite).swift" }
}

extension FocusedFile {
  /// The tests on whose lines the compiler or a test framework found something wrong.
  ///
  /// Of trials only the issues of this package are captured: an `#expect` in the closure of a statement is
  /// printed.
  package func tests(withIssuesIn output: String, file: String) -> Set<String> {
    let tests = testsByLine
    return output.split(separator: "\n").reduce(into: []) { names, line in
      guard line.contains(": error: ") || line.contains(" recorded an issue at "),
        let place = line.firstRange(of: file + ".swift:"),
        let number = Int(line[place.upperBound...].prefix(while: \.isNumber)),
        let name = tests[number]
      else { return }
      names.insert(name)
    }
  }

  /// The test that stands at each line.
  fileprivate var testsByLine: [Int: String] {
    ranges.reduce(into: [:]) { result, test in for line in test.value { result[line] = test.key } }
  }
}

extension String {
  /// Whether a compiler found errors in other files than those of some suites.
  fileprivate func hasErrors(outside suites: [String]) -> Bool {
    split(separator: "\n").contains { line in
      line.contains(": error: ") && !suites.contains { line.contains($0 + ".swift") }
    }
  }
}
