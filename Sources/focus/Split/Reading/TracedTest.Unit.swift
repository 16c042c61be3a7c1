import SourceReading
import TestEvents

extension TracedTest {
  /// A statement of the test.
  package struct Unit: Sendable {
    package let tokens: Range<Int>
    package let kind: Kind
    /// The call of the store that the statement consists of, if it can have an assert closure.
    let call: StoreCallSource?
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
    case send, receive
    /// `store.assert`.
    case assertion
    /// `store.finish`, `skipReceivedActions`, and similar calls.
    case end
    case settle
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
      var (kind, call) = kind(
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
      case .binding, .send, .receive, .assertion, .end, .settle: break
      }
      return Unit(tokens: tokens, kind: kind, call: call, declared: declared)
    }
  }

  private static func kind(
    of tokens: Range<Int>, in source: SwiftSource, receivers: [String], isTraced: Bool
  ) -> (Kind, StoreCallSource?) {
    let declaration = source.declaration(tokens)
    let start = tokens.lowerBound..<source.startOfEnd(in: tokens)
    let calls = receivers.lazy.compactMap { receiver in
      source.storeCall(tokens, on: receiver) ?? source.storeCall(start, on: receiver)
    }
    if let call = calls.first, call.statement == tokens || call.method == "send" {
      switch call.method {
      case "send": return (.send, call)
      case "receive": return (.receive, call)
      case "assert": return (.assertion, call)
      case "finish", "skipReceivedActions", "skipInFlightEffects": return (.end, nil)
      case "settle": return (.settle, nil)
      case "assertNotReceived": return (.check, nil)
      default: break
      }
    }
    if declaration?.names.contains(receivers[0]) == true { return (.creation, nil) }
    // A helper's calls belong to the statements that call the helper.
    if declaration?.keyword == "func" { return (.declaration, nil) }
    if isTraced {
      let hasStep = source.outerTokens(in: tokens).contains { index in
        receivers.contains(source.text(index)) && source.text(index + 1) == "."
      }
      let isEvent =
        !hasStep && source.names(in: tokens).isDisjoint(with: receivers)
        && !SwiftSource.controlWords.contains(source.text(tokens.lowerBound))
      return (isEvent ? .event : .block, nil)
    }
    if declaration != nil { return (.declaration, nil) }
    return (isExpectation(tokens, in: source) ? .check : .other, nil)
  }

  static func isExpectation(_ tokens: Range<Int>, in source: SwiftSource) -> Bool {
    tokens.prefix(4).contains(where: source.isExpectation)
  }
}

extension TracedTest.Unit {
  var isSend: Bool { kind == .send }
  var isReceive: Bool { kind == .receive }
  var isEnd: Bool { kind == .end }

  /// Whether later statements can use a value that the statement produces.
  var producesResult: Bool { kind == .binding || isSend && !declared.isEmpty }

  /// The call that sends or receives an action.
  var actionCall: StoreCallSource? { isSend || isReceive ? call : nil }

  /// The action that the statement sends directly.
  var sentStep: TracedStep? { steps.first { $0.cause == nil } }
}

extension SwiftSource {
  /// The first token of the `.finish(…)` or `.cancel()` at the end of a statement, or else the end of the statement.
  fileprivate func startOfEnd(in statement: Range<Int>) -> Int {
    outerTokens(in: statement).last { index in
      text(index) == "." && ["finish", "cancel"].contains(text(index + 1)) && text(index + 2) == "("
        && next(after: index + 2) == statement.upperBound
    } ?? statement.upperBound
  }

  /// The lines of a step that asserts nothing: the call without its assert closure, and what the statement does with
  /// its task.
  func setupLines(of call: StoreCallSource, _ unit: TracedTest.Unit, keepingResult: Bool)
    -> [String]
  {
    var lines = lines(of: call, keepingResult: keepingResult)
    lines[lines.count - 1] += text(call.statement.upperBound..<unit.tokens.upperBound)
    return lines
  }
}
