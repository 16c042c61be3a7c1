import TestEvents

/// The summary of a session or a report on a job's page: Markdown in parts, the most important part first.
package struct MarkdownSummary {
  package let parts: [String]

  private static let testLimit = 3

  package init(_ evidence: MutantEvidence, gaps: [String] = []) {
    let counts = evidence.counts
    let share = counts.percent.map { " (\($0.text) %)" } ?? ""
    var head = ["## Mutants: \(counts[.killed]) of \(counts.judged) killed\(share)", ""]
    if !evidence.isComplete { head += ["**Stopped before the end.**", ""] }
    head += gaps.map { "**\($0.escapedForHTML)**\n" }
    head += evidence.scope.map { $0.escapedForHTML + "\n" }
    if !evidence.mutants.isEmpty { head += evidence.table.markdown + [""] }
    parts =
      [head.joined(separator: "\n")] + evidence.mutants(.survived).map(Self.part)
      + evidence.vacuousAssertions.section.markdown
      + evidence.missing.sections.flatMap(\.markdown)
  }

  private static func part(_ mutant: MutantEvidence.Mutant) -> String {
    var lines = [
      "<details><summary>Survived: \(mutant.subject.description.escapedForMarkdown)</summary>", "",
    ]
    if let place = mutant.handledAt, mutant.behavior != nil {
      lines += ["Handled at \(place.description.escapedForMarkdown).", ""]
    }
    if let source = mutant.subject.source { lines += source.diff.fenced(as: "diff") + [""] }
    let tests = mutant.tests.prefix(testLimit).map(\.test.name.escapedForMarkdown)
    let more = mutant.tests.count > testLimit ? " and \(mutant.tests.count - testLimit) more" : ""
    lines += [
      "\(mutant.behavior == nil ? "All pass with it" : "All pass without it"): \(tests.joined(separator: ", "))\(more).",
      "",
    ]
    if let code = mutant.code {
      lines += ["To protect it, \(code.advice):".escapedForHTML, ""]
      lines += code.lines.fenced(as: "swift") + [""]
    }
    return (lines + ["</details>", ""]).joined(separator: "\n")
  }

  /// - Parameter comparison: The comparison with the baseline, if there is one.
  package init(_ report: BehaviorReport, comparison: Baseline.Comparison? = nil) {
    let counts = report.counts
    let share = counts.percent.map { " (\($0.text) %)" } ?? ""
    let head =
      ["## Behaviors: \(counts[.asserted]) of \(counts.all) asserted\(share)", ""]
      + report.table().markdown
    parts =
      [head.joined(separator: "\n") + "\n"]
      + report.entriesToMend(comparison).map { entry in
        let place = entry.handledAt.map { ", handled at \($0.description.escapedForMarkdown)" }
        let test = entry.tests.first.map { ", exercised by \($0.test.name.escapedForMarkdown)" }
        return "- Unasserted: \(entry.behavior.description.escapedForMarkdown)"
          + (place ?? "") + (test ?? "")
      } + report.vacuousAssertions.section.markdown + report.missing.sections.flatMap(\.markdown)
  }
}

extension BehaviorReport {
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
          lines[entry.behavior] ?? test.flatMap { lines.line(of: $0.location) },
          title: "No test asserts \(entry.behavior.description.oneLine)",
          message: test.map { "It happens in \($0.name.oneLine)." } ?? "")
      }
  }
}

extension MutantEvidence {
  package func annotations(_ lines: ProductionLines) -> [Annotation] {
    vacuousAssertions.annotations
      + mutants(.survived).map { mutant in
        let start = mutant.behavior == nil ? "With it" : "Switched off"
        var message = "\(start), \(mutant.tests.passing(with: mutant.subject))."
        if let source = mutant.subject.source {
          message += "\n" + source.diff.joined(separator: "\n")
        }
        if let code = mutant.code {
          message += " To protect it, \(code.advice):\n" + code.lines.joined(separator: "\n")
        }
        let test = mutant.tests.first?.test.location
        return Annotation(
          mutant.handledAt ?? test.flatMap { lines.line(of: $0) },
          title: "No test notices \(mutant.subject.description.oneLine)", message: message)
      }
  }
}

extension MutantEvidence.Mutant {
  /// The code of the first test that has a suggestion.
  fileprivate var code: MutantCode? { tests.lazy.compactMap(\.code).first }
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
