import SourceReading

/// Writes shorter tests: the original's text without the elements that are not chosen, and without declarations that
/// nothing else mentions.
package struct TestWriter: Sendable {
  let test: SplitTest
  var source: SwiftSource { test.source }
  private var body: Range<Int> { test.body }

  /// A replacement of some bytes.
  typealias Edit = (bytes: Range<Int>, text: String)

  package init(_ test: SplitTest) { self.test = test }

  /// The lines of a test.
  ///
  /// - Parameters:
  ///   - name: The name of the test, as written in source.
  ///   - helper: The helper that creates the store, if the test needs nothing else from the setup.
  package func lines(
    of choice: Choice, named name: String, calling helper: SetupHelper? = nil
  ) -> [String] {
    let helper = helper.flatMap { $0.serves(choice, in: self) ? $0 : nil }
    let range = helper == nil ? body : test.setupEnd..<body.upperBound
    let place = test.function.declaration.signature.lowerBound
    var edits = titleEdits + deletion(keeping: choice, within: range).edits
    edits.append((source.tokens[place].range, name))
    if let helper, let setup = source.byteRange(of: body.lowerBound..<test.setupEnd) {
      edits.append((setup, helper.call(choice.exhaustivity)))
    } else {
      edits += exhaustivityEdits(choice.exhaustivity.text)
    }
    return lines(of: test.function.declaration.tokens, edits)
  }

  /// The edits that set the stores' exhaustivity.
  func exhaustivityEdits(_ exhaustivity: String) -> [Edit] {
    test.exhaustivityEdits(separator: "\n" + bodyIndentation) { _ in exhaustivity }
      .map { ($0.range, $0.text) }
  }

  /// The white space before each statement of the test.
  var bodyIndentation: String {
    let first = test.function.statements.first ?? body
    return source.indentation(ofLine: source.lineRange(of: first).lowerBound)
  }

  /// Removes the title in `@Test("Everything", .tags(.slow))`, because the new test has its own name.
  private var titleEdits: [Edit] {
    let attributes = test.function.declaration.attributes
    guard let attribute = attributes.first(where: { source.name(ofAttribute: $0) == "@Test" }),
      let inside = attribute.first(where: { source.text($0) == "(" }).flatMap(source.inside),
      let title = source.arguments(in: inside).first,
      source.tokens[title.lowerBound].kind == .string
    else { return [] }
    let isOnly = title.upperBound == inside.upperBound
    let start = source.tokens[title.lowerBound - (isOnly ? 1 : 0)].range.lowerBound
    let end = source.tokens[title.upperBound + (isOnly ? 0 : 1)].range
    return [(start..<(isOnly ? end.upperBound : end.lowerBound), "")]
  }

  /// The lines of some tokens after some edits, with the indentation of the first line.
  func lines(of tokens: Range<Int>, _ edits: [Edit]) -> [String] {
    guard let bytes = source.byteRange(of: tokens) else { return [] }
    let order = edits.sorted {
      ($0.bytes.lowerBound, $0.bytes.upperBound) < ($1.bytes.lowerBound, $1.bytes.upperBound)
    }
    var text = source.indentation(ofLine: source.lineRange(of: tokens).lowerBound)
    var end = bytes.lowerBound
    for edit in order {
      if edit.bytes.lowerBound >= end {
        text += source.string(bytes: end..<edit.bytes.lowerBound) + edit.text
      }
      end = max(end, edit.bytes.upperBound)
    }
    text += source.string(bytes: end..<bytes.upperBound)
    return text.components(separatedBy: "\n")
  }
}

// MARK: - Deleting

extension TestWriter {
  /// The edits that delete what a choice leaves out.
  ///
  /// - Parameters:
  ///   - range: The tokens of the body that the edits may delete.
  ///   - used: Names that code outside of the range mentions.
  /// - Returns: The edits, and the names that the remaining tokens mention.
  func deletion(
    keeping choice: Choice, within range: Range<Int>, using used: Set<String> = []
  ) -> (edits: [Edit], names: Set<String>) {
    var deleted = test.elements.filter { !choice.elements.contains($0.number) }.map(\.tokens)
    let declarations = declarations(in: range)
    // The declarations that stay, each with the names that other code mentions.
    func kept() -> [(declaration: SwiftDeclaration, mentioned: Set<String>)] {
      declarations.filter { declaration in
        !deleted.contains { $0.contains(declaration.tokens.lowerBound) }
      }.map { ($0, used.union(names(in: range, without: deleted + [$0.tokens]))) }
    }
    while let unused = kept().first(where: { declaration, mentioned in
      !source.hasEffects(declaration.tokens) && mentioned.isDisjoint(with: declaration.names)
    }) {
      deleted.append(unused.declaration.tokens)
    }
    let edits =
      deleted.map { edit(deleting: $0, beside: deleted) }
      + emptyClosures(in: range, without: deleted) + kept().flatMap(unusedNames)
      + lineAfterSetup(deleting: deleted)
    return (edits, names(in: range, without: deleted))
  }

  /// The declarations among the statements of the test and of the blocks and closures around its elements.
  private func declarations(in range: Range<Int>) -> [SwiftDeclaration] {
    let blocks = [body] + test.elements.map { source.block(around: $0.tokens.lowerBound) }
    return blocks.flatMap { source.statements(ofClosure: $0) }.uniqued
      .filter { range.contains($0.lowerBound) }.compactMap { source.declaration($0) }
  }

  /// The names that some tokens mention, without those of deleted tokens.
  private func names(in range: Range<Int>, without deleted: [Range<Int>]) -> Set<String> {
    var names: Set<String> = []
    var start = range.lowerBound
    for part in deleted.sorted(by: { $0.lowerBound < $1.lowerBound }) + [
      range.upperBound..<range.upperBound
    ]
    where part.upperBound > start {
      names.formUnion(source.names(in: start..<max(start, part.lowerBound), withMembers: false))
      start = part.upperBound
    }
    return names
  }

  /// Replaces the names of a declaration that nothing mentions by `_`, or deletes `let task =` before a `send`.
  private func unusedNames(
    of declaration: SwiftDeclaration, mentioned: Set<String>
  ) -> [Edit] {
    let unused = declaration.names.filter { !mentioned.contains($0) }
    guard !unused.isEmpty, ["let", "var"].contains(declaration.keyword),
      declaration.attributes.isEmpty,
      !source.declaresSeveral(declaration.tokens),
      let equals = source.equals(in: declaration.tokens)
    else { return [] }
    let pattern = declaration.signature.lowerBound..<equals
    if declaration.names.count > 1 {
      return pattern.filter { unused.contains(source.text($0)) }
        .map { (source.tokens[$0].range, "_") }
    }
    let start = source.tokens[pattern.lowerBound - 1].range.lowerBound
    let isHandle = test.elements.contains { $0.tokens == declaration.tokens }
    let end = isHandle ? equals + 1 : equals
    return [(start..<source.tokens[end].range.lowerBound, isHandle ? "" : "_ ")]
  }

  /// Deletes a statement with its comments and the space before it.
  private func edit(deleting tokens: Range<Int>, beside deleted: [Range<Int>]) -> Edit {
    var first = tokens.lowerBound - 1
    let last = tokens.upperBound - 1
    if source.text(last + 1) == ";", !deleted.contains(where: { $0.contains(last + 2) }) {
      // Another statement follows on the line.
      let start = source.tokens[tokens.lowerBound].range.lowerBound
      return (start..<source.tokens[last + 2].range.lowerBound, "")
    }
    if source.text(first) == ";" { first -= 1 }
    let start = source.endWithComment(of: first)
    return (start..<max(start, source.endWithComment(of: last)), "")
  }

  /// Keeps the empty line after the setup, if the statement behind it is deleted.
  private func lineAfterSetup(deleting deleted: [Range<Int>]) -> [Edit] {
    let statements = test.function.statements.filter { $0.lowerBound >= test.setupEnd }
    guard test.foreignStore == nil, let first = statements.first,
      let next = statements.first(where: { !deleted.contains($0) }),
      hasEmptyLine(before: first), !hasEmptyLine(before: next)
    else { return [] }
    let end = source.endWithComment(of: test.setupEnd - 1)
    return [(end..<end, "\n")]
  }

  private func hasEmptyLine(before statement: Range<Int>) -> Bool {
    let start = source.byteRangeWithComments(of: statement)?.lowerBound ?? 0
    let end = source.endWithComment(of: statement.lowerBound - 1)
    return source.string(bytes: end..<max(start, end)).count { $0 == "\n" } > 1
  }

  /// Deletes the assert closures that have no statements left.
  private func emptyClosures(in range: Range<Int>, without deleted: [Range<Int>]) -> [Edit] {
    let calls = range.filter { ["(", "{"].contains(source.text($0)) }.compactMap(source.call)
    return calls.compactMap { call -> Edit? in
      guard ["send", "receive", "assert"].contains(call.method), let closure = call.closure,
        case let statements = source.statements(ofClosure: closure), !statements.isEmpty,
        statements.allSatisfy({ statement in deleted.contains { $0.contains(statement.lowerBound) }
        })
      else { return nil }
      var first = closure.lowerBound - 1
      if source.text(first - 1) == ":", source.text(first - 2) == "assert" {
        first -= source.text(first - 3) == "," ? 3 : 2
      }
      let start = source.tokens[first - 1].range.upperBound
      return (start..<source.tokens[closure.upperBound].range.upperBound, "")
    }
  }
}

extension SwiftSource {
  /// Whether a declaration may do more than create one value.
  func hasEffects(_ tokens: Range<Int>) -> Bool {
    guard let declaration = declaration(tokens), ["let", "var"].contains(declaration.keyword),
      let equals = equals(in: tokens)
    else { return false }
    // A property wrapper may store its value, as `@Shared` does.
    return !declaration.attributes.isEmpty || declaresSeveral(tokens)
      || outerTokens(in: equals..<tokens.upperBound).contains {
        ["await", "try", "Task"].contains(text($0))
      }
  }

  /// Whether a declaration has several parts: `let a = 1, b = 2`. Commas of generic arguments don't count.
  fileprivate func declaresSeveral(_ tokens: Range<Int>) -> Bool {
    outerTokens(in: tokens).contains { text($0) == "," && ["=", ":"].contains(text($0 + 2)) }
  }

  /// The byte after a token and a comment behind it on the same line.
  fileprivate func endWithComment(of index: Int) -> Int {
    let end = tokens[index].range.upperBound
    let comment = comments.first { $0.range.lowerBound >= end && $0.line == tokens[index].lastLine }
    guard let comment, !comment.startsLine,
      index + 1 == tokens.count || tokens[index + 1].range.lowerBound > comment.range.lowerBound
    else { return end }
    return comment.range.upperBound
  }

  /// The white space at the beginning of a line, counted from 1.
  func indentation(ofLine line: Int) -> String {
    let first = firstToken(fromLine: line)
    guard first < tokens.count, let bytes = byteRange(of: first..<first + 1) else { return "" }
    let column = position(of: bytes.lowerBound).column
    return String(
      string(bytes: bytes.lowerBound - column + 1..<bytes.lowerBound).prefix(while: \.isWhitespace))
  }
}
