import TestEvents
import Testing
@testable import focus

struct MutantEvidenceTests {
  @Test func `The JSON has the keys that its documentation names`() {
    let evidence = result([(fact("saved", .field("name"), .read), .survived, .inClosure)])
    claimGolden(evidence.json, "mutants.json")
  }

  @Test func `A source mutant has an ID with its location, and a key without it`() {
    let mutant = sourceMutant(3)
    let json = MutantEvidence([
      MutantTrial(
        of: .source(mutant), in: LedgerTest(name: "M.A/a()", file: "M/A.swift", line: 1),
        level: .exercised, result: .killed)
    ]).json
    #expect(json.contains(#""id" : "Home · Home.swift:3:1-3:9: call removed""#))
    #expect(json.contains(#""mutant" : "Home · Home.swift:3:1-3:9: call removed""#))
    #expect(json.contains(#""key" : "Home · call removed: save()""#))
  }

  @Test func `A mutant whose code also runs in no known test is not judged`() throws {
    let mutant = sourceMutant(3)
    let test = LedgerTest(
      name: "AppTests.HomeTests/saving()", file: "AppTests/HomeTests.swift", line: 7)
    var matrix = MutantMatrix(
      [test, .outside].map { MutantCoverageHit(test: $0, mutant: .source(mutant)) }
    ) {
      $0 == test.name
    }
    matrix.record(.survived, of: .init(test: 0, mutant: 0))
    let evidence = MutantEvidence(matrix.trials)
    claimEqual(evidence.mutants.map(\.verdict), [.undecided])
    claimEqual(
      evidence.mutants[0].trials.map(\.reason),
      [nil, "It also runs outside any known test, where it could not be tried."])
    claimEqual(
      evidence.mutants[0].trials.map(\.test.name),
      [test.name, "code outside any known test, such as a detached task"])
  }

  @Test func `What counts are the mutants that are killed or survive`() {
    let counts = sampleEvidence().counts
    #expect(counts.all == 8 && counts.judged == 3 && counts[.killed] == 1)
    claimEqual(counts[.undecided], 2)
    // In a stopped session, a mutant that one test missed and another did not try is not judged.
    let stopped = result([
      (fact("a", .field("x"), .asserted), .killed, nil),
      (fact("a", .field("y"), .asserted), .survived, nil),
      (fact("a", .field("y"), .asserted, test: "other()"), nil, nil),
      (fact("a", .field("z"), .asserted), nil, nil),
    ]).mutants
    #expect(stopped.counts[.notTried] == 2 && stopped.counts.judged == 1)
  }
}

/// The result of a session with these trials. A trial with a place records code, which belongs at that place.
func result(
  _ trials: [(LedgerFact, MutantTrial.Result?, MutantCode.Place?)], isComplete: Bool = true
) -> MutantEvidence {
  var matrix = MutantMatrix(trials.map(\.0))
  for (fact, trial, place) in trials {
    guard let trial else { continue }
    let pair = MutantMatrix.Pair(
      test: matrix.tests.firstIndex { $0.name == fact.test.name }!,
      mutant: matrix.behaviors.firstIndex(of: fact.behavior)!)
    let code = place.map {
      MutantCode(
        file: "AppTests/ProfileTests.swift", line: 14, place: $0,
        lines: ["await store.send(.saveTapped) {", "  $0.isSaving = true", "}"])
    }
    let reason = trial == .unwritable ? "`Profile.State.id` is a constant." : nil
    matrix.record(trial, of: pair, code: code, reason: reason)
  }
  var evidence = MutantEvidence(matrix.trials)
  evidence.isComplete = isComplete
  evidence.rounds = 1
  return evidence
}

/// A mutant for each verdict, and a second survivor.
func sampleEvidence() -> MutantEvidence {
  var result = result([
    (fact("saveTapped", .field("name"), .asserted), .killed, nil),
    (fact("saveTapped", .field("isSaving"), .exercised), .survived, .replacingCall),
    (
      fact("saveTapped", .field("isSaving"), .exercised, test: "cancelling()"), .survived, nil
    ),
    (fact("saved", .dismisses, .exercised, test: "cancelling()"), .survived, nil),
    (fact("saved", .field("id"), .exercised), .unwritable, nil),
    (fact("saved", .field("cache"), .exercised), .unnoticeable, nil),
    (fact("saved", .field("draft"), .exercised), .unwritable, nil),
    (fact("saved", .field("draft"), .exercised, test: "cancelling()"), .survived, nil),
    (fact("typed", .field("query"), .exercised, in: "Search"), .noOutcome, nil),
    (fact("found", .field("results[]"), .exercised, in: "Search"), .notReached, nil),
  ])
  result.flakyTests = ["AppTests.SearchTests/flaky()"]
  result.unknownTests = ["AppTests/Stray.swift:9"]
  result.rounds = 3
  result.seconds = 6.5
  return result
}
