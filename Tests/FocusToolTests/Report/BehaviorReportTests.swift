import TestEvents
import Testing
import focus

struct BehaviorReportTests {
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
      #expect(entry.mark == .asserted)
      #expect(
        entry.tests.map { "\($0.test.name) \($0.mark) \($0.assertedAt.map(\.line))" } == [
          "AppTests.ProfileTests/two() asserted [4, 5]", "AppTests.ProfileTests/three() read []",
          "AppTests.ProfileTests/one() exercised []",
        ])
    }
    claimEqual(BehaviorReport(facts.filter { $0.mark != .asserted }).entries[0].mark, .read)
    #expect(
      BehaviorReport(facts.filter { $0.mark == .exercised }).entries[0].mark == .exercised)
  }

  @Test func `Features and behaviors are sorted, and counted each once`() {
    let report = BehaviorReport(sampleFacts.reversed() + sampleFacts)
    claimEqual(report.features.map(\.name), ["Profile", "Search"])
    #expect(
      report.entries.map(\.behavior.description) == [
        "Profile · .cancelTapped → nothing", "Profile · .saveTapped → isSaving",
        "Profile · .saved → lastSaved", "Profile · .saved → dismisses",
        "Search · .found → results[]",
      ])
    claimEqual(report.features[0].counts, counts(asserted: 1, read: 1, unasserted: 1))
    claimEqual(report.counts, counts(asserted: 2, read: 1, unasserted: 1))
    claimEqual(report, BehaviorReport(sampleFacts.shuffled()))
  }

  @Test func `An action that nothing came of does not count, asserted or not`() {
    for mark in Behavior.Mark.allCases {
      #expect(BehaviorReport([fact("a", .nothing, mark)]).counts.all == 0)
    }
  }

  @Test(
    arguments: [
      (0, 0, nil), (0, 1, "0"), (1, 3, "33.3"), (2, 3, "66.6"), (1, 2, "50"), (37, 40, "92.5"),
      (1999, 2000, "99.9"), (19_999, 20_000, "99.9"), (2000, 2000, "100"),
    ] as [(Int, Int, String?)])
  func `Percents are rounded down to a tenth, so only all of them are 100`(
    asserted: Int, of all: Int, percent: String?
  ) {
    let tally = counts(asserted: asserted, unasserted: all - asserted)
    claimEqual(tally.percent?.shortText, percent)
    claimEqual(tally.percent, percent.flatMap { Double($0) })
  }

  @Test(arguments: [(33, 3000, 1.1), (58, 1000, 5.8), (37, 40, 92.5), (7, 1000, 0.7)])
  func `The share that is shown is not below itself`(asserted: Int, of all: Int, percent: Double) {
    let tally = counts(asserted: asserted, unasserted: all - asserted)
    claimEqual(tally.percent?.shortText, "\(percent)")
    #expect(!tally.isBelow(percent: percent))
    #expect(
      counts(asserted: asserted - 1, unasserted: 1 + all - asserted)
        .isBelow(percent: percent))
  }

  @Test func `What is asked for is compared without rounding`() {
    let tally = counts(asserted: 2, unasserted: 1)
    #expect(!tally.isBelow(percent: 66.66))
    #expect(tally.isBelow(percent: 66.67))
    #expect(!counts(asserted: 3).isBelow(percent: 100))
    #expect(!counts(unasserted: 3).isBelow(percent: 0))
    #expect(counts().percent == nil)
    #expect(counts().isBelow(percent: 1))
    #expect(!counts().isBelow(percent: 0))
  }
}

private func counts(
  asserted: Int = 0, read: Int = 0, unasserted: Int = 0
) -> Tally<Behavior.Mark> {
  func many(_ kind: Behavior.Mark, _ count: Int) -> [Behavior.Mark] {
    Array(repeating: kind, count: count)
  }
  return Tally(many(.asserted, asserted) + many(.read, read) + many(.exercised, unasserted))
}
