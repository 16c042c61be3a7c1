import Foundation
import TestEvents
import Testing
import focus

/// Issues from Swift Testing's event stream, merged into a trace.
struct TracedIssueTests {
  private func event(_ line: Int, at time: Double, isKnown: Bool = false) -> String {
    """
    {"kind":"event","payload":{"instant":{"since1970":\(time)},"issue":{"isKnown":\(isKnown),\
    "sourceLocation":{"fileID":"A/b.swift","line":\(line)}},"kind":"issueRecorded","messages":\
    [{"text":"Issue recorded"},{"text":"No"}]},"version":0}
    """
  }

  @Test func `issues stand between the events at their time`() {
    let call = TimelineRow(.call, "settle")
    let own = TimelineRow(.failure, "x")
    let text =
      Trace.header + TimelineRow.line(call, number: 0, at: 1)
      + TimelineRow.line(own, number: 1, at: 1.5) + TimelineRow.line(call, number: 2, at: 2)
    let trace = Trace(contents: Data(text.utf8))
    let log = RunLog(
      stream: Data(
        [event(3, at: 9), event(2, at: 1.5, isKnown: true)].joined(separator: "\n").utf8))
    func issue(_ kind: TimelineRow.Kind, _ line: Int) -> TimelineRow {
      TimelineRow(kind, "No", at: LedgerLocation(file: "A/b.swift", line: line))
    }
    #expect(trace.rows(with: log.issues) == [call, issue(.known, 2), call, issue(.failure, 3)])
    // Without an event stream, as under XCTest, the trace keeps the issues that it recorded.
    claimEqual(trace.rows(with: []), [call, own, call])
  }
}
