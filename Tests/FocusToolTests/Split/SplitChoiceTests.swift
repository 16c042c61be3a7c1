import TestEvents
import FocusedTestStore
import Testing
@testable import focus

/// The choice among the candidates that passed their trials.
@Suite(.schedules(1)) struct SplitChoiceTests {
  @Test func `a started effect has a test of its own if no other test asserts it`() async throws {
    var plan = try await SplitPlan(traced("testCancellation") { await $0.testCancellation() })
    let starts = Behavior("Banner", "show", .starts("CancelID.timer"))
    let sends = Behavior("Banner", "show", .sends("expired"))
    let covered = try #require(plan.subjects.first { $0.behavior == starts })
    let receiving = try #require(plan.subjects.first { $0.behavior == sends })
    let one = receiving.candidates[0]
    let other = try #require(
      covered.candidates.first { !receiving.candidates.contains($0) } ?? covered.candidates.last)
    func isTested(asserting first: Set<Behavior>) -> Bool {
      plan.evidence = [:]
      plan.evidence[other] = .init(passed: true, asserted: [starts])
      plan.evidence[one] = .init(passed: true, asserted: first)
      return plan.chosen
        .contains { $0.candidate == other && $0.behaviors.contains(starts) }
    }
    try #require(other != one)
    #expect(isTested(asserting: [sends]))
    #expect(!isTested(asserting: [sends, starts]))
  }

  @Test func `an action that changes nothing is not covered by one that does`() async throws {
    var plan = try await SplitPlan(traced("testSameAge") { await $0.testSameAge() })
    plan.pass()
    let tests = plan.chosen
    claimEqual(
      tests.compactMap { plan.template.body(of: $0.candidate).last },
      [
        "await store.receive(.changeAge(33))",
        "await store.receive(.changeAge(40)) { $0.age = 40 }",
      ])
  }

  @Test func `what has no test is named with what is reported on the original's own way`()
    async throws
  {
    var plan = try await SplitPlan(traced("testSheet") { await $0.testSheet() })
    let ways = plan.subjects[0].candidates
    plan.evidence[ways[0]] = .init()
    plan.evidence[ways[0]]?.failure = "at line 7, Expected to receive .saved."
    #expect(
      plan.choice(naming: TestNaming(.swiftTesting)).problems[0].reason
        == "`Sheet · .saveTapped → sheet.isSaving` cannot be asserted in `.off`: at line 7, "
        + "Expected to receive .saved.")
  }

  @Test func `of several values, the last one is tested, after the value before`() async throws {
    var plan = try await SplitPlan(traced("testTicks") { await $0.testTicks() })
    let test = plan.template.test
    let ticks = Behavior("Ticker", "tick", .field("ticks"))
    plan.subjects.removeAll { $0.behavior != ticks }
    let ways = plan.subjects[0].candidates
    let first = try #require(ways.first { $0.position == 1 && $0.units.isEmpty })
    let alone = try #require(ways.first { $0.position == 2 && $0.start == nil && $0.units.isEmpty })
    let both = try #require(ways.first { $0.position == 2 && $0.units == [1] })
    let lines = [1, 2].map(test.line)
    func chosen(_ passed: [Candidate: String]) -> (Candidate?, [MergedInputs], [SplitProblem]) {
      plan.evidence = passed.mapValues { before in
        var outcome = SplitPlan.Outcome(passed: true, asserted: [ticks])
        outcome.before = [ticks: before]
        return outcome
      }
      let tests = plan.chosen
      let inputs = plan.severalInputs(in: tests)
      return (tests.first?.candidate, inputs.merged, inputs.problems)
    }
    let merged = MergedInputs(behavior: ticks, lines: lines, areSame: false)
    #expect(chosen([first: "0", alone: "0", both: "1"]) == (both, [merged], []))
    #expect(chosen([first: "0", alone: "0"]) == (alone, [merged], []))
    let problem = SplitProblem(
      line: lines[1], reason: "only an earlier value of `Ticker · .tick → ticks` is tested",
      behavior: ticks)
    #expect(chosen([first: "0"]) == (first, [], [problem]))
  }

  @Test func `of several actions, the last one is tested after the values before`() async throws {
    var plan = try await SplitPlan(traced("testAdvances") { await $0.testAdvances() })
    let age = Behavior("Profile", "changeAge", .field("age"))
    let action = Behavior("Profile", "advanceAgeAndMoodAfterDelay", .sends("changeAge"))
    plan.subjects.removeAll { $0.behavior != action }
    let position = try #require(plan.subjects[0].candidates.map(\.position).max())
    let ways = plan.subjects[0].candidates.filter { $0.position == position && $0.start == nil }
    let long = try #require(ways.first)
    let short = try #require(ways.min { $0.units.count < $1.units.count })
    try #require(short.units.count < long.units.count)
    func chosen(_ passed: [Candidate: String]) -> Candidate? {
      plan.evidence = passed.mapValues { before in
        var outcome = SplitPlan.Outcome(passed: true, asserted: [action])
        outcome.before = [age: before]
        return outcome
      }
      return plan.chosen.first?.candidate
    }
    claimEqual(chosen([long: "34", short: "33"]), long)
    claimEqual(chosen([long: "34", short: "34"]), short)
  }

  @Test func `inputs do the same only if their values are the same`() async throws {
    let test = try await traced("testDrafts") { await $0.testDrafts() }
    var plan = SplitPlan(test)
    plan.pass()
    let inputs = plan.severalInputs(in: plan.chosen)
    claimEqual(inputs.merged.map(\.areSame), [false, true, true])
    // Equal assertions count, too: the original makes them again.
    claimEqual(
      inputs.merged.map(\.lines), [[1, 3, 5], [2, 4], [3, 5]].map { $0.map(test.line) })
  }

  @Test func `a later value in off is named if another one is tested`() async throws {
    var plan = try await SplitPlan(traced("testLaterValue") { await $0.testLaterValue() })
    plan.pass { $0.ending.unit == 1 }
    let inputs = plan.severalInputs(in: plan.chosen)
    claimEqual(inputs.merged, [])
    claimEqual(
      inputs.problems.map(\.reason),
      ["only an earlier value of `Ticker · .tick → ticks` is tested"])
    claimEqual(inputs.problems.map(\.line), [plan.template.test.line(of: 4)])
  }

  @Test func `elements that differ in their ids have the same value`() async throws {
    var plan = try await SplitPlan(traced("testIdleSend") { await $0.testIdleSend() })
    claimEqual(plan.subjects.map(\.behavior?.action), ["turnOn"])
    plan.pass()
    let inputs = plan.severalInputs(in: plan.chosen)
    claimEqual(inputs.merged.map(\.areSame), [true])
  }

  @Test func `fields share the test of one that starts from a later state`() async throws {
    var plan = try await SplitPlan(traced("testTwoFieldsLater") { await $0.testTwoFieldsLater() })
    let fields = plan.subjects.filter { $0.behavior?.action == "changeIdentity" }
    claimEqual(fields.count, 2)
    plan.subjects = fields
    // The first field can be tested from the beginning, the second one after the first step only.
    for (subject, isLate) in zip(fields, [false, true]) {
      for way in subject.candidates where way.start == nil && (!isLate || way.units == [1]) {
        plan.evidence[way] = .init(
          passed: true, asserted: Set([subject.behavior].compactMap(\.self)))
      }
    }
    let tests = plan.chosen
    claimEqual(tests.map(\.candidate.units), [[1]])
    claimEqual(tests[0].behaviors.count, 2)
  }

  @Test func `an expectation starts from a later state if the same mutants make it fail`()
    async throws
  {
    var plan = try await SplitPlan(traced("testCheck") { await $0.testCheck() })
    let index = try #require(plan.subjects.indices.last)
    let whole = plan.subjects[index].candidates[0]
    let age = Behavior("Profile", "changeAge", .field("age"))
    let mood = Behavior("Profile", "changeMood", .field("mood"))
    plan.subjects = [plan.subjects[index]]
    plan.evidence[whole] = .init(passed: true)
    plan.subjects[0].mutants = [.behavior(age): age, .behavior(mood): mood]
    plan.refine()
    let late = try #require(plan.subjects[0].candidates.last)
    #expect(late.start != nil && late.units == [2])
    plan.evidence[late] = .init(passed: true)
    // The step that remains is not one that the expectation shows.
    claimEqual(plan.unproven(plan.subjects[0]), [:])
    claimEqual(plan.chosen.map(\.candidate), [whole])
    plan.evidence[late]?.exercised = [mood]
    claimEqual(plan.unproven(plan.subjects[0]), [.behavior(mood): [late]])
    claimEqual(plan.chosen.map(\.candidate), [whole])
    plan.evidence[late]?.kills = [.behavior(mood): true]
    claimEqual(plan.chosen.map(\.candidate), [late])
  }

  @Test func `of several calls of a helper, the last value is tested`() async throws {
    var plan = try await SplitPlan(traced("testFunctionTwice") { await $0.testFunctionTwice() })
    plan.subjects.removeAll { $0.behavior?.outcome != .field("mood") }
    plan.pass()
    let tests = plan.chosen
    claimEqual(tests.count, 1)
    let body = plan.template.body(of: tests[0].candidate)
    claimEqual(Array(body.suffix(2)), ["await cheer(2)", "store.assert { $0.mood = 2 }"])
    claimEqual(plan.severalInputs(in: tests).merged.map(\.lines.count), [2])
  }
}
