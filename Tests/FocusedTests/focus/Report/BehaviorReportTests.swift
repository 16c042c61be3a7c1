import BehaviorLedger
import Testing
import focus

@Suite struct BehaviorReportTests {
  @Test func `A behavior is as protected as its best test makes it`() throws {
    let facts = [
      fact("a", .field("x"), .exercised, test: "one()", line: 1),
      fact("a", .field("x"), .asserted, test: "two()", line: 2, assertedAt: 5),
      fact("a", .field("x"), .read, test: "three()", line: 3),
      fact("a", .field("x"), .read, test: "two()", line: 2),
      fact("a", .field("x"), .asserted, test: "two()", line: 2, assertedAt: 4),
    ]
    for facts in [facts, facts.reversed()] {
      let entry = try #require(BehaviorReport(facts).entries.first)
      #expect(entry.protection == .asserted)
      #expect(
        entry.tests.map { "\($0.test.name) \($0.mark) \($0.assertedAt.map(\.line))" } == [
          "AppTests.ProfileTests/two() asserted [4, 5]", "AppTests.ProfileTests/three() read []",
          "AppTests.ProfileTests/one() exercised []",
        ])
    }
    #expect(BehaviorReport(facts.filter { $0.mark != .asserted }).entries[0].protection == .read)
    #expect(
      BehaviorReport(facts.filter { $0.mark == .exercised }).entries[0].protection == .unasserted)
  }

  @Test func `Features and behaviors are sorted, and counted each once`() {
    let report = BehaviorReport(sampleFacts.reversed() + sampleFacts)
    #expect(report.features.map(\.name) == ["Profile", "Search"])
    #expect(
      report.entries.map(\.behavior.description) == [
        "Profile · .cancelTapped → nothing", "Profile · .saveTapped → isSaving",
        "Profile · .saved → lastSaved", "Profile · .saved → dismisses",
        "Search · .found → results[]",
      ])
    #expect(report.features[0].counts == .init(asserted: 1, read: 1, unasserted: 1))
    #expect(report.counts == .init(asserted: 2, read: 1, unasserted: 1))
    #expect(report == BehaviorReport(sampleFacts.shuffled()))
  }

  @Test func `An action that nothing came of does not count, asserted or not`() {
    for mark in Behavior.Mark.allCases {
      #expect(BehaviorReport([fact("a", .nothing, mark)]).counts.behaviors == 0)
    }
  }

  @Test(
    arguments: [
      (0, 0, nil, nil), (0, 1, 0, "0"), (1, 3, 33, "33.3"), (2, 3, 66, "66.6"), (1, 2, 50, "50"),
      (1999, 2000, 99, "99.9"), (2000, 2000, 100, "100"),
    ] as [(Int, Int, Int?, String?)])
  func `Percents are rounded down, so only all of them are 100`(
    asserted: Int, of all: Int, percent: Int?, precise: String?
  ) {
    let counts = BehaviorReport.Counts(asserted: asserted, unasserted: all - asserted)
    #expect(counts.assertedPercent == percent)
    #expect(counts.precisePercent == precise)
  }

  @Test func `What is asked for is compared without rounding`() {
    let counts = BehaviorReport.Counts(asserted: 2, unasserted: 1)
    #expect(!counts.isBelow(percent: 66.6))
    #expect(counts.isBelow(percent: 66.7))
    #expect(!BehaviorReport.Counts(asserted: 3).isBelow(percent: 100))
    #expect(!BehaviorReport.Counts(unasserted: 3).isBelow(percent: 0))
    #expect(BehaviorReport.Counts().isBelow(percent: 1))
    #expect(!BehaviorReport.Counts().isBelow(percent: 0))
  }
}
