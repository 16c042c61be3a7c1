import TestEvents
import Foundation
import SourceReading

/// Builds the trials of a plan in the copy of the package, and runs each trial in a separate process.
struct TrialRun {
  private let workspace: SplitWorkspace
  private let program: TrialProgram
  private let test: TracedTest
  /// The parts that do not compile.
  private let rejected: Set<TrialProgram.Part>
  /// The types of the test's constants, as the trials printed them.
  private(set) var types: [String: String] = [:]
  /// The beginnings of failed trials, with the reasons. Each trial with the same beginning fails, too.
  private var deadEnds: [DeadEnd: String] = [:]

  private struct DeadEnd: Hashable {
    let start: Candidate.Start
    let units: ArraySlice<Int>
    let isPatient: Bool
  }

  /// The maximum number of builds that drop code that does not compile.
  private static let buildLimit = 6
  /// The time limit of one trial.
  private static let timeLimit = Duration.seconds(20)
  /// The maximum duration of a wait, in seconds. It is short, because most waits time out.
  private static let patience = "0.03"
  /// The maximum duration of a wait in patient trials.
  private static let longPatience = "0.5"

  /// Builds the trials, without the parts that do not compile.
  init(_ plan: SplitPlan, in workspace: SplitWorkspace) throws(ToolError) {
    self.workspace = workspace
    test = plan.template.test
    let ways = plan.subjects.flatMap { subject in
      subject.candidates + plan.template.test.laterStarts(of: subject.candidates)
    }.filter(plan.template.canWrite)
    var program = TrialProgram(plan.template, of: ways)
    let name = plan.template.test.function.name
    let path = workspace.path(of: name)
    rejected = try workspace.build(
      &program,
      write: { program, rejected throws(ToolError) in
        program = TrialProgram(plan.template, of: ways, without: rejected)
        try workspace.write(
          workspace.originals.merging([path: program.edited.text]) { $1 }, trialsOf: name)
      },
      blame: { program, errors in
        program.parts(blamedFor: errors.filter { $0.path == path })
      }, limit: Self.buildLimit)
    self.program = program
  }

  /// Whether an initial state or an assertion does not compile that names a constant of the test.
  var rejectsConstants: Bool {
    rejected.contains { test.constants.areNamed(in: program.reason(against: $0)) }
  }

  /// Runs the trials of some candidates.
  mutating func run(
    _ ways: [Candidate], isPatient: Bool = false, adding evidence: inout SplitPlan.Evidence
  ) throws(ToolError) {
    var open: [(way: Candidate, line: String)] = []
    for way in ways {
      evidence.outcomes[way] = .init()
      evidence.outcomes[way]?.failure =
        way.parts.first(where: rejected.contains).map { program.reason(against: $0) }
        ?? deadEnd(of: way, isPatient: isPatient)
      guard evidence.outcomes[way]?.failure == nil, let line = program.line(of: way) else {
        continue
      }
      open.append((way, line))
    }
    let results = try workspace.trials(
      of: test.function.name, open.map(\.line),
      patience: isPatient ? Self.longPatience : Self.patience, timeLimit: Self.timeLimit)
    for (entry, result) in zip(open, results) {
      if types.isEmpty { types = result.types }
      add(result, of: entry.way, isPatient, to: &evidence)
    }
  }

  /// The reason why a candidate must fail, if a trial with the same beginning has failed.
  private func deadEnd(of way: Candidate, isPatient: Bool) -> String? {
    // A trial that fails with long waits also fails with short ones.
    for patience in isPatient ? [true] : [true, false] {
      for end in way.units.indices {
        let beginning = DeadEnd(start: way.start, units: way.units[...end], isPatient: patience)
        if let failure = deadEnds[beginning] { return failure }
      }
    }
    return nil
  }

  /// Why a trial without a failure at a line of the test's file does not pass.
  private static func reason(of ending: ChildProcess.Ending) -> String {
    switch ending {
    case .overtime: "it takes too long"
    case .exited(0): "its assertion is not reached"
    case .exited(1): "it fails outside of the test's file"
    default: "the process ends"
    }
  }

  private mutating func add(
    _ result: SplitWorkspace.Trial, of way: Candidate, _ isPatient: Bool,
    to evidence: inout SplitPlan.Evidence
  ) {
    var outcome = SplitPlan.Evidence.Outcome()
    var hasEnding = false
    for event in result.trace.events {
      switch event {
      case TrialSupport.mark: hasEnding = true
      case .outcome(let event): outcome.exercised.insert(event.behavior)
      case .assertion(let assertion) where hasEnding:
        outcome.asserted.formUnion(assertion.behaviors)
      default: break
      }
    }
    outcome.passed = result.ending == .exited(0) && hasEnding
    if !outcome.passed {
      let place = result.failure.map { failure in
        test.function.statement(at: failure.line).map { unit in
          (unit, "at line \(failure.line), \(failure.message)")
        }
      }
      outcome.failure =
        place??.1 ?? result.failure?.message ?? Self.reason(of: result.ending)
      if let unit = place??.0, unit != way.position, unit + 1 != way.position,
        let end = way.units.firstIndex(of: unit), end < way.units.count - 1 || way.markedUnit == nil
      {
        deadEnds[DeadEnd(start: way.start, units: way.units[...end], isPatient: isPatient)] =
          outcome.failure
      }
    }
    evidence.outcomes[way] = outcome
  }
}

extension TracedTest {
  /// Candidates that start from each state that shortened candidates may start from.
  fileprivate func laterStarts(of ways: [Candidate]) -> [Candidate] {
    let own = ways.filter { $0.start == .beginning }
    guard let way = own.max(by: { $0.units.count < $1.units.count }) else { return [] }
    return way.units.dropFirst().filter { units[$0].isSend }.flatMap { unit in
      starts(before: unit).map { way.with(units: way.units.filter { $0 >= unit }, start: $0) }
    }
  }
}
