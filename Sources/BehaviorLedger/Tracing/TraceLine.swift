import Foundation

/// One line of a trace.
package enum TraceLine: Hashable, Sendable {
  case header(version: Int)
  case event(TraceEvent)

  /// Understands a line without its line feed, or returns `nil` if it is damaged or not a trace's.
  package init?(_ data: Data) {
    guard let object = try? JSONDecoder().decode(Object.self, from: data) else { return nil }
    if let version = object.trace {
      self = .header(version: version)
    } else if let event = object.event {
      self = .event(event)
    } else {
      return nil
    }
  }

  fileprivate struct Object: Codable {
    var trace: Int?
    var store: TracedStore?
    var call: TracedCall?
    var answer: TracedAnswer?
    var step: TracedStep?
    var outcome: TracedOutcome?
    var assertion: TracedAssertion?

    var event: TraceEvent? {
      store.map(TraceEvent.store) ?? call.map(TraceEvent.call)
        ?? answer.map(TraceEvent.answer) ?? step.map(TraceEvent.step)
        ?? outcome.map(TraceEvent.outcome) ?? assertion.map(TraceEvent.assertion)
    }
  }
}

extension TraceEvent {
  /// The event's line, line feed included.
  package var line: String {
    var object = TraceLine.Object()
    switch self {
    case .store(let store): object.store = store
    case .call(let call): object.call = call
    case .answer(let answer): object.answer = answer
    case .step(let step): object.step = step
    case .outcome(let outcome): object.outcome = outcome
    case .assertion(let assertion): object.assertion = assertion
    }
    return JSONLines.line(of: object)
  }
}
