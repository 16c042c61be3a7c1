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
    claimEqual(
      trace.rows.map(\.row.kind),
      [.store, .send, .start, .start, .wait, .wait, .clock, .action, .action, .call, .call])
    claimEqual(
      trace.rows.suffix(2).map(\.row.text), ["receive .changeAge(34)", "receive .changeMood(1)"])
  }

  @Test(.schedules(1)) func `a call by a scoped store is traced as the store's`() async {
    func texts(_ operation: nonisolated(nonsending) () async -> Void) async -> [String] {
      await TraceWriter.tracing(operation).rows.map(\.row.text).map { text in
        text.replacing(#/ \(.*\)$/#, with: "")
      }
    }
    let byStore = await texts {
      let store = Room.store()
      await store.send(.desk(.ask))
      await store.receive(.desk(.answered(42))) {
        $0 = .desk(Desk.State(count: 1, answer: 42))
      }
    }
    let byScopedStore = await texts {
      let store = Room.store()
      let desk = store.scope(state: { .desk($0) }, action: { .desk($0) })
      await desk.send(.ask)
      await desk.receive(.answered(42)) {
        $0.count = 1
        $0.answer = 42
      }
    }
    claimEqual(byScopedStore, byStore)
    #expect(byScopedStore.count > 4)
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
    #expect(text.hasPrefix("{\"trace\":3}\n{\"number\":0,\"row\":{"))
    #expect(text.hasSuffix("}\n"))
    let trace = Trace(contents: Data(text.utf8))
    claimEqual(trace.damagedLineCount, 0)
    claimEqual(trace.rows.map(\.row.text), ["store of Profile", "send .changeAge(40)"])
  }

  @Test func `damaged lines are skipped and counted, and other versions left out`() {
    let row = TimelineRow(.call, "send")
    let line = TimelineRow.line(row, number: 0, at: 1)
    let text =
      Trace.header + line + "{\"number\":1,\"row\":{\"ki\n" + "no JSON\n{}\n"
      + "{\"trace\":1}\n" + line
    let trace = Trace(contents: Data(text.utf8))
    claimEqual(trace.rows.map(\.row), [row])
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
    let row = TimelineRow(
      .action, "sends .a", effect: .init(id: 1, name: "load"),
      at: LedgerLocation(file: "A/b.swift", line: 3), notes: ["a\nb"],
      changes: [.init(field: "a", old: "1", new: "2", lines: ["− 1"])], endsEffect: true,
      role: .failing)
    let line = TimelineRow.line(row, number: 0, at: 1)
    #expect(line.split(separator: "\n").count == 1)
    claimEqual(Trace(contents: Data(line.utf8)).rows.map(\.row), [row])
  }
}

/// The rows of a timeline.
struct TimelineBuilderTests {
  private let location = LedgerLocation(file: "A/b.swift", line: 9)

  private let stores = [NSObject(), NSObject()]
  private func store(_ number: Int) -> ObjectIdentifier { ObjectIdentifier(stores[number - 1]) }
  private func id(_ effect: Int) -> TimelineBuilder.EffectID {
    .init(store: store(1), effect: effect)
  }

  @Test func `a call and its event share a row, which follows what happens before the event`() {
    var timeline = TimelineBuilder()
    timeline.start(id(0), name: "load", at: location)
    timeline.call("send", at: location)
    timeline.end(id(0), .ended)
    timeline.step(in: store(1), action: ".tap", isSent: true, by: nil, changes: [])
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
      timeline.rows.compactMap(\.self).filter { $0.kind == .start }.map(\.effect?.name),
      ["load", "load #2", "save", "load", "load"])
  }

  @Test func `an effect in flight ends once`() {
    var timeline = TimelineBuilder()
    timeline.start(id(0), name: "load", at: location)
    timeline.end(id(0), .inFlight)
    timeline.end(id(0), .cancelled)
    claimEqual(timeline.rows.compactMap(\.?.kind), [.start, .inFlight])
  }

  @Test func `a received action belongs to a line of its file`() {
    var timeline = TimelineBuilder()
    timeline.call("receive", at: location)
    timeline.call("receive", at: LedgerLocation(file: "A/Tests.swift", line: 9))
    timeline.receive(".saved", at: location)
    claimEqual(timeline.rows.compactMap(\.?.text), ["receive .saved", "receive"])
  }

  @Test func `a store is named beside another one, with a number if both have one feature`() {
    var timeline = TimelineBuilder()
    for number in 1...2 { timeline.store(store(number), stateType: "Search.State", at: location) }
    timeline.step(in: store(2), action: ".tap", isSent: true, by: nil, changes: [])
    claimEqual(
      timeline.rows.compactMap(\.?.text), ["store of Search", "store of Search 2", "send .tap"])
    claimEqual(timeline.rows[2]?.notes, ["in Search 2"])
  }
}
