/// One line of a trace: a header, or an event and its time.
struct TraceLine: Codable {
  /// The version of the format, in a header.
  var trace: Int?
  var store: TracedStore?
  var call: TracedCall?
  var answer: TracedAnswer?
  var step: TracedStep?
  var outcome: TracedOutcome?
  var assertion: TracedAssertion?
  var effect: TracedEffect?
  var wait: TracedWait?
  var end: TracedEnd?
  var stubCall: TracedStubCall?
  var clock: TracedClock?
  var issue: TracedIssue?
  var run: TracedRun?
  /// The time of the event, in seconds since 1970.
  var time: Double?

  var event: TraceEvent? {
    if let store { return .store(store) }
    if let call { return .call(call) }
    if let answer { return .answer(answer) }
    if let step { return .step(step) }
    if let outcome { return .outcome(outcome) }
    if let assertion { return .assertion(assertion) }
    if let effect { return .effect(effect) }
    if let wait { return .wait(wait) }
    if let end { return .end(end) }
    if let stubCall { return .stubCall(stubCall) }
    if let clock { return .clock(clock) }
    if let issue { return .issue(issue) }
    return run.map(TraceEvent.run)
  }

  mutating func renumberStores(by offset: Int) {
    store?.store &+= offset
    step?.store &+= offset
    outcome?.store &+= offset
    assertion?.store &+= offset
    answer?.id?.store &+= offset
    effect?.id.store &+= offset
    wait?.id.store &+= offset
    end?.id.store &+= offset
    stubCall?.id?.store &+= offset
  }
}

extension TraceEvent {
  /// The event's line, line feed included.
  package var line: String { line(at: nil) }

  /// - Parameter time: The time of the event, in seconds since 1970.
  package func line(at time: Double?) -> String {
    var object = TraceLine(time: time)
    switch self {
    case .store(let store): object.store = store
    case .call(let call): object.call = call
    case .answer(let answer): object.answer = answer
    case .step(let step): object.step = step
    case .outcome(let outcome): object.outcome = outcome
    case .assertion(let assertion): object.assertion = assertion
    case .effect(let effect): object.effect = effect
    case .wait(let wait): object.wait = wait
    case .end(let end): object.end = end
    case .stubCall(let call): object.stubCall = call
    case .clock(let clock): object.clock = clock
    case .issue(let issue): object.issue = issue
    case .run(let run): object.run = run
    }
    return JSONLines.line(of: object)
  }
}
