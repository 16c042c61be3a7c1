import TestEvents
import FocusedTestStore
import Testing
import focus
@testable import TestFixtures

/// The timelines of traced tests.
struct TestStoryTests {
  /// The timeline of an operation as text, without the line numbers of this file.
  private func text(
    width: Int = 100, _ operation: nonisolated(nonsending) () async -> Void
  ) async -> String {
    let trace = await TraceWriter.tracing(operation)
    let test = ShownTest(name: "App.Tests/test", hasPassed: true, trace.events)
    return StoryText(test, width: width).text.withoutLineNumbers
  }

  @Test(.schedules(1)) func `effects are told from their start to their end`() async {
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
                 effect at Profile.swift:# starts
                 effect at Profile.swift:# starts
                   effect at Profile.swift:# sleeps until 1.0 seconds
                   effect at Profile.swift:# sleeps until 1.0 seconds
            #  clock 0.0 → 1.0 seconds
                   effect at Profile.swift:# sends .changeAge(34), ends
                     age: 33 → 34
                   effect at Profile.swift:# sends .changeMood(1), ends
                     mood: 0 → 1
            #  receive .changeMood(1) ✓
        """)
  }

  @Test(.schedules(1)) func `calls of stubs and their answers are told`() async {
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
    #expect(text.contains(#"calls SearchClient.find("sw"), waits for the test's answer"#))
    #expect(text.contains(##"    #  SearchClient.find("sw") returns ["swan"]"##))
    #expect(text.contains(#"sends .found(["swan"]"#))
  }

  @Test func `what repeats is told once`() async {
    let trace = await TraceWriter.tracing {
      let store = TestStore(.off, initialState: Profile.State()) { Profile() }
      for age in 0..<40 { await store.send(.changeAge(age)) }
    }
    let story = TestStory(trace.events).collapsed()
    claimEqual(story.rows.map(\.kind), [.store, .send, .repeated])
    claimEqual(story.rows[2].text, "send .changeAge(1) × 39")
    claimEqual(story.rows[2].changes.first?.old, "0")
    claimEqual(story.rows[2].changes.first?.new, "39")
    claimEqual(TestStory(trace.events).rows.count, 41)
  }

  @Test func `of a long story the beginning, the failure and the end are kept`() {
    var events: [TraceEvent] = (0..<2_000).map {
      .call(TracedCall(kind: .settle, file: "A/b.swift", line: $0))
    }
    events.insert(
      .issue(TracedIssue(kind: .failure, message: "No", file: "A/b.swift", line: 9)), at: 1_000)
    let story = TestStory(events).shortened()
    #expect(story.rows.count < 610)
    claimEqual(story.rows.count { $0.kind == .leftOut }, 2)
    #expect(story.firstFailure != nil)
    claimEqual(story.rows.first?.place?.line, 0)
    claimEqual(story.rows.last?.place?.line, 1_999)
    claimEqual(TestStory(events.suffix(10)).shortened().rows.count, 10)
  }

  @Test func `a failure stands where it happened`() async {
    let trace = await TraceWriter.tracing {
      let store = TestStore(.off, initialState: Profile.State()) { Profile() }
      await store.send(.changeAge(40))
    }
    let issue = TracedIssue(kind: .failure, message: "Age\n- 41", file: "A/b.swift", line: 7)
    let failed = ShownTest(
      name: "App.Tests/test", hasPassed: false, trace.events + [.issue(issue), .issue(issue)])
    #expect(
      StoryText(failed, width: 80).text.withoutLineNumbers == """
        App.Tests/test failed

            #  store of Profile
            #  send .changeAge(40)
                 age: 33 → 40
        ✗   #  Age
               - 41
        """)
    let passed = ShownTest(name: "App.Tests/test", hasPassed: true, trace.events)
    #expect(passed.story.firstFailure == nil)
  }

  @Test func `an effect in flight says what it waits for, or that this is not known`() async {
    let clock = TestClock()
    let text = await text(width: 160) {
      let store = TestStore(.off, initialState: Profile.State()) {
        Profile()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.advanceAgeAndMoodAfterDelay)
    }
    #expect(text.contains("still in flight when the test ends, waits: sleeps until 1.0 seconds"))
    let id = TracedEffectID(store: 1, effect: 0)
    let story = TestStory([
      .store(TracedStore(store: 1, file: "a", line: 1, stateType: "S", actionType: "A")),
      .effect(TracedEffect(id: id, step: 0, name: "load", file: "a", line: 2)),
      .end(TracedEnd(id: id, kind: .inFlight)), .end(TracedEnd(id: id, kind: .cancelled)),
    ])
    claimEqual(story.rows.count, 3)
    claimEqual(story.rows[2].notes, ["waits for unknown work outside the store"])
  }

  @Test func `a column is given again when its effect has ended`() {
    let call = TraceEvent.call(TracedCall(kind: .settle, file: "a", line: 1))
    let story = TestStory([
      Self.effect(0), call, Self.effect(1), call, Self.end(0), call, call, Self.effect(2),
      Self.effect(3),
    ])
    claimEqual(story.effects.map(\.column), [0, 1, 0, 2])
    let many = TestStory((0..<40).map { Self.effect($0) })
    claimEqual(many.columnCount, TestStory.columnLimit)
  }

  static func effect(_ number: Int, _ name: String = "load") -> TraceEvent {
    .effect(
      TracedEffect(id: .init(store: 1, effect: number), step: 0, name: name, file: "a", line: 2))
  }

  static func end(_ number: Int, _ kind: TracedEnd.Kind = .ended) -> TraceEvent {
    .end(TracedEnd(id: .init(store: 1, effect: number), kind: kind))
  }

  @Test func `effects of one name that are in flight at the same time have numbers`() {
    let story = TestStory([
      Self.effect(0), Self.effect(1), Self.effect(2, "save"), Self.end(0), Self.effect(3),
      Self.end(1), Self.end(3), Self.effect(4),
    ])
    claimEqual(story.effects.map(\.title), ["load", "load #2", "save", "load", "load"])
    claimEqual(story.effects.map(\.name), ["load", "load", "save", "load", "load"])
  }

  @Test func `more effects than can be drawn are told once`() {
    func events(_ count: Int) -> [TraceEvent] {
      (0..<count).map { Self.effect($0) } + (0..<count).map { Self.end($0, .inFlight) }
    }
    let many = TestStory(events(100)).collapsed()
    #expect(
      many.rows.map(\.text) == [
        "starts", "load starts × 99", "still in flight when the test ends",
        "load still in flight when the test ends × 99",
      ])
    claimEqual(many.columnCount, TestStory.columnLimit)
    let few = TestStory(events(TestStory.columnLimit)).collapsed()
    #expect(few.rows.count == 2 * TestStory.columnLimit)
  }

  @Test func `a line of another file says which`() {
    let call = TraceEvent.call(TracedCall(kind: .settle, file: "App/Tests.swift", line: 9))
    let helper = TraceEvent.call(TracedCall(kind: .finish, file: "App/Helper.swift", line: 5))
    let store = TraceEvent.store(
      TracedStore(
        store: 1, file: "App/Helper.swift", line: 4, stateType: "S.State", actionType: "A"))
    let test = ShownTest(name: "A.b/c", hasPassed: true, [store, call, call, helper])
    #expect(
      StoryText(test, width: 80).text == """
        A.b/c passed

            4  store of S, Helper.swift:4
            9  settle
            9  settle
            5  finish, Helper.swift:5
        """)
    claimEqual(TestStory([store, helper]).rows.map(\.notes), [[], []])
  }

  @Test func `an assertion belongs to a line of its file`() {
    let calls = ["App/Helper.swift", "App/Tests.swift"].map {
      TraceEvent.call(TracedCall(kind: .assert, file: $0, line: 9))
    }
    let assertion = TraceEvent.assertion(
      TracedAssertion(
        store: 1, step: 0, file: "App/Helper.swift", line: 9, isInFull: true, behaviors: []))
    claimEqual(TestStory(calls + [assertion]).rows.map(\.isAsserted), [true, false])
  }

  private func step(changing count: Int) -> TraceEvent {
    let changes = (0..<count).map { number in
      TracedChange(
        behavior: Behavior(feature: "F", action: "a", outcome: .field("f\(number)")), path: [],
        shown: .init(field: "f\(number)", old: "0", new: "1"))
    }
    return .step(TracedStep(store: 1, step: 0, feature: "F", action: "a", changes: changes))
  }

  @Test func `of very many changes the first are told, and how many others there are`() {
    let test = ShownTest(name: "A.b/c", hasPassed: true, [step(changing: 200)])
    let lines = StoryText(test, width: 80).text.split(separator: "\n")
    #expect(lines.count == 2 + TestStory.changeLimit + 1)
    claimEqual(lines.last, "         … 188 more fields")
    let page = StoryPage(test).text
    #expect(page.contains("<details><summary>188 more fields</summary>"))
    #expect(page.contains("<code>f199</code>"))
    let few = ShownTest(name: "A.b/c", hasPassed: true, [step(changing: TestStory.changeLimit)])
    #expect(!StoryPage(few).text.contains("more fields"))
  }

  @Test func `a long value leaves room for who acts, and how`() {
    let call = TraceEvent.stubCall(
      TracedStubCall(
        id: .init(store: 1, effect: 0), stub: "Client.post",
        input: String(repeating: "日本", count: 40), hasRule: false))
    let test = ShownTest(
      name: "A.b/c", hasPassed: true, [Self.effect(0, "effect at Conversation.swift:25"), call])
    let lines = StoryText(test, width: 60).text.split(separator: "\n").dropFirst()
    #expect(lines.allSatisfy { String($0).columnCount <= 60 })
    #expect(
      lines.joined(separator: "\n") == """
               effect at Co…tion.swift:25 starts (a:2)
                 effect at Co…ion.swift:25 calls Client…本日本日本)
                   waits for the test's answer
        """)
  }

  @Test func `a story without stores says so`() {
    let test = ShownTest(name: "A.b/c", hasPassed: true, [])
    #expect(
      StoryText(test, width: 80).text
        == "A.b/c passed\n\nThe test used no store, clock, or stub of this package.")
    #expect(
      StoryPage(test).text.contains(
        "The test used no store, clock, or stub of this package."))
  }
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
