import TestEvents
import Testing
import focus

struct MutantRoundsTests {
  @Test func `The matrix has each test once, with the most that it does`() {
    let matrix = MutantMatrix([
      fact("a", .field("x"), .exercised, line: 12), fact("a", .field("x"), .asserted, line: 12),
      fact("a", .field("x"), .read, line: 9), fact("b", .nothing, .asserted),
      fact("a", .dismisses, .exercised, test: "other()"),
    ])
    #expect(
      matrix.tests.map(\.name) == [
        "AppTests.ProfileTests/other()", "AppTests.ProfileTests/saving()",
      ])
    claimEqual(matrix.tests[1].location.line, 9)
    claimEqual(matrix.behaviors.map(\.outcome), [.field("x"), .dismisses])
    claimEqual(matrix.rows.map { $0.map(\.mutant) }, [[1], [0]])
    claimEqual(matrix.rows.map { $0.map(\.trial.level) }, [[.exercised], [.asserted]])
  }

  @Test func `A test begins with what it asserts, and leaves to others what they try now`() {
    let matrix = MutantMatrix([
      fact("a", .field("x"), .exercised, test: "one()"),
      fact("a", .field("y"), .asserted, test: "one()"),
      fact("a", .field("x"), .asserted, test: "two()"),
      fact("a", .field("y"), .asserted, test: "two()"),
      fact("a", .field("z"), .exercised, test: "two()"),
    ])
    claimEqual(assignments(matrix.nextRound(), matrix), ["one()": "y", "two()": "x"])
  }

  @Test func `The tests with least to do choose first`() {
    let matrix = MutantMatrix([
      fact("a", .field("x"), .asserted, test: "many()"),
      fact("a", .field("y"), .exercised, test: "many()"),
      fact("a", .field("x"), .exercised, test: "one()"),
    ])
    claimEqual(assignments(matrix.nextRound(), matrix), ["one()": "x", "many()": "y"])
  }

  @Test func `There are as many rounds as the largest test has to try`() {
    let facts = (0..<40).flatMap { test in
      (0...(test % 8)).map { fact("a", .field("f\($0)"), .exercised, test: "t\(test)()") }
    }
    var matrix = MutantMatrix(facts)
    var count = 0
    while case let round = matrix.nextRound(), !round.isEmpty {
      #expect(matrix.roundsLeft == 8 - count)
      #expect(Set(round.map(\.test)).count == round.count)
      for pair in round { matrix.record(.survived, of: pair) }
      count += 1
    }
    claimEqual(count, 8)
    #expect(matrix.verdicts.allSatisfy { $0 == .survived })
  }

  @Test func `Slow tests try what is left when the others have tried theirs`() {
    var matrix = MutantMatrix(
      ["fast()", "slow()", "slower()"].flatMap { test in
        ["x", "y"].map { fact("a", .field($0), .exercised, test: test) }
      } + [fact("a", .field("z"), .exercised, test: "slow()")])
    matrix.sort(by: [name("fast"): 0.1, name("slow"): 1.5, name("slower"): 20])
    claimEqual(matrix.tiers, [0, 0, 2])
    matrix.sort(by: [name("fast"): 0.1, name("slow"): 0.2, name("slower"): 20])
    claimEqual(matrix.tiers, [0, 0, 6])
    matrix.sort(by: [name("slow"): 1.5, name("slower"): 20, name("fast"): 0.1, "other()": 0.1])
    claimEqual(matrix.roundsLeft, 5)
    claimEqual(
      rounds(of: matrix, killing: "x"),
      [["fast()": "x", "slow()": "z"], ["fast()": "y", "slow()": "y"], ["slower()": "y"]])
  }

  @Test func `An exploration tries what the other tests of its class leave`() {
    var matrix = MutantMatrix(
      ["explores()", "plain()", "slow()"].map { fact("a", .field("x"), .exercised, test: $0) })
    matrix.sort(
      by: [name("explores"): 0.3, name("plain"): 0.1, name("slow"): 1.5, "other()": 0.1],
      exploring: [name("explores")])
    claimEqual(matrix.tiers, [1, 0, 2])
    claimEqual(rounds(of: matrix), [["plain()": "x"], ["explores()": "x"], ["slow()": "x"]])
  }

  @Test func `The verdict is that of the test that says most`() {
    let verdicts: [([MutantTrial.Result], MutantVerdict)] = [
      ([.survived, .killed, .notTried], .killed),
      ([.survived, .notTried], .notTried),
      ([.survived, .noOutcome], .undecided),
      ([.survived, .unwritable], .undecided),
      ([.survived, .notReached], .undecided),
      ([.survived, .unnoticeable], .survived),
      ([.unwritable, .unnoticeable, .notReached], .undecided),
      ([.unwritable, .unwritable], .untested),
      ([.unnoticeable, .notReached], .undecided),
      ([.unnoticeable], .equivalent),
      ([.notReached], .notReached),
      ([], .undecided),
    ]
    for (trials, verdict) in verdicts { #expect(MutantVerdict(trials) == verdict) }
  }
}

/// The full name of a test.
private func name(_ test: String) -> String { "AppTests.ProfileTests/\(test)()" }

/// The rounds of a session in which tests notice the mutants of one field.
private func rounds(of matrix: MutantMatrix, killing field: String? = nil) -> [[String: String]] {
  var matrix = matrix
  var rounds: [[String: String]] = []
  while case let round = matrix.nextRound(), !round.isEmpty {
    rounds.append(assignments(round, matrix))
    for pair in round {
      let isKilled = matrix.behaviors[pair.mutant].outcome == field.map(Behavior.Outcome.field)
      matrix.record(isKilled ? .killed : .survived, of: pair)
    }
  }
  return rounds
}

private func assignments(
  _ round: [MutantMatrix.Pair], _ matrix: MutantMatrix
) -> [String: String] {
  Dictionary(
    uniqueKeysWithValues: round.map {
      (
        String(matrix.tests[$0.test].name.split(separator: "/")[1]),
        matrix.behaviors[$0.mutant].outcome.name ?? ""
      )
    })
}
