import BehaviorLedger
import SourceReading

/// What `focus split` says at its end.
package struct SplitSummary: Sendable {
  private let result: SplitResult
  private let test: TestName
  private let output: String?

  package init(_ result: SplitResult, test: TestName, output: String?) {
    self.result = result
    self.test = test
    self.output = output
  }

  package var text: String {
    let tests = result.choice.tests
    let failed = tests.filter { !result.outcomes.passed.contains($0.name.withoutBackticks) }
    var lines: [String] = []
    let place = output.map { " They are in \($0)." } ?? ""
    lines.append(
      "\(test) is now \(count(tests.count, "test")). "
        + (failed.isEmpty
          ? "All pass." : "\(failed.count) of them \(failed.count == 1 ? "fails" : "fail").")
        + place)
    lines += failed.map { "  Fails: \($0.name)" }
    lines.append(startLine)
    if let kills = result.kills { lines += Self.lines(of: kills) }
    if !result.problems.isEmpty {
      lines.append("Left out:")
      lines += result.problems.map { problem in
        problem.line > 0 ? "  line \(problem.line): \(problem.reason)." : "  \(problem.reason)."
      }
    }
    if !result.merged.isEmpty {
      lines.append("Taken together, because only values differ:")
      lines += result.merged.map { merged in
        "  lines \(merged.lines.map(String.init).joined(separator: ", ")): \(merged.behavior)"
      }
    }
    lines.append(
      "Not in them: that nothing else changes and nothing else is received. "
        + "If that is a behavior, keep a test in `.on`.")
    return lines.joined(separator: "\n")
  }

  private static func lines(of kills: KillComparison) -> [String] {
    let undecided =
      kills.undecided.isEmpty ? "" : ", and \(kills.undecided.count) cannot be tried"
    return [
      "\(kills.kept.count) of the \(kills.count) mutants of what the original asserts "
        + "are killed\(undecided)."
    ] + kills.lost.sorted().map { "  Not killed any more: \($0)" }
      + kills.undecided.sorted().map { "  Not proven: \($0)" }
  }

  private var startLine: String {
    let tests = result.choice.tests
    let fromState = tests.filter { $0.candidate.start != .beginning }.count
    if fromState == 0 { return "Each starts from the state that the original started from." }
    let isOrAre = fromState == 1 ? "starts" : "start"
    return
      "\(fromState) of them \(isOrAre) from a state of \(fromState == 1 ? "its" : "their") own, "
      + "because that is shorter than the way there."
  }
}

extension TracedTest {
  /// What of the test cannot be split, with the behaviors that are lost by it.
  ///
  /// - Parameter proven: The behaviors whose mutants the new tests kill, which no helper takes along.
  package func problems(proven: Set<Behavior> = []) -> [SplitProblem] {
    func names(_ behaviors: Set<Behavior>) -> String {
      behaviors.sorted().map { "`\($0)`" }.joined(separator: ", ")
    }
    var result = problems
    for (problem, behaviors) in unsplitBehaviorsInHelpers {
      let lost = behaviors.subtracting(proven)
      if !lost.isEmpty { result[problem].reason += " (\(names(lost)))" }
    }
    for (unit, behaviors) in unsplitBehaviors.sorted(by: { $0.key < $1.key }) {
      let line = function.source.lineRange(of: units[unit].tokens).lowerBound
      let names = names(behaviors)
      if let index = result.firstIndex(where: { $0.line == line }) {
        result[index].reason += " (\(names))"
      } else {
        result.append(SplitProblem(line: line, reason: "\(names) cannot be taken out"))
      }
    }
    return result
  }
}

extension SplitRefusal {
  /// The sentence that the terminal shows.
  package func text(of test: TestName) -> String {
    switch self {
    case .noStore:
      "\(test) uses no TestStore. Expected a test that drives one."
    case .severalStores(let lines):
      "\(test) uses several stores, made at lines \(lines.map(String.init).joined(separator: ", ")). "
        + "Expected one: split the test by its stores first."
    case .focused:
      "\(test) is focused already: no step of it is compared in full. "
        + "Expected an exhaustive test, with a store in `.on`."
    case .nothingAsserted:
      "\(test) sends nothing to its store, so there is nothing to split."
    case .hasParameters:
      "\(test) has parameters. Expected a test without: split it for one of its arguments."
    case .onlyInHelpers(let file, let line):
      "\(test) drives its store only in a helper, at \(file):\(line). "
        + "Expected the steps in the test itself."
    }
  }
}
