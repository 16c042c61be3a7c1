import TestEvents
import Core
import FocusedTestStore
import ReducerDebugging
import SourceReading

/// Finds the code that would have noticed a missing outcome.
///
/// The code asserts the first time that the outcome was missing. Until then the test has run as without a mutant, so
/// the values are correct.
struct MutantCodeFinder<Action> {
  enum Missing {
    /// Fields were restored after a step of an action.
    case fields(statements: [AssertionCode.Statement], step: Int, action: Action, isSent: Bool)
    case action(Action)
    /// An effect that should have been cancelled continues. A late action or the end of the test shows it.
    case cancellation(late: Action?)
    case dismissal
  }

  private var missing: Missing?
  /// The line of the latest call of the store.
  private var lastCall: CallSite?
  /// The line that sent or asserted the step in which a field was missing.
  private var stepCall: CallSite?
  /// The line of the first call after that which drops the received actions: a send or a skip.
  private var nextDrop: CallSite?
  /// The actions of effects since the latest such call, except late ones. They are also sent without a mutant.
  private var regular: [Action] = []

  /// The name of the store in the test, by the lines that call a scoped store.
  private var namesOfScopedStores: [CallSite: () -> String] = [:]

  /// How tests name the case of a received action.
  var caseNaming: AssertionCode.CaseNaming?

  /// The maximum number of lines of a closure's code.
  private static var lineLimit: Int { 40 }

  // MARK: - What happens

  /// Records a call of a scoped store.
  mutating func note<State>(_ lens: StoreLens<State, Action>?, at callSite: CallSite) {
    if let lens { namesOfScopedStores[callSite] = { lens.store } }
  }

  mutating func willSend(at callSite: CallSite) {
    willDropReceived(at: callSite)
    lastCall = callSite
  }

  /// Records a call that drops the received actions.
  mutating func willDropReceived(at callSite: CallSite) {
    guard nextDrop == nil else { return }
    // A later action can show the mutant if this one is also received without it.
    if case .cancellation(let late?) = missing, absence(of: late) == nil { missing = nil }
    if missing == nil { regular = [] } else { nextDrop = callSite }
  }

  mutating func didAssert(_ step: Int, at callSite: CallSite) {
    lastCall = callSite
    if case .fields(_, step, _, isSent: false) = missing { stepCall = callSite }
  }

  /// Records an action of an effect.
  ///
  /// - Parameter isLate: Whether the effect should have been cancelled.
  mutating func note(received action: Action, isLate: Bool) {
    if isLate {
      note(.cancellation(late: action))
    } else if nextDrop == nil {
      regular.append(action)
    }
  }

  /// Records a missing outcome, unless another one was recorded before.
  mutating func note(_ missing: Missing) {
    guard self.missing == nil else { return }
    self.missing = missing
    if case .fields(_, _, _, isSent: true) = missing { stepCall = lastCall }
  }

  // MARK: - The code

  /// The code that asserts the missing outcome. `nil` if no outcome was missing, or if no assertion about the store
  /// would show it.
  func code() -> MutantCode? {
    guard let missing, let lastCall else { return nil }
    switch missing {
    case .fields(let statements, _, let action, let isSent):
      // Comments assert nothing, and code that is too long to be pasted doesn't help.
      guard !statements.allSatisfy(\.isComment),
        statements.map(\.lines.count).reduce(0, +) <= Self.lineLimit
      else { return nil }
      return code(statements, action, isSent: isSent)
    case .action(let action):
      return later(AssertionCode.call(action, isSent: false, naming: caseNaming))
    case .cancellation(let action?):
      return absence(of: action).flatMap { later([$0]) }
    case .cancellation(nil):
      return code(["await store.finish()"], .atEnd, at: lastCall)
    case .dismissal:
      let claim = TestProcess.isInSwiftTesting ? "#expect" : "XCTAssertTrue"
      return code(["\(claim)(store.isDismissed)"], .atEnd, at: lastCall)
    }
  }

  /// The code that asserts fields at the step in which they were missing.
  private func code(
    _ statements: [AssertionCode.Statement], _ action: Action, isSent: Bool
  ) -> MutantCode? {
    guard let stepCall else {
      return later(
        AssertionCode.call(action, isSent: false, naming: caseNaming, assigning: statements))
    }
    if TestSources.call(at: stepCall).call?.closure != nil {
      // The closure of a scoped store can only assert the scoped state.
      let isScoped = namesOfScopedStores[stepCall] != nil
      return isScoped ? nil : code(statements.flatMap(\.lines), .inClosure, at: stepCall)
    }
    // A sent action without a literal can't be written again.
    if isSent, AssertionCode.argument(for: action, isSent: true) == nil { return nil }
    let call = AssertionCode.call(
      action, isSent: isSent, naming: caseNaming, assigning: statements)
    return code(call, .replacingCall, at: stepCall)
  }

  /// The call that fails if a late action was received, and passes without a mutant.
  private func absence(of late: Action) -> String? {
    let failing = Set(regular.flatMap(assertNotReceived))
    return assertNotReceived(late).first { !failing.contains($0) }
  }

  /// The calls that fail if an action was received: the first for each action of its case, the last for the action
  /// alone.
  private func assertNotReceived(_ action: Action) -> [String] {
    let literal = SourceLiteral(action)
    let isComparable = Action.self is any Equatable.Type && literal.isPasteable
    let anyOfCase = AssertionCode.caseArgument(for: action, withValue: false, naming: caseNaming)
    return [anyOfCase, isComparable ? literal.text : nil]
      .compactMap { $0.map { "await store.assertNotReceived(\($0))" } }
  }

  /// Code that must precede the next call that drops the received actions.
  private func later(_ lines: [String]) -> MutantCode? {
    if let nextDrop { return code(lines, .before, at: nextDrop) }
    return lastCall.flatMap { code(lines, .atEnd, at: $0) }
  }

  private func code(
    _ lines: [String], _ place: MutantCode.Place, at callSite: CallSite
  ) -> MutantCode {
    let receiver = TestSources.call(at: callSite).call?.receiver
    let store = namesOfScopedStores[callSite]?() ?? receiver ?? "store"
    var lines = lines.flatMap(\.lines).map(String.init)
    // Only calls of the store are renamed, because a closure's lines may use the name for other
    // values.
    if store != "store", place != .inClosure, !lines.isEmpty {
      lines[0] = lines[0].replacing("store.", with: "\(store).", maxReplacements: 1)
    }
    return MutantCode(
      file: "\(callSite.fileID)", line: Int(callSite.line), place: place, lines: lines)
  }
}
