import Core
import SourceReading

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
        ?? AssertionCode.call(
          action, isSent: isSent, on: recorder.storeName, assigning: statements)
    }
    guard let update else {
      let statements = statements(from: before, isOfPart: isOfPart)
      return note(
        FailureMessages.skippedClosure(of: action, statements: statements, code: wholeCall()),
        at: callSite)
    }
    func apply(to state: State, _ target: AssertionContext.Target) throws -> State {
      try withoutRepeatingIssues {
        try self.apply(
          update, to: state, stepFrom: before, generators: generators, target: target)
      }
    }
    // A closure that states values has not run on the state before, where it could trap.
    func statesValues() -> Bool {
      let applied = try? apply(to: after, .actual(isAfterStep: true))
      return applied.map { Difference.between($0, after) == nil } ?? false
    }
    if let part, !isOfPart {
      // What its closure cannot say.
      note(
        FailureMessages.skippedOutside(part.name, of: action, code: wholeCall()), at: callSite)
    } else if mayTrap(at: callSite, on: before, after: after), statesValues() {
      let statements = statements(from: before, isOfPart: isOfPart)
      note(FailureMessages.changes(of: action, statements: statements), at: callSite)
    } else if let said = try? apply(to: before, .other) {
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

  /// Whether a closure reaches for something that the step added, as far as its source shows.
  private func mayTrap(at callSite: CallSite, on before: State, after: State) -> Bool {
    let source = SourceFiles.source(at: callSite)
    guard let closure = source.call(at: callSite)?.closure else { return false }
    let accesses = ClosureAccesses(closure, in: source)
    guard accesses.namesPositions, !accesses.computesPlaces else { return accesses.computesPlaces }
    let changes = Difference.between(before, after)?.fieldChanges ?? []
    return changes.contains { change in
      guard
        case (.list(let old), .list(let new)) = (
          ValueStructure(of: change.old), ValueStructure(of: change.new)
        )
      else { return false }
      return old.elementCount < new.elementCount
    }
  }

  private func note(_ message: String, at callSite: CallSite) {
    Issues.report(message, severity: .note, at: callSite)
  }
}
