import TestEvents
import Foundation
import SourceReading

/// Builds the trials of a plan in the copy of the package, and runs each trial in a separate process.
struct TrialRun {
  private let workspace: SplitWorkspace
  private let program: TrialProgram
  private let test: TracedTest
  /// The name of the test's file.
  private let file: String
  /// The parts that do not compile.
  private let rejected: Set<TrialProgram.Part>

  /// The time limit of one trial.
  private static let timeLimit = Duration.seconds(20)
  /// The maximum duration of a wait, in seconds. It is short, because most waits time out.
  private static let patience = "0.03"
  /// The maximum duration of a wait in patient trials.
  private static let longPatience = "0.5"

  /// Builds the trials, without the parts that do not compile.
  init(_ plan: SplitPlan, of found: FoundTest, in workspace: SplitWorkspace) throws(ToolError) {
    self.workspace = workspace
    test = plan.template.test
    file = (found.path as NSString).lastPathComponent
    let (ways, starts) = (plan.open, test.starts)
    (program, rejected) = try workspace.build { rejected throws(ToolError) in
      let program = TrialProgram(
        plan.template, of: ways, startingFrom: starts, without: rejected)
      let support = workspace.trialFiles[found.target.name] ?? ""
      try workspace.write([found.path: program.edited.text, support: TrialSupport.source])
      return program
    } blame: { program, errors in
      program.parts(blamedFor: errors.filter { $0.path == found.path })
    }
  }

  /// Whether an initial state or an assertion does not compile that names a constant of the test.
  var rejectsConstants: Bool {
    rejected.contains { test.constants.areNamed(in: program.reason(against: $0)) }
  }
}

// MARK: - Running

extension TrialRun {
  /// Runs the trials of some candidates.
  func run(
    _ ways: [Candidate], isPatient: Bool = false, of plan: inout SplitPlan
  ) throws(ToolError) {
    var open: [Candidate] = []
    for way in ways {
      let part = way.parts.first(where: rejected.contains)
      plan.evidence[way] = .init()
      plan.evidence[way]?.failure = part.map { program.reason(against: $0) }
      if part == nil, program.line(of: way) != nil { open.append(way) }
    }
    let trials = try trials(of: open, patience: isPatient ? Self.longPatience : Self.patience)
    for (way, trial) in zip(open, trials) {
      plan.template.types.merge(trial.types) { $1 }
      plan.evidence[way] = trial.outcome
    }
  }

  /// Runs the trials of some candidates with a mutant.
  func run(
    _ ways: [Candidate], with mutant: MutantSubject, of plan: inout SplitPlan
  ) throws(ToolError) {
    if ways.isEmpty { return }
    let file = try workspace.plan(mutant, in: test.store.test)
    for (way, trial) in zip(ways, try trials(of: ways, patience: Self.patience, plan: file)) {
      plan.evidence[way]?.kills[mutant] = !trial.outcome.passed && !trial.isOvertime
    }
  }

  /// - Parameters:
  ///   - patience: The maximum duration of a wait, in seconds.
  ///   - plan: The file that names the mutant, if the trials run with one.
  private func trials(
    of ways: [Candidate], patience: String, plan: String? = nil
  ) throws(ToolError) -> [Trial] {
    let files = ways.indices.map { workspace.package.runs("trial-\($0).jsonl") }
    let requests = zip(ways, files).map { way, file in
      TestRequest(
        selection: .one(test.function.name, test.function.framework),
        environment: [
          TestVariable.trace.rawValue: file, TestVariable.patience.rawValue: patience,
          TestVariable.mutants.rawValue: plan,
          TrialSupport.trialVariable: program.line(of: way),
        ], timeLimit: Self.timeLimit)
    }
    for file in files { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    let (function, source) = (test.function, file)
    return try workspace.results(of: requests) { number, run in
      let written = FileManager.default.contents(atPath: files[number]) ?? Data()
      try? FileManager.default.removeItem(atPath: files[number])
      return Trial(run, written, of: function, inFile: source)
    }
  }
}

/// A trial that has ended.
private struct Trial: Sendable {
  var outcome = SplitPlan.Outcome()
  let isOvertime: Bool
  let types: [String: String]

  /// - Parameters:
  ///   - trace: The trace that the trial wrote.
  ///   - file: The name of the test's file.
  init(_ run: TestRun, _ trace: Data, of function: TestFunction, inFile file: String) {
    isOvertime = run.ending == .overtime
    types = TrialSupport.types(in: trace)
    var isAtEnding = false
    for event in Trace(contents: trace).events {
      switch event {
      case TrialSupport.mark: isAtEnding = true
      case .step(let step):
        for change in step.changes { outcome.before[change.behavior] = change.shown?.old ?? "" }
        outcome.exercised.formUnion(
          step.changes.map(\.behavior) + [step.sent].compactMap(\.self))
      case .outcome(let event): outcome.exercised.insert(event.behavior)
      case .assertion(let assertion) where isAtEnding:
        outcome.asserted.formUnion(assertion.behaviors)
      default: break
      }
    }
    outcome.passed = run.ending == .exited(0) && isAtEnding
    if !outcome.passed { outcome.failure = run.failure(of: function, inFile: file) }
  }
}

extension TestRun {
  /// The reason why a trial does not pass.
  package func failure(of function: TestFunction, inFile file: String) -> String {
    if let (line, message) = output.firstFailure(inFile: file) {
      return function.statement(at: line) == nil ? message : "at line \(line), \(message)"
    }
    switch ending {
    case .overtime: return "it takes too long"
    case .exited(0): return "its assertion is not reached"
    case .exited(1): return "it fails outside the test's file"
    case .exited(let code):
      return "the process ends" + (output.fatalError.map { ": \($0)" } ?? " with code \(code)")
    case .crashed, .interrupted: return "the process ends"
    }
  }
}
