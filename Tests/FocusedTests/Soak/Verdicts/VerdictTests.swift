import FocusedTestStore
import Testing

/// Random closures on random states, compared with `VerdictOracle`.
///
/// `FOCUSED_SOAK=100000 swift test --filter VerdictTests` tries more of them.
struct VerdictTests {
  @Test(arguments: 0..<SoakSize.chunks)
  func `a closure holds exactly where the oracle says so`(chunk: Int) async {
    for seed in SoakSize.seeds(of: chunk, everyRun: 200) {
      let random = VerdictCase(seed: seed)
      guard let difference = await random.difference() else { continue }
      let smallest = await shrink(random, smaller: \.smaller) { await $0.difference() != nil }
      let cause = await smallest.difference() ?? difference
      Issue.record("Seed \(seed) differs, and shrinks to\n\(smallest.source)\n\(cause)")
      return
    }
  }

  @Test func `the oracle skips at most 5 % of the closures`() {
    let cases = (0..<400 as Range<UInt64>).map(VerdictCase.init)
    let skipped = cases.count { $0.expected == .traps }
    #expect(skipped * 100 <= cases.count * 5, "\(skipped) of \(cases.count)")
  }

  @Test func `each mode has closures that hold and closures that fail`() {
    let cases = (0..<400 as Range<UInt64>).map(VerdictCase.init)
    for mode in VerdictCase.Mode.allCases {
      let verdicts = cases.filter { $0.mode == mode }.map(\.expected)
      for verdict in [VerdictOracle.Verdict.holds, .fails] {
        let share = verdicts.count { $0 == verdict } * 100 / verdicts.count
        #expect(share > 10, "\(mode): \(verdict) in \(share) %")
      }
    }
  }
}
