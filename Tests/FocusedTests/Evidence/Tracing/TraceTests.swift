import TestEvents
import FocusedTestStore
import Foundation
import Testing
@testable import struct FocusedEvidence.TimelineBuilder
@testable import TestFixtures

/// The trace of a test.
struct TraceTests {
  @Test(.schedules(1))
  func `calls, steps and assertions stand in the order in which they happened`() async {
    let clock = TestClock()
    let trace = await TraceWriter.tracing {
      let store = clock.store(.on, of: Profile(), from: Profile.State())
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.receive(.changeAge(34)) { $0.age = 34 }
      await store.receive(.changeMood(1)) { $0.mood = 1 }
    }
    #expect(
      trace.summary == [
        "store Profile.State",
        "send",
        "step 0 .advanceAgeAndMoodAfterDelay",
        "outcome 0 starts effect",
        "outcome 0 starts second effect",
        "asserted 0 in full: ",
        "advance",
        "step 1 .changeAge from 0: $0.age = 34",
        "step 2 .changeMood from 0: $0.mood = 1",
        "receive",
        "asserted 1: sends .changeAge, starts effect",
        "asserted 1 in full: age",
        "receive",
        "asserted 2: sends .changeMood, starts second effect",
        "asserted 2 in full: mood",
        "asserted at the end: ",
      ])
  }

  @Test(.schedules(1)) func `a call by a part is traced as the store's`() async {
    let byStore = await TraceWriter.tracing {
      let store = Room.store()
      await store.send(.desk(.ask))
      await store.receive(.desk(.answered(42))) {
        $0 = .desk(Desk.State(count: 1, answer: 42))
      }
      store.assert { $0 = .desk(Desk.State(count: 1, answer: 42)) }
    }
    let byPart = await TraceWriter.tracing {
      let store = Room.store()
      let desk = store.scope(state: { .desk($0) }, action: { .desk($0) })
      await desk.send(.ask)
      await desk.receive(.answered(42)) {
        $0.count = 1
        $0.answer = 42
      }
      desk.assert { $0 = Desk.State(count: 1, answer: 42) }
    }
    claimEqual(byPart.summary, byStore.summary)
    #expect(byPart.summary.count > 6)
  }

  @Test func `the state before a sent action is spelled as arguments`() async throws {
    let trace = await TraceWriter.tracing {
      let store = TestStore(.off, initialState: Profile.State()) { Profile() }
      await store.send(.changeAge(40))
      await store.send(.changeMood(1))
    }
    let steps = trace.steps
    claimEqual(steps[0].before?.map(\.name), ["name", "surname", "age", "mood"])
    claimEqual(steps[0].before?.map(\.value), ["\"\"", "\"\"", "33", "0"])
    claimEqual(steps[1].before?.map(\.value), ["\"\"", "\"\"", "40", "0"])
  }

  @Test func `a state of cases is spelled as a whole`() async throws {
    let trace = await TraceWriter.tracing {
      let store = TestStore(.off, initialState: Session.State.signedOut(SignIn.State())) {
        Session()
      }
      await store.send(.signedOut(.nameChanged("Marie")))
    }
    #expect(
      trace.steps.first?.before == [
        TracedField(
          name: "", value: #".signedOut(SignIn.State(name: "", isRejected: false))"#)
      ])
  }

  @Test func `a row of a table is assigned at its place`() async {
    let trace = await TraceWriter.tracing {
      let store = TestStore(.off, initialState: [[1, 2], [3, 4], [5, 6, 7]]) {
        Reduce<[[Int]], Int> { table, _ in
          table[1] = [8]
          table[2].removeFirst()
          return .none
        }
      }
      await store.send(0)
    }
    claimEqual(
      trace.steps.first?.changes.map(\.assignment), ["$0[1] = [8]", "$0[2] = [6, 7]"])
  }

  @Test func `each removed element of a stack is assigned, or all of them`() async {
    let trace = await TraceWriter.tracing {
      let store = TestStore(.off, initialState: StackState([1, 2, 3, 4])) {
        Reduce<StackState<Int>, Int> { stack, count in
          stack.removeLast(count)
          return .none
        }
      }
      await store.send(2)
      await store.send(2)
    }
    claimEqual(
      trace.steps.flatMap(\.changes).map(\.assignment),
      ["$0[id: 2] = nil\n$0[id: 3] = nil", "$0 = []"])
  }

  @Test func `a call names its line, and answers of stubs do`() async {
    let find = Stub<String, [String]>("SearchClient.find")
    let line = Int(#line + 10)
    let trace = await TraceWriter.tracing {
      let store = TestStore(.off, initialState: Search.State()) {
        Search()
      } withDependencies: {
        $0.searchClient.find = find.call
      }

      await store.send(.changeQuery("sw"))

      await find.succeed(with: ["swan"])
      store.assert { $0.results = ["swan"] }
    }
    let calls = trace.calls
    claimEqual(calls.map(\.kind), [.send, .answer, .assert])
    claimEqual(calls.map(\.line), [line - 2, line, line + 1])
    #expect(calls.allSatisfy { $0.file == "FocusedTests/TraceTests.swift" })
    // The event names the step that started the calling effect.
    claimEqual(trace.summary.filter { $0.hasPrefix("answered") }, ["answered 0"])
  }

  @Test func `without a variable nothing is traced`() {
    #expect(ProcessInfo.processInfo.environment["FOCUSED_TRACE"] == nil)
    #expect(TraceWriter.current == nil)
  }
}

/// The file of a trace.
struct TraceFileTests {
  @Test func `a file is a header and a line an event`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory("trace.jsonl")
    await TraceWriter(file: path).use {
      let store = TestStore(.off, initialState: Profile.State()) { Profile() }
      await store.send(.changeAge(40)) { $0.age = 40 }
    }
    let text = try directory.read("trace.jsonl")
    #expect(text.hasPrefix("{\"trace\":2}\n{\"number\":0,\"row\":{"))
    #expect(text.hasSuffix("}\n"))
    let trace = Trace(contents: Data(text.utf8))
    claimEqual(trace.damagedLineCount, 0)
    #expect(
      trace.summary == [
        "store Profile.State", "send", "step 0 .changeAge: $0.age = 40", "asserted 0: age",
        "asserted at the end: ",
      ])
  }

  @Test func `every event is what its line says`() {
    let behavior = Behavior(feature: "Profile", action: "save", outcome: .field("a\"b"))
    let change = TracedChange(
      behavior: behavior,
      path: [.init(.field, "a"), .init(.element, "id: 3"), .init(.payload, "b", label: "c")],
      assignment: "$0.a = \"\n\"")
    var step = TracedStep(store: 1, step: 2, feature: "F", action: "a", changes: [change])
    step.cause = 1
    step.sent = Behavior(feature: "F", action: "b", outcome: .sends("a"))
    step.before = [TracedField(name: "a", value: nil)]
    step.expectations = [".a(1)"]
    let events: [TraceEvent] = [
      .store(TracedStore(store: 1, file: "A/b.swift", line: 2, stateType: "S", actionType: "A")),
      .call(TracedCall(kind: .advance, file: "A/b.swift", line: 3)),
      .step(step),
      .outcome(
        TracedOutcome(
          store: 1, step: 2, behavior: Behavior(feature: "F", action: "b", outcome: .dismisses))),
      .assertion(
        TracedAssertion(
          store: 1, step: 2, file: "A/b.swift", line: 4, isInFull: true, behaviors: [behavior])),
      .answer(
        TracedAnswer(step: 1)),
      .effect(TracedEffect(id: .init(store: 1, effect: 2), step: 3, name: "load")),
      .end(TracedEnd(id: .init(store: 1, effect: 2), kind: .cancelled, step: 3)),
    ]
    for event in events {
      #expect(event.line.split(separator: "\n").count == 1)
      claimEqual(Trace(contents: Data(event.line.utf8)).events, [event])
    }
  }

  @Test func `damaged lines are skipped and counted, and other versions left out`() {
    let call = TraceEvent.call(TracedCall(kind: .send, file: "a", line: 1))
    let text =
      Trace.header + call.line + "{\"call\":{\"kind\":\"se\n" + "no JSON\n{}\n"
      + "{\"trace\":1}\n" + call.line
    let trace = Trace(contents: Data(text.utf8))
    claimEqual(trace.events, [call])
    claimEqual(trace.damagedLineCount, 3)
    claimEqual(trace.otherVersions, [1])
  }

  @Test func `a later line of the same process replaces a row, or removes it`() {
    func line(_ text: String?, _ number: Int) -> String {
      TimelineRow.line(text.map { TimelineRow(.call, $0) }, number: number, at: 1)
    }
    let text =
      Trace.header + line("a", 0) + line("b", 1) + line("c", 0) + line(nil, 1)
      + Trace.header + line("d", 0)
    claimEqual(Trace(contents: Data(text.utf8)).rows.map(\.row.text), ["c", "d"])
  }

  @Test func `every row is what its line says`() {
    var row = TimelineRow(
      .action, "sends .a", effect: .init(id: 1, name: "load", number: 2),
      at: LedgerLocation(file: "A/b.swift", line: 3), notes: ["a\nb"],
      changes: [.init(field: "a", old: "1", new: "2", lines: ["− 1"])], endsEffect: true,
      role: .failing)
    row.isAsserted = true
    let line = TimelineRow.line(row, number: 0, at: 1)
    #expect(line.split(separator: "\n").count == 1)
    claimEqual(Trace(contents: Data(line.utf8)).rows.map(\.row), [row])
  }
}

/// The rows of a timeline.
struct TimelineBuilderTests {
  private let location = LedgerLocation(file: "A/b.swift", line: 9)

  private func id(_ effect: Int) -> TracedEffectID { .init(store: 1, effect: effect) }

  @Test func `a call and its event share a row, which follows what happens before the event`() {
    var timeline = TimelineBuilder()
    timeline.start(id(0), name: "load", at: location)
    timeline.call(.send, at: location)
    timeline.end(id(0), .ended)
    timeline.step(0, in: 1, action: ".tap", isSent: true, by: nil, changes: [])
    claimEqual(timeline.rows.compactMap(\.?.text), ["starts (b.swift:9)", "ends", "send .tap"])
    claimEqual(timeline.rows.last??.location, location)
    claimEqual(timeline.takeChanges().map(\.number), [0, 1, 2, 3])
    #expect(timeline.takeChanges().isEmpty)
  }

  @Test func `effects of one name that are in flight at the same time have numbers`() {
    var timeline = TimelineBuilder()
    func start(_ effect: Int, _ name: String) {
      timeline.start(id(effect), name: name, at: location)
    }
    start(0, "load")
    start(1, "load")
    start(2, "save")
    timeline.end(id(0), .ended)
    start(3, "load")
    timeline.end(id(1), .ended)
    timeline.end(id(3), .ended)
    start(4, "load")
    claimEqual(
      timeline.rows.compactMap(\.self).filter { $0.kind == .start }.map(\.effect?.title),
      ["load", "load #2", "save", "load", "load"])
  }

  @Test func `an effect in flight that waits for unknown work ends once`() {
    var timeline = TimelineBuilder()
    timeline.start(id(0), name: "load", at: location)
    timeline.end(id(0), .inFlight)
    timeline.end(id(0), .cancelled)
    claimEqual(timeline.rows.compactMap(\.?.kind), [.start, .inFlight])
    claimEqual(timeline.rows[1]?.notes, ["waits for unknown work outside the store"])
  }

  @Test func `an assertion belongs to a line of its file`() {
    var timeline = TimelineBuilder()
    timeline.call(.assert, at: location)
    timeline.call(.assert, at: LedgerLocation(file: "A/Tests.swift", line: 9))
    timeline.assertion(of: 0, in: 1, at: location, isProtecting: true)
    claimEqual(timeline.rows.compactMap(\.?.isAsserted), [true, false])
  }

  @Test func `a store is named beside another one, with a number if both have one feature`() {
    var timeline = TimelineBuilder()
    for store in 1...2 { timeline.store(store, stateType: "Search.State", at: location) }
    timeline.step(0, in: 2, action: ".tap", isSent: true, by: nil, changes: [])
    claimEqual(
      timeline.rows.compactMap(\.?.text), ["store of Search", "store of Search 2", "send .tap"])
    claimEqual(timeline.rows[2]?.notes, ["in Search 2"])
  }
}

extension Trace {
  /// The events that `focus split` reads, as text.
  fileprivate var summary: [String] {
    events.compactMap { event in
      switch event {
      case .store(let store): "store \(store.stateType)"
      case .call(let call): call.kind.rawValue
      case .answer(let answer): "answered \(answer.step)"
      case .step(let step):
        "step \(step.step) .\(step.action)" + (step.cause.map { " from \($0)" } ?? "")
          + (step.changes.isEmpty
            ? "" : ": " + step.changes.map { $0.assignment ?? "?" }.joined(separator: "; "))
      case .outcome(let outcome): "outcome \(outcome.step) \(outcome.behavior.outcome)"
      case .assertion(let assertion):
        "asserted"
          + (assertion.step.map { " \($0)" } ?? (assertion.line == nil ? " at the end" : ""))
          + (assertion.isInFull ? " in full" : "") + ": "
          + assertion.behaviors.map { "\($0.outcome)" }.joined(separator: ", ")
      default: nil
      }
    }
  }

  fileprivate var steps: [TracedStep] {
    events.compactMap { if case .step(let step) = $0 { step } else { nil } }
  }

  fileprivate var calls: [TracedCall] {
    events.compactMap { if case .call(let call) = $0 { call } else { nil } }
  }
}
