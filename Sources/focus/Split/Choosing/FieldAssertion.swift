import TestEvents
import SourceReading

/// An assert closure for one field.
package struct FieldAssertion: Hashable, Sendable {
  /// The scoped store that the test declares and that the closure belongs to; `nil` if it belongs to the store.
  package var receiver: String?
  /// The closure's parameter, if it has a name.
  package var parameter: String?
  /// The statements of the closure; empty if only a closure of a scoped store can assert the field.
  package var statements: [String]
  /// The statements of the equivalent closures of scoped stores.
  package var inParts: [StorePart: [String]] = [:]
  /// Whether the closure describes a change instead of a value. It must then be compared at the step itself.
  package var isChange = false
}

extension FieldAssertion {
  /// The maximum width of a value that replaces a change in a closure.
  private static let literalWidth = 90
  /// The maximum number of characters that the value may be longer than the change.
  private static let literalSurplus = 30

  /// Takes the statements about a field from a closure, or uses the value in the trace.
  ///
  /// The closure's own value is preferred: `[.ripley]` is easier to read than all of Ripley's fields. The traced
  /// value replaces a statement that makes a change, such as `+=`, if the value is short, or if the change is a call
  /// that could have no effect, such as appending an element that is already there, or could crash, such as removing
  /// the first element of an empty list. If a statement assigns a whole case, or more than the field, the field is
  /// asserted in a scoped store instead.
  ///
  /// - Parameters:
  ///   - call: The call whose closure may assert the field.
  ///   - base: The number of path components of the change up to the subject of the closure.
  ///   - parts: The scoped stores that can handle the call's action.
  package init?(
    _ change: TracedChange, _ call: StoreCallSource?, base: Int = 0, parts: [StorePart] = [],
    receiver: String? = nil, in source: SwiftSource
  ) {
    let path = Array(change.path.dropFirst(base))
    let literal = change.literal(from: base)
    let closure = call?.closure.flatMap { SplitClosure($0, in: source) }
    let concerned = closure?.statements(about: path) ?? []
    let isWhole = concerned.contains { $0.mentions.contains { $0.parts.isEmpty } } && !path.isEmpty
    let isValue = concerned.count == 1 && concerned[0].isValue
    let isLiteral =
      concerned.isEmpty || isWhole
      || literal.map { !isValue && Self.prefers($0, to: concerned) } == true
    let parameter = isLiteral ? nil : closure?.parameter
    var inParts: [StorePart: [String]] = [:]
    for part in parts where part.contains(change.path) {
      let own = isLiteral ? nil : closure?.texts(of: concerned, in: part)
      inParts[part] =
        own ?? (parameter == nil ? change.literal(from: part.depth).map { [$0] } : nil)
    }
    // If the path leads through a case, a statement on the store can assign only the whole case. A scoped store needs
    // fewer words than a subscript with a case, and the ledger can read its closure.
    let needsPart =
      isLiteral
      ? path.dropLast().contains { $0.kind == .payload }
      : concerned.contains { $0.text.contains("case:") }
    let statements =
      !inParts.isEmpty && needsPart
      ? []
      : isLiteral && (literal != nil || concerned.isEmpty)
        ? literal.map { [$0] } : closure?.withDeclarations(concerned).map(\.text)
    guard let statements, !statements.isEmpty || !inParts.isEmpty else { return nil }
    self.init(
      receiver: receiver, parameter: parameter, statements: statements, inParts: inParts,
      isChange: !isLiteral && !concerned.allSatisfy(\.isValue))
  }

  /// Whether a traced value is better than the statements that make the change.
  private static func prefers(
    _ literal: String, to statements: [SplitClosure.Statement]
  ) -> Bool {
    let length = statements.reduce(0) { $0 + $1.text.count }
    let isShort =
      !literal.contains("\n") && literal.count <= min(literalWidth, length + literalSurplus)
    return isShort || statements.contains(where: \.callsMethod)
  }
}

extension TracedChange {
  /// The traced assignment, in a closure for the part of the state at a depth.
  ///
  /// - Parameter depth: The number of path components to that part.
  fileprivate func literal(from depth: Int) -> String? {
    if let inCase, depth >= inCase.depth {
      return inCase.assignment.droppingTarget(depth - inCase.depth)
    }
    return inCase == nil || depth == 0 ? assignment?.droppingTarget(depth) : nil
  }
}

extension String {
  /// The assignment with a shortened target: `$0.name = …` for `$0.sheet?.name = …`.
  fileprivate func droppingTarget(_ depth: Int) -> String? {
    let source = SwiftSource(self)
    return depth == 0
      ? self : source.text(source.tokens.indices, about: "$0", inPartAtDepth: depth)
  }
}

extension SwiftSource {
  /// The text of some tokens, in which a parameter stands for a part of the state instead of the whole; `nil` if the
  /// tokens concern more than that part.
  ///
  /// - Parameter depth: The number of path components to the part.
  fileprivate func text(
    _ tokens: Range<Int>, about parameter: String, inPartAtDepth depth: Int
  ) -> String? {
    var parts: [(Range<Int>, String)] = []
    for mention in mentions(of: parameter, in: tokens, isNested: true) {
      // A case subscript covers two path components at once. The brackets of a skipped subscript can mention other
      // fields, as in `$0.rows[id: $0.rows[0].id]`.
      guard var end = mention.end(ofFirst: depth),
        parts.allSatisfy({ $0.0.upperBound <= mention.start })
      else { return nil }
      while end < tokens.upperBound, ["?", "!"].contains(text(end)) { end += 1 }
      parts.append((mention.start..<end, parameter))
    }
    return lines(tokens, replacing: parts).joined(separator: "\n")
  }

  /// The statements of a closure, with assignments in place of calls such as
  /// `try unwrap(&$0.rows[id: 1]) { $0.isBusy = true }`; `nil` if there is no such call.
  fileprivate func unwrapping(_ closure: Range<Int>) -> String? {
    let outer = AssertClosure(closure, in: self)
    guard !outer.hasBlocks else { return nil }
    var hasCalls = false
    let statements = outer.statements.flatMap { statement -> [String] in
      let call = statement.tokens.drop { ["try", "?", "!"].contains(text($0)) }
      let open = call.startIndex + 1
      guard let argument = inside(open), text(open) == "(", arguments(in: argument).count == 1,
        text(argument.lowerBound) == "&", text(argument.lowerBound + 1) == outer.parameter,
        case let brace = argument.upperBound + 1, text(brace) == "{", let body = inside(brace),
        body.upperBound + 1 == statement.tokens.upperBound,
        case let inner = AssertClosure(body, in: self), !inner.hasBlocks
      else { return lines(statement.tokens) }
      hasCalls = true
      let path = text(argument.lowerBound + 1..<argument.upperBound) + "?"
      return inner.statements.flatMap { statement in
        lines(
          statement.tokens,
          replacing: mentions(of: inner.parameter, in: statement.tokens, isNested: true)
            .map { ($0.start..<$0.start + 1, path) })
      }
    }
    let head = outer.hasNamedParameter ? ["\(outer.parameter) in"] : []
    return hasCalls ? (head + statements).joined(separator: "\n") : nil
  }
}

/// The statements of an assert closure, and the fields that each concerns.
private struct SplitClosure {
  struct Statement {
    let tokens: Range<Int>
    let text: String
    let mentions: [FieldMention]
    /// Whether the statement assigns a value that does not depend on the state.
    let isValue: Bool
    /// Whether the statement calls a method whose effect depends on the elements of a collection, such as `append`.
    let callsMethod: Bool
  }

  private let source: SwiftSource
  /// The closure's name for the state: `$0`, or the name of its parameter.
  private let name: String
  private let statements: [Statement]

  /// The closure's parameter, if it has a name.
  var parameter: String? { name == "$0" ? nil : name }

  /// Returns `nil` if the closure has statements with blocks, because their parts belong together.
  init?(_ closure: Range<Int>, in source: SwiftSource) {
    let unwrapped = source.unwrapping(closure).map { SwiftSource("{\n\($0)\n}") }
    let source = unwrapped ?? source
    let closure = AssertClosure(unwrapped?.inside(0) ?? closure, in: source)
    guard !closure.hasBlocks else { return nil }
    let name = closure.parameter
    (self.source, self.name) = (source, name)
    statements = closure.statements.map(\.tokens).map { tokens in
      let isDeclaration = source.declaration(tokens) != nil
      let equals = isDeclaration ? nil : source.equals(in: tokens)
      let target = tokens.lowerBound..<(equals ?? tokens.upperBound)
      return Statement(
        tokens: tokens, text: source.lines(tokens).joined(separator: "\n"),
        mentions: isDeclaration ? [] : source.mentions(of: name, in: target, isNested: true),
        isValue: equals.map {
          source.mentions(of: name, in: $0 + 1..<tokens.upperBound).isEmpty
        } ?? false,
        callsMethod: source.outerTokens(in: tokens).contains { index in
          source.text(index) == "." && ["(", "{"].contains(source.text(index + 2))
            && !["toggle", "negate"].contains(source.text(index + 1))
        })
    }
  }

  /// The statements that assert a changed field: the field itself, a part of it, or a value that contains it.
  func statements(about path: [TracedChange.Part]) -> [Statement] {
    statements.filter { $0.mentions.contains { $0.concerns(path) } }
  }

  /// Statements, rewritten for the closure of a scoped store; `nil` if they concern more than its state.
  func texts(of chosen: [Statement], in part: StorePart) -> [String]? {
    guard withDeclarations(chosen).count == chosen.count else { return nil }
    let texts = chosen.compactMap {
      source.text($0.tokens, about: name, inPartAtDepth: part.depth)
    }
    return texts.count == chosen.count ? texts : nil
  }

  /// The statements, preceded by the declarations in the closure that they need.
  func withDeclarations(_ chosen: [Statement]) -> [Statement] {
    var names = chosen.reduce(into: Set<String>()) { $0.formUnion(source.names(in: $1.tokens)) }
    var starts = Set(chosen.map(\.tokens.lowerBound))
    for statement in statements.reversed() {
      let declared = source.declaration(statement.tokens)?.names ?? []
      if names.isDisjoint(with: declared) { continue }
      starts.insert(statement.tokens.lowerBound)
      names.formUnion(source.names(in: statement.tokens))
    }
    return statements.filter { starts.contains($0.tokens.lowerBound) }
  }
}

extension TracedChange.Part {
  fileprivate var step: FieldStep {
    switch kind {
    case .field: .field(name)
    case .element: .element(name)
    case .payload: .payload(name, part: label)
    }
  }
}

extension FieldMention {
  /// Whether this mention asserts a changed field: the field itself, a part of it, or a value that contains it.
  func concerns(_ path: [TracedChange.Part]) -> Bool {
    ClosureFields.Path(parts: parts).concern(path.map(\.step)) != .none
  }
}
