import Foundation
import TestEvents
import Testing
import focus

/// Two orders of a test, shown side by side.
struct StoryPairTests {
  private func events(_ names: [String]) -> [TraceEvent] {
    [.store(TracedStore(store: 1, file: "a", line: 1, stateType: "S", actionType: "A"))]
      + names.enumerated().map {
        .step(TracedStep(store: 1, step: $0, feature: "F", action: $1, text: ".\($1)"))
      }
  }

  private func run(_ role: TracedRun.Role, _ names: [String]) -> [TraceEvent] {
    [.run(TracedRun(role: role))] + events(names) + [.run(TracedRun(role: .over))]
  }

  @Test func `the first difference is marked`() throws {
    let test = ShownTest(
      name: "A.b/c", hasPassed: false,
      run(.usual, ["x"]) + run(.failing, ["x", "b", "a", "y"])
        + run(.passing, ["x", "a", "b", "y"])
    )
    let pair = try #require(test.pair)
    claimEqual(pair.firstDifference, 2)
    claimEqual(pair.lines.map(\.isDifferent), [false, false, true, false, true, false])
    #expect(
      StoryText(test, width: 63).text == """
        A.b/c failed

        the usual order                │ this order
            1  store of S              │     1  store of S
               send .x                 │        send .x
        ─ first difference ───────────────────────────────────────────
               send .a                 ┃ 
               send .b                 │        send .b
                                       ┃        send .a
               send .y                 │        send .y
        """)
    let page = StoryPage(test).text
    claimEqual(page.components(separatedBy: "first difference</em>").count, 2)
  }

  @Test func `orders differ where another effect of the same name acts`() throws {
    func events(_ first: Int, _ second: Int) -> [TraceEvent] {
      [
        TestStoryTests.effect(0), TestStoryTests.effect(1),
        .call(TracedCall(kind: .settle, file: "a", line: 1)), TestStoryTests.end(first),
        TestStoryTests.end(second),
      ]
    }
    let test = ShownTest(
      name: "A.b/c", hasPassed: false,
      [.run(TracedRun(role: .failing))] + events(1, 0), usual: events(0, 1))
    let pair = try #require(test.pair)
    claimEqual(pair.firstDifference, 3)
  }

  @Test func `in two orders a failure keeps its lines, and rows say theirs`() {
    let failure = TraceEvent.issue(
      TracedIssue(kind: .failure, message: "No\n\n− 1\n+ 2", file: "a", line: 3))
    let test = ShownTest(
      name: "A.b/c", hasPassed: false,
      run(.usual, ["x"]) + [.run(TracedRun(role: .failing))] + events(["y"]) + [failure])
    #expect(StoryPage(test).text.contains("<small>3</small> No <pre>− 1\n+ 2</pre>"))
  }

  @Test func `equal orders have no difference`() {
    let test = ShownTest(
      name: "A.b/c", hasPassed: false, run(.failing, ["x"]), usual: run(.usual, ["x"]))
    #expect(test.pair == nil)
  }

  @Test func `an exploration is shown as its shortest script`() {
    let failure = TraceEvent.issue(
      TracedIssue(kind: .known, message: "No", file: "a", line: 3))
    let script =
      [.run(TracedRun(role: .script))] + events(["s"]) + [failure, .run(TracedRun(role: .over))]
    let test = ShownTest(name: "A.b/c", hasPassed: false, run(.usual, []) + script)
    #expect(test.pair == nil)
    claimEqual(test.story.rows.map(\.text), ["store of S", "send .s", "No"])
    claimEqual(test.story.firstFailure, 2)
  }

  @Test func `what is said of all orders stands on top`() {
    let message = TraceEvent.issue(
      TracedIssue(kind: .failure, message: "Order\nmatters", file: "a", line: 3))
    let test = ShownTest(
      name: "A.b/c", hasPassed: false,
      run(.usual, ["x"]) + run(.failing, ["y"]) + [message, message])
    claimEqual(test.messages, ["Order\nmatters"])
    #expect(StoryText(test, width: 80).text.contains("Order\nmatters\n"))
  }
}
