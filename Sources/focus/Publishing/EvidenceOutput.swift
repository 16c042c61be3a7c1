extension MutantEvidence {
  /// Prints the evidence, and adds annotations and a summary if the tool runs in GitHub Actions.
  package func print(
    asJSON printsJSON: Bool, _ lines: ProductionLines, package: String, gaps: [String] = [],
    _ console: Console
  ) throws(ToolError) {
    console.print(
      printsJSON
        ? json
        : MutantReport(evidence: self, style: TextStyle(isOn: console.takesColor)).text)
    try GitHubActions(console.environment, package: package)?
      .show(annotations(lines), markdown(gaps: gaps), console)
  }

  /// Writes tests for survivors, and returns the exit code.
  ///
  /// If no test can be written, the console shows the reason, and the exit code depends on the evidence alone.
  ///
  /// - Parameter failures: Further ways in which the result is below the request.
  package func judged(
    below percent: Double?, noting failures: [String] = [], _ console: Console,
    writing tests: () throws(ToolError) -> SurvivorSummary?
  ) -> ExitCode {
    do throws(ToolError) {
      if let summary = try tests() { console.note(summary.text) }
    } catch {
      console.note(error.text)
    }
    return console.exitCode(noting: [failure(below: percent)].compactMap(\.self) + failures)
  }

  /// The note if fewer than the requested percentage are killed.
  package func failure(below percent: Double?) -> String? {
    let counts = counts
    // An empty change requires nothing. A suite that exercises nothing fails.
    if counts.all == 0, review != nil { return nil }
    let unjudged = counts[.undecided] + counts[.untested]
    let note =
      unjudged == 0
      ? ""
      : " \(count(unjudged, "mutant")) could not be judged, and "
        + "\(unjudged == 1 ? "is" : "are") not counted."
    return counts.failure(below: percent, "mutants are killed").map { $0 + note }
  }
}
