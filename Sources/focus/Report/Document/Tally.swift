/// The number of results of each kind.
package struct Tally<Kind: TalliedKind>: Hashable, Sendable {
  private var numbers: [Kind: Int] = [:]

  package init(_ results: some Sequence<Kind>) {
    for kind in results { numbers[kind, default: 0] += 1 }
  }

  package subscript(kind: Kind) -> Int { numbers[kind] ?? 0 }

  package var all: Int { numbers.values.reduce(0, +) }

  /// The number of results that the percentage is based on.
  package var judged: Int { numbers.reduce(0) { $0 + ($1.key.isJudged ? $1.value : 0) } }

  /// The percentage of good results among the judged ones, or `nil` if there are none. It is rounded down to a tenth, so
  /// a limit that appears to be reached is reached.
  package var percent: Double? {
    judged == 0 ? nil : Double(self[.good] * 1000 / judged) / 10
  }

  /// Whether the percentage of good results is below a limit. The comparison isn't rounded.
  ///
  /// Without any judged result, the percentage counts as 0, so a run that recorded nothing does not pass.
  package func isBelow(percent: Double) -> Bool {
    // For 33 of 3000, the percentage equals the literal `1.1`.
    judged == 0 ? percent > 0 : Double(self[.good] * 100) / Double(judged) < percent
  }

  /// The note if the percentage of good results is below a limit.
  ///
  /// - Parameter results: The results with their verb, such as `behaviors are asserted`.
  func failure(below limit: Double?, _ results: String) -> String? {
    guard let limit, isBelow(percent: limit) else { return nil }
    return
      "focus: \(percent?.shortText ?? "0") % of the \(results) (\(self[.good]) of "
      + "\(judged)), but --fail-under requires \(limit.shortText)."
  }
}

/// A kind of result that is counted.
package protocol TalliedKind: Hashable, Sendable {
  /// The kind of which a suite needs many.
  static var good: Self { get }

  /// Whether results of this kind count in percentages.
  var isJudged: Bool { get }
}
