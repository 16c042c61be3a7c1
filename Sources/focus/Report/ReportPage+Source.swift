import TestEvents

// The source mutants: the survivors per feature, and the number of killed mutants.

extension ReportPage {
  static func survivors(of evidence: MutantEvidence) -> String {
    let features = Dictionary(grouping: evidence.mutants, by: \.subject.shownFeature)
      .map { (name: $0, survivors: $1.filter { $0.verdict == .survived }, counts: counts($1)) }
      .sorted { ($0.survivors.isEmpty ? 1 : 0, $0.name) < ($1.survivors.isEmpty ? 1 : 0, $1.name) }
    let parts = features.map { name, survivors, counts in
      """
      <h3>\(name.escapedForHTML)</h3>
      <p class="counts">\(counts)</p>\
      \(survivors.isEmpty ? "" : "\n<ul>\n\(survivors.map(item).joined(separator: "\n"))\n</ul>")
      """
    }
    return """

      <aside id="source" aria-labelledby="source-name">
      <h2 id="source-name">Faults of the source</h2>
      \(parts.joined(separator: "\n"))
      </aside>
      """
  }

  private static func counts(_ mutants: [MutantEvidence.Mutant]) -> String {
    let counts = mutants.counts
    let rest = counts.all - counts.judged
    return "\(counts[.killed]) of \(counts.all) killed"
      + (counts[.survived] > 0 ? " · \(counts[.survived]) survived" : "")
      + (rest > 0 ? " · \(rest) not counted" : "")
  }

  private static func item(_ mutant: MutantEvidence.Mutant) -> String {
    guard let source = mutant.subject.source else { return "" }
    let place = "\(source.file):\(source.line):\(source.column)".escapedForHTML
    let diff = source.diff.map {
      $0.hasPrefix("+")
        ? "<ins>\($0.escapedForHTML)</ins>" : "<del>\($0.escapedForHTML)</del>"
    }
    let tests = mutant.tests.map {
      "<li><code>\($0.test.name.escapedForHTML)</code> <small>\($0.test.location.description.escapedForHTML)</small></li>"
    }
    return """
      <li><p><code>\(place)</code> \(source.operator.escapedForHTML)</p>
      <pre>\(diff.joined())</pre>
      <details><summary>\(mutant.tests.passing(with: mutant.subject).capitalizedFirst)</summary>\
      <ul>\(tests.joined())</ul></details></li>
      """
  }
}

extension MutantEvidence {
  /// The lines about source mutants at the head of the page.
  var sentencesOnSource: [String] {
    let counts = counts
    var sentences = [
      "Of \(count(counts.judged, "fault")) that the source was given, \(counts[.killed]) made a "
        + "test fail, and \(counts[.survived]) did not."
    ]
    if let unreached = source?.unreached.count, unreached > 0 {
      sentences.append("No test runs the code of \(unreached) more.")
    }
    if !isComplete { sentences.append("The work was stopped before the end.") }
    return sentences + scope
  }
}
