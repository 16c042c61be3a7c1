import TestEvents
import Testing
import focus

/// Two orders of a test, shown side by side.
struct TimelinePairTests {
  private func rows(_ names: [String]) -> [TimelineRow] {
    [TimelineRow(.store, "store of S", at: LedgerLocation(file: "a", line: 1))]
      + names.map { TimelineRow(.send, "send .\($0)") }
  }

  private func run(_ role: TimelineRow.Role, _ names: [String]) -> [TimelineRow] {
    begin(role) + rows(names) + begin(nil)
  }

  private func begin(_ role: TimelineRow.Role?) -> [TimelineRow] {
    [TimelineRow(.run, "", role: role)]
  }

  private func issue(_ kind: TracedIssue.Kind, _ message: String) -> TimelineRow {
    TimelineRow(TracedIssue(kind: kind, message: message, file: "a", line: 3))
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
      TimelineText(test, width: 63).text == """
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
    let page = TimelinePage(test).text
    claimEqual(page.components(separatedBy: "first difference</td>").count, 2)
  }

  @Test func `orders differ where another effect of the same name acts`() throws {
    let names = ["load", "load #2"]
    func rows(_ first: Int, _ second: Int) -> [TimelineRow] {
      [
        TimelineTests.start(0, "load"), TimelineTests.start(1, "load #2"),
        TimelineTests.call(LedgerLocation(file: "a", line: 1)),
        TimelineTests.end(first, .end, names[first]),
        TimelineTests.end(second, .end, names[second]),
      ]
    }
    let test = ShownTest(
      name: "A.b/c", hasPassed: false, begin(.failing) + rows(1, 0), usual: rows(0, 1))
    let pair = try #require(test.pair)
    claimEqual(pair.firstDifference, 3)
  }

  @Test func `in two orders a failure keeps its lines and its position`() {
    let test = ShownTest(
      name: "A.b/c", hasPassed: false,
      run(.usual, ["x"]) + begin(.failing) + rows(["y"]) + [issue(.failure, "No\n\n− 1\n+ 2")])
    #expect(
      TimelinePage(test).text.contains(
        #"<th title="a:3">3</th><td>No<pre>− 1\#n+ 2</pre></td>"#))
  }

  @Test func `equal orders have no difference`() {
    let test = ShownTest(
      name: "A.b/c", hasPassed: false, run(.failing, ["x"]), usual: run(.usual, ["x"]))
    #expect(test.pair == nil)
  }

  @Test func `an exploration is shown as its shortest action sequence`() {
    let script = begin(.script) + rows(["s"]) + [issue(.known, "No")] + begin(nil)
    let test = ShownTest(name: "A.b/c", hasPassed: false, run(.usual, []) + script)
    #expect(test.pair == nil)
    claimEqual(test.timeline.lines.map(\.row.text), ["store of S", "send .s", "No"])
    claimEqual(test.timeline.firstFailure, 2)
  }

  @Test func `an issue about all orders is at the top`() {
    let message = issue(.failure, "Order\nmatters")
    let test = ShownTest(
      name: "A.b/c", hasPassed: false,
      run(.usual, ["x"]) + run(.failing, ["y"]) + [message, message])
    claimEqual(test.messages, ["Order\nmatters"])
    #expect(TimelineText(test, width: 80).text.contains("Order\nmatters\n"))
  }
}
