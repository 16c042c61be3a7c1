import SourceReading

/// A statement of a test that a shorter test can leave out.
package struct TestElement: Hashable, Sendable {
  package enum Kind: Sendable {
    case step
    /// Waits for something and asserts it, such as `receive` or `finish`.
    case receive
    /// An `assert`, a statement of an assert closure, or one that sets the exhaustivity.
    case assignment
    /// An expectation of a test framework.
    case expectation
  }

  /// The number of the element's switch.
  package let number: Int
  package let tokens: Range<Int>
  /// The element whose closure or block contains the statement.
  package var parent: Int?
  package let kind: Kind
  /// The constant that holds the statement's result: `task` in `let task = await store.send(.save)`.
  package let handle: String?
  /// Whether the statement sends or receives an action.
  package let isCall: Bool
  /// The elements that declare the handles that the statement uses.
  package var needs: [Int] = []

  package var isAssertion: Bool { kind != .step }
}

/// Reads the elements of a test: its statements after the store's creation, and the statements of its closures and
/// blocks.
///
/// A declaration, `defer`, `guard`, and each statement that leaves a block is no element, because other statements
/// need it to compile or to end.
struct ElementReader {
  private(set) var elements: [TestElement] = []
  private let source: SwiftSource
  /// The token after the test's setup.
  private let setupEnd: Int

  /// - Parameter statements: The statements of the test.
  init(_ statements: [Range<Int>], after setupEnd: Int, in source: SwiftSource) {
    self.source = source
    self.setupEnd = setupEnd
    for statement in statements { read(statement, parent: nil, isAsserted: false) }
    for index in elements.indices {
      let names = source.names(in: elements[index].tokens, withMembers: false)
      elements[index].needs = elements[..<index].filter { element in
        element.handle.map(names.contains) == true
      }.map(\.number)
    }
  }

  /// Smaller numbers are the switches of ``Choice/Exhaustivity``.
  private static let firstNumber = 4
  private static let exits: Set = ["return", "break", "continue", "throw", "fallthrough", "guard"]
  private static let blocks: Set = ["for", "if", "do"]
  private static let loops: Set = ["while", "repeat", "switch"]
  private static let actionCalls: Set = ["send", "receive"]
  private static let assertCalls: Set = ["send", "receive", "assert"]
  private static let receives: Set = ["receive", "assertNotReceived", "finish"]

  /// - Parameter isAsserted: Whether the statement is in an assert closure.
  private mutating func read(_ statement: Range<Int>, parent: Int?, isAsserted: Bool) {
    let first = source.text(statement.lowerBound)
    if statement.upperBound <= setupEnd { return }
    if statement.lowerBound < setupEnd {
      return readClosures(of: statement, parent: parent, isAsserted: false)
    }
    let isLabel = source.text(statement.lowerBound + 1) == ":"
    if Self.exits.contains(first) || first == "defer" || first == "#if" || isLabel { return }
    var handle: String?
    if source.declaration(statement) != nil {
      handle = source.handle(declaredBy: statement)
      if handle == nil { return }
    }
    let number = Self.firstNumber + elements.count
    let kind: TestElement.Kind =
      source.isExpectation(statement)
      ? .expectation
      : isAsserted || calls(["assert"], in: statement) || source.setsExhaustivity(statement)
        ? .assignment : calls(Self.receives, in: statement) ? .receive : .step
    elements.append(
      TestElement(
        number: number, tokens: statement, parent: parent, kind: kind, handle: handle,
        isCall: calls(Self.actionCalls, in: statement)))
    if Self.blocks.contains(first) {
      readBlocks(of: statement, parent: number, isAsserted: isAsserted)
    } else if !Self.loops.contains(first) {
      readClosures(of: statement, parent: number, isAsserted: isAsserted)
    }
  }

  private func calls(_ methods: Set<String>, in statement: Range<Int>) -> Bool {
    source.outerTokens(in: statement).contains { index in
      source.text(index) == "." && methods.contains(source.text(index + 1))
        && ["(", "{"].contains(source.text(index + 2))
    }
  }

  /// Reads the blocks of a statement whose statements run in order.
  private mutating func readBlocks(of statement: Range<Int>, parent: Int, isAsserted: Bool) {
    if statement.contains(where: { Self.exits.contains(source.text($0)) }) { return }
    for index in source.outerTokens(in: statement) where source.text(index) == "{" {
      for inner in source.inside(index).map({ source.statements(in: $0) }) ?? [] {
        read(inner, parent: parent, isAsserted: isAsserted)
      }
    }
  }

  /// Reads the assert closures of a statement's calls, and its other trailing closures.
  private mutating func readClosures(
    of statement: Range<Int>, parent: Int?, isAsserted: Bool
  ) {
    var end = statement.lowerBound
    for index in source.outerTokens(in: statement)
    where index >= end && ["(", "{"].contains(source.text(index)) {
      if let call = source.call(openedBy: index), Self.assertCalls.contains(call.method) {
        end = call.tokens.upperBound
        for inner in call.closure.map(source.statements(ofClosure:)) ?? [] {
          read(inner, parent: parent, isAsserted: true)
        }
      } else if source.text(index) == "{", let closure = source.inside(index) {
        let inner = source.statements(ofClosure: closure)
        // The closure may return a value, which a switch would remove.
        let isCode =
          !closure.contains(where: source.returnsValue) && source.assignment(in: statement) == nil
        guard isCode, inner.count > 1 || inner.allSatisfy(source.hasEffect) else { continue }
        for inner in inner { read(inner, parent: parent, isAsserted: isAsserted) }
      }
    }
  }
}

extension SwiftSource {
  /// The statements of a closure, without its parameters.
  func statements(ofClosure closure: Range<Int>) -> [Range<Int>] {
    statements(in: parameters(ofClosure: closure)?.body ?? closure)
  }

  /// Whether a token is a `return` with a value.
  fileprivate func returnsValue(_ index: Int) -> Bool {
    text(index) == "return" && text(index + 1) != "}" && index + 1 < tokens.count
      && !tokens[index + 1].startsLine
  }

  fileprivate func setsExhaustivity(_ statement: Range<Int>) -> Bool {
    assignment(in: statement).map { text($0 - 1) } == "exhaustivity"
  }

  /// The constant that holds the result of a `send`.
  fileprivate func handle(declaredBy statement: Range<Int>) -> String? {
    guard let declaration = declaration(statement), declaration.keyword == "let",
      outerTokens(in: statement).contains(where: {
        text($0) == "(" && text($0 - 1) == "send" && text($0 - 2) == "."
      })
    else { return nil }
    return declaration.names.count == 1 ? declaration.name : nil
  }

  /// Whether a statement begins with an expectation of a test framework.
  fileprivate func isExpectation(_ statement: Range<Int>) -> Bool {
    let first = statement.first { !["try", "await"].contains(text($0)) }.map(text) ?? ""
    return ["#expect", "#require", "expectNoDifference", "XCTFail"].contains(first)
      || first.hasPrefix("XCTAssert")
  }

  /// Whether a statement does more than return a value.
  fileprivate func hasEffect(_ statement: Range<Int>) -> Bool {
    let first = text(statement.lowerBound)
    return ["await", "try"].contains(first) || Self.controlWords.contains(first)
      || isExpectation(statement) || assignment(in: statement) != nil
  }
}
