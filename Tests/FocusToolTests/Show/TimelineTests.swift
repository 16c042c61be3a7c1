import TestEvents
import FocusedTestStore
import Testing
import focus
@testable import TestFixtures

/// The timelines of traced tests.
struct TimelineTests {
  /// The timeline of an operation as text, without the line numbers of this file.
  private func text(
    width: Int = 100, _ operation: nonisolated(nonsending) () async -> Void
  ) async -> String {
    let trace = await TraceWriter.tracing(operation)
    let test = ShownTest(name: "App.Tests/test", hasPassed: true, trace.timeline)
    return TimelineText(test, width: width).text.withoutLineNumbers
  }

  @Test(.schedules(1)) func `effects are lanes from their start to their end`() async {
    let clock = TestClock()
    let text = await text {
      let store = TestStore(.off, initialState: Profile.State()) {
        Profile()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.receive(.changeMood(1)) { $0.mood = 1 }
    }
    #expect(
      text == """
        App.Tests/test passed

            #  store of Profile
            #  send .advanceAgeAndMoodAfterDelay
               ┌ effect at Profile.swift:# starts
               │ ┌ effect at Profile.swift:# starts
               ● │ effect at Profile.swift:# sleeps until 1.0 seconds
               │ ● effect at Profile.swift:# sleeps until 1.0 seconds
            #  │ │ clock 0.0 → 1.0 seconds
               └ │ effect at Profile.swift:# sends .changeAge(34), ends
                 │   age: 33 → 34
                 └ effect at Profile.swift:# sends .changeMood(1), ends
                     mood: 0 → 1
            #  receive .changeMood(1)
        """)
  }

  @Test(.schedules(1)) func `the wait for a stub and its answer are rows`() async {
    let find = Stub<String, [String]>("SearchClient.find")
    let text = await text {
      let store = TestStore(.off, initialState: Search.State()) {
        Search()
      } withDependencies: {
        $0.searchClient.find = find.call
      }
      await store.send(.changeQuery("sw"))
      await find.succeed(with: ["swan"])
    }
    #expect(text.contains(#"waits for SearchClient.find, called with "sw""#))
    #expect(text.contains("    #  │ answer"))
    #expect(text.contains(#"sends .found(["swan"]"#))
  }

  @Test(.schedules(1)) func `an effect in flight is a row after the event that it waits for`() async
  {
    let clock = TestClock()
    let text = await text(width: 160) {
      let store = TestStore(.off, initialState: Profile.State()) {
        Profile()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.advanceAgeAndMoodAfterDelay)
    }
    #expect(text.contains("sleeps until 1.0 seconds\n"))
    #expect(text.contains("still in flight when the test ends"))
  }

  @Test func `a failure is a row at its time, and is shown once`() async {
    let trace = await TraceWriter.tracing {
      let store = TestStore(.off, initialState: Profile.State()) { Profile() }
      await store.send(.changeAge(40))
    }
    let failure = TimelineRow(
      TracedIssue(kind: .failure, message: "Age\n- 41", file: "A/b.swift", line: 7))
    let failed = ShownTest(
      name: "App.Tests/test", hasPassed: false, trace.timeline + [failure, failure])
    #expect(
      TimelineText(failed, width: 80).text.withoutLineNumbers == """
        App.Tests/test failed

            #  store of Profile
            #  send .changeAge(40)
                 age: 33 → 40
        ✗   #  Age
               - 41
        """)
    let passed = ShownTest(name: "App.Tests/test", hasPassed: true, trace.timeline)
    #expect(passed.timeline.firstFailure == nil)
  }

  @Test func `a lane is free again when its effect has ended`() {
    let call = Self.call(.init(file: "a", line: 1))
    let timeline = Timeline([
      Self.start(0), call, Self.start(1), call, Self.end(0), call, call, Self.start(2),
      Self.start(3),
    ])
    let starts = timeline.lines.filter { $0.row.kind == .start }
    claimEqual(starts.map { $0.lanes.firstIndex { $0?.sign == .begins } }, [0, 1, 0, 2])
    claimEqual(Timeline((0..<40).map { Self.start($0) }).laneCount, Timeline.laneLimit)
  }

  static func call(_ location: LedgerLocation) -> TimelineRow {
    TimelineRow(.call, "settle", at: location)
  }

  static func start(_ effect: Int, _ name: String = "load") -> TimelineRow {
    TimelineRow(.start, "starts", effect: .init(id: effect, name: name))
  }

  static func end(
    _ effect: Int, _ kind: TimelineRow.Kind = .end, _ name: String = "load"
  ) -> TimelineRow {
    TimelineRow(
      kind, kind == .end ? "ends" : "still in flight when the test ends",
      effect: .init(id: effect, name: name), endsEffect: true)
  }

  @Test func `a line of another file has the file's name`() {
    let call = Self.call(.init(file: "App/Tests.swift", line: 9))
    let helper = TimelineRow(.call, "finish", at: .init(file: "App/Helper.swift", line: 5))
    let store = TimelineRow(.store, "store of S", at: .init(file: "App/Helper.swift", line: 4))
    let test = ShownTest(name: "A.b/c", hasPassed: true, [store, call, call, helper])
    #expect(
      TimelineText(test, width: 80).text == """
        A.b/c passed

            4  store of S, Helper.swift:4
            9  settle
            9  settle
            5  finish, Helper.swift:5
        """)
    claimEqual(Timeline([store, helper]).lines.map(\.row.notes), [[], []])
  }

  @Test func `of very many changes the text shows the first, and how many others there are`() {
    func test(changing count: Int) -> ShownTest {
      let changes = (0..<count).map { TimelineRow.Change(field: "f\($0)", old: "0", new: "1") }
      return ShownTest(
        name: "A.b/c", hasPassed: true, [TimelineRow(.send, "send .a", changes: changes)])
    }
    let lines = TimelineText(test(changing: 200), width: 80).text.split(separator: "\n")
    #expect(lines.count == 2 + TimelineText.changeLimit + 1)
    claimEqual(lines.last, "         … 188 more fields")
    #expect(TimelinePage(test(changing: 200)).text.contains("f199: 0 → 1"))
    let few = test(changing: TimelineText.changeLimit)
    #expect(!TimelineText(few, width: 80).text.contains("more fields"))
  }

  @Test func `a long value leaves room for the effect and the notes`() {
    let effect = TimelineRow.Effect(id: 0, name: "effect at Conversation.swift:25")
    let call = TimelineRow(
      .action, "calls Client.post(" + String(repeating: "日本", count: 40) + ")",
      effect: effect, notes: ["waits for the test's answer"])
    let test = ShownTest(
      name: "A.b/c", hasPassed: true, [TimelineRow(.start, "starts (a:2)", effect: effect), call])
    let lines = TimelineText(test, width: 60).text.split(separator: "\n").dropFirst()
    #expect(lines.allSatisfy { $0.count <= 60 })
    #expect(
      lines.joined(separator: "\n") == """
               ┌ effect at Co…ion.swift:25 starts (a:2)
               ● effect at Co…ion.swift:25 calls Client…本日本日本日本日本日本)
               │   waits for the test's answer
        """)
  }

  @Test func `a timeline without rows has a text`() {
    let test = ShownTest(name: "A.b/c", hasPassed: true, [])
    #expect(
      TimelineText(test, width: 80).text
        == "A.b/c passed\n\nThe test used no store, clock, or stub of this package.")
    #expect(
      TimelinePage(test).text.contains("The test used no store, clock, or stub of this package."))
  }
}

extension Trace {
  var timeline: [TimelineRow] { rows.map(\.row) }
}

extension String {
  /// The text with `#` in place of each line number, so that edits of a source file don't change it.
  fileprivate var withoutLineNumbers: String {
    replacing(#/(?m)^(✗?)( *)([0-9]+)  /#) { match in
      let width = match.output.1.count + match.output.2.count + match.output.3.count
      return match.output.1 + String(repeating: " ", count: width - match.output.1.count - 1)
        + "#  "
    }.replacing(#/swift:[0-9]+/#, with: "swift:#")
  }
}
