import TestEvents
import FocusedTestStore
import Testing
import focus

/// The setup steps that are tried, and their order.
@Suite(.schedules(1)) struct SplitPlanTests {
  @Test func `an answer is tried only after what asks for it`() async throws {
    let plan = try await answers()
    let test = plan.template.test
    let answers = test.units.indices.filter { !test.units[$0].answeredSteps.isEmpty }
    let asking = test.units.indices.filter { unit in
      test.units[unit].steps.contains { $0.action == "changeQuery" }
    }
    #expect((answers.count, asking.count) == (2, 2))
    let candidates = plan.subjects.flatMap(\.candidates).filter { candidate in
      candidate.units.contains { answers.contains($0) }
    }
    #expect(!candidates.isEmpty)
    for candidate in candidates {
      let beginning = candidate.units.prefix { !answers.contains($0) }
      #expect(beginning.contains { asking.contains($0) })
    }
    #expect(test.canGo([asking[0], answers[0]]))
    // Any earlier `changeQuery` is enough.
    #expect(test.canGo([asking[0], answers[1]]))
    #expect(!test.canGo([answers[0]]))
    #expect(!test.canGo([answers[0], asking[0]]))
  }

  @Test func `a list that replaces another one is tested after what fills the other one`()
    async throws
  {
    let plan = try await SplitPlan(
      SplitFixtures.traced("testReplacement") { await $0.testReplacement() })
    let test = plan.template.test
    let fills = test.units.indices.filter { unit in
      test.units[unit].steps.contains { step in step.action == "found" }
    }
    let asks = test.units.indices.filter { unit in
      test.units[unit].steps.contains { step in step.action == "changeQuery" }
    }
    let results = Behavior(
      module: "TestFixtures", feature: "Search", action: "found", outcome: .field("results"))
    let subjects = plan.subjects.filter { $0.behavior == results }
    claimEqual(subjects.count, 2)
    let subject = try #require(subjects.last)
    let whole = try #require(subject.candidates.first)
    let short = try #require(subject.candidates.first { !$0.units.contains(fills[0]) })
    #expect(whole.units.contains(fills[0]) && whole.units.contains(asks[0]))
    #expect(short.units.count < whole.units.count)
    // Only the trial shows whether the field was a list with elements before.
    func chosen(replacing: [Candidate]) -> [Candidate] {
      var plan = plan
      plan.subjects = [subject]
      for way in [whole, short] {
        plan.evidence[way] = .init(passed: true, asserted: [results])
        plan.evidence[way]?.before = [results: replacing.contains(way) ? #"["sun"]"# : "[]"]
      }
      return plan.choice(naming: TestNaming(.swiftTesting)).tests.map(\.candidate)
    }
    claimEqual(chosen(replacing: [whole]), [whole])
    claimEqual(chosen(replacing: [whole, short]), [short])
    claimEqual(chosen(replacing: []), [])
    #expect(plan.bodies.contains { $0.contains(#"results: ["sun", "sea"]"#) })
  }

  @Test func `the way of the original, cut at the assertion, is always tried`() async throws {
    for test in [
      try await SplitFixtures.traced("testAnswers") { await $0.testAnswers() },
      try await SplitFixtures.traced("testCancellation") { await $0.testCancellation() },
      try await SplitFixtures.traced("testSheet") { await $0.testSheet() },
    ] {
      let plan = SplitPlan(test)
      for subject in plan.subjects {
        let way = try #require(subject.candidates.first)
        #expect(way.start == nil)
        #expect(
          way.units
            == test.units.indices.prefix(way.position).filter { index in
              switch test.units[index].kind {
              case .send, .receive, .event: true
              default: false
              }
            })
      }
    }
  }

  @Test func `a way that works is tried without some of its statements`() async throws {
    var plan = try await SplitPlan(
      SplitFixtures.traced("testCancellation") { await $0.testCancellation() })
    let behavior = Behavior(
      module: "FocusToolTests", feature: "Banner", action: "expired", outcome: .field("text"))
    let number = try #require(plan.subjects.firstIndex { $0.behavior == behavior })
    let before = plan.subjects
    let way = try #require(before[number].candidates.first)
    claimEqual(way.units.count, 5)
    plan.refine()
    claimEqual(plan.subjects, before)

    plan.evidence[way] = .init(passed: true, asserted: [behavior])
    plan.refine()

    let added = plan.subjects[number].candidates.dropFirst(before[number].candidates.count)
    #expect(added.contains { $0.units == [way.units[0], way.units[2], way.units[3]] })
    for candidate in added {
      #expect(candidate.units.count < 5 && Set(candidate.units).isSubset(of: way.units))
      #expect(!before[number].candidates.contains(candidate))
    }
    for other in plan.subjects.indices where other != number {
      #expect(plan.subjects[other] == before[other])
    }
    #expect(!plan.untried.contains(way))
    #expect(plan.untried.contains(try #require(added.first)))
  }

  @Test func `a cancellation is tested by actions that do not come`() async throws {
    let test = try await SplitFixtures.traced("testCancellation") { await $0.testCancellation() }
    let behavior = try #require(
      test.units.flatMap(\.outcomes).first { $0.behavior.outcome.kind == .cancels }
    ).behavior
    claimEqual("\(behavior)", "Banner · .show → cancels CancelID.timer")
    let bodies = absences(test, behavior).bodies
    #expect(
      bodies.contains(
        Self.bannerStore + """
          await store.send(.show("A"))
          await clock.advance(by: .seconds(2))
          await store.send(.show("B"))
          await clock.advance(by: .seconds(2))
          await store.assertNotReceived(.expired)
          """))
    #expect(
      bodies.contains(
        Self.bannerStore + """
          await store.send(.show("A"))
          await clock.advance(by: .seconds(2))
          await store.send(.show("B"))
          await store.finish()
          """))
    // In this candidate, the action must arrive exactly once.
    #expect(
      bodies.contains(
        Self.bannerStore + """
          await store.send(.show("A"))
          await clock.advance(by: .seconds(2))
          await store.send(.show("B"))
          store.exhaustivity = .on(checking: .receivedActions)
          await clock.advance(by: .seconds(2))
          await clock.advance(by: .seconds(1))
          await store.receive(.expired)
          """))
  }

  private static let bannerStore = """
    let clock = TestClock()
    let store = TestStore(.off, initialState: Banner.State()) {
      Banner()
    } withDependencies: {
      $0.continuousClock = clock
    }

    """

  /// A plan with only the absences that show an effect.
  private func absences(_ test: TracedTest, _ effect: Behavior) -> SplitPlan {
    var plan = SplitPlan(test)
    plan.subjects = []
    plan.addAbsences([.behavior(effect): effect])
    return plan
  }

  @Test func `a short way from a later state is tried from the beginning, too`() async throws {
    var plan = try await SplitPlan(
      SplitFixtures.traced("testCancellation") { await $0.testCancellation() })
    let behavior = Behavior(
      module: "FocusToolTests", feature: "Banner", action: "expired", outcome: .field("text"))
    let index = try #require(plan.subjects.firstIndex { $0.behavior == behavior })
    func fromBeginning(_ way: Candidate) -> Candidate {
      Candidate(
        start: nil, units: way.units, ending: way.ending, position: way.position)
    }
    let ways = plan.subjects[index].candidates
    let whole = try #require(ways.max { $0.units.count < $1.units.count })
    let state = try #require(ways.first { $0.start != nil }).start
    let late = try #require(
      whole.units.indices.lazy.map { first in
        Candidate(
          start: state, units: Array(whole.units[first...]), ending: whole.ending,
          position: whole.position)
      }.first { !ways.contains(fromBeginning($0)) })
    plan.subjects[index].candidates.append(late)
    plan.evidence[late] = .init(passed: true, asserted: [behavior])

    plan.refine()

    #expect(plan.subjects[index].candidates.contains(fromBeginning(late)))
  }

  @Test
  func `the start of an effect is shown by its setup steps, or by actions that must not come yet`()
    async throws
  {
    let test = try await SplitFixtures.traced("testCancellation") { await $0.testCancellation() }
    let starts = Behavior(
      module: "FocusToolTests", feature: "Banner", action: "show",
      outcome: .starts("CancelID.timer"))
    let bodies = absences(test, starts).bodies
    let show = Self.bannerStore + #"await store.send(.show("A"))"#
    #expect(bodies.contains(show))
    // The action of a debounce must not come before the wait has ended.
    #expect(bodies.contains(show + "\nstore.exhaustivity = .on(checking: .receivedActions)"))
    #expect(bodies.contains(show + "\nawait store.assertNotReceived(.expired)"))
  }

  @Test func `values of local types are written without the suite, and removals by id`()
    async throws
  {
    let test = try await SplitFixtures.traced("testLocalStack") { await $0.testLocalStack() }
    let plan = SplitPlan(test)
    let closures = plan.subjects.map { subject in
      Set(subject.candidates.compactMap { plan.template.body(of: $0).last })
    }
    #expect(
      closures == [
        ["await store.send(.push) { $0.children[id: 0] = Switch.State(isOn: false) }"],
        ["await store.send(.children(.popFrom(id: 0))) { $0.children[id: 0] = nil }"],
      ])
    #expect(
      plan.subjects[1].candidates.map { plan.template.body(of: $0)[0] }.contains(
        "let store = TestStore(.off, initialState: Parent.State(children: "
          + "StackState([Switch.State(isOn: false)]))) { Parent() }"))
  }

  @Test func `an expectation keeps all steps before it`() async throws {
    let plan = try await SplitPlan(SplitFixtures.traced("testCheck") { await $0.testCheck() })
    let subject = try #require(plan.subjects.last)
    claimEqual(subject.behavior, nil)
    claimEqual(subject.candidates.map(\.ending.kind), [.check])
    claimEqual(subject.candidates.map(\.ending.unit), [3])
    claimEqual(subject.candidates.map(\.units), [[1, 2]])
    claimEqual(subject.candidates.map(\.start), [nil])
    // It is not shortened.
    var refined = plan
    refined.evidence = [subject.candidates[0]: .init(passed: true)]
    refined.refine()
    claimEqual(refined.subjects.last, subject)
  }

  @Test func `a candidate for an absence must fail with the mutant`() async throws {
    let test = try await SplitFixtures.traced("testCancellation") { await $0.testCancellation() }
    let cancels = Behavior(
      module: "FocusToolTests", feature: "Banner", action: "show",
      outcome: .cancels("CancelID.timer"))
    let mutant = MutantSubject.behavior(cancels)
    var plan = absences(test, cancels)
    let ways = plan.subjects[0].candidates
    try #require(ways.count > 3)
    for (index, way) in ways.enumerated() {
      plan.evidence[way] = .init(passed: index > 0)
      if [0, 2, 3].contains(index) { plan.evidence[way]?.exercised = [cancels] }
    }
    func chosen() -> [Candidate] {
      plan.choice(naming: TestNaming(.swiftTesting)).tests.map(\.candidate)
    }
    claimEqual(plan.unproven(plan.subjects[0]), [mutant: [ways[2], ways[3]]])
    claimEqual(chosen(), [])
    plan.evidence[ways[2]]?.kills = [mutant: false]
    plan.evidence[ways[3]]?.kills = [mutant: true]
    claimEqual(plan.unproven(plan.subjects[0]), [:])
    claimEqual(chosen(), [ways[3]])
    plan.evidence = [:]
    claimEqual(plan.choice(naming: TestNaming(.swiftTesting)).problems, [])
  }

  @Test func `what goes with a sheet is asserted when it changes, too`() async throws {
    let test = try await SplitFixtures.traced("testSheet") { await $0.testSheet() }
    let plan = SplitPlan(test)
    let behavior = Behavior(
      module: "FocusToolTests", feature: "Sheet", action: "saved", outcome: .field("sheet.isSaving")
    )
    let subject = try #require(plan.subjects.first { $0.behavior == behavior })
    let bodies = subject.candidates.map { plan.template.body(of: $0).joined(separator: "\n") }
    #expect(
      bodies.contains(
        """
        let store = TestStore(.off, initialState: Sheet.State(sheet: Sheet.Form())) { Sheet() }
        await store.send(.saveTapped)
        await store.receive(.saved) { $0.sheet?.isSaving = false }
        """))
  }

  @Test func `a started effect has a test of its own if no other test asserts it`() async throws {
    var plan = try await SplitPlan(
      SplitFixtures.traced("testCancellation") { await $0.testCancellation() })
    let starts = Behavior(
      module: "FocusToolTests", feature: "Banner", action: "show",
      outcome: .starts("CancelID.timer"))
    let sends = Behavior(
      module: "FocusToolTests", feature: "Banner", action: "show", outcome: .sends("expired"))
    let covered = try #require(plan.subjects.first { $0.behavior == starts })
    let receiving = try #require(plan.subjects.first { $0.behavior == sends })
    let one = receiving.candidates[0]
    let other = try #require(
      covered.candidates.first { !receiving.candidates.contains($0) } ?? covered.candidates.last)
    func isTested(asserting first: Set<Behavior>) -> Bool {
      plan.evidence = [:]
      plan.evidence[other] = .init(passed: true, asserted: [starts])
      plan.evidence[one] = .init(passed: true, asserted: first)
      return plan.choice(naming: TestNaming(.swiftTesting)).tests
        .contains { $0.candidate == other && $0.behaviors.contains(starts) }
    }
    try #require(other != one)
    #expect(isTested(asserting: [sends]))
    #expect(!isTested(asserting: [sends, starts]))
  }

  @Test func `what has no test is named with what is reported on the original's own way`()
    async throws
  {
    var plan = try await SplitPlan(SplitFixtures.traced("testSheet") { await $0.testSheet() })
    let ways = plan.subjects[0].candidates
    plan.evidence[ways[0]] = .init()
    plan.evidence[ways[0]]?.failure = "at line 7, Expected to receive .saved."
    #expect(
      plan.choice(naming: TestNaming(.swiftTesting)).problems[0].reason
        == "`Sheet · .saveTapped → sheet.isSaving` cannot be asserted in `.off`: at line 7, "
        + "Expected to receive .saved.")
  }

  @Test func `of several values, the last one is tested, after the value before`() async throws {
    var plan = try await SplitPlan(SplitFixtures.traced("testTicks") { await $0.testTicks() })
    let test = plan.template.test
    let ticks = Behavior(
      module: "FocusToolTests", feature: "Ticker", action: "tick", outcome: .field("ticks"))
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
      let tests = plan.choice(naming: TestNaming(.swiftTesting)).tests
      let inputs = plan.severalInputs(in: tests)
      return (tests.first?.candidate, inputs.merged, inputs.problems)
    }
    let merged = MergedInputs(behavior: ticks, lines: lines, areSame: false)
    #expect(chosen([first: "0", alone: "0", both: "1"]) == (both, [merged], []))
    #expect(chosen([first: "0", alone: "0"]) == (alone, [merged], []))
    let problem = SplitProblem(
      line: lines[1], reason: "`Ticker · .tick → ticks` is tested with an earlier value only",
      behavior: ticks)
    #expect(chosen([first: "0"]) == (first, [], [problem]))
  }

  @Test func `inputs do the same only if their values are the same`() async throws {
    let test = try await SplitFixtures.traced("testDrafts") { await $0.testDrafts() }
    var plan = SplitPlan(test)
    for way in plan.subjects.flatMap(\.candidates) {
      plan.evidence[way] = .init(
        passed: true, asserted: Set(plan.subjects.compactMap(\.behavior)))
    }
    let inputs = plan.severalInputs(in: plan.choice(naming: TestNaming(.swiftTesting)).tests)
    claimEqual(inputs.merged.map(\.areSame), [false, true])
    claimEqual(inputs.merged.map(\.lines), [[1, 3, 5].map(test.line), [3, 5].map(test.line)])
  }

  @Test func `fields share the test of one that starts from a later state`() async throws {
    var plan = try await SplitPlan(
      SplitFixtures.traced("testTwoFieldsLater") { await $0.testTwoFieldsLater() })
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
    let tests = plan.choice(naming: TestNaming(.swiftTesting)).tests
    claimEqual(tests.map(\.candidate.units), [[1]])
    claimEqual(tests[0].behaviors.count, 2)
  }

  @Test func `an expectation starts from a later state if the same mutants make it fail`()
    async throws
  {
    var plan = try await SplitPlan(SplitFixtures.traced("testCheck") { await $0.testCheck() })
    let index = try #require(plan.subjects.indices.last)
    let whole = plan.subjects[index].candidates[0]
    let age = Behavior(
      module: "TestFixtures", feature: "Profile", action: "changeAge", outcome: .field("age"))
    let mood = Behavior(
      module: "TestFixtures", feature: "Profile", action: "changeMood", outcome: .field("mood"))
    plan.subjects = [plan.subjects[index]]
    plan.evidence[whole] = .init(passed: true)
    plan.subjects[0].mutants = [.behavior(age): age, .behavior(mood): mood]
    plan.refine()
    let late = try #require(plan.subjects[0].candidates.last)
    #expect(late.start != nil && late.units == [2])
    func chosen() -> [Candidate] {
      plan.choice(naming: TestNaming(.swiftTesting)).tests.map(\.candidate)
    }
    plan.evidence[late] = .init(passed: true)
    // The step that remains is not one that the expectation shows.
    claimEqual(plan.unproven(plan.subjects[0]), [:])
    claimEqual(chosen(), [whole])
    plan.evidence[late]?.exercised = [mood]
    claimEqual(plan.unproven(plan.subjects[0]), [.behavior(mood): [late]])
    claimEqual(chosen(), [whole])
    plan.evidence[late]?.kills = [.behavior(mood): true]
    claimEqual(chosen(), [late])
  }

  @Test func `what a helper asserts is tested by the statement that calls it`() async throws {
    for (name, call) in [("testHelper", "becomeHappy(store)"), ("testFunction", "cheer(1)")] {
      let plan = try await SplitPlan(
        SplitFixtures.traced(name) { fixtures in
          if name == "testHelper" {
            await fixtures.testHelper()
          } else {
            await fixtures.testFunction()
          }
        })
      let mood = try #require(plan.subjects.first { $0.behavior?.outcome == .field("mood") })
      let ends = mood.candidates.map { plan.template.body(of: $0).suffix(2) }
      #expect(ends.contains(["await \(call)", "store.assert { $0.mood = 1 }"]), "\(ends)")
    }
  }

  @Test func `of several calls of a helper, the last value is tested`() async throws {
    var plan = try await SplitPlan(
      SplitFixtures.traced("testFunctionTwice") { await $0.testFunctionTwice() })
    plan.subjects.removeAll { $0.behavior?.outcome != .field("mood") }
    for way in plan.subjects.flatMap(\.candidates) {
      plan.evidence[way] = .init(
        passed: true, asserted: Set(plan.subjects.compactMap(\.behavior)))
    }
    let tests = plan.choice(naming: TestNaming(.swiftTesting)).tests
    claimEqual(tests.count, 1)
    let body = plan.template.body(of: tests[0].candidate)
    claimEqual(Array(body.suffix(2)), ["await cheer(2)", "store.assert { $0.mood = 2 }"])
    claimEqual(plan.severalInputs(in: tests).merged.map(\.lines.count), [2])
  }

  private func answers() async throws -> SplitPlan {
    try await SplitPlan(SplitFixtures.traced("testAnswers") { await $0.testAnswers() })
  }
}
