import BehaviorLedger
import FocusedTestStore
import Testing
import focus

/// What is written around the tests: the helper that makes their store.
@Suite struct SplitSuiteTests {
  @Test func `a store of a helper with arguments gets a helper of its own`() async throws {
    let plan = try await SplitPlan(
      SplitFixtures.traced("testStoreFromHelper") { await $0.testStoreFromHelper() })
    try expectNoDifference(
      suite(plan, startingFromState: true),
      """
      struct FocusedTests {
        func a() async {
          let years = 40
          let store = makeStore()

          await store.send(.changeAge(years)) {
            $0.age = years
          }
        }

        func b() async {
          let store = makeStore(Profile.State(age: 40))

          await store.send(.changeMood(1)) {
            $0.mood = 1
          }
        }

        private func makeProfile(_ state: Profile.State) -> TestStoreOf<Profile> {
          TestStore(.off, initialState: state) { Profile() }
        }

        private func makeStore(_ state: Profile.State = Profile.State(age: 1)) -> TestStoreOf<Profile> {
          makeProfile(state)
        }
      }

      """)
  }

  @Test func `what three tests declare is a property`() async throws {
    let plan = try await SplitPlan(
      SplitFixtures.traced("testStoreFromHelper") { await $0.testStoreFromHelper() })
    let candidate = try #require(plan.subjects[0].candidates.first)
    func text(_ names: [String]) -> String {
      plan.template.file(
        suite: "Tests", names.map { FocusedTest(name: $0, candidate: candidate) }
      ).text
    }
    #expect(text(["a", "b", "c"]).contains("  private let years = 40\n"))
    #expect(!text(["a", "b", "c"]).contains("    let years = 40\n"))
    #expect(!text(["a", "b"]).contains("private let years"))
    #expect(text(["a", "b"]).contains("    let years = 40\n"))
  }

  @Test func `a store of a helper without arguments is made as before, and is focused`()
    async throws
  {
    let plan = try await SplitPlan(
      SplitFixtures.traced("testStoreFromPlainHelper") { await $0.testStoreFromPlainHelper() })
    try expectNoDifference(
      suite(plan),
      """
      struct FocusedTests {
        func a() async {
          let store = makePlainProfile()

          await store.send(.changeAge(40)) {
            $0.age = 40
          }
        }

        private func makePlainProfile() -> TestStoreOf<Profile> {
          TestStore(.off, initialState: Profile.State()) { Profile() }
        }
      }

      """)
  }

  @Test func `a store that another file makes is focused by the helper`() async throws {
    let plan = try await SplitPlan(
      SplitFixtures.traced("testStoreFromAnotherFile") { await $0.testStoreFromAnotherFile() })
    try expectNoDifference(
      suite(plan),
      """
      struct FocusedTests {
        func a() async {
          let store = makeStore()

          await store.send(.changeAge(40)) {
            $0.age = 40
          }
        }

        private func makeStore() -> TestStoreOf<Profile> {
          let store = makeProfileElsewhere(age: 1)
          store.exhaustivity = .off
          return store
        }
      }

      """)
  }

  @Test(.schedules(1)) func `what surrounds the making of a store stays around it`() async throws {
    let plan = try await SplitPlan(
      SplitFixtures.traced("testStoreInAnotherCall") { await $0.testStoreInAnotherCall() })
    try expectNoDifference(
      suite(plan),
      """
      struct FocusedTests {
        private let clock = TestClock()

        func a() async {
          let store = makeStore()

          await store.send(.advanceAgeAndMoodAfterDelay)
          await clock.advance(by: .seconds(1))
          await store.receive(.changeAge(34))
        }

        func b() async {
          let store = makeStore()

          await store.send(.advanceAgeAndMoodAfterDelay)
          await clock.advance(by: .seconds(1))
          store.assert { $0.age = 34 }
        }

        func c() async {
          let store = makeStore()

          await store.send(.advanceAgeAndMoodAfterDelay)
          await clock.advance(by: .seconds(1))
          await store.receive(.changeMood(1))
        }

        func d() async {
          let store = makeStore()

          await store.send(.advanceAgeAndMoodAfterDelay)
          await clock.advance(by: .seconds(1))
          store.assert { $0.mood = 1 }
        }

        private func makeStore() -> TestStoreOf<Profile> {
          withDependencies {
            $0.continuousClock = clock
          } operation: {
            TestStore(.off, initialState: Profile.State()) { Profile() }
          }
        }
      }

      """)
  }

  /// The suite without its imports, of a test for each subject: the shortest that has all it needs.
  private func suite(_ plan: SplitPlan, startingFromState: Bool = false) throws -> String {
    let subjects = plan.subjects.filter { !$0.isCovered }
    let tests = try zip(["a", "b", "c", "d"], subjects).map { name, subject in
      let candidate = try #require(
        subject.candidates.first {
          startingFromState && name == "b"
            ? $0.start != .beginning
            : $0.start == .beginning
              && $0.units.count == (subject.candidates.map(\.units.count).max() ?? 0)
        } ?? subject.candidates.first)
      return FocusedTest(name: name, candidate: candidate)
    }
    let text = plan.template.file(suite: "FocusedTests", tests).text
    return String(text[try #require(text.range(of: "struct FocusedTests")).lowerBound...])
  }
}

extension SplitFixtures {
  func makeProfileElsewhere(age: Int) -> TestStoreOf<Profile> {
    TestStore(initialState: Profile.State(age: age)) { Profile() }
  }
}

/// Which ways are tried, and in which order.
@Suite struct SplitPlanTests {
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
    // It is the action that counts.
    #expect(test.canGo([asking[0], answers[1]]))
    #expect(!test.canGo([answers[0]]))
    #expect(!test.canGo([answers[0], asking[0]]))
  }

  @Test func `trials that do the same so far share a number`() async throws {
    let plan = try await answers()
    let file = plan.trialFile(suite: "Trials")
    let steps = file.stepsOfTrials
    let trials = plan.subjects.flatMap(\.candidates).compactMap { candidate in
      steps[plan.trialName(candidate)].map { (candidate, $0) }
    }
    #expect(trials.count > 10)
    for (candidate, steps) in trials {
      // The assertion is a step, too, unless it is the closure of the last one.
      let isClosure = if case .sendClosure = candidate.ending { true } else { false }
      #expect(steps.count == candidate.units.count + (isClosure ? 0 : 1))
      for (other, otherSteps) in trials {
        for index in 0..<min(steps.count, otherSteps.count) - 1 {
          let isSame =
            candidate.start == other.start
            && candidate.units.prefix(index + 1) == other.units.prefix(index + 1)
          #expect((steps[index].way == otherSteps[index].way) == isSame)
        }
      }
      // A step's line is that of its call.
      for (step, unit) in zip(steps, candidate.units) {
        let text = file.lines[step.line - 1].trimmingCharacters(in: .whitespaces)
        let call = plan.template.test.function.source.lines(plan.template.test.units[unit].tokens)[
          0]
        #expect(
          call.hasPrefix(text) || text.hasPrefix(String(call.prefix { $0 != "{" })), "\(text)")
      }
    }
  }

  @Test func `a long way that works is tried without one or two of its statements`() async throws {
    let plan = try await SplitPlan(
      SplitFixtures.traced("testCancellation") { await $0.testCancellation() })
    let behavior = Behavior(feature: "Banner", action: "expired", outcome: .field("text"))
    let number = try #require(plan.subjects.firstIndex { $0.topic == .behavior(behavior) })
    let index = try #require(
      plan.subjects[number].candidates.firstIndex { $0.units.count == 3 })
    let trial = plan.trialName(plan.subjects[number].candidates[index])
    let evidence = SplitPlan.Evidence(passed: [trial], asserted: [trial: [behavior]])

    let refined = try #require(plan.refined(by: evidence))

    let way = plan.subjects[number].candidates[index]
    let candidates = refined.subjects[number].candidates
    #expect(candidates.count > 1)
    #expect(candidates.last == way)
    let tried = Set(plan.subjects.flatMap(\.candidates))
    for candidate in candidates.dropLast() {
      #expect(candidate.units.count < 3 && Set(candidate.units).isSubset(of: way.units))
      #expect(!tried.contains(candidate))
    }
    for other in refined.subjects.indices where other != number {
      #expect(refined.subjects[other].candidates.isEmpty)
    }
    #expect(plan.refined(by: SplitPlan.Evidence()) == nil)
  }

  @Test func `a cancellation is tested by what does not come`() async throws {
    let test = try await SplitFixtures.traced("testCancellation") { await $0.testCancellation() }
    let behavior = try #require(
      test.units.flatMap(\.outcomes).first { $0.behavior.outcome.kind == .cancels }
    ).behavior
    #expect("\(behavior)" == "Banner · .show → cancels CancelID.timer")
    let template = SplitPlan(test).template
    let bodies = test.candidates(forAbsence: behavior).map {
      template.body(of: $0).joined(separator: "\n")
    }
    #expect(
      bodies.contains(
        """
        let store = makeStore()

        await store.send(.show("A"))
        await clock.advance(by: .seconds(2))
        await store.send(.show("B"))
        await clock.advance(by: .seconds(2))
        await store.assertNotReceived(.expired)
        """))
  }

  @Test func `a trial counts for a cancellation if it comes upon it`() async throws {
    let test = try await SplitFixtures.traced("testCancellation") { await $0.testCancellation() }
    let cancels = Behavior(feature: "Banner", action: "show", outcome: .cancels("CancelID.timer"))
    let plan = SplitPlan(test).absences([cancels])
    let names = plan.subjects[0].candidates.map(plan.trialName)
    try #require(names.count > 3)
    var evidence = SplitPlan.Evidence(passed: Set(names.dropFirst()))
    evidence.exercised = [names[0]: [cancels], names[2]: [cancels], names[3]: [cancels]]
    #expect(plan.passing(evidence, limit: 12).map(\.name) == [names[2], names[3]])
    #expect(plan.passing(evidence, limit: 1).map(\.name) == [names[2]])
  }

  @Test func `what goes with a sheet is asserted when it changes`() async throws {
    let test = try await SplitFixtures.traced("testSheet") { await $0.testSheet() }
    let plan = SplitPlan(test)
    let behavior = Behavior(feature: "Sheet", action: "saved", outcome: .field("sheet.isSaving"))
    let subject = try #require(plan.subjects.first { $0.topic == .behavior(behavior) })
    let body = plan.template.body(of: try #require(subject.candidates.first)).joined(
      separator: "\n")
    #expect(
      body == """
        let store = makeStore()

        await store.send(.saveTapped)
        await store.receive(.saved) {
          $0.sheet?.isSaving = false
        }
        """)
  }

  @Test func `a started effect has a test of its own if no other test asserts it`() async throws {
    let plan = try await SplitPlan(
      SplitFixtures.traced("testCancellation") { await $0.testCancellation() })
    let starts = Behavior(feature: "Banner", action: "show", outcome: .starts("CancelID.timer"))
    let sends = Behavior(feature: "Banner", action: "show", outcome: .sends("expired"))
    let covered = try #require(plan.subjects.first { $0.topic == .behavior(starts) })
    #expect(covered.isCovered)
    let receiving = try #require(plan.subjects.first { $0.topic == .behavior(sends) })
    let (one, other) = (
      plan.trialName(receiving.candidates[0]), plan.trialName(try #require(covered.candidates.last))
    )
    #expect(one != other)
    func isTested(asserting first: Set<Behavior>) -> Bool {
      let evidence = SplitPlan.Evidence(
        passed: [one, other], asserted: [one: first, other: [starts]])
      return plan.choice(by: evidence, naming: TestNaming(.swiftTesting)).topics.values
        .contains { $0.contains(.behavior(starts)) }
    }
    #expect(isTested(asserting: [sends]))
    #expect(!isTested(asserting: [sends, starts]))
  }

  @Test func `what cannot be a property, and two need, is made in each test`() async throws {
    let plan = try await SplitPlan(
      SplitFixtures.traced("testPair") { await $0.testPair() })
    try expectNoDifference(
      plan.template.body(
        of: #require(plan.subjects[0].candidates.first { $0.units.count == 2 })
      ).joined(
        separator: "\n"),
      """
      let (numbers, continuation) = AsyncStream<Int>.makeStream()
      let store = TestStore(.off, initialState: Profile.State()) {
        Reduce<Profile.State, Profile.Action> { state, action in
          guard case .changeAge(let age) = action else {
            return .run { send in for await age in numbers { await send(.changeAge(age)) } }
          }
          state.age = age
          return .none
        }
      }

      await store.send(.watchMood)
      continuation.yield(40)
      await store.receive(.changeAge(40))
      """)
  }

  @Test func `a trial whose expectation fails has not passed`() {
    var file = FocusedFile()
    file.ranges = ["testTrial_0_0": 3...5, "testTrial_0_1": 7...9]
    let failed = file.tests(
      withIssuesIn: """
        Test testTrial_0_0() started
        /app/Tests/Trials.swift:4: error: Trials.testTrials : XCTAssertTrue failed
        /app/Tests/Others.swift:8: error: Trials.testTrials : XCTAssertTrue failed
        Trials.swift:8: a note
        """, file: "Trials")
    #expect(failed == ["testTrial_0_0"])
    #expect(
      file.tests(
        withIssuesIn:
          "✘ Test testTrials() recorded an issue at Trials.swift:8:5: Expectation failed",
        file: "Trials") == ["testTrial_0_1"])
  }

  @Test func `a test that fails when it stands alone is left out by name`() {
    let tests = ["a", "`b c`"].map { name in
      FocusedTest(name: name, candidate: Candidate(start: .beginning, units: [], ending: .finish))
    }
    var choice = SplitPlan.Choice()
    choice.tests = tests
    choice.leaveOut([tests[1]])
    #expect(choice.tests.map(\.name) == ["a"])
    #expect(
      choice.problems == [SplitProblem(line: 0, reason: "the test `b c` does not pass alone")])
  }

  private func answers() async throws -> SplitPlan {
    try await SplitPlan(SplitFixtures.traced("testAnswers") { await $0.testAnswers() })
  }
}

extension FocusedFile {
  /// What the runner of the trials is told of each: the line of each step, and its number.
  fileprivate var stepsOfTrials: [String: [(line: Int, way: Int)]] {
    lines.reduce(into: [:]) { result, line in
      guard let match = line.firstMatch(of: /await run\("(\w+)", "([\d: ]+)"\)/) else { return }
      result[String(match.1)] = match.2.split(separator: " ").map { step in
        let parts = step.split(separator: ":").compactMap { Int($0) }
        return (parts[0], parts[1])
      }
    }
  }
}
