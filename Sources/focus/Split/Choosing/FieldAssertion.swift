import Foundation

import BehaviorLedger

/// What an assert closure has to say to assert one field.
package struct FieldAssertion: Hashable, Sendable {
  /// The closure's parameter, where it has a name of its own.
  package var parameter: String?
  package var lines: [String]
  /// Whether it describes a change, which only the step itself can be compared with.
  package var isChange: Bool

  package init(parameter: String? = nil, lines: [String], isChange: Bool = false) {
    self.parameter = parameter
    self.lines = lines
    self.isChange = isChange
  }
}

extension FieldAssertion {
  /// The widest value that stands for what a closure says by a change.
  private static let literalWidth = 90
  /// How much longer than the change it may be.
  private static let literalSurplus = 30

  /// Takes the statements about a field from a closure, or else the value that the trace has.
  ///
  /// A closure's own value is preferred: `[.ripley]` says more than all of Ripley's fields. One that makes
  /// a change (`append`, `toggle`) is replaced by the value where that is short, or where the change could
  /// be none: to append what is there, to remove what is not.
  package init?(_ change: TracedChange, closure: Range<Int>?, in source: SwiftSource) {
    // What a case holds is asserted field by field.
    let part = change.inCase.flatMap { part in
      part.assignment.map { "$0.\(part.name)?" + $0.dropFirst(2) }
    }
    let literal = (part ?? change.assignment).map {
      FieldAssertion(lines: $0.components(separatedBy: "\n"))
    }
    guard let closure, let reading = ClosureReading(closure, in: source) else {
      guard let literal else { return nil }
      self = literal
      return
    }
    let concerned = reading.statements.filter { statement in
      statement.mentions.contains { $0.concerns(change.path) }
    }
    let isValue = concerned.count == 1 && concerned[0].isValue
    let isWhole = part != nil && concerned.contains { $0.mentions.contains { $0.parts.isEmpty } }
    let said = concerned.reduce(0) { $0 + source.text($1.tokens).count }
    let isShort = literal.map { literal in
      literal.lines.count == 1 && literal.lines[0].count <= Self.literalWidth
        && literal.lines[0].count <= said + Self.literalSurplus
    }
    let isRemoval = change.assignment?.hasSuffix("] = nil") == true
    let isVain = !isRemoval && concerned.contains { !$0.isValue && $0.mayChangeNothing(in: source) }
    if let literal,
      isWhole || isValue == false && (isShort == true && !isRemoval || isVain)
        || concerned.isEmpty
    {
      self = literal
    } else if !concerned.isEmpty {
      self.init(
        parameter: reading.parameter,
        lines: reading.withDeclarations(concerned, in: source).flatMap { source.lines($0.tokens) },
        isChange: !concerned.allSatisfy(\.isValue))
    } else {
      return nil
    }
  }
}

extension FieldAssertion {
  /// What a trial says before the assertion, because its state may be another one: it throws where an
  /// element is missing, instead of ending the process.
  ///
  /// - Parameter state: The state as the trial reads it.
  func guards(of state: String) -> [String] {
    let source = SwiftSource(lines.joined(separator: "\n"))
    let parameter = parameter ?? "$0"
    var guards: [String] = []
    for start in source.tokens.indices where source.text(start) == parameter {
      var index = start + 1
      while index < source.tokens.count {
        let text = source.text(index)
        if text == "[", let inside = source.inside(index), inside.count == 1,
          source.tokens[inside.lowerBound].kind == .number, source.text(index + 3) != "?"
        {
          let list = state + source.text(start + 1..<index)
          guards.append(
            "guard \(list).indices.contains(\(source.text(inside))) != false "
              + "else { throw CancellationError() }")
        }
        guard [".", "?", "!", "["].contains(text) || source.tokens[index].kind == .word else {
          break
        }
        index = text == "[" ? source.next(after: index) : index + 1
      }
    }
    return guards
  }
}

/// The statements of an assert closure, and the fields that each is about.
private struct ClosureReading {
  struct Statement {
    let tokens: Range<Int>
    let mentions: [FieldMention]
    /// Whether it assigns a value that does not depend on the state.
    let isValue: Bool
    /// What it declares.
    let declared: [String]

    /// Whether it calls something that leaves a value as it is, where that is so already.
    func mayChangeNothing(in source: SwiftSource) -> Bool {
      source.outerTokens(in: tokens).contains { index in
        source.text(index) == "." && ["(", "{"].contains(source.text(index + 2))
          && !["toggle", "negate", "removeFirst", "removeLast"].contains(source.text(index + 1))
      }
    }
  }

  let parameter: String?
  let statements: [Statement]

  /// `nil` if the closure has statements with blocks, whose parts belong together.
  init?(_ closure: Range<Int>, in source: SwiftSource) {
    var body = closure
    var parameter: String?
    // `state in`, `(state: inout State) in`
    if let end = source.outerTokens(in: closure).prefix(12).first(where: { source.text($0) == "in" }
    ) {
      let names = (closure.lowerBound..<end).filter { source.tokens[$0].kind == .word }
      parameter = names.first.map(source.text)
      body = end + 1..<closure.upperBound
    }
    let name = parameter ?? "$0"
    let statements = source.statements(in: body)
    let hasBlocks = statements.contains { tokens in
      SwiftSource.controlWords.contains(source.text(tokens.lowerBound))
        || source.text(tokens.lowerBound) == "#if"
    }
    guard !hasBlocks else { return nil }
    self.parameter = parameter
    self.statements = statements.map { tokens in
      let declaration = source.declaration(tokens)
      let equals = source.outerTokens(in: tokens).first { source.text($0) == "=" }
      if declaration != nil {
        return Statement(
          tokens: tokens, mentions: [], isValue: false, declared: declaration?.names ?? [])
      }
      guard let equals else {
        return Statement(
          tokens: tokens, mentions: FieldMention.all(of: name, in: tokens, of: source),
          isValue: false, declared: [])
      }
      let value = FieldMention.all(of: name, in: equals + 1..<tokens.upperBound, of: source)
      return Statement(
        tokens: tokens,
        mentions: FieldMention.all(of: name, in: tokens.lowerBound..<equals, of: source),
        isValue: value.isEmpty, declared: [])
    }
  }

  /// The statements, and before them the declarations of the closure that they need.
  func withDeclarations(_ chosen: [Statement], in source: SwiftSource) -> [Statement] {
    var names = chosen.reduce(into: Set<String>()) { $0.formUnion(source.names(in: $1.tokens)) }
    var starts = Set(chosen.map(\.tokens.lowerBound))
    for statement in statements.reversed() where !names.isDisjoint(with: statement.declared) {
      starts.insert(statement.tokens.lowerBound)
      names.formUnion(source.names(in: statement.tokens))
    }
    return statements.filter { starts.contains($0.tokens.lowerBound) }
  }
}

/// A field that source names: `$0.rows[id: 3].title`.
struct FieldMention: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case name(String)
    /// What stands between brackets, up to the first comma.
    case element(String)
  }

  let parts: [Part]

  /// The fields of a closure's parameter that some tokens name.
  static func all(of parameter: String, in range: Range<Int>, of source: SwiftSource)
    -> [FieldMention]
  {
    // What `$0` is in a closure within is another thing.
    let inner = Set(
      range.filter { parameter == "$0" && source.text($0) == "{" }
        .flatMap { source.inside($0).map(Array.init) ?? [] })
    return range.filter { index in
      source.text(index) == parameter && !isMember(index, of: source) && !inner.contains(index)
    }.map { start in
      var parts: [Part] = []
      var index = start + 1
      while index < range.upperBound {
        let text = source.text(index)
        if text == ".", source.tokens.indices.contains(index + 1) {
          let isCall = index + 2 < range.upperBound && source.text(index + 2) == "("
          if isCall { break }
          parts.append(.name(source.text(index + 1).withoutBackticks))
          index += 2
        } else if text == "[", let inside = source.inside(index) {
          let first = source.arguments(in: inside).first
          parts.append(.element(first.map { source.text($0) } ?? ""))
          index = source.next(after: index)
        } else if text == "?" || text == "!" {
          index += 1
        } else {
          break
        }
      }
      return FieldMention(parts: parts)
    }
  }

  private static func isMember(_ index: Int, of source: SwiftSource) -> Bool {
    index > 0 && source.text(index - 1) == "."
  }

  /// Whether a comparison of this field says something of one that changed: it is the field, a part of it,
  /// or holds it.
  ///
  /// The rule of the ledger's `ClosureFields.Path.concerns(_:)`, for a path from a trace.
  func concerns(_ path: [TracedChange.Part]) -> Bool {
    var rest = path[...]
    var parts = parts[...]
    while let part = parts.first, let component = rest.first {
      switch (part, component.kind) {
      case (.name(let name), .field):
        if name != component.name { return false }
        parts = parts.dropFirst()
      case (.name(let name), .payload):
        if name == component.name || name == component.label { parts = parts.dropFirst() }
      case (.name("first"), .element), (.name("last"), .element):
        parts = parts.dropFirst()
      case (.name, .element):
        return true
      case (.element(let text), .element):
        let isLiteral = text.wholeMatch(of: /(?:id:\s*)?(?:-?\d+|"[^"]*")/) != nil
        if isLiteral, component.name != text { return false }
        parts = parts.dropFirst()
      case (.element, .payload):
        break
      case (.element, .field):
        return false
      }
      rest = rest.dropFirst()
    }
    return true
  }
}
