import Core

/// The notes of `.off(showSkippedAssertions: true)`: one for each step, at its line.
extension TestStore {
  /// Notes the changes of a step that its closure does not assert.
  func noteSkippedChanges(
    of action: Action, isSent: Bool, _ update: ((inout State) throws -> Void)?,
    _ part: (any StorePart<State, Action>)?, before: State, after: State,
    generators: GeneratorPositions, at callSite: CallSite
  ) {
    guard !comparison.areEqual(before, after) else { return }
    func statements(from before: State, isOfPart: Bool) -> [AssertionCode.Statement] {
      isOfPart
        ? part?.statements(from: before, to: after) ?? []
        : AssertionCode.statements(from: before, to: after)
    }
    let isOfPart = part?.holdsDifference(before, after) == true
    func wholeCall() -> [String] {
      let statements = statements(from: before, isOfPart: isOfPart)
      let part = isOfPart ? part.map { call(by: $0, at: callSite) } : nil
      return part?.code(action, isSent, statements)
        ?? AssertionCode.call(action, isSent: isSent, assigning: statements)
    }
    guard let update else {
      return note(FailureMessages.skippedClosure(of: action, code: wholeCall()), at: callSite)
    }
    func apply(to state: State) throws -> State {
      try withoutRepeatingIssues {
        try self.apply(update, to: state, stepFrom: before, generators: generators)
      }
    }
    // A closure that states values has not run on the state before, where it could trap.
    let source = ClosureSource(at: callSite)
    let statesValues = { (try? apply(to: after)).map { Difference.between($0, after) == nil } }
    if let part, !isOfPart {
      // What its closure cannot say.
      note(
        FailureMessages.skippedOutside(part.name, of: action, code: wholeCall()), at: callSite)
    } else if source.reachesBeyond(before, after: after), statesValues() == true {
      let statements = statements(from: before, isOfPart: isOfPart)
      note(FailureMessages.changes(of: action, statements: statements), at: callSite)
    } else if let said = try? apply(to: before) {
      let statements = statements(from: said, isOfPart: isOfPart)
      guard !statements.isEmpty else { return }
      note(FailureMessages.skippedChanges(of: action, statements: statements), at: callSite)
    }
  }

  /// Notes the received actions that nothing asserts, each at the line of the step before it.
  ///
  /// - Parameter next: The line before which they could have been asserted, if there is one.
  func noteSkippedActions(before next: CallSite?) {
    recorder.noteUnasserted(before: next, present: runtime.state, orElseAt: creation)
  }

  private func note(_ message: String, at callSite: CallSite) {
    Issues.report(message, severity: .note, at: callSite)
  }
}
