extension MutantEvidence {
  /// Prints the evidence, and adds annotations and a summary if the tool runs in GitHub Actions.
  package func print(
    asJSON printsJSON: Bool, _ lines: ProductionLines, package: String, _ console: Console
  ) throws(ToolError) {
    console.print(
      printsJSON
        ? json
        : MutantReport(evidence: self, style: TextStyle(isOn: console.takesColor)).text)
    try GitHubActions(console.environment, package: package)?
      .show(annotations(lines), markdown(), console)
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
