import SourceReading
import TestEvents

extension TracedTest {
  /// A statement of the test.
  package struct Unit: Sendable {
    package let tokens: Range<Int>
    package let kind: Kind
    package let declared: [String]
    /// The actions that were reduced during the statement, in order.
    package var steps: [TracedStep] = []
    package var outcomes: [TracedOutcome] = []
    package var assertions: [TracedAssertion] = []
    /// The steps whose effects made the stub calls that the statement answers.
    package var answeredSteps: [Int] = []
  }

  package enum Kind: Hashable, Sendable {
    /// A declaration before the store, or one that any trial can repeat.
    case declaration
    /// A declaration after the store's creation whose value has effects or reads the store.
    case binding
    /// Declares the store, and other values in the same tuple.
    case creation
    case send(StoreCallSource)
    case receive(StoreCallSource)
    /// `store.assert`.
    case assertion(StoreCallSource)
    /// `store.finish`, `settle`, `skipReceivedActions`, and similar calls.
    case end(StoreCallSource)
    /// An expectation of the test framework, or `assertNotReceived`.
    case check
    /// A clock's advance, or a stub's answer.
    case event
    /// A statement with steps in an inner block.
    case block
    case other
  }
}

extension TracedTest {
  /// The statements of a test.
  ///
  /// - Parameters:
  ///   - receivers: The names of the store and its scoped stores, beginning with the store.
  ///   - traced: The statements with calls of the store.
  static func units(
    of function: TestFunction, _ receivers: [String], traced: Set<Int>
  ) -> [Unit] {
    let source = function.source
    var isCreated = !function.statements.contains {
      source.declaration($0)?.names.contains(receivers[0]) == true
    }
    var variables: Set<String> = []
    return function.statements.enumerated().map { index, tokens in
      var kind = kind(
        of: tokens, in: source, receivers: receivers, isTraced: traced.contains(index))
      var declared = source.declaration(tokens)?.names ?? []
      let first = source.text(tokens.lowerBound)
      switch kind {
      case .creation: isCreated = true
      case .declaration where !isCreated && first == "var": variables.formUnion(declared)
      case .other where !isCreated && variables.contains(first):
        // A statement that changes a variable counts as its declaration.
        (kind, declared) = (.declaration, [first])
      case .declaration, .event, .block, .check, .other:
        // A declaration after the store's creation that has effects cannot run in every trial.
        guard isCreated, !declared.isEmpty, let equals = source.equals(in: tokens),
          Set(declared).isDisjoint(with: receivers)
        else { break }
        let names = source.names(in: equals..<tokens.upperBound)
        if kind != .declaration || !names.isDisjoint(with: ["try", "await", receivers[0]]) {
          kind = .binding
        }
      case .binding, .send, .receive, .assertion, .end: break
      }
      return Unit(tokens: tokens, kind: kind, declared: declared)
    }
  }

  private static func kind(
    of tokens: Range<Int>, in source: SwiftSource, receivers: [String], isTraced: Bool
  ) -> Kind {
    let declaration = source.declaration(tokens)
    let call = tokens.lowerBound..<source.startOfEnd(in: tokens)
    if let call = receivers.lazy.compactMap({ source.storeCall(call, on: $0) }).first,
      call.statement == tokens || call.method == "send"
    {
      switch call.method {
      case "send": return .send(call)
      case "receive": return .receive(call)
      case "assert": return .assertion(call)
      case "finish", "settle", "skipReceivedActions", "skipInFlightEffects":
        return .end(call)
      case "assertNotReceived": return .check
      default: break
      }
    }
    if declaration?.names.contains(receivers[0]) == true { return .creation }
    // A helper's calls belong to the statements that call the helper.
    if declaration?.keyword == "func" { return .declaration }
    let first = source.text(tokens.lowerBound)
    if isTraced {
      let hasStep = source.outerTokens(in: tokens).contains { index in
        receivers.contains(source.text(index)) && source.text(index + 1) == "."
      }
      let isEvent = !hasStep && source.names(in: tokens).isDisjoint(with: receivers)
      if isEvent, !SwiftSource.controlWords.contains(first) { return .event }
      return .block
    }
    if declaration != nil { return .declaration }
    if isExpectation(tokens, in: source) { return .check }
    return .other
  }

  static func isExpectation(_ tokens: Range<Int>, in source: SwiftSource) -> Bool {
    tokens.prefix(4).contains { index in
      let word = source.text(index)
      return ["#expect", "#require", "expectNoDifference"].contains(word)
        || word.hasPrefix("XCTAssert") || word == "XCTUnwrap"
    }
  }
}

extension TracedTest.Unit {
  var isSend: Bool { if case .send = kind { true } else { false } }
  var isReceive: Bool { if case .receive = kind { true } else { false } }
  var isEnd: Bool { if case .end(let call) = kind { call.method != "settle" } else { false } }

  /// Whether later statements can use a value that the statement produces.
  var producesResult: Bool { kind == .binding || isSend && !declared.isEmpty }

  /// The call of the store that the statement consists of, if it can have an assert closure.
  var call: StoreCallSource? {
    switch kind {
    case .send(let call), .receive(let call), .assertion(let call): call
    default: nil
    }
  }

  /// The call that sends or receives an action.
  var actionCall: StoreCallSource? { isSend || isReceive ? call : nil }

  /// The action that the statement sends directly.
  var sentStep: TracedStep? { steps.first { $0.cause == nil } }
}

extension SwiftSource {
  /// The first token of the `.finish()` or `.cancel()` at the end of a statement, or else the end of the statement.
  fileprivate func startOfEnd(in statement: Range<Int>) -> Int {
    let start = max(statement.lowerBound, statement.upperBound - 4)
    let end = (start..<statement.upperBound).map { text($0) }
    return [".finish()", ".cancel()"].contains(end.joined()) ? start : statement.upperBound
  }

  /// The lines of a step that asserts nothing: the call without its assert closure, and what the statement does with
  /// its task.
  func setupLines(of call: StoreCallSource, _ unit: TracedTest.Unit, keepingResult: Bool)
    -> [String]
  {
    var lines = lines(of: call, keepingResult: keepingResult)
    let end = (call.statement.upperBound..<unit.tokens.upperBound).map { text($0) }
    lines[lines.count - 1] += end.joined()
    return lines
  }
}
