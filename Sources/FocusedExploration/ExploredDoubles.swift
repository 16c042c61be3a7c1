import Core
import FocusedTestStore

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
