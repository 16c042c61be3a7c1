import BehaviorLedger
import FocusedTestStore
import Testing

/// Mutants at run time against the same mutants made by hand in source: each test kills both or none.
///
/// In one order, which the exhaustive ones among the tests state.
@Suite(.schedules(1)) struct ByHandTests {
  @Test(arguments: BreakableProfile.behaviors)
  func `a profile without a behavior`(behavior: Behavior) async throws {
    try await compare(behavior, in: BreakableProfile.tests) {
      BreakableProfile(without: $0)
    }
  }

  @Test(arguments: BreakableCharacterSearch.behaviors)
  func `a search without a behavior`(behavior: Behavior) async throws {
    try await compare(behavior, in: BreakableCharacterSearch.tests) {
      BreakableCharacterSearch(without: $0)
    }
  }

  @Test func `the behaviors are those of the ledger`() async throws {
    for (behaviors, run) in [
      (BreakableProfile.behaviors, runAll(BreakableProfile.tests) { BreakableProfile() }),
      (
        BreakableCharacterSearch.behaviors,
        runAll(BreakableCharacterSearch.tests) { BreakableCharacterSearch() }
      ),
    ] {
      let facts = await LedgerWriter.collecting(run)
      let known = Set(facts.map(\.behavior)).filter { $0.outcome != .nothing }
      #expect(known.sorted() == behaviors.sorted())
    }
  }

  private func runAll<Feature>(
    _ tests: [BodyOfTest<Feature>], _ feature: @escaping @Sendable () -> Feature
  ) -> nonisolated(nonsending) () async -> Void {
    { for test in tests { await test.run(feature) } }
  }

  private func compare<Feature>(
    _ behavior: Behavior, in tests: [BodyOfTest<Feature>],
    _ feature: @escaping @Sendable (_ missing: Behavior?) -> Feature
  ) async throws {
    for test in tests {
      let issues = await withCapturedIssues { await test.run { feature(behavior) } }
      let mutation = try await mutating(behavior.feature, behavior.action, behavior.outcome) {
        await test.run { feature(nil) }
      }
      #expect(mutation.isKilled == !issues.isEmpty, "\(behavior), in the test of \(test.name)")
    }
  }
}
