import Foundation

import TestEvents
import SourceReading

/// An assert closure for one field.
package struct FieldAssertion: Hashable, Sendable {
  /// The same assertion in a closure of a scoped store.
  package struct InPart: Hashable, Sendable {
    package let part: StorePart
    package var lines: [String]
  }

  /// The scoped store that the test declares and that the closure belongs to; `nil` if it belongs to the store.
  package var receiver: String?
  /// The closure's parameter, if it has a name.
  package var parameter: String?
  /// The lines of the closure; empty if only a closure of a scoped store can assert the field.
  package var lines: [String]
  /// The equivalent closures of scoped stores, from the outside in.
  package var inParts: [InPart] = []
  /// Whether the closure describes a change instead of a value. It must then be compared at the step itself.
  package var isChange = false

  /// The lines of the closure, of the innermost scoped store if necessary.
  var shown: [String] { lines.isEmpty ? inParts.last?.lines ?? [] : lines }
}

extension FieldAssertion {
  /// The maximum width of a value that replaces a change in a closure.
  private static let literalWidth = 90
  /// The maximum number of characters that the value may be longer than the change.
  private static let literalSurplus = 30

  /// Takes the statements about a field from a closure, or uses the value in the trace.
  ///
  /// The closure's own value is preferred: `[.ripley]` is easier to read than all of Ripley's fields. The traced
  /// value replaces a statement that makes a change, such as `append`, if the value is short, or if the change could
  /// have no effect, such as appending an element that is already there. The traced value also replaces a removal by
  /// position, which would crash if the list were empty. If a statement assigns a whole case, or more than the field,
  /// the field is asserted in a scoped store instead.
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
    let literal = change.literal(from: base)?.components(separatedBy: "\n")
    let parts = parts.filter { $0.contains(change.path) }
    let reading = call?.closure.flatMap { SplitClosure($0, in: source) }
    let concerned =
      reading?.statements.filter { $0.mentions.contains { $0.concerns(path) } } ?? []
    let said = concerned.reduce(0) { $0 + source.text($1.tokens).count }
    let isShort = literal.map { lines in
      lines.count == 1 && lines[0].count <= Self.literalWidth
        && lines[0].count <= said + Self.literalSurplus
    }
    let isValue = concerned.count == 1 && concerned[0].isValue
    let isWhole = concerned.contains { $0.mentions.contains { $0.parts.isEmpty } } && !path.isEmpty
    let isRemoval = change.assignment?.hasSuffix("] = nil") == true
    let isVain = !isRemoval && concerned.contains { !$0.isValue && $0.mayChangeNothing(in: source) }
    let isByPosition = isRemoval && concerned.contains { $0.removesByPosition(in: source) }
    let isLiteral =
      concerned.isEmpty || isWhole
      || literal != nil && !isValue && (isShort == true && !isRemoval || isVain || isByPosition)
    let inParts = parts.compactMap { part -> InPart? in
      let own =
        isWhole && path.count == part.depth + 1 - base
        ? concerned.lazy.compactMap { source.argument(path[path.count - 1].name, in: $0.tokens) }
          .first.map { ["$0.\(path[path.count - 1].name) = \($0)"] }
        : isLiteral ? nil : reading?.lines(of: concerned, in: part, source)
      let isNamed = !isLiteral && reading?.parameter != nil
      let lines =
        own ?? (isNamed ? nil : change.literal(from: part.depth)?.components(separatedBy: "\n"))
      return lines.map { InPart(part: part, lines: $0) }
    }
    // If the path leads through a case, a statement on the store can assign only the whole case.
    let isWholeCase = path.dropLast().contains { $0.kind == .payload }
    // A scoped store needs fewer words, and the ledger can read its closure.
    let isCaseSubscript = concerned.contains { source.text($0.tokens).contains("case:") }
    let lines =
      !inParts.isEmpty && (isLiteral ? isWholeCase : isCaseSubscript)
      ? []
      : isLiteral && (literal != nil || concerned.isEmpty)
        ? literal
        : reading?.withDeclarations(concerned, in: source).flatMap { source.lines($0.tokens) }
    guard let lines, !lines.isEmpty || !inParts.isEmpty else { return nil }
    self.init(
      receiver: receiver, parameter: isLiteral ? nil : reading?.parameter, lines: lines,
      inParts: inParts, isChange: !isLiteral && !concerned.allSatisfy(\.isValue))
  }
}

extension SwiftSource {
  /// The value of the argument with a label, if there is exactly one.
  fileprivate func argument(_ label: String, in range: Range<Int>) -> String? {
    let calls = range.filter { text($0) == "(" }.compactMap(inside)
    let arguments = calls.flatMap(callArguments).filter { $0.label == label }
    return arguments.count == 1 ? text(arguments[0].value) : nil
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
  fileprivate func droppingTarget(_ count: Int) -> String? {
    if count == 0 { return self }
    let source = SwiftSource(self)
    guard let mention = source.mentions(of: "$0", in: 0..<source.tokens.count).first,
      mention.ends.count > count, let start = source.byteRange(of: 0..<mention.ends[count - 1])
    else { return nil }
    return "$0" + source.string(bytes: start.upperBound..<Int.max).withoutChain
  }

  /// The text without an initial `?` or `!`.
  fileprivate var withoutChain: Substring { drop { $0 == "?" || $0 == "!" } }
}

extension FieldAssertion {
  /// Guards before the assertion of a trial, whose state may lack an element. A guard throws where a subscript would
  /// crash.
  ///
  /// - Parameter state: The expression of the state in the trial.
  func guards(of state: String) -> [String] {
    guard receiver == nil, !lines.isEmpty else { return [] }
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

/// The statements of an assert closure, and the fields that each concerns.
private struct SplitClosure {
  struct Statement {
    let tokens: Range<Int>
    let mentions: [FieldMention]
    /// Whether the statement assigns a value that does not depend on the state.
    let isValue: Bool
    /// The names that the statement declares.
    let declared: [String]

    /// The names of the methods that the statement calls.
    private func calls(in source: SwiftSource) -> [Int] {
      source.outerTokens(in: tokens).filter { index in
        source.text(index) == "." && ["(", "{"].contains(source.text(index + 2))
      }.map { $0 + 1 }
    }

    /// Whether the statement calls a method that may change nothing, such as `remove`.
    func mayChangeNothing(in source: SwiftSource) -> Bool {
      calls(in: source).contains { index in
        !["toggle", "negate", "removeFirst", "removeLast"].contains(source.text(index))
      }
    }

    /// Whether the statement removes elements by position, which crashes if the list is empty.
    func removesByPosition(in source: SwiftSource) -> Bool {
      calls(in: source).contains { index in
        ["removeFirst", "removeLast"].contains(source.text(index))
          || source.text(index) == "remove" && source.text(index + 2).hasPrefix("at")
      }
    }
  }

  /// The closure's name for the state: `$0`, or the name of its parameter.
  private let name: String
  /// The closure's parameter, if it has a name.
  let parameter: String?
  let statements: [Statement]

  /// Returns `nil` if the closure has statements with blocks, because their parts belong together.
  init?(_ closure: Range<Int>, in source: SwiftSource) {
    let closure = AssertClosure(closure, in: source)
    guard !closure.hasBlocks else { return nil }
    let name = closure.parameter
    self.name = name
    parameter = closure.hasNamedParameter ? name : nil
    statements = closure.statements.map(\.tokens).map { tokens in
      if let declaration = source.declaration(tokens) {
        return Statement(
          tokens: tokens, mentions: [], isValue: false, declared: declaration.names)
      }
      let equals = source.equals(in: tokens)
      let target = tokens.lowerBound..<(equals ?? tokens.upperBound)
      let isValue = equals.map {
        source.mentions(of: name, in: $0 + 1..<tokens.upperBound).isEmpty
      }
      return Statement(
        tokens: tokens, mentions: source.mentions(of: name, in: target, isNested: true),
        isValue: isValue ?? false, declared: [])
    }
  }

  /// Statements, rewritten for the closure of a scoped store; `nil` if they concern more than its state.
  func lines(of chosen: [Statement], in part: StorePart, _ source: SwiftSource) -> [String]? {
    guard chosen.allSatisfy({ $0.declared.isEmpty }),
      withDeclarations(chosen, in: source).count == chosen.count
    else { return nil }
    var lines: [String] = []
    for statement in chosen {
      let mentions = source.mentions(of: name, in: statement.tokens, isNested: true)
      guard let bytes = source.byteRange(of: statement.tokens) else { return nil }
      var parts: [(Range<Int>, String)] = []
      for mention in mentions {
        // A case subscript covers two path components at once.
        guard let last = mention.end(ofFirst: part.depth),
          let skipped = source.byteRange(of: mention.start..<last)
        else { return nil }
        let rest = source.string(bytes: skipped.upperBound..<bytes.upperBound)
        let end = skipped.upperBound + rest.prefix { $0 == "?" || $0 == "!" }.count
        parts.append((skipped.lowerBound..<end, name))
      }
      lines += source.string(bytes: bytes, replacing: parts).components(separatedBy: "\n")
    }
    return lines
  }

  /// The statements, preceded by the declarations in the closure that they need.
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

extension TracedChange.Part: FieldStep {
  package var stepKind: FieldStepKind {
    switch kind {
    case .field: .field(name)
    case .element: .element
    case .payload: .payload(name, part: label)
    }
  }

  package var place: String { name }
}

extension FieldMention {
  /// Whether this mention asserts a changed field: the field itself, a part of it, or a value that contains it.
  fileprivate func concerns(_ path: [TracedChange.Part]) -> Bool {
    ClosureFields.Path(parts: parts).concern(path) != .none
  }
}
