import TestEvents
import Core
import FocusedTestStore
import ReducerDebugging
import SourceReading

/// The code with which the store or the scoped store of the test asserts a change.
struct ScopedStoreCode {
  /// The statements of a closure of the scoped store. Empty if a field outside its state changed.
  let statements: [AssertionCode.Statement]
  /// The lines that call the scoped store, given the name of the store in the test.
  let call: (String) -> [String]?
}

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
    /// An effect of a send. Recorded in a run without a mutant, because only there does the effect start and keep
    /// running.
    case start(sentAt: CallSite)
  }

  private var missing: Missing?
  /// The line of the latest call of the store.
  private(set) var lastCall: CallSite?
  /// The line that sent or asserted the step in which a field was missing.
  private var stepCall: CallSite?
  /// The line of the first call after that which drops the received actions: a send or a skip.
  private var nextDrop: CallSite?
  /// The actions of effects since the latest such call, except late ones. They are also sent without a mutant.
  private var regular: [Action] = []

  /// The code of missing fields for the scoped store whose call asserts their step.
  var scopedCode: ScopedStoreCode?
  /// The name of the store in the test, by the lines that call a scoped store.
  private var namesOfScopedStores: [CallSite: () -> String] = [:]

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
      return later(AssertionCode.call(action, isSent: false))
    case .cancellation(let action?):
      return absence(of: action).flatMap { later([$0]) }
    case .cancellation(nil):
      return code(["await store.finish()"], .atEnd, at: lastCall)
    case .dismissal:
      return code([Self.check("store.isDismissed")], .atEnd, at: lastCall)
    case .start(let call):
      return runningCheck(of: call, lastCall)
    }
  }

  /// The code that asserts fields at the step in which they were missing.
  private func code(
    _ statements: [AssertionCode.Statement], _ action: Action, isSent: Bool
  ) -> MutantCode? {
    guard let stepCall else {
      return later(AssertionCode.call(action, isSent: false, assigning: statements))
    }
    let (source, callOfStep) = TestSources.call(at: stepCall)
    // A call of a scoped store can only assert the scoped state.
    let own = scopedCode?.statements ?? statements
    let lines = own.flatMap(\.lines)
    if callOfStep?.closure != nil {
      return own.isEmpty ? nil : code(lines, .inClosure, at: stepCall)
    }
    if !own.isEmpty, let call = callOfStep.flatMap({ Self.plainCall($0, in: source) }) {
      let end = "\(call[call.count - 1]) {"
      return code(
        call.dropLast() + [end] + lines.map { "  \($0)" } + ["}"], .replacingCall, at: stepCall,
        names: false)
    }
    let ofScopedStore = own.isEmpty ? nil : scopedCode?.call(Self.storeName(at: stepCall))
    let call = ofScopedStore ?? AssertionCode.call(action, isSent: isSent, assigning: statements)
    if AssertionCode.isClosure(call) { return nil }
    return code(call, .replacingCall, at: stepCall, names: ofScopedStore == nil)
  }

  /// The call that fails if a late action was received, and passes without a mutant.
  private func absence(of late: Action) -> String? {
    let failing = Set(regular.flatMap(AssertionCode.assertNotReceived))
    return AssertionCode.assertNotReceived(late).first { !failing.contains($0) }
  }

  /// Code that must precede the next call that drops the received actions.
  private func later(_ lines: [String]) -> MutantCode? {
    if let nextDrop { return code(lines, .before, at: nextDrop) }
    return lastCall.flatMap { code(lines, .atEnd, at: $0) }
  }

  /// - Parameter names: Whether the lines call the store by its name in the test.
  private func code(
    _ lines: [String], _ place: MutantCode.Place, at callSite: CallSite, names: Bool = true
  ) -> MutantCode {
    let store = namesOfScopedStores[callSite]?() ?? Self.storeName(at: callSite)
    var lines = lines.flatMap(\.lines).map(String.init)
    // Only calls of the store are renamed, because a closure's lines may use the name for other
    // values.
    if names, store != "store", place != .inClosure, !lines.isEmpty {
      lines[0] = lines[0].replacing("store.", with: "\(store).", maxReplacements: 1)
    }
    let line = place == .atEnd ? Self.lastLine(ofStatementAt: callSite) : nil
    return MutantCode(
      file: "\(callSite.fileID)", line: line ?? Int(callSite.line), place: place, lines: lines)
  }

  /// The lines of a statement that is only a call without a closure.
  private static func plainCall(_ call: MethodCall, in source: SwiftSource) -> [String]? {
    guard ["send", "receive"].contains(call.method),
      source.text(call.arguments.lowerBound) != "inOrder",
      source.value(of: "assert", in: call.arguments) == nil,
      let statement = source.statement(around: call.tokens.lowerBound),
      source.use(of: call, by: statement) != nil,
      statement.contains(where: { source.text($0) == "await" })
    else { return nil }
    return source.lines(statement)
  }

  /// The last line of the statement that contains a call. Code that is added after the first line would be
  /// inside the statement.
  private static func lastLine(ofStatementAt callSite: CallSite) -> Int? {
    let (source, call) = TestSources.call(at: callSite)
    return call.flatMap { source.statement(around: $0.tokens.lowerBound) }
      .map { source.lineRange(of: $0).upperBound }
  }

  private static func storeName(at callSite: CallSite) -> String {
    TestSources.receiver(at: callSite) ?? "store"
  }

  /// The check that the effect that a call started is still running.
  private func runningCheck(of callSite: CallSite, _ lastCall: CallSite) -> MutantCode? {
    let (source, call) = TestSources.call(at: callSite)
    guard let call,
      let statement = source.statement(around: call.tokens.lowerBound)
    else { return nil }
    if let task = source.declaration(statement), task.keyword == "let", task.names.count == 1 {
      return code([Self.check("!\(task.name).isFinished")], .atEnd, at: lastCall)
    }
    guard source.text(statement.lowerBound) == "await" else { return nil }
    let lines = source.lines(statement)
    let changed = ["let task = " + lines[0]] + lines.dropFirst()
    return MutantCode(
      file: "\(callSite.fileID)", line: Int(callSite.line), place: .replacingCall,
      lines: changed + [Self.check("!task.isFinished")])
  }

  private static func check(_ condition: String) -> String {
    TestProcess.isInSwiftTesting ? "#expect(\(condition))" : "XCTAssertTrue(\(condition))"
  }
}

extension AssertionCode {
  /// The calls that fail if an action was received: the first for each action of its case, the last for the action
  /// alone.
  fileprivate static func assertNotReceived<Action>(_ action: Action) -> [String] {
    let literal = SourceLiteral(action)
    let isComparable = Action.self is any Equatable.Type && literal.isPasteable
    return [caseArgument(for: action, withValue: false), isComparable ? literal.text : nil]
      .compactMap { $0.map { "await store.assertNotReceived(\($0))" } }
  }
}
