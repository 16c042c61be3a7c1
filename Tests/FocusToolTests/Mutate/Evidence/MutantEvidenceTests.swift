import TestEvents
import Testing
@testable import focus

struct MutantEvidenceTests {
  @Test func `The JSON has the keys that its documentation names`() {
    let evidence = result([(fact("saved", .field("name"), .read), .survived, .inClosure)])
    claimGolden(evidence.json, "mutants.json")
  }

  @Test func `A source mutant has a key without its location`() {
    let json = MutantEvidence([
      MutantTrial(
        of: .source(sourceMutant(3)),
        in: LedgerTest(name: "M.A/a()", file: "M/A.swift", line: 1), level: .exercised,
        result: .killed)
    ]).json
    #expect(json.contains(#""key" : "Home · call removed: save()""#))
  }

  @Test func `A mutant whose code also runs in no known test is not judged`() throws {
    let mutant = sourceMutant(3)
    let test = LedgerTest(
      name: "AppTests.HomeTests/saving()", file: "AppTests/HomeTests.swift", line: 7)
    var trials = MutantTrials(
      [test, .outside].map { MutantTrial(of: .source(mutant), in: $0, level: .exercised) }
    ) {
      $0 == test.name
    }
    trials.record(.survived, of: 0)
    let evidence = MutantEvidence(trials.all)
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
    claimEqual(counts[.undecided], 4)
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
  var all = MutantTrials(trials.map(\.0))
  for (fact, trial, place) in trials {
    guard let trial else { continue }
    let code = place.map {
      MutantCode(
        file: "AppTests/ProfileTests.swift", line: 14, place: $0,
        lines: ["await store.send(.saveTapped) {", "  $0.isSaving = true", "}"])
    }
    let reason = trial == .notJudged ? "`Profile.State.id` is a constant." : nil
    all.record(trial, of: all.index(of: fact), code: code, reason: reason)
  }
  var evidence = MutantEvidence(all.all)
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
    (fact("saved", .field("id"), .exercised), .notJudged, nil),
    (fact("saved", .field("cache"), .exercised), .unnoticeable, nil),
    (fact("saved", .field("draft"), .exercised), .notJudged, nil),
    (fact("saved", .field("draft"), .exercised, test: "cancelling()"), .survived, nil),
    (fact("typed", .field("query"), .exercised, in: "Search"), .notJudged, nil),
    (fact("found", .field("results[]"), .exercised, in: "Search"), .notJudged, nil),
  ])
  result.flakyTests = ["AppTests.SearchTests/flaky()"]
  result.rounds = 3
  result.seconds = 6.5
  return result
}
