import TestEvents
import FocusedTestStore
import SourceReading
import Testing
@testable import focus
@testable import TestFixtures

/// The new tests, as they are written into the original's file.
@Suite(.schedules(1)) struct PatchedFileTests {
  @Test func `a local type is lifted, and the tests stand after the original`() async throws {
    let test = try await traced("testLocalFeature") { try await $0.testLocalFeature() }
    let plan = SplitPlan(test)
    let ways = try plan.subjects.map { try #require($0.candidates.last) }
    let draft = try SplitFixtures.draft(
      of: test, [FocusedTest(name: "`.toggle → isOn`", candidate: ways[0])])
    let file = PatchedFile([draft])
    #expect(file.path == SplitFixtures.file)
    let edited = SwiftSource(file.diff.edited)
    let original = try #require(try TestFunction(test.function.name, in: edited))
    #expect(!edited.text(original.declaration.tokens).contains("struct Switch"))
    let after = edited.string(bytes: 0..<Int.max).components(separatedBy: "\n")[
      original.lines.upperBound...]
    expectNoDifference(
      after.prefix(14).joined(separator: "\n"),
      """

        private struct Switch: Reducer {
          struct State: Equatable { var isOn = false }
          enum Action { case toggle }
          func reduce(into state: inout State, action: Action) -> Effect<Action> {
            state.isOn.toggle()
            return .none
          }
        }

        func `.toggle → isOn`() async {
          let store = TestStore(.off, initialState: Switch.State()) { Switch() }
          await store.send(.toggle) { $0.isOn = true }
        }
      """)
    let name = TestName(
      module: "FocusToolTests", types: ["SplitFixtures"], function: ".toggle → isOn")
    claimEqual(file.line(of: name), original.lines.upperBound + 11)
    claimEqual(file.part(atLine: original.lines.upperBound + 12), .test(name))
    claimEqual(
      file.part(atLine: original.lines.upperBound + 3), .shared(original: test.function.name))
  }

  @Test func `a lifted type is private after its comment and its attributes`() async throws {
    let test = try await traced("testLocalClass") { await $0.testLocalClass() }
    let way = try #require(SplitPlan(test).subjects[0].candidates.last)
    let draft = try SplitFixtures.draft(of: test, [FocusedTest(name: "a", candidate: way)])
    let text = PatchedFile([draft]).diff.text
    #expect(
      text.contains(
        """
        +  /**
        +   Counts.
        +   */
        +  @MainActor private final class Counter {
        +    var count = 0
        +  }

        """), "\(text)")
  }

  @Test func `drafts of one original are one`() async throws {
    let test = try await traced("testLocalFeature") { try await $0.testLocalFeature() }
    let way = try #require(SplitPlan(test).subjects[0].candidates.last)
    let drafts = try ["a", "b"].map {
      try SplitFixtures.draft(of: test, [FocusedTest(name: $0, candidate: way)])
    }
    let text = try #require(PatchedFile.all(drafts)[SplitFixtures.file]).diff.text
    claimEqual(text.components(separatedBy: "+  private struct Switch").count, 2)
    #expect(text.contains("+  func a() async {") && text.contains("+  func b() async {"))
  }

  @Test func `several tests share a helper that returns what they use`() async throws {
    let test = try await traced("testPair") { await $0.testPair() }
    let plan = SplitPlan(test)
    let way = try #require(plan.subjects[0].candidates.first { $0.units.count == 2 })
    let tests = ["a", "b"].map { FocusedTest(name: $0, candidate: way) }
    let types = [
      "numbers": "AsyncStream<Int>", "continuation": "AsyncStream<Int>.Continuation",
    ]
    func text(_ types: [String: String]) throws -> String {
      PatchedFile([try SplitFixtures.draft(of: test, tests, types: types)]).diff.text
    }
    let written = try text(types)
    #expect(
      written.contains(
        """
        +  private func pairStore() -> (
        +    store: TestStore<Profile.State, Profile.Action>,
        +    numbers: AsyncStream<Int>,
        +    continuation: AsyncStream<Int>.Continuation
        +  ) {
        +    let (numbers, continuation) = AsyncStream<Int>.makeStream()
        +    let store = TestStore(.off, initialState: Profile.State()) {

        """), "\(written)")
    #expect(
      written.contains(
        """
        +  func a() async {
        +    let (store, _, continuation) = pairStore()
        +    await store.send(.watchMood)
        +    continuation.yield(40)
        +    await store.receive(.changeAge(40))
        +  }

        """), "\(written)")
    // A helper can't return a variable whose type is unknown.
    #expect(try !text([:]).contains("pairStore"))
  }

  @Test func `an original that is removed makes place for the tests`() async throws {
    let test = try await traced("testCheck") { await $0.testCheck() }
    let way = try #require(SplitPlan(test).subjects[0].candidates.last)
    let draft = try SplitFixtures.draft(of: test, [FocusedTest(name: "a", candidate: way)])
    let file = PatchedFile([draft], removesOriginals: true)
    #expect(!file.diff.edited.contains("func testCheck()"))
    let lines = file.diff.edited.components(separatedBy: "\n")
    let line = try #require(lines.firstIndex { $0 == "  func a() async {" }) + 1
    // The comment of the test is removed with it, and the MARK line above stays.
    claimEqual(line, test.function.lines.lowerBound - 1)
    claimEqual(lines[line - 2], "  // MARK: - Checks")
    #expect(!file.diff.edited.contains("// Checks what it asserts."))
    claimEqual(
      file.line(
        of: TestName(module: "FocusToolTests", types: ["SplitFixtures"], function: "a")), line)
  }

  @Test func `fields that one step sets are one test`() async throws {
    let test = try await traced("testChanges") { await $0.testChanges() }
    var plan = SplitPlan(test)
    for subject in plan.subjects {
      guard let behavior = subject.behavior else { continue }
      for way in subject.candidates where way.start == nil {
        plan.evidence[way] = .init(passed: true, asserted: [behavior])
      }
    }
    // One of the closures names its parameter, so the two can't be merged.
    let choice = plan.choice(naming: TestNaming(.swiftTesting))
    claimEqual(
      choice.tests.map(\.name), ["`.changeIdentity → name`", "`.changeIdentity → surname`"])
    let two = try await traced("testTwoFieldsLater") { await $0.testTwoFieldsLater() }
    var both = SplitPlan(two)
    both.subjects.removeAll { $0.behavior?.action != "changeIdentity" }
    for subject in both.subjects {
      for way in subject.candidates {
        both.evidence[way] = .init(
          passed: true, asserted: Set([subject.behavior].compactMap(\.self)))
      }
    }
    let merged = both.choice(naming: TestNaming(.xcTest))
    claimEqual(merged.tests.map(\.name), ["testChangeIdentity_nameSurname"])
    #expect(
      both.template.body(of: merged.tests[0].candidate).joined(separator: "\n") == """
        let store = TestStore(.off, initialState: Profile.State()) { Profile() }
        await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
          $0.name = "Marie"
          $0.surname = "Curie"
        }
        """)
    let alone = both.choice(
      naming: TestNaming(.xcTest),
      alone: Set(merged.tests[0].behaviors.filter { $0.outcome == .field("name") }))
    claimEqual(alone.tests.count, 2)
  }
}

/// The exhaustivity of the original test's store becomes `.off`.
@Suite(.schedules(1)) struct StoreCreationTests {
  @Test func `an exhaustivity that is there is replaced`() async throws {
    let test = try await traced("testStoreInAnotherCall") { await $0.testStoreInAnotherCall() }
    let way = try #require(SplitPlan(test).subjects[0].candidates.first { $0.units.count == 2 })
    #expect(
      SplitPlan(test).template.body(of: way).prefix(6).joined(separator: "\n") == """
        let clock = TestClock()
        let store = withDependencies {
          $0.continuousClock = clock
        } operation: {
          TestStore(.off, initialState: Profile.State()) { Profile() }
        }
        """)
  }

  @Test func `a store that a helper creates is put in off by a statement`() async throws {
    for test in [
      try await traced("testStoreFromHelper") { await $0.testStoreFromHelper() },
      try await traced("testStoreFromPlainHelper") { await $0.testStoreFromPlainHelper() },
      try await traced("testStoreOfStatedType") { await $0.testStoreOfStatedType() },
      try await traced("testStoreFromAnotherFile") { await $0.testStoreFromAnotherFile() },
    ] {
      let plan = SplitPlan(test)
      for way in plan.subjects[0].candidates {
        let lines = plan.template.body(of: way)
        let creation = try #require(lines.firstIndex { $0.contains(" = make") })
        #expect(lines[creation + 1] == "store.exhaustivity = .off", "\(test.function.name)")
      }
    }
  }
}

extension SplitFixtures {
  func makeProfileElsewhere(age: Int) -> TestStoreOf<Profile> {
    TestStore(initialState: Profile.State(age: age)) { Profile() }
  }
}

/// The helper that creates the store for several tests.
@Suite(.schedules(1)) struct SharedStoreTests {
  @Test func `a variable that later statements only read is returned`() async throws {
    let test = try await traced("testReadVariable") { await $0.testReadVariable() }
    let written = try text(of: test)
    #expect(
      written.contains(
        """
        +  private func readVariableStore() -> (store: TestStoreOf<Profile>, state: Profile.State) {
        +    let age = 40
        +    var state = Profile.State()
        +    state.age = age
        +    let store = TestStore(
        +      .off, initialState: state
        +    ) {
        +      Profile()
        +    }
        +    return (store, state)
        +  }

        """), "\(written)")
    #expect(written.contains("+    let (store, state) = readVariableStore()\n"), "\(written)")
  }

  @Test func `a variable that changes later is not`() async throws {
    let test = try await traced("testWrittenVariable") { await $0.testWrittenVariable() }
    #expect(try !text(of: test).contains("writtenVariableStore"))
  }

  @Test func `the helper of a static test is static, and has no name that begins with a digit`()
    async throws
  {
    let test = try await traced("test2Lines") { _ in await SplitFixtures.test2Lines() }
    let written = try text(of: test)
    #expect(
      written.contains("+  private static func focusedStore() -> TestStoreOf<Profile> {\n"),
      "\(written)")
  }

  private func text(of test: TracedTest) throws -> String {
    let plan = SplitPlan(test)
    let way = try #require(plan.subjects.last?.candidates.first)
    let tests = ["a", "b"].map { FocusedTest(name: $0, candidate: way) }
    return PatchedFile([
      try SplitFixtures.draft(of: test, tests, types: ["state": "Profile.State"])
    ]).diff.text
  }

  @Test(arguments: [
    (
      "let row = makeStore().scope(state: \\.rows[id: 1], action: { .rows(.element(id: 1, action: $0)) }).scope(state: { .a($0) }, action: { .a($0) })",
      """
      let row = makeStore()
        .scope(state: \\.rows[id: 1], action: { .rows(.element(id: 1, action: $0)) })
        .scope(state: { .a($0) }, action: { .a($0) })
      """
    ),
    (
      "let (store, clock) = makeStore(Player.State(title: \"A long title\", artist: \"Somebody\", minutes: 3))",
      """
      let (store, clock) = makeStore(
        Player.State(title: "A long title", artist: "Somebody", minutes: 3))
      """
    ),
    (
      "let store = makeStore(Player.State(title: \"A long title\"), Player.State(title: \"A longer title\", artist: \"Somebody\"))",
      """
      let store = makeStore(
        Player.State(title: "A long title"),
        Player.State(title: "A longer title", artist: "Somebody"))
      """
    ),
    (
      "let store = makeStore(Player.State(album: Album(title: \"A long title\", artist: \"Somebody\", tracks: []), minutes: 3)).store",
      """
      let store = makeStore(
        Player.State(
          album: Album(title: "A long title", artist: "Somebody", tracks: []), minutes: 3)).store
      """
    ),
    (
      "let store = makeStore(Player.State(title: \"Short\"))",
      "let store = makeStore(Player.State(title: \"Short\"))"
    ),
  ])
  func `a long call has several lines`(line: String, lines: String) async throws {
    let test = try await traced("testTicks") { await $0.testTicks() }
    claimEqual(TestTemplate(test).wrapped(line).joined(separator: "\n"), lines)
  }
}
