import BehaviorLedger
import Core
import ReducerDebugging

#if canImport(Testing)
  import Testing
#endif

/// Finds the code that would have noticed a missing outcome.
///
/// It looks at the first time that the outcome was missing: until then the test has run as without a
/// mutant, so the values are the right ones.
struct MutantCodeFinder<Action> {
  private enum Missing {
    case fields(statements: [AssertionCode.Statement], step: Int, action: Action, isSent: Bool)
    case action(Action)
    case cancellation(late: Action?, isInFlight: Bool)
    case dismissal
  }

  private var missing: Missing?
  /// The line of the latest call of the store.
  private var lastCall: CallSite?
  /// The line that sent or asserted the step in which a field was missing.
  private var stepCall: CallSite?
  /// The line of the first send after that.
  private var nextSend: CallSite?

  init() {}

  // MARK: - What happens

  mutating func willSend(at callSite: CallSite) {
    lastCall = callSite
    if missing != nil, nextSend == nil { nextSend = callSite }
  }

  mutating func didAssert(_ step: Int, at callSite: CallSite) {
    lastCall = callSite
    if case .fields(_, step, _, isSent: false) = missing { stepCall = callSite }
  }

  mutating func fieldsWereReverted(
    _ statements: [AssertionCode.Statement], in step: Int, after action: Action, isSent: Bool
  ) {
    guard missing == nil else { return }
    missing = .fields(statements: statements, step: step, action: action, isSent: isSent)
    if isSent { stepCall = lastCall }
  }

  mutating func actionWasLost(_ action: Action) {
    if missing == nil { missing = .action(action) }
  }

  mutating func storeWasNotDismissed() {
    if missing == nil { missing = .dismissal }
  }

  mutating func sparedEffectSent(_ action: Action) {
    if missing == nil { missing = .cancellation(late: action, isInFlight: false) }
  }

  mutating func effectIsStillInFlight() {
    if missing == nil { missing = .cancellation(late: nil, isInFlight: true) }
  }

  // MARK: - The code

  /// The code, or `nil` if nothing was missing or nothing in the store tells.
  func code() -> MutantCode? {
    guard let missing, let lastCall else { return nil }
    switch missing {
    case .fields(let statements, _, let action, let isSent):
      guard let stepCall else {
        return later(AssertionCode.receive(action, assigning: statements))
      }
      let source = SourceStatement.text(at: stepCall)
      var reader = StatementReader(source)
      if reader.closure() != nil {
        return code(statements.flatMap(\.lines), .inClosure, at: stepCall)
      }
      let call =
        isSent
        ? AssertionCode.send(action, assigning: statements)
        : AssertionCode.receive(action, assigning: statements)
      return code(call, .replacingCall, at: stepCall)
    case .action(let action):
      return later(AssertionCode.receive(action, assigning: []))
    case .cancellation(let action?, _):
      return later([AssertionCode.assertNotReceived(action)])
    case .cancellation(nil, _):
      return code(["await store.finish()"], .atEnd, at: lastCall)
    case .dismissal:
      return code([Self.dismissalCheck], .atEnd, at: lastCall)
    }
  }

  /// Code that must stand before the next send, which drops what was received.
  private func later(_ lines: [String]) -> MutantCode? {
    if let nextSend { return code(lines, .before, at: nextSend) }
    return lastCall.flatMap { code(lines, .atEnd, at: $0) }
  }

  private func code(
    _ lines: [String], _ place: MutantCode.Place, at callSite: CallSite
  ) -> MutantCode {
    let store = Self.storeName(in: SourceStatement.text(at: callSite))
    let lines = store == "store" ? lines : lines.map { $0.replacing("store.", with: "\(store).") }
    return MutantCode(
      file: "\(callSite.fileID)", line: Int(callSite.line), place: place, lines: lines)
  }

  /// What a test calls its store.
  private static func storeName(in statement: String) -> String {
    let call = statement.firstMatch(of: /([\w.]+)\.(?:send|receive|assert)\b/)
    return call.map { String($0.1) } ?? "store"
  }

  private static var dismissalCheck: String {
    #if canImport(Testing)
      if Test.current != nil { return "#expect(store.isDismissed)" }
    #endif
    return "XCTAssertTrue(store.isDismissed)"
  }
}
