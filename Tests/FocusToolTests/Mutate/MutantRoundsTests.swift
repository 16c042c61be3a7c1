import TestEvents
import Testing
import focus

struct MutantRoundsTests {
  @Test func `A mutant has one trial per test, with the most that the test does`() {
    let trials = MutantTrials([
      fact("a", .field("x"), .exercised, line: 12), fact("a", .field("x"), .asserted, line: 12),
      fact("a", .field("x"), .read, line: 9), fact("b", .nothing, .asserted),
      fact("a", .dismisses, .exercised, test: "other()"),
    ])
    claimEqual(
      trials.tests, ["AppTests.ProfileTests/other()", "AppTests.ProfileTests/saving()"])
    claimEqual(trials.all[1].test.location.line, 9)
    claimEqual(trials.all.map(\.mutant.behavior?.outcome), [.dismisses, .field("x")])
    claimEqual(trials.all.map(\.level), [.exercised, .asserted])
  }

  @Test func `A test begins with what it asserts, and leaves to others what they try now`() {
    let trials = MutantTrials([
      fact("a", .field("x"), .exercised, test: "one()"),
      fact("a", .field("y"), .asserted, test: "one()"),
      fact("a", .field("x"), .asserted, test: "two()"),
      fact("a", .field("y"), .asserted, test: "two()"),
      fact("a", .field("z"), .exercised, test: "two()"),
    ])
    claimEqual(assignments(trials.nextRound(), trials), ["one()": "y", "two()": "x"])
  }

  @Test func `The tests with least to do choose first`() {
    let trials = MutantTrials([
      fact("a", .field("x"), .asserted, test: "many()"),
      fact("a", .field("y"), .exercised, test: "many()"),
      fact("a", .field("x"), .exercised, test: "one()"),
    ])
    claimEqual(assignments(trials.nextRound(), trials), ["one()": "x", "many()": "y"])
  }

  @Test func `There are as many rounds as the largest test has to try`() {
    let facts = (0..<40).flatMap { test in
      (0...(test % 8)).map { fact("a", .field("f\($0)"), .exercised, test: "t\(test)()") }
    }
    var trials = MutantTrials(facts)
    var count = 0
    while case let round = trials.nextRound(), !round.isEmpty {
      #expect(trials.roundsLeft == 8 - count)
      #expect(Set(round.map { trials.all[$0].test }).count == round.count)
      for trial in round { trials.record(.survived, of: trial) }
      count += 1
    }
    claimEqual(count, 8)
    #expect(trials.verdicts.allSatisfy { $0 == .survived })
  }

  @Test func `The verdict is that of the test that says most`() {
    let verdicts: [([MutantTrial.Result], MutantVerdict)] = [
      ([.survived, .killed, .notTried], .killed),
      ([.survived, .notTried], .notTried),
      ([.survived, .notJudged], .undecided),
      ([.survived, .unnoticeable], .survived),
      ([.notJudged, .unnoticeable], .undecided),
      ([.notJudged], .undecided),
      ([.unnoticeable], .equivalent),
      ([], .undecided),
    ]
    for (trials, verdict) in verdicts { #expect(MutantVerdict(trials) == verdict) }
  }
}

private func assignments(_ round: [Int], _ trials: MutantTrials) -> [String: String] {
  Dictionary(
    uniqueKeysWithValues: round.map { index in
      let trial = trials.all[index]
      return (
        String(trial.test.name.split(separator: "/")[1]), trial.mutant.behavior?.outcome.name ?? ""
      )
    })
}
