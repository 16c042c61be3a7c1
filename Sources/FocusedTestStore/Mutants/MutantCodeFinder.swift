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
    case start(sentAt: CallSite)
  }

  private var missing: Missing?
  /// The line of the latest call of the store.
  private(set) var lastCall: CallSite?
  /// The line that sent or asserted the step in which a field was missing.
  private var stepCall: CallSite?
  /// The line of the first send after that.
  private var nextSend: CallSite?

  /// How many lines the code of a closure has at most.
  private static var lineLimit: Int { 40 }

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

  mutating func effectIsRunning(sentAt call: CallSite) {
    if missing == nil { missing = .start(sentAt: call) }
  }

  // MARK: - The code

  /// The code, or `nil` if nothing was missing or nothing in the store tells.
  func code() -> MutantCode? {
    guard let missing, let lastCall else { return nil }
    switch missing {
    case .fields(let statements, _, let action, let isSent):
      // Comments protect nothing, and what is too long to be pasted is no advice.
      guard !statements.allSatisfy(\.isComment),
        statements.map(\.lines.count).reduce(0, +) <= Self.lineLimit
      else { return nil }
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
      return code([Self.check("store.isDismissed")], .atEnd, at: lastCall)
    case .start(let call):
      return runningCheck(of: call, lastCall)
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

  /// The check that what a call has started is still running.
  private func runningCheck(of call: CallSite, _ lastCall: CallSite) -> MutantCode? {
    let lines = SourceStatement.text(at: call).split(separator: "\n")
    guard let first = lines.first else { return nil }
    let indent = first.prefix { $0 == " " }
    let statement = lines.map { line in
      String(line.hasPrefix(indent) ? line.dropFirst(indent.count) : line)
    }
    if let task = statement[0].prefixMatch(of: #/let (\w+) = /#) {
      return code([Self.check("!\(task.1).isFinished")], .atEnd, at: lastCall)
    }
    guard statement[0].hasPrefix("await ") else { return nil }
    let changed = ["let task = " + statement[0]] + statement.dropFirst()
    return MutantCode(
      file: "\(call.fileID)", line: Int(call.line), place: .replacingCall,
      lines: changed + [Self.check("!task.isFinished")])
  }

  private static func check(_ condition: String) -> String {
    #if canImport(Testing)
      if Test.current != nil { return "#expect(\(condition))" }
    #endif
    return "XCTAssertTrue(\(condition))"
  }
}
