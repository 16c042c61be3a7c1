import BehaviorLedger
import Foundation
import SourceReading

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
    guard let closure, let reading = SplitClosure(closure, in: source) else {
      guard let literal else { return nil }
      self = literal
      return
    }
    let field = change.path.flatMap { [.traced($0), .perhapsOptional] as [SplitStep] }
    let concerned = reading.statements.filter { statement in
      statement.paths.contains { $0.concern(field) > .none }
    }
    let isValue = concerned.count == 1 && concerned[0].isValue
    let isWhole = part != nil && concerned.contains { $0.paths.contains { $0.parts.isEmpty } }
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
private struct SplitClosure {
  struct Statement {
    let tokens: Range<Int>
    let paths: [ClosureFields.Path]
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

  /// The name of the parameter, if it has one.
  let parameter: String?
  let statements: [Statement]

  /// `nil` if the closure has statements with blocks, whose parts belong together.
  init?(_ tokens: Range<Int>, in source: SwiftSource) {
    let closure = AssertClosure(tokens, in: source)
    guard !closure.hasBlocks else { return nil }
    parameter = closure.hasNamedParameter ? closure.parameter : nil
    statements = closure.statements.map { statement in
      let declared = source.declaration(statement.tokens)?.names ?? []
      return Statement(
        tokens: statement.tokens,
        paths: declared.isEmpty ? closure.paths(in: statement, of: source) : [],
        isValue: closure.statesValue(statement, of: source), declared: declared)
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

/// A step on the way to a field as a trace has it, which does not say what is optional.
private enum SplitStep: FieldStep {
  case traced(TracedChange.Part)
  case perhapsOptional

  var stepKind: FieldStepKind {
    switch self {
    case .perhapsOptional: return .wrapped
    case .traced(let part):
      switch part.kind {
      case .field: return .field(part.name)
      case .payload: return .payload(part.name, part: part.label)
      case .element: return .element
      }
    }
  }

  var place: String { if case .traced(let part) = self { part.name } else { "" } }
}
