import TestEvents
import Foundation
import SourceReading

/// The summary of `focus split`.
package struct SplitSummary: Sendable {
  private let result: SplitResult
  private let test: TestName
  private let file: PatchedFile

  package init(_ result: SplitResult, test: TestName, file: PatchedFile) {
    self.result = result
    self.test = test
    self.file = file
  }

  package var text: String {
    var lines = [
      "\(test) is now \(count(result.tests.count, "test")). All pass, alone and together."
    ]
    if result.isInterrupted {
      lines.append("Stopped before the end of the proof. Not all mutants were tried.")
    }
    if let kills = result.kills { lines += Self.lines(of: kills) }
    if !result.problems.isEmpty {
      lines.append("Left out:")
      lines += result.problems.map { "  " + $0.sentence }
    }
    if !result.merged.isEmpty {
      lines.append("Tested with one of several inputs, because they do the same:")
      lines += result.merged.map { merged in
        "  lines \(merged.lines.map(String.init).joined(separator: ", ")): \(merged.behavior)"
      }
    }
    lines.append(
      "The tests do not assert that nothing else changes and nothing else is received. "
        + "If that matters, keep a test in `.on`.")
    return lines.joined(separator: "\n")
  }

  private static func lines(of kills: KillComparison) -> [String] {
    let undecided =
      kills.undecided.isEmpty ? "" : "; \(kills.undecided.count) cannot be tried"
    return [
      "The new tests kill \(kills.kept.count) of the \(kills.count) mutants of behaviors that the "
        + "original asserts\(undecided)."
    ] + kills.lost.sorted().map { "  Lost: \($0)" }
      + kills.undecided.sorted().map { "  Not proven: \($0)" }
  }

  /// The summary as JSON.
  package var json: String {
    struct Summary: Encodable {
      struct Test: Encodable {
        var name: String
        var behaviors: [String]
        var line: Int?
      }
      struct LeftOut: Encodable {
        var line: Int?
        var behavior: String?
        var reason: String
      }
      var file: String
      var tests: [Test]
      var lost: [String]
      var leftOut: [LeftOut]
    }
    let notProven = (result.kills?.undecided ?? []).sorted().map {
      Summary.LeftOut(behavior: $0.description, reason: "its mutant cannot be tried")
    }
    let summary = Summary(
      file: file.path,
      tests: result.tests.map { test in
        let name = result.name(of: test)
        return Summary.Test(
          name: name.description, behaviors: test.behaviors.map(\.description),
          line: file.line(of: name))
      },
      lost: (result.kills?.lost ?? []).sorted().map(\.description),
      leftOut: result.problems.map {
        Summary.LeftOut(
          line: $0.line > 0 ? $0.line : nil, behavior: $0.behavior?.description,
          reason: $0.reason)
      } + notProven)
    return summary.printedJSON
  }
}

extension TracedTest {
  /// The code that can't be split, with the behaviors that the new tests don't assert because of it.
  ///
  /// - Parameter proven: The behaviors whose mutants the new tests kill. They are not lost with a helper.
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
