import TestEvents

// Sentences that all reports share.

extension MutantEvidence {
  /// How many features are named.
  private static let limit = 100

  /// The scope of the session, if it isn't the whole suite.
  package var scope: [String] {
    var lines: [String] = []
    if let review {
      let names = review.features.prefix(Self.limit).map(\.oneLine).joined(separator: ", ")
      lines.append(
        review.features.isEmpty
          ? "Since \(review.since): nothing differs that a feature is made or tested with."
          : """
          Since \(review.since): \(review.features.count) of \(count(review.allFeatures, "feature")) \
          \(review.features.count == 1 ? "differs" : "differ"), or may: \(names)\
          \(review.features.count > Self.limit ? ", …" : "").\
          \(review.reason.map { " All are meant, because \($0)." } ?? "")
          """)
    }
    if takenOver > 0 {
      lines.append("Taken over from an earlier run: \(count(takenOver, "mutant")).")
    }
    if let shard {
      lines.append(
        "Shard \(shard.number) of \(shard.count): a part of \(count(shard.allMutants, "mutant")).")
    }
    return lines
  }
}

extension [MutantEvidence.Test] {
  /// The sentence about the tests that reach a survivor of the source.
  package var sentenceOnPassing: String {
    count == 1 ? "The one test that comes to it passes" : "All \(count) tests that come to it pass"
  }
}
