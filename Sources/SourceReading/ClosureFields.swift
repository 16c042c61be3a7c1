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

extension ClosureFields {
  /// The same fields as seen from a value that has the closure's state in a field of its own; in one that
  /// is not known, any of them may be meant.
  func inside(_ field: FieldPath?) -> ClosureFields {
    guard let field else {
      return ClosureFields(paths: [], isComplete: paths.isEmpty && isComplete)
    }
    let prefix = field.components.compactMap(Path.Part.init)
    var paths = paths.map { path in
      var path = path
      path.parts = prefix + path.parts
      path.optionalDepth = path.optionalDepth.map { $0 + prefix.count }
      return path
    }
    // What is not understood is about the part all the same.
    if !isComplete { paths.append(Path(parts: prefix, comparison: .possible)) }
    return ClosureFields(paths: paths, isComplete: true)
  }
}

// MARK: - Reading

extension ClosureFields {
  /// Reads the closure of a statement such as `await store.send(.save) { $0.isSaving = true }`.
  ///
  /// - Parameter column: Where the arguments of the call begin, if that is known, as `#column` says it. A
  ///   line may have several calls.
  package init(ofStatement statement: String, column: Int = 0) {
    var reader = StatementReader(statement, column: column)
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

  private mutating func read(_ statement: StatementReader.Statement, of parameter: String) {
    var text = statement.text.drop { $0.isWhitespace }
    while let keyword = ["try!", "try?", "try", "await"].first(where: { text.hasPrefix($0 + " ") })
    {
      text = text.dropFirst(keyword.count + 1)
    }
    var mentions = mentions(of: parameter, in: String(text))
    for index in mentions.indices {
      if statement.isConditional {
        mentions[index].comparison = .possible
      }
      mentions[index].isInLoop = statement.isInLoop
    }
    for mention in mentions {
      if mention.parts.isEmpty, mention.comparison != .whole {
        isComplete = false
      } else {
        paths.append(mention)
      }
    }
  }

  /// What a statement compares.
  private func mentions(of parameter: String, in text: String) -> [Path] {
    if let word = text.firstMatch(of: /^\w+/), Self.keywords.contains(String(word.0)) {
      // What is unwrapped must be there; of the rest, nothing is known.
      return paths(
        of: parameter, in: text, as: text.contains(Self.unwrapping) ? .aspect : .possible)
    }
    if let expectation = text.prefixMatch(of: Self.expectation) {
      return expected(
        paths(of: parameter, in: text, as: .whole), in: text, by: String(expectation.1))
    }
    let (target, value) = StatementReader.assignment(in: text)
    guard let target else { return called(text, parameter) }
    if target.drop(while: { $0.isWhitespace || $0 == "(" }).first == "_" {
      if value.contains(Self.unwrapping) {
        return paths(of: parameter, in: value, as: .aspect)
      }
      return called(String(value.drop { $0.isWhitespace }), parameter)
    }
    return assigned(target, value, parameter)
  }

  /// `$0.age = 34`, `$0.age += 1`, `($0.a, $0.b) = (1, 2)`.
  private func assigned(_ target: String, _ value: String, _ parameter: String) -> [Path] {
    let name = target.filter { !$0.isWhitespace }
    if name == value.filter({ !$0.isWhitespace }) { return [] }
    var targets = paths(of: parameter, in: target, as: .whole, isTarget: true)
    let isPlain = targets.count == 1 && !value.contains(name)
    for index in targets.indices where !isPlain || "+-*/%&|^".contains(name.last ?? " ") {
      // What is made of the value itself may have kept any part of it.
      targets[index].comparison = .derived
    }
    return targets
  }

  /// `$0.tags.insert("a")`, which compares what it changes, or `check(&$0.child)`, which may compare
  /// anything.
  private func called(_ text: String, _ parameter: String) -> [Path] {
    guard text.hasPrefix(parameter) else {
      // What is printed is not compared.
      if text.contains(/^(?:print|debugPrint|dump)\(/) { return [] }
      return paths(of: parameter, in: text, as: .possible)
    }
    var rest = text.dropFirst(parameter.count)
    let path = path(&rest, as: .derived, isTarget: true)
    // A value by itself is not compared, and a method of the state may compare anything.
    let isCall = rest.contains { !$0.isWhitespace }
    if path.parts.isEmpty { return isCall ? [Path(parts: [], comparison: .possible)] : [] }
    return isCall ? [path] : []
  }

  /// What an expectation compares: both sides of an equality with all that is in them, and of everything
  /// else only what it mentions.
  private func expected(_ mentions: [Path], in text: String, by name: String) -> [Path] {
    let bare = StatementReader.withoutStrings(text)
    let isAlternative = bare.contains("||") || bare.contains(/\s\?\s/) || bare.contains("!(")
    let isEquality =
      name.hasSuffix("Equal") && !name.hasSuffix("NotEqual") || name == "expectNoDifference"
      || bare.contains("==")
    return mentions.map { mention in
      var mention = mention
      if isAlternative {
        mention.comparison = .possible
      } else if bare.contains(/\bnil\b|!=/) {
        mention.comparison = .aspect
      } else if !isEquality || bare.contains("&&") {
        mention.comparison = .derived
      }
      return mention
    }
  }

  /// The words that begin a statement which compares nothing by itself.
  private static let keywords: Set = [
    "let", "var", "if", "guard", "for", "while", "switch", "case", "default", "return", "else",
    "do",
    "defer", "repeat", "func",
  ]

  private static var expectation: Regex<(Substring, Substring)> {
    /[#]?(expect|require|XCTAssert\w*|XCTUnwrap|expectNoDifference|assert|precondition)\s*\(/
  }

  private static var unwrapping: Regex<Substring> { /#require\s*\(|XCTUnwrap\s*\(/ }

  /// The fields of a parameter that a text names, outside of strings. The parameter alone has no parts.
  private func paths(
    of parameter: String, in text: String, as comparison: Path.Comparison, isTarget: Bool = false
  ) -> [Path] {
    var paths: [Path] = []
    let strings = StatementReader.strings(in: text)
    var rest = text[...]
    while let range = rest.range(of: parameter) {
      let before = text[..<range.lowerBound].last
      rest = rest[range.upperBound...]
      let isWhole = before.map { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." } ?? true
      if let next = rest.first, next.isLetter || next.isNumber || next == "_" { continue }
      if strings.contains(where: { $0.contains(range.lowerBound) }) { continue }
      if isWhole { paths.append(path(&rest, as: comparison, isTarget: isTarget)) }
    }
    return paths
  }

  /// Reads a way from behind the parameter, up to the call of a method.
  private func path(
    _ rest: inout Substring, as comparison: Path.Comparison, isTarget: Bool = false
  ) -> Path {
    var path = Path(parts: [], comparison: comparison)
    while let next = rest.first {
      if next == "?" || next == "!" {
        if rest.dropFirst().first == "=" || next == "?" && rest.dropFirst().first == "?" { break }
        rest = rest.dropFirst()
        if next == "?", isTarget { path.optionalDepth = path.parts.count }
      } else if next == "." {
        let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
        let isCall =
          rest.dropFirst(1 + name.count).first == "("
          || rest.dropFirst(1 + name.count).hasPrefix(" {")
        if name.isEmpty || isCall {
          if path.comparison == .whole { path.comparison = .derived }
          break
        }
        rest = rest.dropFirst(1 + name.count)
        path.parts.append(.name(String(name.filter { $0 != "`" })))
      } else if next == "[", let inside = StatementReader.group(&rest) {
        let argument = StatementReader.firstArgument(of: inside)
        if let keyPath = argument.wholeMatch(of: /keyPath:\s*\\[\w.]*?((?:\.\w+[?!]?)+)/) {
          for name in keyPath.1.split(separator: ".") {
            path.parts.append(.name(name.filter { $0 != "?" && $0 != "!" }))
          }
        } else if argument.hasPrefix("keyPath:") {
          path.comparison = .possible
          break
        } else {
          path.parts.append(.element(argument))
        }
      } else {
        break
      }
    }
    return path
  }
}
