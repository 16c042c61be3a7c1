import Foundation
import TestEvents

extension MutantEvidence {
  /// Merges the results of several sessions.
  package init(merging parts: [MutantEvidence]) {
    if parts.count == 1 {
      self = parts[0]
      return
    }
    let mutants = Dictionary(
      parts.flatMap(\.mutants).map { ($0.subject, $0) }, uniquingKeysWith: { $0.merge(with: $1) })
    self.init(mutants: mutants.values.sorted { $0.subject < $1.subject }.namingModules)
    isComplete = parts.allSatisfy(\.isComplete)
    triesAll = parts.allSatisfy(\.triesAll)
    rounds = parts.map(\.rounds).reduce(0, +)
    seconds = parts.map(\.seconds).reduce(0, +)
    flakyTests = Set(parts.flatMap(\.flakyTests)).sorted()
    unknownTests = Set(parts.flatMap(\.unknownTests)).sorted()
    slowTests = parts.flatMap(\.slowTests).sorted { ($0.name, $0.rounds) < ($1.name, $1.rounds) }
    takenOver = parts.compactMap(\.takenOver).max()
    // Each shard runs all tests.
    missing = parts.first?.missing ?? []
    vacuousAssertions = parts.flatMap(\.vacuousAssertions).uniqued
      .sorted { ($0.file, $0.line, $0.reason) < ($1.file, $1.line, $1.reason) }
    source = parts.lazy.compactMap(\.source).first
    if Set(parts.map(\.revision)).count == 1 { revision = parts.first?.revision }
    if Set(parts.map(\.review)).count == 1 { review = parts.first?.review ?? nil }
  }

  /// The gaps between the shards of a session, one sentence per gap.
  package static func gaps(in parts: [MutantEvidence]) -> [String] {
    if Set(parts.map { $0.source == nil }).count > 1 {
      return ["The evidence mixes behavior mutants and source mutants. Expected only one kind."]
    }
    let shards = parts.compactMap(\.shard)
    guard let first = shards.first else { return [] }
    if Set(shards.map(\.count)).count > 1 {
      let counts = Set(shards.map(\.count)).sorted().map(String.init).joined(separator: " and ")
      return ["The shards belong to different sessions, of \(counts) shards."]
    }
    var gaps: [String] = []
    let numbers = Set(shards.map(\.number))
    let missing = (1...first.count).filter { !numbers.contains($0) }
    if !missing.isEmpty {
      let list = missing.map(String.init)
        .formatted(.list(type: .and).locale(Locale(identifier: "en_US")))
      gaps.append(
        "Missing: \(missing.count == 1 ? "shard" : "shards") \(list) of \(first.count). "
          + "This report omits their mutants.")
    }
    if Set(shards.map(\.digest)).count > 1 {
      gaps.append(
        "The shards divide different sets of mutants, so some mutants may be missing. "
          + "Expected the same commit and the same exercised behaviors on each machine.")
    }
    return gaps
  }
}

extension MutantEvidence.Mutant {
  /// The mutant with the tests of both. For a test in both, the more informative result counts.
  fileprivate func merge(with other: Self) -> Self {
    var tests: [String: MutantEvidence.Test] = [:]
    for test in self.tests + other.tests {
      if let known = tests[test.name], known.result.weight >= test.result.weight { continue }
      tests[test.name] = test
    }
    let all = tests.values.sorted { $0.test < $1.test }
    var merged = Self(
      subject: subject, verdict: MutantVerdict(all.map(\.result)), tests: all,
      handledAt: handledAt ?? other.handledAt)
    if merged.verdict == .survived, let reason = reason ?? other.reason {
      merged.verdict = .accepted
      merged.reason = reason
    }
    return merged
  }
}

extension MutantTrial {
  /// The rank of a result: a kill ranks above a pass, and a pass above no result.
  fileprivate var weight: Int {
    if isKill { return 3 }
    if isJudgment { return 2 }
    return self == .notTried ? 0 : 1
  }
}
