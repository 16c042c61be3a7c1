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
    var step: TracedStep?
    var outcome: TracedOutcome?
    var assertion: TracedAssertion?

    var event: TraceEvent? {
      store.map(TraceEvent.store) ?? call.map(TraceEvent.call) ?? step.map(TraceEvent.step)
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
    case .step(let step): object.step = step
    case .outcome(let outcome): object.outcome = outcome
    case .assertion(let assertion): object.assertion = assertion
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(object)) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

extension Behavior: Codable {
  private enum CodingKeys: String, CodingKey {
    case feature, action, outcome, name
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let kind = Outcome.Kind(rawValue: try container.decode(String.self, forKey: .outcome))
    let name = try container.decodeIfPresent(String.self, forKey: .name)
    guard let outcome = kind.flatMap({ Outcome(kind: $0, name: name) }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .outcome, in: container, debugDescription: "Not the kind of an outcome.")
    }
    self.init(
      feature: try container.decode(String.self, forKey: .feature),
      action: try container.decode(String.self, forKey: .action), outcome: outcome)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(feature, forKey: .feature)
    try container.encode(action, forKey: .action)
    try container.encode(outcome.kind.rawValue, forKey: .outcome)
    try container.encodeIfPresent(outcome.name, forKey: .name)
  }
}
