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
  /// The types of the test's constants, as the trials printed them.
  private(set) var types: [String: String] = [:]

  /// The maximum number of builds that drop code that does not compile.
  private static let buildLimit = 6
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
    let ways = plan.subjects.flatMap(\.candidates)
    let starts = test.starts
    var program = TrialProgram(plan.template, of: ways, startingFrom: starts)
    rejected = try workspace.build(limit: Self.buildLimit) { rejected throws(ToolError) in
      let current = TrialProgram(
        plan.template, of: ways, startingFrom: starts, without: rejected)
      program = current
      let support = workspace.trialFiles[found.target.name] ?? ""
      try workspace.write([found.path: current.edited.text, support: TrialSupport.source])
      return { errors in current.parts(blamedFor: errors.filter { $0.path == found.path }) }
    }
    self.program = program
  }

  /// Whether an initial state or an assertion does not compile that names a constant of the test.
  var rejectsConstants: Bool {
    rejected.contains { test.constants.areNamed(in: program.reason(against: $0)) }
  }
}

// MARK: - Running

extension TrialRun {
  /// Runs the trials of some candidates.
  mutating func run(
    _ ways: [Candidate], isPatient: Bool = false, adding evidence: inout SplitPlan.Evidence
  ) throws(ToolError) {
    var open: [Candidate] = []
    for way in ways {
      let part = way.parts.first(where: rejected.contains)
      evidence[way] = .init()
      evidence[way]?.failure = part.map { program.reason(against: $0) }
      if part == nil, program.line(of: way) != nil { open.append(way) }
    }
    let trials = try trials(of: open, patience: isPatient ? Self.longPatience : Self.patience)
    for (way, trial) in zip(open, trials) {
      if types.isEmpty { types = trial.types }
      evidence[way] = outcome(of: trial)
    }
  }

  /// Runs the trials of some candidates with a mutant.
  func run(
    _ ways: [Candidate], with mutant: MutantSubject, adding evidence: inout SplitPlan.Evidence
  ) throws(ToolError) {
    if ways.isEmpty { return }
    let plan = try workspace.plan(mutant, in: test.store.test)
    for (way, trial) in zip(ways, try trials(of: ways, patience: Self.patience, plan: plan)) {
      evidence[way]?.kills[mutant] = !trial.hasPassed && trial.ending != .overtime
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
    return try workspace.results(of: requests) { number, run in
      let written = FileManager.default.contents(atPath: files[number]) ?? Data()
      try? FileManager.default.removeItem(atPath: files[number])
      return Trial(run, written)
    }
  }

  private func outcome(of trial: Trial) -> SplitPlan.Outcome {
    var outcome = SplitPlan.Outcome(passed: trial.hasPassed)
    var isAtEnding = false
    for event in trial.trace.events {
      switch event {
      case TrialSupport.mark: isAtEnding = true
      case .step(let step):
        for change in step.changes {
          outcome.replacing.remove(change.behavior)
          if change.replacesElements { outcome.replacing.insert(change.behavior) }
        }
      case .outcome(let event): outcome.exercised.insert(event.behavior)
      case .assertion(let assertion) where isAtEnding:
        outcome.asserted.formUnion(assertion.behaviors)
      default: break
      }
    }
    if !trial.hasPassed {
      let failure = trial.output.firstFailure(inFile: file)
      outcome.failure =
        failure.map { line, message in
          test.function.statement(at: line) == nil ? message : "at line \(line), \(message)"
        } ?? trial.reason
    }
    return outcome
  }
}

/// The result of a trial.
private struct Trial: Sendable {
  let ending: ChildProcess.Ending
  let output: String
  let trace: Trace
  let types: [String: String]

  init(_ run: TestRun, _ written: Data) {
    (ending, output) = (run.ending, run.output)
    trace = Trace(contents: written)
    types = TrialSupport.types(in: written)
  }

  /// Whether the trial passed, with its assertion.
  var hasPassed: Bool { ending == .exited(0) && trace.events.contains(TrialSupport.mark) }

  /// The reason why the trial does not pass, if it has no failure at a line of the test's file.
  var reason: String {
    switch ending {
    case .overtime: "it takes too long"
    case .exited(0): "its assertion is not reached"
    case .exited(1): "it fails outside of the test's file"
    default: "the process ends"
    }
  }
}
