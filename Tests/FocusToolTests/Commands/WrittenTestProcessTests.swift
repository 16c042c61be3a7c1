#if os(Linux) || os(macOS)
  import Foundation
  import TestEvents
  import Testing
  import focus

  /// `focus mutate --write-tests` with a fake `swift`, whose tests write prepared traces.
  struct WrittenTestProcessTests {
    let directory: TemporaryDirectory

    private static let name = field("name")

    init() throws {
      directory = try TemporaryDirectory()
      try directory.writeProgram("swift", FakeSwift.script)
      for (file, test) in [("facts", "M.A/a()"), ("facts.new", "M.A/`.save → name`()")] {
        let test = LedgerTest(name: test, file: "M/A.swift", line: 5)
        try directory.write(
          ledgerText([LedgerFact(behavior: Self.name, mark: .exercised, test: test)]), to: file)
      }
      var step = TracedStep(
        store: 1, step: 1, feature: "Profile", action: "save",
        changes: [
          TracedChange(
            behavior: Self.name, path: [.init(.field, "name")], assignment: #"$0.name = "a""#)
        ])
      step.before = [TracedField(name: "name", value: "\"\"")]
      let trace = Trace([
        .store(
          TracedStore(
            store: 1, file: "M/A.swift", line: 6, stateType: "Profile.State",
            actionType: "Profile.Action", reducerType: "Profile", test: "M.A/a()")),
        .call(TracedCall(kind: .send, file: "M/A.swift", line: 7)), .step(step),
      ])
      try directory.write(trace.text, to: "trace")
      let ending: [TraceEvent] = [
        .call(TracedCall(kind: .settle, file: "focus", line: 0)),
        .assertion(TracedAssertion(store: 1, step: 1, behaviors: [Self.name])),
      ]
      try directory.write(ending.map(\.line).joined(), to: "ending")
      try directory.write("", to: "Package.swift")
      try directory.write("struct Profile { enum Action {} }", to: "Sources/P/Profile.swift")
      try directory.write(
        """
        import FocusedTestStore
        import Testing

        struct A {
          @Test func a() async {
            let store = TestStore(.off, initialState: Profile.State()) { Profile() }
            await store.send(.save)
          }
        }

        """, to: "Tests/M/A.swift")
      try directory.writeDescription()
    }

    private func run(mode: String = "") throws -> ToolRun {
      try ToolRun(
        ["mutate", "--write-tests", "survivors.diff"], asProcessIn: directory,
        environment: ["MODE": mode])
    }

    @Test func `The diff has a test that passes, and fails with the survivor`() throws {
      let run = try run()
      claimEqual(
        run.notes,
        "The diff in survivors.diff adds 1 test: it passes, and fails with its behavior off.\n")
      claimEqual(run.code, .asRequested)
      #expect(
        try directory.read("survivors.diff") == #"""
          --- a/Tests/M/A.swift
          +++ b/Tests/M/A.swift
          @@ -6,4 +6,9 @@
               let store = TestStore(.off, initialState: Profile.State()) { Profile() }
               await store.send(.save)
             }
          +
          +  @Test func `.save → name`() async {
          +    let store = TestStore(.off, initialState: Profile.State()) { Profile() }
          +    await store.send(.save) { $0.name = "a" }
          +  }
           }

          """#)
    }

    @Test func `After Ctrl-C, the exit code shows that the diff isn't complete`() throws {
      let run = try run(mode: "stopTrial")
      claimEqual(run.notes, "focus: Stopped. Nothing was written.\n")
      claimEqual(run.code, .wrongUsage)
      #expect(!FileManager.default.fileExists(atPath: directory("survivors.diff")))
    }
  }
#endif
