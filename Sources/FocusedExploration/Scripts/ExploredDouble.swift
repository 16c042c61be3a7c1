import Core
import FocusedTestStore

/// A clock or a stub of an explored test. Its possible events are choices, too.
protocol ExploredDouble: AnyObject, Sendable {
  /// The name of a stub.
  var stubName: String? { get }
  /// The events that could happen here now, in a fixed order.
  func possibleEvents() -> [PossibleEvent]
  /// Adds the pending calls or sleepers to the hash of a state.
  func addPending(to parts: inout StateParts)
}

extension ExploredDouble {
  var stubName: String? { nil }
}

/// An event in a test that none of its effects causes: an action of the user, an answer, the passing of time.
struct PossibleEvent {
  /// A hash that identifies the event.
  let label: () -> UInt64
  /// The name of the event in a note.
  let name: () -> String
  /// The statement that makes it happen.
  let code: (inout ScriptCode) -> Void
  /// Makes it happen. The effects that follow run later.
  let begin: () -> Void
  /// Whether there is more of it when effects are idle again.
  var goesOn: () -> Bool = { false }
}

extension TestClock: ExploredDouble {
  /// The next sleeper wakes, and others with the same deadline after it.
  func possibleEvents() -> [PossibleEvent] {
    guard let (deadline, span) = nextDeadline else { return [] }
    return [
      PossibleEvent(
        label: { StateParts(of: span).hash },
        name: { "a sleeper of a TestClock" },
        code: { $0.advance(ObjectIdentifier(self), by: span) },
        begin: { self.wakeNext(upTo: deadline) },
        goesOn: { self.hasSleeper(upTo: deadline) })
    ]
  }

  func addPending(to parts: inout StateParts) {
    parts.add(pendingSpans)
  }
}

extension Stub: ExploredDouble {
  var stubName: String? { name }

  /// Each pending call is answered with each of the results.
  func possibleEvents() -> [PossibleEvent] {
    let (calls, answers) = possibleAnswers
    return calls.enumerated().flatMap { position, call in
      answers.enumerated().map { number, answer in
        PossibleEvent(
          label: {
            var parts = StateParts(of: self.name)
            parts.add(call.input)
            parts.add(number)
            return parts.hash
          },
          name: { "\(self.name), answered with \(FailureMessages.name(answer))" },
          code: {
            $0.answer(
              toStub: self.name, with: answer, position: position, among: calls.map(\.input))
          },
          begin: { self.answerCall(call.id, with: answer) })
      }
    }
  }

  func addPending(to parts: inout StateParts) {
    parts.add(possibleAnswers.calls.map(\.input))
  }
}
