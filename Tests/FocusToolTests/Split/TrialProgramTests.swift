import TestEvents
import FocusedTestStore
import SourceReading
import Testing
@testable import focus

/// The code that trials are made of.
@Suite(.schedules(1)) struct TrialProgramTests {
  @Test func `statements stand behind conditions, and no line moves`() async throws {
    let test = try await traced("testLocalFeature") { try await $0.testLocalFeature() }
    let plan = SplitPlan(test)
    let program = TrialProgram(plan.template, of: plan.subjects.flatMap { $0.candidates.prefix(1) })
    let original = try SplitFixtures.source().string(bytes: 0..<Int.max)
    let lines: [String] = original.components(separatedBy: "\n")
    let edited: [String] = program.edited.text.components(separatedBy: "\n")
    claimEqual(lines.count, edited.count)
    let start = try #require(lines.firstIndex { $0.contains("func testLocalFeature()") })
    let end: Int = try #require(lines[start...].firstIndex { $0.contains("await task.finish()") })
    var changed: [String] = []
    for index in start...end where lines[index] != edited[index] {
      changed.append(String(edited[index].drop(while: { $0 == " " })))
    }
    expectNoDifference(
      changed,
      [
        "let focusTrial = FocusTrial.current; struct Switch: Reducer {",
        """
        let store = TestStore(initialState: Switch.State()) { Switch() }; \
        store.exhaustivity = .off
        """,
        """
        if focusTrial.ends(0) { await store.send(.toggle) { $0.isOn = true } }; \
        if focusTrial.runs(2) { await store.send(.toggle) }
        """,
        "",
        "",
        "let count = try focusTrial.made(3) { try #require(store.state.isOn ? 1 : nil) }",
        """
        if focusTrial.ends(1) { #expect(count! == 1) }; \
        if focusTrial.runs(4) { #expect(count! == 1) }
        """,
        """
        if focusTrial.ends(2) { await store.send(.toggle) { $0.isOn = false } }; \
        let task = await focusTrial.made(5) { await store.send(.toggle) }
        """,
        "if focusTrial.runs(6) { await task!.finish() }",
      ])
    claimEqual(edited[..<start], lines[..<start])
    claimEqual(edited[(end + 1)...], lines[(end + 1)...])
  }

  @Test func `an error without a line belongs to no edit`() {
    let source = SwiftSource("a()")
    let edited = EditedSource(source, [[.open(at: 0, "if b { "), .close(at: 3, " }")]])
    claimEqual(edited.groups(atLine: 1, column: 1), [0])
    claimEqual(edited.groups(atLine: 0, column: 1), [])
  }

  @Test func `an assertion in the first statement stands before its condition`() async throws {
    let test = try await traced("testStoreOfSuite") { await $0.testStoreOfSuite() }
    let plan = SplitPlan(test)
    let program = TrialProgram(plan.template, of: plan.subjects.flatMap { $0.candidates.prefix(1) })
    let lines = program.edited.text.components(separatedBy: "\n")
    let line = try #require(lines.first { $0.contains("focusTrial.ends(0)") })
    claimEqual(
      line.trimmingCharacters(in: .whitespaces),
      "let focusTrial = FocusTrial.current; storeOfSuite.exhaustivity = .off; "
        + "if focusTrial.ends(0) { await storeOfSuite.send(.changeAge(40)) { $0.age = 40 } }; "
        + "if focusTrial.runs(0) { await storeOfSuite.send(.changeAge(40)) }")
  }

  @Test func `what does not compile is found by its line and column`() async throws {
    let test = try await traced("testCheck") { await $0.testCheck() }
    let plan = SplitPlan(test)
    let way = try #require(plan.subjects.first?.candidates.first)
    let program = TrialProgram(plan.template, of: [way])
    let lines = program.edited.text.components(separatedBy: "\n")
    let index = try #require(lines.firstIndex { $0.contains("focusTrial.ends(0)") })
    let line = lines[index]
    let column = try #require(line.firstRange(of: "$0.age")).lowerBound
    #expect(
      program.part(
        atLine: index + 1, column: line.distance(from: line.startIndex, to: column) + 1)
        == .ending(way.trialEnding))
    let next = try #require(lines.firstIndex { $0.contains("focusTrial.runs(2)") })
    #expect(program.part(atLine: next + 1, column: 9) == .unit(2))
  }

  @Test func `what did not compile is left out, and its lines stay`() async throws {
    let test = try await traced("testCheck") { await $0.testCheck() }
    let plan = SplitPlan(test)
    let ways = plan.subjects.flatMap(\.candidates)
    let all = TrialProgram(plan.template, of: ways)
    let rest = TrialProgram(plan.template, of: ways, without: [.unit(2)])
    #expect(all.edited.text.contains("focusTrial.runs(2)"))
    #expect(!rest.edited.text.contains("focusTrial.runs(2)"))
    claimEqual(
      rest.edited.text.count { $0 == "\n" }, all.edited.text.count { $0 == "\n" })
  }

  @Test func `a part that does not compile is named in the words of the test`() async throws {
    let test = try await traced("testParts") { await $0.testParts() }
    let plan = SplitPlan(test)
    let ways = plan.subjects.flatMap(\.candidates)
    let program = TrialProgram(plan.template, of: ways)
    let line = test.function.lines.lowerBound
    claimEqual(program.reason(against: .frame), "its store cannot be set to `.off`")
    claimEqual(
      program.reason(against: .unit(2)),
      "other statements need line \(line + 3), so no test can omit it")
    let start = try #require(ways.lazy.compactMap(\.start).first)
    claimEqual(
      program.reason(against: .start(start)),
      #"`.signedOut(SignIn.State(name: "Pierre", isRejected: false))` does not compile at "#
        + "the test's location")
    let end = try #require(ways.first { $0.ending.field?.receiver == "signIn" })
    claimEqual(
      program.reason(against: .ending(end.trialEnding)),
      #"`await signIn.send(.nameChanged("Pierre")) { $0.name = "Pierre" }` does not compile at the "#
        + "test's location")
  }

  @Test(arguments: [
    ("Swift.Int", "Int"),
    (
      "FocusedTestStore.Stub<(Swift.Int, Swift.String), Swift.Array<App.Recipe>>",
      "Stub<(Int, String), Array<Recipe>>"
    ),
    (
      "(stream: _Concurrency.AsyncStream<AppTests.T.(unknown context at $7f).Web.Action>, n: Swift.Int)",
      "(stream: AsyncStream<Web.Action>, n: Int)"
    ),
    ("AppTests.Suite.Counter", "Suite.Counter"),
    ("Swift.AsyncThrowingStream<Swift.Int, Swift.Error>", "AsyncThrowingStream<Int, any Error>"),
    ("Swift.Result<Swift.Int, any Swift.Error>", "Result<Int, any Error>"),
    ("() async -> ()", "() async -> ()"),
  ])
  func `types are spelled as in the module`(type: String, spelled: String) {
    claimEqual(TrialSupport.withoutModules(type), spelled)
  }
}
