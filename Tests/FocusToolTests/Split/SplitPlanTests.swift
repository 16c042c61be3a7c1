import TestEvents
import FocusedTestStore
import Testing
@testable import focus

/// The setup steps that are tried, and their order.
@Suite(.schedules(1)) struct SplitPlanTests {
  @Test func `a cancellation is tested by actions that do not come`() async throws {
    let test = try await traced("testCancellation") { await $0.testCancellation() }
    let behavior = try #require(
      test.units.flatMap(\.outcomes).first { $0.behavior.outcome.kind == .cancels }
    ).behavior
    claimEqual("\(behavior)", "Banner · .show → cancels CancelID.timer")
    let bodies = absences(test, behavior).bodies
    let setup =
      Self.bannerStore + """
        await store.send(.show("A"))
        await clock.advance(by: .seconds(2))
        await store.send(.show("B"))

        """
    #expect(
      bodies.contains(
        setup + """
          await clock.advance(by: .seconds(2))
          await store.assertNotReceived(.expired)
          """))
    #expect(bodies.contains(setup + "await store.finish()"))
    // In this candidate, the action must arrive exactly once.
    #expect(
      bodies.contains(
        setup + """
          store.exhaustivity = .on(checking: .receivedActions)
          await clock.advance(by: .seconds(2))
          await clock.advance(by: .seconds(1))
          await store.receive(.expired)
          """))
  }

  @Test func `a cancellation of several effects is tested with all of them`() async throws {
    let test = try await traced("testAllAreCancelled") { await $0.testAllAreCancelled() }
    let behavior = try #require(
      test.units.flatMap(\.outcomes).first { $0.behavior.outcome.kind == .cancels }
    ).behavior
    var plan = absences(test, behavior)
    for way in plan.untried {
      plan.evidence[way] = .init(passed: true, asserted: [behavior])
      plan.evidence[way]?.exercised = [behavior]
      plan.evidence[way]?.kills = [.behavior(behavior): true]
    }
    plan.refine()
    let bodies = plan.bodies
    #expect(bodies.allSatisfy { $0.contains(".start(1)") && $0.contains(".start(2)") })
    #expect(bodies.contains { $0.hasSuffix("await store.finish()") })
  }

  @Test func `the field of several elements that one step changes is one assertion`() async throws {
    let plan = try await SplitPlan(traced("testAllRows") { await $0.testAllRows() })
    #expect(
      plan.bodies.allSatisfy {
        $0.hasSuffix(
          """
            $0.rows[id: 1]?.isOn = true
            $0.rows[id: 2]?.isOn = true
          }
          """)
      })
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

  @Test
  func `the start of an effect is shown by its setup steps, or by actions that must not come yet`()
    async throws
  {
    let test = try await traced("testCancellation") { await $0.testCancellation() }
    let starts = Behavior("Banner", "show", .starts("CancelID.timer"))
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
    let test = try await traced("testLocalStack") { await $0.testLocalStack() }
    let plan = SplitPlan(test)
    let bodies = plan.subjects.map { $0.candidates.map(plan.template.body) }
    let pushes = (0...2).map { id in
      "await store.send(.push) { $0.children[id: \(id)] = Switch.State(isOn: false) }"
    }
    claimEqual(Set(bodies[0].compactMap(\.last)), Set(pushes))
    claimEqual(
      Set(bodies[1].map { $0.suffix(4).joined(separator: "\n") }),
      [
        """
        await store.send(.children(.popFrom(id: 1))) {
          $0.children[id: 1] = nil
          $0.children[id: 2] = nil
        }
        """
      ])
    #expect(
      plan.subjects[1].candidates.map { plan.template.body(of: $0)[0] }.contains(
        "let store = TestStore(.off, initialState: Parent.State(children: StackState(["))
  }

  @Test func `an expectation keeps all steps before it`() async throws {
    let plan = try await SplitPlan(traced("testCheck") { await $0.testCheck() })
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

  @Test func `what goes with a sheet is asserted when it changes, too`() async throws {
    let test = try await traced("testSheet") { await $0.testSheet() }
    let plan = SplitPlan(test)
    let behavior = Behavior("Sheet", "saved", .field("sheet.isSaving"))
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

  @Test func `what a helper asserts is tested by the statement that calls it`() async throws {
    let plans = [
      ("becomeHappy(store)", SplitPlan(try await traced("testHelper") { await $0.testHelper() })),
      ("cheer(1)", SplitPlan(try await traced("testFunction") { await $0.testFunction() })),
    ]
    for (call, plan) in plans {
      let mood = try #require(plan.subjects.first { $0.behavior?.outcome == .field("mood") })
      let ends = mood.candidates.map { plan.template.body(of: $0).suffix(2) }
      #expect(ends.contains(["await \(call)", "store.assert { $0.mood = 1 }"]), "\(ends)")
    }
  }
}
