import TestEvents
import FocusedTestStore
import ReducerDebugging
import SourceReading
import Testing

/// The rules of the ledger. Each test lists the events by hand.
final class BehaviorLogTests {
  private var log = BehaviorLog()

  @Test func `a closure about an earlier step asserts what was the latest change then`() {
    step("load")
    step("first", from: 0, changing: "a")
    step("second", from: 0, changing: "a")
    _ = facts()
    log.assert(fields("a"), after: 1)
    #expect(facts() == ["first → a: asserted"])
  }

  @Test func `what went with the part that it stood in is not asserted by it`() {
    step("rename", changing: "child.name")
    step("close", changing: "child")
    _ = facts()
    log.assert(fields("child"), after: 1)
    #expect(facts() == ["close → child: asserted"])
  }

  @Test func `an action of another feature is named with it`() {
    step("load")
    log.step(ActionKey(feature: "Root", name: "done"), cause: 0, changed: [])
    claimEqual(facts(), ["load → sends .Root.done: exercised"])
  }

  @Test func `effects without names are told apart by their lines`() {
    step("load")
    let there = CallSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1)
    log.start(0, of: 0, name: nil, at: here)
    log.start(1, of: 0, name: nil, at: there)
    log.start(2, of: 0, name: nil, at: here)
    log.start(3, of: 0, name: "poll", at: here)
    #expect(
      facts() == [
        "load → starts effect: exercised", "load → starts effect: exercised",
        "load → starts poll: exercised", "load → starts second effect: exercised",
      ])
  }

  @Test func `the end of several effects accounts for them in the same order in each process`() {
    step("load")
    for (effect, name) in ["c", "a", "e", "b", "d"].enumerated() {
      log.start(effect, of: 0, name: name, at: here)
    }
    _ = facts()
    log.finish()
    claimEqual(log.takeFacts().compactMap(\.behavior.outcome.name), ["a", "b", "c", "d", "e"])
  }

  @Test func `an effect that ends itself by its action is not cancelled`() {
    step("load")
    log.start(0, of: 0, name: nil, at: here)
    step("loaded", from: 0, effect: 0)
    _ = facts()
    log.cancel([0], in: 1)
    claimEqual(facts(), [])
  }

  @Test func `a read marks what changed since the last one`() {
    step("save", changing: "a")
    step("stop", changing: "b")
    _ = facts()
    log.read(upTo: 0)
    claimEqual(facts(), ["save → a: read"])
    log.read(upTo: 1)
    claimEqual(facts(), ["stop → b: read"])
    log.read(upTo: 1)
    claimEqual(facts(), [])
  }

  @Test func `a read does not see what has been overwritten`() {
    step("save", changing: "a")
    step("stop", changing: "a")
    _ = facts()
    log.read(upTo: 1)
    claimEqual(facts(), ["stop → a: read"])
  }

  @Test func `an action of which nothing comes is known at the end`() {
    step("idle")
    step("save", changing: "a")
    step("load")
    log.start(0, of: 2, name: nil, at: here)
    _ = facts()
    log.end()
    #expect(facts() == ["idle → nothing: exercised"])
  }

  // MARK: - Fixtures

  private let here = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: 1)

  private func step(
    _ name: String, from cause: Int? = nil, effect: Int? = nil, changing fields: String...
  ) {
    log.step(
      ActionKey(feature: "F", name: name), cause: cause, effect: effect,
      changed: fields.map { field in
        ChangedField(
          path: FieldPath(field.split(separator: ".").map { .field(String($0)) }),
          feature: "F", name: field)
      })
  }

  private func fields(_ names: String...) -> ClosureFields {
    ClosureFields(paths: names.map { .init(parts: [.name($0)]) }, isComplete: true)
  }

  private func facts() -> [String] {
    log.takeFacts().map { fact in
      "\(fact.behavior.action) → \(fact.behavior.outcome): \(fact.mark.rawValue)"
    }.sorted()
  }
}
