import Core
import FocusedTestStore
import ReducerDebugging
import SourceReading
import TestEvents

/// The statements of an assert closure that assert nothing in some states, read from the source.
struct VacuousStatements {
  private struct Statement {
    let line: Int
    let text: String
    let paths: [ClosureFields.Path]
  }

  private let statements: [Statement]

  init(_ closure: AssertClosure?, in source: SwiftSource) {
    guard let closure else {
      statements = []
      return
    }
    statements = closure.statements.compactMap { statement in
      // A statement in a branch may not have run.
      guard !statement.isConditional else { return nil }
      let paths = closure.paths(in: statement, of: source).filter { $0.mayLeadNowhere }
      guard !paths.isEmpty else { return nil }
      let text = source.text(statement.tokens).split(whereSeparator: \.isWhitespace)
      return Statement(
        line: source.tokens[statement.tokens.lowerBound].line, text: text.joined(separator: " "),
        paths: paths)
    }
  }

  /// The statements that assert nothing in a state, each with the reason.
  func reasons(in state: Any) -> [(line: Int, reason: String)] {
    statements.compactMap { statement in
      statement.paths.lazy.compactMap { $0.deadEnd(in: state) }.first.map {
        (statement.line, "`\(statement.text)` while \($0)")
      }
    }
  }
}

extension ClosureFields.Path {
  fileprivate var mayLeadNowhere: Bool {
    comparison != .possible && (optionalDepth ?? 0) > 0
  }

  /// The reason why the path ends before its last `?`: ``page` is `nil``. `nil` if the path doesn't end early, or if that
  /// is unknown.
  fileprivate func deadEnd(in state: Any) -> String? {
    let depth = optionalDepth ?? 0
    var value = state
    for (index, part) in parts.prefix(depth).enumerated() {
      switch part.step(into: value) {
      case .value(let next): value = next
      case .nowhere: return "`\(name(ofFirst: index + 1))` is `nil`"
      case .unknown: return nil
      }
    }
    if case .structure(.absent) = ShownValue(of: value) {
      return "`\(name(ofFirst: depth))` is `nil`"
    }
    return nil
  }

  private func name(ofFirst count: Int) -> String {
    parts.prefix(count).reduce(into: "") { text, part in
      switch part {
      case .name(let name): text += (text.isEmpty ? "" : ".") + name
      case .element(let place), .computed(let place): text += "[\(place)]"
      }
    }
  }
}

/// The result of following one component of a path into a value.
private enum StepResult {
  case value(Any)
  /// The component leads to `nil`.
  case nowhere
  case unknown
}

extension ClosureFields.Path.Part {
  fileprivate func step(into value: Any) -> StepResult {
    switch (self, ShownValue(of: value).structure) {
    case (_, .present(let wrapped)?): return step(into: wrapped)
    case (_, .absent?): return .nowhere
    case (.name(let name), .composite(let whole)?):
      if whole.caseName == name { return whole.onlyPayload.map(StepResult.value) ?? .unknown }
      return whole.fields.first { $0.label == name }.map { .value($0.value) } ?? .unknown
    case (.name("first"), .list(let list)?), (.name("last"), .list(let list)?):
      if list.elementCount == 0 { return .nowhere }
      return .value(list.element(at: self == .name("first") ? 0 : list.elementCount - 1))
    case (.element(let place), .list(let list)?):
      let offset =
        Int(place) ?? (0..<list.elementCount).first { list.component(at: $0).place == place }
      guard let offset else { return place.hasPrefix("id: ") ? .nowhere : .unknown }
      return offset < list.elementCount ? .value(list.element(at: offset)) : .unknown
    case (.element(let place), .keyed(let elements)?):
      // The elements of another library's collection can be shown as a dictionary. Its keys are not in the source.
      if place.hasPrefix("id: ") { return .unknown }
      let key = elements.boxedValues.keys.first { FieldPath.Component.key($0).place == place }
      return key.flatMap { elements.value(forKey: $0) }.map(StepResult.value) ?? .nowhere
    default: return .unknown
    }
  }
}
