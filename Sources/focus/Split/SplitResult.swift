import TestEvents
import Foundation
import SourceReading

/// A behavior that the original asserts several times, and a new test once.
package struct MergedInputs: Hashable, Sendable {
  package let behavior: Behavior
  /// The lines of the original.
  package let lines: [Int]
  /// Whether the original asserts the same value each time. Otherwise, the test asserts the last one.
  package let areSame: Bool
}

/// The result of a split.
package struct SplitResult: Sendable {
  package let draft: Draft
  /// The results of the mutants; `nil` if they were not tried.
  package let kills: KillComparison?
  package var problems: [SplitProblem] = []
  package var merged: [MergedInputs] = []
  /// The calls of the original without values that are in no new test.
  package var unused: [SplitProblem] = []
  /// Whether Ctrl-C ended the proof.
  package var isInterrupted = false

  /// Whether new tests assert everything that the original asserts, pass, and kill the same mutants.
  package var isComplete: Bool {
    !isInterrupted && problems.isEmpty && kills?.lost.isEmpty == true
      && kills?.undecided.isEmpty == true
  }
}

// MARK: - The summary

extension SplitResult {
  /// The summary that the terminal shows.
  package var summary: String {
    var lines = [
      "\(draft.name) is now \(count(draft.tests.count, "test")). All pass, alone and together."
    ]
    if isInterrupted {
      lines.append("Stopped early. Not all mutants were tried.")
    }
    if let kills { lines += Self.lines(of: kills) }
    if !problems.isEmpty {
      lines.append("Left out:")
      lines += problems.map { "  " + $0.sentence }
    }
    for (title, areSame) in [
      ("Tested once, because these lines assert the same:", true),
      ("Tested with the last of several values:", false),
    ] {
      let merged = merged.filter { $0.areSame == areSame }
      if merged.isEmpty { continue }
      lines.append(title)
      lines += merged.map { merged in
        "  lines \(merged.lines.map(String.init).joined(separator: ", ")): \(merged.behavior)"
      }
    }
    if !unused.isEmpty {
      lines.append("Not in any new test:")
      lines += unused.map { "  " + $0.sentence }
    }
    lines.append(
      "The tests do not assert that nothing else changes, that nothing else is received, or that nothing "
        + "is received too early. If that matters, keep a test in `.on`.")
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
  ///
  /// - Parameter file: The file with the new tests.
  package func json(in file: PatchedFile) -> String {
    let notProven = (kills?.undecided ?? []).sorted().map {
      SplitProblem(line: 0, reason: "its mutant cannot be tried", behavior: $0)
    }
    let summary: JSONObject = [
      "file": file.path,
      "tests": draft.tests.map { test -> JSONObject in
        let name = draft.name(of: test)
        return [
          "name": name.readableFilter, "behaviors": test.behaviors.map(\.description).uniqued,
          "line": file.line(of: name),
        ]
      },
      "lost": (kills?.lost ?? []).sorted().map(\.description),
      "leftOut": (problems + notProven).map { problem -> JSONObject in
        [
          "line": problem.line > 0 ? problem.line : nil,
          "behavior": problem.behavior?.description, "reason": problem.reason,
        ]
      },
    ]
    return summary.printedJSON
  }
}
