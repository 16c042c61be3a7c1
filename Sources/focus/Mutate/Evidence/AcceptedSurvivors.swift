import TestEvents

extension MutantSubject {
  /// The mutant's key in a file of known gaps.
  package var key: String {
    switch self {
    case .behavior(let behavior): behavior.description.oneLine
    case .source(let mutant):
      "\(mutant.feature) · \(mutant.operator): \(mutant.before)".oneLine
        + (mutant.after.isEmpty ? "" : " => \(mutant.after)".oneLine)
    }
  }
}

extension MutantEvidence {
  /// Accepts the survivors that a file lists with a reason. Each line accepts one.
  ///
  /// - Parameter isWhole: Whether the evidence has all mutants of the package, so that each line must match one.
  /// - Returns: A sentence for each line that no longer applies.
  package mutating func accept(_ gaps: KnownGaps?, isWhole: Bool) -> [String] {
    guard let gaps else { return [] }
    var stale: [String] = []
    // A session without `--source` has no source mutants.
    for line in gaps.lines where !line.isOfSource || source != nil {
      guard let reason = line.reason else { continue }
      let found = mutants.indices.filter { mutants[$0].subject.key == line.key }
      if let survivor = found.first(where: { mutants[$0].verdict == .survived }) {
        mutants[survivor].verdict = .accepted
        mutants[survivor].reason = reason
      } else if let cause = cause(found.map { mutants[$0].verdict }, isWhole: isWhole) {
        stale.append("\(gaps.file):\(line.number) \(cause): \(line.key)")
      }
    }
    return stale
  }

  /// The reason why a line accepts no survivor; `nil` if unknown.
  private func cause(_ verdicts: [MutantVerdict], isWhole: Bool) -> String? {
    if verdicts.contains(.accepted) { return "accepts a mutant that another line accepts" }
    if verdicts.contains(.killed) { return "accepts a mutant that a test kills" }
    return verdicts.isEmpty && isWhole ? "accepts a mutant that no test reaches" : nil
  }
}
