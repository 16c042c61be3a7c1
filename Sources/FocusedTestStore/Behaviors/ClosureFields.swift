import Core
import Foundation
import ReducerDebugging

/// The fields that an assert closure is about, read from its source.
///
/// A closure that states right values changes nothing, so running it does not tell what it compared, and
/// running it on another state could trap, record issues and count as one more run. Its source says it:
/// `$0.age = 34` compares `age`, `$0.rows[0].tags.insert("a")` compares `rows[0].tags`, and
/// `#expect($0.name == "Blob")` compares `name`.
package struct ClosureFields: Hashable, Sendable {
  /// The way to a field as source spells it.
  package struct Path: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
      case name(String)
      /// What stands between brackets, up to the first comma: `0`, `id: 3`, `"a"`.
      case element(String)
    }

    package var parts: [Part]

    package init(parts: [Part]) { self.parts = parts }
  }

  package private(set) var paths: [Path] = []
  /// Whether each of the closure's statements has been understood. A closure in a variable, or one that
  /// calls a function with the state, may compare anything.
  package private(set) var isComplete = true

  package static let unknown = ClosureFields(paths: [], isComplete: false)

  private init(paths: [Path], isComplete: Bool) {
    self.paths = paths
    self.isComplete = isComplete
  }
}

extension ClosureFields.Path {
  /// Whether a comparison of this field says something of a field that changed: it is the field, a part
  /// of it, or holds it.
  package func concerns(_ field: FieldPath) -> Bool {
    var rest = field.components.filter { $0 != .wrapped }[...]
    var parts = parts[...]
    while let part = parts.first, let component = rest.first {
      switch (part, component) {
      case (.name(let name), .field(let label)):
        if name != label { return false }
        parts = parts.dropFirst()
      case (.name(let name), .payload(let caseName, let label)):
        if name == caseName || name == label { parts = parts.dropFirst() }
      case (.name("first"), .index), (.name("first"), .id), (.name("last"), .index),
        (.name("last"), .id):
        parts = parts.dropFirst()
      case (.name, .index), (.name, .id), (.name, .key):
        // A property of the collection.
        return true
      case (.element(let text), .index), (.element(let text), .id), (.element(let text), .key):
        guard Self.canMean(text, component) else { return false }
        parts = parts.dropFirst()
      case (.element, .payload):
        break
      case (.name, .wrapped), (.element, .field), (.element, .wrapped):
        return false
      }
      rest = rest.dropFirst()
    }
    return true
  }

  /// Whether the text in brackets may reach an element: it spells its place, or computes one.
  private static func canMean(_ text: String, _ component: FieldPath.Component) -> Bool {
    let isLiteral = text.wholeMatch(of: /(?:id:\s*)?(?:-?\d+|"[^"]*")/) != nil
    return !isLiteral || component.description == "[\(text)]"
  }
}

// MARK: - Reading

extension ClosureFields {
  /// Reads the closure of a statement such as `await store.send(.save) { $0.isSaving = true }`.
  package init(ofStatement statement: String) {
    var reader = StatementReader(statement)
    guard let closure = reader.closure() else {
      self = .unknown
      return
    }
    self.init(ofClosure: closure)
  }

  /// Reads what stands between the braces of a closure.
  package init(ofClosure body: String) {
    self.init(paths: [], isComplete: true)
    var body = body
    var parameter = "$0"
    var head: Regex<(Substring, Substring)> {
      /^\s*(?:\[[^\]]*\]\s*)?\(?\s*(\w+)(?:\s*:\s*[\w.<>\s]+)?\s*\)?\s*(?:throws\s+)?in\s/
    }
    // It is parsed each time that it is met, which takes longer than all else here.
    if body.contains("in"), let head = body.firstMatch(of: head) {
      parameter = String(head.1)
      body.removeSubrange(head.range)
    }
    for statement in StatementReader.statements(of: body) { read(statement, of: parameter) }
  }

  private mutating func read(_ statement: String, of parameter: String) {
    var text = statement.drop { $0.isWhitespace }
    while let keyword = ["try!", "try?", "try", "await"].first(where: { text.hasPrefix($0 + " ") })
    {
      text = text.dropFirst(keyword.count + 1)
    }
    if let word = text.firstMatch(of: /^\w+/), Self.keywords.contains(String(word.0)) { return }
    let (target, value) = StatementReader.assignment(in: String(text))
    if let target, target.drop(while: { $0.isWhitespace || $0 == "(" }).first == "_" {
      note(mentions(of: parameter, in: value))
    } else {
      note(mentions(of: parameter, in: target ?? value))
    }
  }

  /// The words that begin a statement which compares nothing by itself.
  private static let keywords: Set = [
    "let", "var", "if", "guard", "for", "while", "switch", "case", "default", "return", "else",
    "do",
    "defer", "repeat", "func",
  ]

  private mutating func note(_ mentions: [Path]) {
    for mention in mentions {
      if mention.parts.isEmpty { isComplete = false } else { paths.append(mention) }
    }
  }

  /// The fields of a parameter that a text names. The parameter alone is an empty path.
  private func mentions(of parameter: String, in text: String) -> [Path] {
    var paths: [Path] = []
    var rest = text[...]
    while let range = rest.range(of: parameter) {
      let before = text[..<range.lowerBound].last
      rest = rest[range.upperBound...]
      let isWhole = before.map { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." } ?? true
      if let next = rest.first, next.isLetter || next.isNumber || next == "_" { continue }
      if isWhole { paths.append(path(&rest)) }
    }
    return paths
  }

  /// Reads a way from behind the parameter, up to the call of a method.
  private func path(_ rest: inout Substring) -> Path {
    var parts: [Path.Part] = []
    while let next = rest.first {
      if next == "?" || next == "!" {
        if rest.dropFirst().first == "=" { break }
        rest = rest.dropFirst()
      } else if next == "." {
        let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
        rest = rest.dropFirst(1 + name.count)
        if name.isEmpty || rest.first == "(" || rest.hasPrefix(" {") { break }
        parts.append(.name(String(name.filter { $0 != "`" })))
      } else if next == "[", let inside = StatementReader.group(&rest) {
        parts.append(.element(StatementReader.firstArgument(of: inside)))
      } else {
        break
      }
    }
    return Path(parts: parts)
  }
}
