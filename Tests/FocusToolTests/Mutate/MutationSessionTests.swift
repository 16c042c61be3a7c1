import TestEvents
import Testing
@testable import focus

struct MutationSessionTests {
  @Test func `A behavior is killed by the test that notices, and survives where none does`() throws
  {
    let runner = FakeRunner(
      FakeSuite(tests: [
        "M.A/one()": test([field("a"): .asserted, field("b"): .exercised], [field("a"): .fails]),
        "M.A/two()": test([field("b"): .exercised]),
      ]))
    let result = try #require(try session(runner))
    #expect(result.isComplete && result.flakyTests == [])
    claimEqual(verdicts(result), [field("a"): .killed, field("b"): .survived])
    // In round 1, each test tries one mutant. In round 2, `one` tries the mutant that survived in `two`.
    claimEqual(result.rounds, 2)
    #expect(
      runner.requests.map(\.behaviors) == [
        [:], ["M.A/one()": field("a"), "M.A/two()": field("b")],
        ["M.A/one()": field("b")], [:],
      ])
    #expect(
      runner.requests.map(\.selection) == [
        .all, .only(["M.A/one()", "M.A/two()"]), .only(["M.A/one()"]), .all,
      ])
    claimEqual(runner.requests.map(\.writesLedger), [true, false, false, false])
    #expect(
      runner.requests.map(\.timeLimit) == [
        nil, .seconds(60), .seconds(60), .seconds(60),
      ])
  }

  @Test func `What is killed is not tried again`() throws {
    let suite = FakeSuite(tests: [
      "M.A/one()": test([field("a"): .asserted], [field("a"): .fails]),
      "M.A/two()": test([field("a"): .exercised, field("b"): .asserted]),
    ])
    let result = try #require(try session(FakeRunner(suite)))
    claimEqual(result.rounds, 1)
    claimEqual(result.mutants[0].trials.map(\.result), [.killed, .notTried])
  }

  @Test func `A crash is found by halving, and the others are judged all the same`() throws {
    var suite = FakeSuite()
    for number in 10..<26 {
      suite.tests["M.A/t\(number)()"] = test(
        [field("f\(number)"): .asserted], [field("f\(number)"): number == 20 ? .crashes : .fails])
    }
    suite.tests["M.A/t12()"]?.trials = [:]
    let runner = FakeRunner(suite)
    let result = try #require(try session(runner))
    claimEqual(verdicts(result), suite.verdicts)
    let crasher = try #require(result.mutants.first { $0.behavior == field("f20") })
    claimEqual(crasher.trials.map(\.result), [.killed])
    // The crash leaves 6 of the 16 tests unfinished. They run again as 3 and 3, then the crashing half as 1 and 2.
    #expect(runner.requests.count <= 12)
    let groups = runner.requests.map(\.mutants.count).filter { $0 > 0 }
    claimEqual(groups, [16, 3, 3, 1, 2])
  }

  @Test(arguments: [(FakeSuite.FakeTrial.hangs, [4]), (.crashes, [4, 1])])
  func `The only test that does not end has not to be told from others`(
    trial: FakeSuite.FakeTrial, groups: [Int]
  ) throws {
    var suite = FakeSuite()
    for number in 0..<4 {
      suite.tests["M.A/t\(number)()"] = test(
        [field("f\(number)"): .asserted], [field("f\(number)"): number == 3 ? trial : .fails])
    }
    let runner = FakeRunner(suite)
    let result = try #require(try session(runner))
    claimEqual(verdicts(result), suite.verdicts)
    claimEqual(runner.requests.map(\.mutants.count).filter { $0 > 0 }, groups)
  }

  @Test func `A crash before a mutant is applied costs no other test its verdict`() throws {
    let names = (0..<8).map { "M.A/t\($0)()" }
    var suite = FakeSuite(
      tests: Dictionary(
        uniqueKeysWithValues: names.map { name in
          (name, test([field(name): .asserted], [field(name): .unwritable]))
        }))
    suite.tests[names[0]]?.trials = [field(names[0]): .crashesBefore]
    let result = try #require(try session(FakeRunner(suite)))
    claimEqual(verdicts(result), suite.verdicts)
    claimEqual(
      Set(result.mutants.flatMap(\.trials).compactMap(\.reason)),
      [
        "The field cannot be restored.",
        "The test did not end, although no outcome was suppressed.",
      ])
    claimEqual(result.rounds, 7)
  }

  @Test func `A test that fails only once is left out, and others try what it had killed`() throws {
    var suite = FakeSuite(tests: [
      "M.A/one()": test([field("a"): .asserted, field("b"): .asserted], [field("a"): .fails]),
      "M.A/two()": test([field("a"): .exercised], [field("a"): .fails]),
      "M.A/three()": test([field("c"): .asserted], [field("c"): .fails]),
      "M.A/plain()": test([:]),
    ])
    for run in [1, 2] {
      suite.tests["M.A/one()"]?.failingRuns = [run]
      let result = try #require(try session(FakeRunner(suite)))
      #expect(result.flakyTests == ["M.A/one()"])
      // Behaviors that only the failing test exercises are undecided.
      #expect(
        verdicts(result) == [field("a"): .killed, field("b"): .undecided, field("c"): .killed])
      #expect(
        result.mutants[0].trials.map { $0.result }
          == [.leftOut, .killed])
    }

    // If the test fails in the last run without mutants, another test tries the mutant that it had killed.
    suite.tests["M.A/one()"] = test([field("a"): .asserted], [field("a"): .fails])
    suite.tests["M.A/one()"]?.failingRuns = [3]
    suite.tests["M.A/two()"]?.exercises[field("d")] = .asserted
    let runner = FakeRunner(suite)
    let late = try #require(try session(runner))
    claimEqual(late.flakyTests, ["M.A/one()"])
    #expect(
      verdicts(late) == [
        field("a"): .killed, field("c"): .killed, field("d"): .survived,
      ])
    claimEqual(runner.requests.last?.behaviors, ["M.A/two()": field("a")])

    // A flaky test that exercises no behavior is reported, too.
    suite.tests["M.A/one()"]?.failingRuns = []
    suite.tests["M.A/plain()"]?.failingRuns = [1]
    #expect(try #require(try session(FakeRunner(suite))).flakyTests == ["M.A/plain()"])
  }

  @Test func `A test that fails where its mutant was not applied is left out`() throws {
    var suite = FakeSuite(tests: [
      "M.A/one()": test([field("a"): .asserted], [field("a"): .notReached]),
      "M.A/two()": test([field("a"): .exercised]),
    ])
    suite.tests["M.A/one()"]?.failingRuns = [2]
    let result = try #require(try session(FakeRunner(suite)))
    claimEqual(result.flakyTests, ["M.A/one()"])
    // The test that was left out may be the one that asserts the behavior.
    claimEqual(verdicts(result), [field("a"): .undecided])
    #expect(
      result.mutants[0].trials.map(\.reason) == [
        "The test was left out, because it failed or did not end without a mutant.", nil,
      ])
  }

  @Test
  func
    `A crash without mutants is an error if it is repeated, and else costs all tests that were running`()
    throws
  {
    var suite = FakeSuite()
    for number in 10..<14 { suite.tests["M.A/t\(number)()"] = test([field("a"): .asserted]) }
    suite.tests["M.A/t13()"]?.crashingRuns = Set(1...100)
    #expect(
      throws: ToolError.noResult(failure("M.A/t13(), which was running when the process ended"))
    ) {
      try session(FakeRunner(suite))
    }
    suite.tests["M.A/t13()"]?.crashingRuns = [1]
    let result = try #require(try session(FakeRunner(suite)))
    claimEqual(result.flakyTests, ["M.A/t13()"])
    // The test crashes from the last run without mutants on.
    suite.tests["M.A/t13()"]?.crashingRuns = [3, 4, 5, 6, 7]
    #expect(try #require(try session(FakeRunner(suite))).flakyTests == ["M.A/t13()"])
  }

  @Test func `A test that fails in each run is left out, and the session goes on`() throws {
    var suite = FakeSuite(tests: [
      "M.A/one()": test([field("a"): .asserted], [field("a"): .fails]),
      "M.A/two()": test([field("a"): .exercised, field("b"): .asserted], [field("b"): .fails]),
      "M.A/plain()": test([:]),
    ])
    suite.tests["M.A/one()"]?.failingRuns = Set(1...100)
    suite.tests["M.A/plain()"]?.failingRuns = Set(1...100)
    let result = try #require(try session(FakeRunner(suite)))
    claimEqual(result.flakyTests, ["M.A/one()", "M.A/plain()"])
    claimEqual(verdicts(result), [field("a"): .undecided, field("b"): .killed])
  }

  @Test func `A suite in which no test passes is an error that names the tests`() {
    var suite = FakeSuite(tests: ["M.A/one()": test([field("a"): .asserted])])
    suite.tests["M.A/one()"]?.failingRuns = [1]
    #expect(throws: ToolError.noTestPasses(failure("M.A/one()"))) { try session(FakeRunner(suite)) }
  }

  @Test func `A failure that belongs to no test is an error if it is repeated`() throws {
    var suite = FakeSuite(tests: ["M.A/one()": test([field("a"): .asserted], [field("a"): .fails])])
    suite.strayFailures = [1: ["an issue"]]
    #expect(try #require(try session(FakeRunner(suite))).flakyTests == ["an issue"])
    suite.strayFailures[2] = ["another"]
    #expect(throws: ToolError.noResult(failure("another"))) { try session(FakeRunner(suite)) }
  }

  @Test func `An XCTest test that creates no store and fails does not stop the session`() throws {
    let suite = FakeSuite(tests: [
      "M.A/one()": test([field("a"): .asserted], [field("a"): .fails]),
      "M.A/two()": test([field("b"): .asserted]),
    ])
    let runner = FakeRunner(suite)
    var session = MutationSession(
      run: { request in
        var record = runner.run(request)
        record.run.log.printed = [.init(name: "X.testA", outcome: .failed)]
        record.run.log.strayFailures = ["X.testA"]
        return record
      }, find: { _ in MutantSelection(suite.facts.trials) })
    let result = try #require(try session.result())
    claimEqual(result.flakyTests, ["X.testA"])
    claimEqual(verdicts(result), [field("a"): .killed, field("b"): .survived])
  }

  @Test func `A suite without behaviors is an error`() {
    #expect(
      throws: ToolError.noResult(
        "No test ran. Expected tests that create a TestStore. Check the filter.")
    ) { try session(FakeRunner(FakeSuite())) }
    #expect(
      throws: ToolError.noResult(
        "No test exercises a behavior: none of 3 tests changes the state of a TestStore. "
          + "Expected a suite that tests reducers with TestStore.")
    ) {
      try session(
        FakeRunner(
          FakeSuite(
            tests: [
              "M.A/one()": test([Behavior(feature: "A", action: "b", outcome: .nothing): .asserted])
            ], plainTests: 2)))
    }
  }

  @Test func `What a run does not speak of is tried again, and named in the end`() throws {
    var suite = FakeSuite(tests: ["M.A/one()": test([field("a"): .asserted], [field("a"): .fails])])
    suite.tests["M.A/one()"]?.skippedRuns = [2, 3]
    #expect(
      verdicts(try #require(try session(FakeRunner(suite)))) == [field("a"): .killed])
    suite.tests["M.A/one()"]?.skippedRuns = [2, 3, 4]
    let result = try #require(try session(FakeRunner(suite)))
    claimEqual(result.rounds, 3)
    claimEqual(verdicts(result), [field("a"): .undecided])
    claimEqual(result.mutants[0].trials.map(\.result), [.notJudged])
  }

  @Test func `A session that is stopped keeps what it knows, and says so`() throws {
    var suite = FakeSuite(tests: [
      "M.A/one()": test([field("a"): .asserted, field("b"): .asserted], [field("a"): .fails])
    ])
    suite.interruptedRun = 1
    #expect(try session(FakeRunner(suite)) == nil)
    suite.interruptedRun = 3
    let result = try #require(try session(FakeRunner(suite)))
    #expect(!result.isComplete)
    claimEqual(verdicts(result), [field("a"): .killed, field("b"): .notTried])
    suite.interruptedRun = 4
    let unchecked = try #require(try session(FakeRunner(suite)))
    #expect(!unchecked.isComplete)
    claimEqual(verdicts(unchecked), [field("a"): .killed, field("b"): .survived])
  }

  @Test func `What is no test that can be told is named, and has no mutant`() throws {
    let runner = FakeRunner(
      FakeSuite(tests: ["M.A/one()": test([field("a"): .asserted], [field("a"): .fails])]))
    let stray = LedgerFact(
      behavior: field("b"), mark: .exercised,
      test: LedgerTest(name: "A.swift:7", file: "A.swift", line: 7))
    var session = MutationSession(
      run: { runner.run($0) },
      find: { _ in MutantSelection((runner.suite.facts + [stray]).trials) })
    let result = try #require(try session.result())
    claimEqual(
      result.mutants.flatMap(\.trials).compactMap(\.reason),
      ["No test framework identifies the test that created this store."])
    claimEqual(verdicts(result), [field("a"): .killed, field("b"): .undecided])
  }

  @Test func `Progress says what is done and what is left`() throws {
    var texts: [String] = []
    var session = FakeRunner(
      FakeSuite(tests: [
        "M.A/one()": test([field("a"): .asserted, field("b"): .asserted], [field("a"): .fails])
      ])
    ).session { texts.append($0) }
    _ = try session.result()
    #expect(
      texts == [
        "Running the tests without mutants …",
        "Round 1 of at most 2 · 0 of 2 mutants killed",
        "Round 2 of at most 2 · 1 of 2 mutants killed · about 2 s left",
        "Running the tests without mutants for the last time …",
      ])
  }

  /// Random suites with every result of a mutant. The session's verdicts match the suites.
  @Test(arguments: 0..<200) func `The verdicts of any suite are the true ones`(seed: UInt64) throws
  {
    var random = SeededRandom(seed: seed)
    let behaviors = (0..<Int.random(in: 1...12, using: &random)).map { field("f\($0)") }
    var suite = FakeSuite(continuesAfterCrashes: Bool.random(using: &random))
    for number in 0..<Int.random(in: 1...15, using: &random) {
      let isXCTest = Bool.random(using: &random)
      var new = FakeSuite.FakeTest(isXCTest: isXCTest)
      for behavior in behaviors where Int.random(in: 0..<3, using: &random) == 0 {
        new.exercises[behavior] = Behavior.Mark.allCases.randomElement(using: &random)
        if Bool.random(using: &random) {
          new.trials[behavior] = FakeSuite.FakeTrial.allCases.randomElement(using: &random)
        }
      }
      let module = random.pick(["M", "N"])
      suite.tests[isXCTest ? "\(module).X/test\(number)" : "M.A/t\(number)()"] = new
    }
    guard suite.tests.values.contains(where: { !$0.exercises.isEmpty }) else { return }
    let result = try #require(try session(FakeRunner(suite)))
    #expect(result.isComplete && result.flakyTests == [])
    #expect(verdicts(result) == suite.verdicts)
  }
}

private func test(
  _ exercises: [Behavior: Behavior.Mark], _ trials: [Behavior: FakeSuite.FakeTrial] = [:],
  isXCTest: Bool = false
) -> FakeSuite.FakeTest {
  FakeSuite.FakeTest(exercises: exercises, trials: trials, isXCTest: isXCTest)
}

private func session(_ runner: FakeRunner) throws(ToolError) -> MutantEvidence? {
  var session = runner.session()
  return try session.result()
}

/// The message for a suite in which a test fails without a mutant.
private func failure(_ test: String) -> String {
  """
  A test fails without any mutant, so no mutant can be judged:
    \(test)
  Expected a passing suite. Fix the tests, or exclude them with --filter or `-- --skip NAME`.
  """
}

private func verdicts(_ result: MutantEvidence) -> [Behavior: MutantVerdict] {
  Dictionary(uniqueKeysWithValues: result.mutants.map { ($0.behavior!, $0.verdict) })
}
