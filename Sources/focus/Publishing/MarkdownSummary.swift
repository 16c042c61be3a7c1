import TestEvents

// The summaries on a job's page: Markdown in parts, the most important part first.

extension MutantEvidence {
  package func markdown() -> [String] {
    let counts = counts
    let share = counts.percent.map { " (\($0.shortText) %)" } ?? ""
    var head = ["## Mutants: \(counts[.killed]) of \(counts.judged) killed\(share)", ""]
    if !isComplete { head += ["**Stopped early.**", ""] }
    head += scope.map { $0.escapedForHTML + "\n" }
    if !mutants.isEmpty { head += table.markdown + [""] }
    return
      [head.joined(separator: "\n")] + mutants(.survived).map(\.markdown)
      + vacuousAssertions.section.markdown
      + missing.sections.flatMap(\.markdown)
  }
}

extension MutantEvidence.Mutant {
  private static let testLimit = 3

  /// The mutant and its tests, folded.
  fileprivate var markdown: String {
    var lines = [
      "<details><summary>Survived: \(subject.description.escapedForMarkdown)</summary>", "",
    ]
    if let place = handledAt, behavior != nil {
      lines += ["Handled at \(place.description.escapedForMarkdown).", ""]
    }
    if let source = subject.source { lines += source.diff.fenced(as: "diff") + [""] }
    let names = trials.prefix(Self.testLimit).map(\.test.name.escapedForMarkdown)
    let more = trials.count > Self.testLimit ? " and \(trials.count - Self.testLimit) more" : ""
    lines += [
      "Tests that pass \(behavior == nil ? "with" : "without") it: "
        + "\(names.joined(separator: ", "))\(more).",
      "",
    ]
    if let code {
      lines += ["To protect it, \(code.advice):".escapedForHTML, ""]
      lines += code.lines.fenced(as: "swift") + [""]
    }
    return (lines + ["</details>", ""]).joined(separator: "\n")
  }
}

extension BehaviorReport {
  /// - Parameter comparison: The comparison with the baseline, if there is one.
  package func markdown(comparison: Baseline.Comparison? = nil) -> [String] {
    let counts = counts
    let share = counts.percent.map { " (\($0.shortText) %)" } ?? ""
    let head =
      ["## Behaviors: \(counts[.asserted]) of \(counts.all) asserted\(share)", ""]
      + table.markdown
    return
      [head.joined(separator: "\n") + "\n"]
      + entriesToMend(comparison).map { entry in
        let place = entry.handledAt.map { ", handled at \($0.description.escapedForMarkdown)" }
        let test = entry.tests.first.map { ", exercised by \($0.test.name.escapedForMarkdown)" }
        return "- Unasserted: \(entry.behavior.description.escapedForMarkdown)"
          + (place ?? "") + (test ?? "")
      } + vacuousAssertions.section.markdown + missing.sections.flatMap(\.markdown)
  }

  /// The unasserted behaviors. If there is a baseline, only those that it doesn't list.
  func entriesToMend(_ comparison: Baseline.Comparison?) -> [Entry] {
    comparison?.newlyUnprotected ?? entries.filter { $0.counts && $0.protection == .unasserted }
  }

  package func annotations(
    _ lines: ProductionLines, comparison: Baseline.Comparison? = nil
  ) -> [Annotation] {
    vacuousAssertions.annotations
      + entriesToMend(comparison).map { entry in
        let test = entry.tests.first?.test
        return Annotation(
          place: lines[entry.behavior] ?? test.flatMap { lines.line(of: $0.location) },
          title: "No test asserts \(entry.behavior.description.oneLine)",
          message: test.map { "Exercised by \($0.name.oneLine)." } ?? "")
      }
  }
}

extension MutantEvidence {
  package func annotations(_ lines: ProductionLines) -> [Annotation] {
    vacuousAssertions.annotations
      + mutants(.survived).map { mutant in
        let start = mutant.behavior == nil ? "With this mutant" : "With this behavior switched off"
        var message = "\(start), \(mutant.trials.passing(with: mutant.subject))."
        if let source = mutant.subject.source {
          message += "\n" + source.diff.joined(separator: "\n")
        }
        if let code = mutant.code {
          message += " To protect it, \(code.advice):\n" + code.lines.joined(separator: "\n")
        }
        let test = mutant.trials.first?.test.location
        return Annotation(
          place: mutant.handledAt ?? test.flatMap { lines.line(of: $0) },
          title: "No test detects \(mutant.subject.description.oneLine)", message: message)
      }
  }
}

extension MutantEvidence.Mutant {
  /// The code of the first test that has a suggestion.
  fileprivate var code: MutantCode? { trials.lazy.compactMap(\.code).first }
}

extension MutantCode {
  /// The location for the code: `add before M/A.swift:5`.
  var advice: String {
    let place = "\(file.oneLine):\(line)"
    return switch self.place {
    case .replacingCall: "replace the call at \(place) with"
    case .inClosure: "add to the closure of the call at \(place)"
    case .before: "add before \(place)"
    case .atEnd: "add at the end of the test, whose last call is at \(place)"
    }
  }
}

extension [String] {
  /// The lines as a fenced block of code, even if they contain a fence.
  fileprivate func fenced(as language: String) -> [String] {
    var fence = "```"
    while contains(where: { $0.contains(fence) }) { fence += "`" }
    return [fence + language] + self + [fence]
  }
}
