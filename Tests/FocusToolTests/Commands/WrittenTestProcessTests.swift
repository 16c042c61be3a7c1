#if os(Linux) || os(macOS)
  import Foundation
  import TestEvents
  import Testing
  import focus

  /// `focus mutate --write-tests` with a fake `swift`, whose tests write prepared traces.
  struct WrittenTestProcessTests {
    let directory: TemporaryDirectory

    private static let name = Behavior(
      feature: "Profile", action: "save", outcome: .field("name"))

    /// A `swift` with the test `a`, which no mutant makes fail, and the new test, which each mutant makes fail.
    private static let swift = #"""
      #!/bin/sh
      if [ "$1" = package ]; then cat "$FAKE/describe.json"; exit; fi
      if [ "$1" = build ]; then exit; fi
      test=a
      while [ $# -gt 0 ]; do
        case "$1" in
          --event-stream-output-path) stream=$2 ;;
          --filter) case "$2" in *save*) test=new ;; esac ;;
        esac
        shift
      done
      case "$test" in
        a) name='M.A/a()' ;;
        new) name='M.A/`.save → name`()' ;;
      esac
      say() { printf '{"kind":"%s","payload":{%s}}\n' "$1" "$2" >>"$stream"; }
      id="\"testID\":\"$name/A.swift:5:2\""
      say test "\"kind\":\"function\",\"id\":\"$name/A.swift:5:2\""
      say event '"kind":"runStarted"'
      say event "\"kind\":\"testStarted\",$id"
      if [ -n "$FOCUSED_LEDGER" ]; then
        mkdir -p "$FOCUSED_LEDGER"; cp "$FAKE/facts.$test" "$FOCUSED_LEDGER/ledger-1-a.jsonl"
      fi
      if [ -n "$FOCUSED_TRACE" ]; then cat "$FAKE/trace" >>"$FOCUSED_TRACE"; fi
      if [ -n "$FOCUS_TRIAL" ] && [ -n "$STOPS" ]; then
        kill -INT "$PPID"; sleep 100 >/dev/null 2>&1 </dev/null
      fi
      if [ -n "$FOCUS_TRIAL" ]; then cat "$FAKE/ending" >>"$FOCUSED_TRACE"; fi
      status=0
      if [ -n "$FOCUSED_MUTANTS" ]; then
        log=$(sed -E 's/.*"log":"([^"]*)".*/\1/; s/\\//g' "$FOCUSED_MUTANTS")
        log() { printf '{"kind":"%s","test":"%s","process":1}\n' "$1" "$name" >>"$log"; }
        log began
        if grep -q '"name":' "$FOCUSED_MUTANTS"; then
          log applied
          if [ "$test" = new ]; then
            say event "\"kind\":\"issueRecorded\",$id,\"issue\":{\"isKnown\":false}"
            status=1
          fi
        fi
      fi
      say event "\"kind\":\"testEnded\",$id"
      say event '"kind":"runEnded"'
      exit $status
      """#

    init() throws {
      directory = try TemporaryDirectory()
      try directory.write(Self.swift, to: "bin/swift")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: directory("bin/swift"))
      for (file, test) in [("facts.a", "M.A/a()"), ("facts.new", "M.A/`.save → name`()")] {
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
      try directory.write(
        """
        {"name":"P","path":"\(directory.path)","targets":[
        {"name":"P","type":"library","path":"Sources/P","sources":["Profile.swift"]},
        {"name":"M","type":"test","path":"Tests/M","sources":["A.swift"],
        "target_dependencies":["P"],"product_dependencies":["FocusedEvidence"]}]}
        """, to: "describe.json")
    }

    /// - Parameter stops: Whether the user presses Ctrl-C while a new test is tried.
    private func run(stops: Bool = false) throws -> ToolRun {
      let process = Process()
      process.executableURL = try builtTool()
      process.arguments = ["mutate", "--write-tests", "survivors.diff"]
      var environment = ProcessInfo.processInfo.environment
      environment["PATH"] = directory("bin") + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
      environment["FAKE"] = directory.path
      environment["STOPS"] = stops ? "1" : nil
      process.environment = environment
      process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
      return try ToolRun(process, writingTo: directory)
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
      let run = try run(stops: true)
      claimEqual(run.notes, "focus: Stopped. Nothing was written.\n")
      claimEqual(run.code, .wrongUsage)
      #expect(!FileManager.default.fileExists(atPath: directory("survivors.diff")))
    }
  }
#endif
