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
    let call = TraceEvent.call(TracedCall(kind: .send, file: "a", line: 1))
    let own = TraceEvent.issue(TracedIssue(kind: .failure, message: "x", file: nil, line: nil))
    let text =
      Trace.header + call.line(at: 1) + own.line(at: 1.5) + call.line(at: 2)
    let trace = Trace(contents: Data(text.utf8))
    let log = RunLog(
      stream: Data(
        [event(3, at: 9), event(2, at: 1.5, isKnown: true)].joined(separator: "\n").utf8))
    func issue(_ kind: TracedIssue.Kind, _ line: Int) -> TraceEvent {
      .issue(TracedIssue(kind: kind, message: "No", file: "A/b.swift", line: line))
    }
    #expect(
      trace.events(with: log.issues) == [call, issue(.known, 2), call, issue(.failure, 3)])
    // Without an event stream, as under XCTest, the trace keeps the issues that it recorded.
    claimEqual(trace.events(with: []), [call, own, call])
  }
}
