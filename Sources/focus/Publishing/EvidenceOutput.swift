import Foundation

/// What evidence is printed as.
package enum EvidenceFormat: String, Sendable {
  case text, json

  /// The schema of mutation-testing-elements.
  case elements

  /// Reads `--format`, and `--json`, which is short for one.
  package init(_ arguments: ParsedArguments) throws(ToolError) {
    guard let name = arguments.value(of: "--format") else {
      self = arguments.has("--json") ? .json : .text
      return
    }
    guard let format = EvidenceFormat(rawValue: name) else {
      throw arguments.error("--format expects text, json or elements, and got \(name).")
    }
    if arguments.has("--json"), format != .json {
      throw arguments.error("--json and --format \(name) exclude each other.")
    }
    self = format
  }
}

extension MutantEvidence {
  /// Prints it, and shows it in the job of GitHub Actions that the tool runs in, if it does.
  package func print(
    _ format: EvidenceFormat, _ lines: ProductionLines, package: String, gaps: [String] = [],
    missingActions: [ProductionLines.DeclaredAction] = [], _ console: Console
  ) throws(ToolError) {
    switch format {
    case .text:
      console.print(
        MutantReport(
          self, missingActions: missingActions, style: TextStyle(isOn: console.takesColor)
        ).text)
    case .json:
      console.print(json)
    case .elements:
      let report = ElementsReport(self, path: lines.path) { path in
        let data = FileManager.default.contents(atPath: package + "/" + path)
        return String(decoding: data ?? Data(), as: UTF8.self)
      }
      console.print(report.json)
    }
    try GitHubActions(console.environment, package: package)?
      .show(annotations(lines), MarkdownSummary(self, gaps: gaps), console)
  }

  /// Writes tests of survivors, and returns how the tool ends.
  ///
  /// If no test can be written, the console has the reason, and the exit code is that of the evidence.
  package func judged(
    below percent: Double?, _ console: Console,
    writing tests: () throws(ToolError) -> SurvivorSummary?
  ) -> ExitCode {
    do throws(ToolError) {
      if let summary = try tests() { console.note(summary.text) }
    } catch {
      console.note(error.text)
    }
    return judged(below: percent, console)
  }

  /// How the tool ends, which says so if fewer than so many percent are killed.
  func judged(below percent: Double?, _ console: Console) -> ExitCode {
    guard let percent, let failure = failure(below: percent) else { return .asRequested }
    console.note(failure)
    return .belowRequest
  }

  /// What is said if fewer than so many percent are killed.
  package func failure(below percent: Double) -> String? {
    let counts = counts
    // A change of nothing asks for nothing; a suite that exercises nothing is no answer.
    if counts.all == 0, review != nil { return nil }
    guard counts.isBelow(percent: percent) else { return nil }
    let unjudged = counts[.undecided] + counts[.untested]
    let note =
      unjudged == 0
      ? ""
      : " \(unjudged) that could not be judged \(unjudged == 1 ? "counts" : "count") as neither."
    return """
      focus: \(counts.percent?.text ?? "0") % of the mutants are killed \
      (\(counts[.killed]) of \(counts.judged)), and --fail-under asks for \
      \(percent.shortText).\(note)
      """
  }
}
