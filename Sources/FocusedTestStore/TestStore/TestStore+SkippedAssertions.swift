import Core

/// The notes of `.off(showSkippedAssertions: true)`: one for each step, at its line.
extension TestStore {
  /// Notes the changes of a step that its closure does not assert.
  func noteSkippedChanges(
    of action: Action, isSent: Bool, _ update: ((inout State) throws -> Void)?,
    by call: TestCall<State, Action>, before: State, after: State,
    generators: GeneratorPositions
  ) {
    guard !comparison.areEqual(before, after) else { return }
    func statements(from before: State, isOfPart: Bool) -> [AssertionCode.Statement] {
      isOfPart
        ? call.lens?.statements(from: before, to: after) ?? []
        : AssertionCode.statements(from: before, to: after)
    }
    let isOfPart = call.lens?.holdsDifference(before, after) == true
    func wholeCall() -> [String] {
      let statements = statements(from: before, isOfPart: isOfPart)
      let code = isOfPart ? call.code(action, isSent: isSent, assigning: statements) : nil
      return code
        ?? AssertionCode.call(
          action, isSent: isSent, on: recorder.storeName, assigning: statements)
    }
    guard let update else {
      let statements = statements(from: before, isOfPart: isOfPart)
      return note(
        FailureMessages.skippedClosure(of: action, statements: statements, code: wholeCall()),
        at: call.callSite)
    }
    func apply(to state: State, _ target: AssertionContext.Target) throws -> State {
      try withoutRepeatingIssues {
        try self.apply(
          update, to: state, stepFrom: before, generators: generators, target: target)
      }
    }
    if let lens = call.lens, !isOfPart {
      // The closure of a scoped store cannot assert these.
      note(
        FailureMessages.skippedOutside(lens.name, of: action, code: wholeCall()),
        at: call.callSite)
      return
    }
    // A closure that describes a change has already run on the state before (S14). There, one that states values
    // might reach for elements that the step added.
    let applied = try? apply(to: after, .actual(isAfterStep: true))
    let statesValues = applied.map { comparison.areEqual($0, after) } ?? false
    let reversion = statesValues ? Difference.between(before, after)?.oldWithLongerArrays : nil
    var start = before
    var addsPositions = false
    switch reversion {
    case .partial(let state as State): (start, addsPositions) = (state, true)
    case .partial, .impossible:
      let statements = statements(from: before, isOfPart: isOfPart)
      return note(FailureMessages.changes(of: action, statements: statements), at: call.callSite)
    case .complete, .none?, nil: break
    }
    guard let said = try? apply(to: start, .other) else { return }
    let statements = statements(from: said, isOfPart: isOfPart)
    guard !statements.isEmpty else { return }
    // What the closure reaches for may be in an array that it does not assert.
    let comeFirst = addsPositions && Difference.between(said, after)?.shortensAnArray == true
    note(
      FailureMessages.skippedChanges(of: action, statements: statements, comeFirst: comeFirst),
      at: call.callSite)
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
