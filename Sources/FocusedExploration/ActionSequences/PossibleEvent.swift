import Core
import FocusedTestStore

/// A clock or a stub of an explored test. Its possible events are choices of the user.
protocol ExploredDouble: AnyObject, Sendable {
  /// The name of the double, if it is a stub.
  var stubName: String? { get }
  /// The events that could happen here now, in a fixed order.
  func possibleEvents() -> [PossibleEvent]
  /// The pending calls or sleepers.
  var pending: Any { get }
}

extension ExploredDouble {
  var stubName: String? { nil }
}

/// An event in a test that no effect causes: an action of the user, an answer, or the passing of time.
struct PossibleEvent {
  /// A hash that identifies the event.
  let label: () -> UInt64
  /// Adds the statement that makes the event happen.
  let code: (inout ActionSequenceCode) -> Void
  /// Makes the event happen. The effects that follow run later.
  let begin: () -> Void
  /// Whether the event continues when effects are idle again.
  var continues: () -> Bool = { false }
}

extension TestClock: ExploredDouble {
  /// The one possible event: the next sleeper wakes, and then the sleepers with the same deadline.
  func possibleEvents() -> [PossibleEvent] {
    guard let (deadline, span) = nextDeadline else { return [] }
    return [
      PossibleEvent(
        label: { ValueFingerprint(of: span).hash },
        code: { $0.advance(ObjectIdentifier(self), by: span) },
        begin: { self.wakeNext(upTo: deadline) },
        continues: { self.nextDeadline.map { $0.instant <= deadline } ?? false })
    ]
  }

  var pending: Any { pendingSpans }
}

extension Stub: ExploredDouble {
  var stubName: String? { name }

  /// An event for each pending call and each result that can answer the call.
  func possibleEvents() -> [PossibleEvent] {
    let (calls, answers) = possibleAnswers
    return calls.enumerated().flatMap { position, call in
      answers.enumerated().map { number, answer in
        PossibleEvent(
          label: {
            var fingerprint = ValueFingerprint(of: self.name)
            fingerprint.add(call.input)
            fingerprint.add(number)
            return fingerprint.hash
          },
          code: {
            $0.answer(
              toStub: self.name, with: answer, position: position, among: calls.map(\.input))
          },
          begin: { self.answerCall(call.id, with: answer) })
      }
    }
  }

  var pending: Any { possibleAnswers.calls.map(\.input) }
}
