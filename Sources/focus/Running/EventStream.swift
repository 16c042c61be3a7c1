import TestEvents
import Foundation

/// What a run's event stream says of the tests of Swift Testing.
///
/// The stream is what `--event-stream-output-path` writes: JSON lines, each written when it happens, so a
/// process that crashes has said all but its last. Lines that are damaged or not known are skipped.
package struct EventStream: Hashable, Sendable {
  /// The outcomes, by the names that the ledger has for the tests. A suite has none.
  package private(set) var outcomes: [String: TestOutcome] = [:]

  /// How long the tests took that came to their end, in seconds.
  package private(set) var durations: [String: Double] = [:]
  private var starts: [String: Double] = [:]

  /// Whether the run has begun.
  package private(set) var hasBegun = false

  /// All that was reported, in order.
  package private(set) var issues: [Issue] = []

  /// What was reported, and when, in seconds since 1970.
  package struct Issue: Hashable, Sendable {
    package var issue: TracedIssue
    package var time: Double
  }

  /// What was reported for no test: an issue of a suite, or of a task that no test knows of.
  package private(set) var strayIssues: [String] = []

  package init() {}

  package init(_ stream: Data) {
    var places: [String: String] = [:]
    for line in stream.lines {
      guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
        let payload = object["payload"] as? [String: Any]
      else { continue }
      if object["kind"] as? String == "test" {
        if payload["kind"] as? String == "function", let id = payload["id"] as? String {
          places[id] = Self.name(ofID: id)
        }
      } else {
        add(payload, names: places)
      }
    }
  }

  private mutating func add(_ event: [String: Any], names: [String: String]) {
    let test = (event["testID"] as? String).flatMap { names[$0] }
    let time = (event["instant"] as? [String: Any])?["absolute"] as? Double
    switch event["kind"] as? String {
    case "runStarted":
      hasBegun = true
    case "testStarted":
      if let test, outcomes[test] == nil {
        outcomes[test] = .unfinished
        starts[test] = time
      }
    case "testSkipped", "testCancelled":
      if let test, outcomes[test] != .failed { outcomes[test] = .skipped }
    case "testEnded":
      if let test, outcomes[test] == .unfinished { outcomes[test] = .passed }
      if let test, let time, let start = starts[test] { durations[test] = time - start }
    case "issueRecorded":
      issues.append(Issue(event))
      guard Self.isFailure(event) else { return }
      if let test {
        outcomes[test] = .failed
      } else {
        strayIssues.append(Self.texts(of: event).first ?? "an issue")
      }
    default:
      break
    }
  }

  /// Whether an issue makes its test fail: one that is not known, and no warning.
  fileprivate static func isFailure(_ event: [String: Any]) -> Bool {
    guard let issue = event["issue"] as? [String: Any] else { return true }
    if issue["isKnown"] as? Bool == true { return false }
    return (issue["severity"] ?? issue["_severity"]) as? String != "warning"
  }

  fileprivate static func texts(of event: [String: Any]) -> [String] {
    let messages = event["messages"] as? [[String: Any]] ?? []
    return messages.compactMap { $0["text"] as? String }
  }

  /// The name that the ledger has for a test: its id without file, line and column.
  package static func name(ofID id: String) -> String {
    guard let slash = id.lastIndex(of: "/") else { return id }
    let place = id[slash...].split(separator: ":", omittingEmptySubsequences: false)
    let isPlace = place.count >= 3 && place.suffix(2).allSatisfy { Int($0) != nil }
    return isPlace ? String(id[..<slash]) : id
  }
}

extension EventStream.Issue {
  fileprivate init(_ event: [String: Any]) {
    let issue = event["issue"] as? [String: Any]
    let place = issue?["sourceLocation"] as? [String: Any]
    var texts = EventStream.texts(of: event)
    // What was recorded by itself says nothing else there.
    if texts.count > 1, texts[0] == "Issue recorded" { texts.removeFirst() }
    let isKnown = issue?["isKnown"] as? Bool == true
    self.issue = TracedIssue(
      kind: isKnown ? .known : EventStream.isFailure(event) ? .failure : .note,
      message: texts.joined(separator: "\n"), file: place?["fileID"] as? String,
      line: place?["line"] as? Int)
    time = (event["instant"] as? [String: Any])?["since1970"] as? Double ?? .infinity
  }
}

/// How a test of a run ended.
package enum TestOutcome: Hashable, Sendable {
  case passed
  case failed

  /// It was left out, or stopped itself.
  case skipped

  /// It began and did not end, because its process did not go on.
  case unfinished
}
