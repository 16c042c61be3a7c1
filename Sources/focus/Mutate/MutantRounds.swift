import TestEvents

extension MutantMatrix {
  /// The mutants of the next round, at most one per test. Empty if nothing is left to try.
  ///
  /// Tests with the fewest mutants choose first. Each test prefers a mutant that no other test tries in this round,
  /// because a killed mutant need not be tried again. Among those, it prefers a behavior that it asserts, because it
  /// most likely kills that mutant. Explorations and slow tests follow after all other tests, because a round takes
  /// as long as its slowest test.
  ///
  /// - Parameter triesAll: Whether to also try mutants that are already killed.
  package func nextRound(triesAll: Bool = false) -> [Pair] {
    var open = openCells(triesAll: triesAll)
    let tier = open.indices.filter { !open[$0].isEmpty }.map { tiers[$0] }.min()
    for test in open.indices where tiers[test] != tier { open[test] = [] }
    var triersLeft = Array(repeating: 0, count: mutants.count)
    for cells in open { for cell in cells { triersLeft[cell.mutant] += 1 } }
    var triersNow = Array(repeating: 0, count: mutants.count)
    var round: [Pair] = []
    for test in open.indices.sorted(by: { (open[$0].count, $0) < (open[$1].count, $1) }) {
      let choice = open[test].min { a, b in
        let (aNow, bNow) = (triersNow[a.mutant], triersNow[b.mutant])
        if aNow != bNow { return aNow < bNow }
        if a.test.mark != b.test.mark { return a.test.mark > b.test.mark }
        return (triersLeft[a.mutant], a.mutant) < (triersLeft[b.mutant], b.mutant)
      }
      guard let choice else { continue }
      triersNow[choice.mutant] += 1
      round.append(Pair(test: test, mutant: choice.mutant))
    }
    return round
  }

  /// The maximum number of remaining rounds per tier, from fast to slow, if no further mutant is killed.
  package func roundsLeft(triesAll: Bool = false) -> [(tier: Int, rounds: Int)] {
    let counts = openCells(triesAll: triesAll).map(\.count)
    return Dictionary(zip(tiers, counts), uniquingKeysWith: max).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// The mutants that a test has killed, as indices of ``mutants``.
  var killed: Set<Int> { Set(rows.joined().lazy.filter(\.test.result.isKill).map(\.mutant)) }

  /// The mutants that each test has not tried yet.
  private func openCells(triesAll: Bool) -> [[Cell]] {
    let killed = triesAll ? [] : killed
    return rows.map { row in
      row.filter { $0.test.result == .notTried && !killed.contains($0.mutant) }
    }
  }
}
