/// A run of the tests: what one `swift test` started, in however many processes.
package struct LedgerRun: Hashable, Sendable {
  /// What tells it from other runs, in letters and digits.
  package let id: String

  /// When it began to write, to be shown: `2026-11-22T16:50:33Z`. Runs are not ordered by it, because
  /// clocks go back, and those of two machines differ.
  package var start: String

  /// The runs that had written to its directory before.
  package var predecessors: Set<String>

  /// - Parameter id: `nil` for what does not say which run has written it.
  package init(id: String?, start: String = "", predecessors: Set<String> = []) {
    self.id = id ?? ""
    self.start = start
    self.predecessors = predecessors
  }

  /// Whether it began after another one. Of two that found each other, neither did, and all came after what
  /// does not say which run has written it.
  package func isAfter(_ other: LedgerRun) -> Bool {
    if other.id.isEmpty { return !id.isEmpty }
    return predecessors.contains(other.id) && !other.predecessors.contains(id)
  }

  /// Adds what another of its processes knows of it.
  mutating func formUnion(_ other: LedgerRun) {
    start = start.isEmpty ? other.start : other.start.isEmpty ? start : min(start, other.start)
    predecessors.formUnion(other.predecessors)
  }
}
