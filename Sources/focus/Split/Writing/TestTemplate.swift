import TestEvents
import SourceReading

/// Writes the focused tests of a traced test, for the same scope as the test.
package struct TestTemplate: Sendable {
  package internal(set) var test: TracedTest
  let source: SwiftSource
  /// The local types of the test that move out of the function, so that all new tests can use them.
  let lifted: [Int]
  /// The types of the test's constants, as a run printed them.
  package var types: [String: String] = [:]
  /// Whether the new tests may share a helper that creates their store.
  var allowsHelper: Bool

  /// - Parameter taken: The names of the target's types.
  package init(_ test: TracedTest, taken: Set<String> = []) {
    self.test = test
    let source = test.function.source
    self.source = source
    let types = test.units.indices.filter { index in
      source.declaration(test.units[index].tokens).map {
        $0.isType || $0.keyword == "typealias"
      } == true
    }
    let members = [test.function.declaration] + test.function.members
    let isFree = types.flatMap { test.units[$0].declared }.allSatisfy { name in
      // If a member declares a type with this name, the mentions inside of it mean that type.
      let own = members.map(\.tokens).filter { source.declaresType(name, in: $0) }
      return !taken.contains(name)
        && !source.tokens.indices.contains { index in
          source.text(index) == name && source.text(index - 1) != "."
            && !own.contains { $0.contains(index) }
        }
    }
    lifted = isFree ? types : []
    allowsHelper = isFree
  }
}

// MARK: - The store

extension TestTemplate {
  var creation: StoreCreation? { test.creation }

  /// The source of an initial state, by default that of the original.
  func text(of start: String?) -> String {
    start ?? creation?.initialState.map { source.text($0) } ?? ""
  }

  /// The type of the store: `TestStoreOf<Profile>`, or with separate state and action types if the reducer is a
  /// wrapper.
  var storeType: String {
    let (state, action) = (test.store.stateType, test.store.actionType)
    if let reducer = test.store.reducerType, state == reducer + ".State",
      action == reducer + ".Action"
    {
      return "TestStoreOf<\(test.function.inScope(reducer))>"
    }
    return "TestStore<\(test.function.inScope(state)), \(test.function.inScope(action))>"
  }
}

// MARK: - Declarations

extension TestTemplate {
  /// The declarations of the test that each trial and each new test can repeat.
  var declarations: [Int] {
    test.units.indices.filter { test.units[$0].kind == .declaration && !lifted.contains($0) }
  }

  /// The declarations that some names mention, and the declarations that those mention, in order.
  ///
  /// - Parameter known: Declarations whose values are known, so that they need no others.
  func needed(by names: Set<String>, beside known: [Int] = []) -> [Int] {
    var names = names
    var needed: [Int] = []
    for index in declarations.reversed() where !names.isDisjoint(with: test.units[index].declared) {
      needed.insert(index, at: 0)
      if known.contains(index) { continue }
      names.formUnion(source.names(in: test.units[index].tokens, withMembers: false))
    }
    return needed
  }

  private var namesInCreation: Set<String> {
    creation.map { source.names(in: $0.statement, withMembers: false) } ?? []
  }

  /// The declarations that the creation of the store needs.
  var declarationsOfCreation: [Int] {
    needed(by: namesInCreation).filter { $0 < creation?.unit ?? 0 }
  }

  /// The constants in the creation whose types a helper would have to name.
  var sharedNames: [String] {
    declarationsOfCreation.filter { unit in
      ["let", "var"].contains(source.declaration(test.units[unit].tokens)?.keyword)
    }.flatMap { test.units[$0].declared }
  }

  /// The names that a test's statements mention.
  func mentions(of candidate: Candidate) -> Set<String> {
    let text =
      candidate.units.flatMap { statementLines($0, of: candidate, PartsInUse()) }
      + lines(of: candidate.ending)
    let statements = SwiftSource(text.joined(separator: "\n"))
    return statements.names(in: statements.tokens.indices, withMembers: false)
  }
}

// MARK: - The body of a test

extension TestTemplate {
  /// The statements of a test that creates its store without a helper.
  package func body(of candidate: Candidate) -> [String] { body(of: candidate, with: nil) }

  func body(of candidate: Candidate, with helper: Helper?) -> [String] {
    let mentioned = mentions(of: candidate)
    let parts = PartsInUse(candidate, in: test)
    let returned = helper?.returned ?? []
    let locals = needed(
      by: helper == nil ? mentioned.union(namesInCreation) : mentioned, beside: returned
    ).filter { !returned.contains($0) }
    let used = locals.reduce(into: mentioned) {
      $0.formUnion(source.names(in: test.units[$1].tokens, withMembers: false))
    }
    let before = helper == nil ? locals.filter { $0 < creation?.unit ?? 0 } : []
    let units = Set(candidate.units + locals).subtracting(before).sorted()
    let earlier = units.filter {
      candidate.ending.kind != .nothingElse || $0 < candidate.position
    }
    let rest =
      earlier.flatMap { statementLines($0, of: candidate, parts) }
      + lines(of: candidate.ending, in: parts.ofUnits[nil])
      + units.dropFirst(earlier.count).flatMap { statementLines($0, of: candidate, parts) }
    let scopes = parts.all.map { $0.declaration(in: test.storeName) }
    var all: [String]
    if let helper {
      all = lines(calling: helper, from: candidate.start, for: used, before: scopes + rest)
      all.replaceSubrange(...scopes.count, with: all[...scopes.count].flatMap(wrapped))
    } else {
      all =
        before.flatMap { source.lines(test.units[$0].tokens) }
        + creationLines(of: candidate.start, for: used) + scopes.flatMap(wrapped) + rest
    }
    return all.separated.withoutWarnings
  }

  var effects: String { creation?.effects.map { $0 + " " }.joined() ?? "" }

  /// The statements that create the store of a test.
  ///
  /// - Parameter used: The names that the test mentions.
  private func creationLines(of start: String?, for used: Set<String>) -> [String] {
    let off = "\(test.storeName).exhaustivity = .off"
    guard let creation else { return [off] }
    let unused = Set(test.units[creation.unit].declared).subtracting(used)
    return lines(
      creation.statement, startingFrom: start,
      without: unused.subtracting([test.storeName]))
      + (creation.offEdit == nil ? [off] : [])
  }

  /// Some tokens of the store's creation, in `.off`, with another initial state, and without constants for the unused
  /// values of a tuple.
  func lines(
    _ range: Range<Int>, startingFrom state: String?, without unused: Set<String> = []
  ) -> [String] {
    var edits = [creation?.offEdit].compactMap(\.self)
    for index in range.lowerBound..<(source.equals(in: range) ?? range.lowerBound)
    where unused.contains(source.text(index)) {
      edits.append((index..<index + 1, "_"))
    }
    if let state, let place = creation?.initialState { edits.append((place, state)) }
    return source.lines(range, replacing: edits.sorted { $0.0.lowerBound < $1.0.lowerBound })
  }

  private func statementLines(
    _ unit: Int, of candidate: Candidate, _ parts: PartsInUse
  ) -> [String] {
    guard let call = test.units[unit].actionCall else {
      return source.lines(test.units[unit].tokens)
    }
    // The result of the call is kept if a later statement uses it.
    let isUsed = call.result.map { result in
      candidate.statements.contains { other in
        other > unit && source.names(in: test.units[other].tokens).contains(result)
      }
    }
    return self.call(
      source.setupLines(of: call, test.units[unit], keepingResult: isUsed == true), nil,
      in: parts.ofUnits[unit])
  }

  /// A call of the store or of a scoped store, with or without an assert closure.
  private func call(
    _ lines: [String], _ field: FieldAssertion?, in part: StorePart?
  ) -> [String] {
    let part = part ?? field?.neededPart
    let head = part.map { $0.call(lines, of: test.storeName) } ?? lines
    return field.map { adding($0.statements(in: part), of: $0, to: head) } ?? head
  }

  /// The statement of an assertion.
  ///
  /// - Parameter part: The scoped store that makes the assertion, if any.
  func lines(of ending: Candidate.Ending, in part: StorePart? = nil) -> [String] {
    call(ending.lines, ending.field, in: part)
  }

  /// A call with an assert closure appended, on one line if it fits.
  private func adding(
    _ statements: [String], of field: FieldAssertion, to call: [String]
  ) -> [String] {
    let head = field.parameter.map { " \($0) in" } ?? ""
    var call = call
    let last = call.removeLast()
    let line = "\(last) {\(head) \(statements.first ?? "") }"
    if statements.count == 1, !statements[0].contains("\n"), call.isEmpty,
      line.count <= Self.lineLength
    {
      return [line]
    }
    return call + ["\(last) {\(head)"] + indented(statements.separated) + ["}"]
  }

  /// A statement on several lines, if it is long: broken before the calls of a chain, or else at its last arguments.
  package func wrapped(_ line: String) -> [String] {
    if line.count <= Self.lineLength || line.contains("\n") { return [line] }
    let source = SwiftSource(line)
    let outer = source.outerTokens(in: source.tokens.indices)
    var starts = outer.filter { index in
      source.text(index) == "." && source.text(index - 1) == ")"
        && ["(", "{"].contains(source.text(index + 2))
    }
    if starts.isEmpty,
      let inside = outer.last(where: { source.text($0) == "(" }).flatMap(source.inside)
    {
      let rest = source.text(inside.lowerBound..<source.tokens.count)
      starts = source.arguments(in: inside).map(\.lowerBound)
      if rest.count + 2 <= Self.lineLength { starts = Array(starts.prefix(1)) }
    }
    let lines = zip([0] + starts, starts + [source.tokens.count]).map { source.text($0..<$1) }
    return lines.prefix(1) + indented(lines.dropFirst().flatMap(wrapped))
  }

  static let lineLength = 92
}

// MARK: - The text of the tests

extension TestTemplate {
  /// The new tests and their shared code, as lines with the indentation of the original.
  func written(_ tests: [FocusedTest]) -> [String] {
    let helper = helper(of: tests)
    var declarations = lifted.map(liftedLines) + (helper.map { [lines(of: $0)] } ?? [])
    declarations += tests.map { test in
      let body = body(of: test.candidate, with: helper)
      return otherAttributes + [signature(of: test.name, body) + " {"] + indented(body) + ["}"]
    }
    return declarations.flatMap { declaration in
      [""] + declaration.map { $0.allSatisfy(\.isWhitespace) ? "" : indentation + $0 }
    }
  }

  /// A local type of the test, as a private member.
  private func liftedLines(_ unit: Int) -> [String] {
    let tokens = test.units[unit].tokens
    guard let type = source.declaration(tokens) else { return [] }
    let first = type.attributes.last?.upperBound ?? tokens.lowerBound
    let access = type.isPrivate ? "" : "private "
    return source.lines(tokens, replacing: [(first..<first, access)], withComments: true)
  }

  /// The attributes of the test, except `@Test`.
  var otherAttributes: [String] {
    test.function.declaration.attributes.filter { source.name(ofAttribute: $0) != "@Test" }
      .map { source.text($0) }
  }

  /// `@Test` with the traits of the original, without its display name and its exhaustivity.
  private var testAttribute: String? {
    let attributes = test.function.declaration.attributes
    guard let attribute = attributes.first(where: { source.name(ofAttribute: $0) == "@Test" })
    else {
      return nil
    }
    let open = attribute.first { source.text($0) == "(" }
    guard let inside = open.flatMap(source.inside) else { return "@Test" }
    let traits = source.arguments(in: inside).filter { argument in
      source.tokens[argument.lowerBound].kind != .string
        && !source.text(argument).hasPrefix(".exhaustivity")
    }
    return traits.isEmpty
      ? "@Test" : "@Test(\(traits.map { source.text($0) }.joined(separator: ", ")))"
  }

  private func signature(of name: String, _ body: [String]) -> String {
    let names = SwiftSource(body.joined(separator: "\n")).names
    let modifiers = test.function.declaration.modifiers.filter { $0 != "override" && $0 != "async" }
    var words = [testAttribute].compactMap(\.self) + modifiers + ["func \(name)()"]
    if names.contains("await") { words.append("async") }
    if names.contains("try") || names.contains("#require") { words.append("throws") }
    return words.joined(separator: " ")
  }

  // MARK: Indentation

  func indented(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? $0 : indentationStep + $0 }
  }

  /// The white space before the original's first line.
  var indentation: String { source.indentation(ofLine: test.function.lines.lowerBound) }

  private var indentationStep: String {
    guard let first = test.function.statements.first, source.tokens[first.lowerBound].startsLine
    else { return "  " }
    let inner = source.indentation(ofLine: source.lineRange(of: first).lowerBound)
    return inner.count > indentation.count ? String(inner.dropFirst(indentation.count)) : "  "
  }
}

extension SwiftSource {
  /// Whether some tokens declare a type.
  fileprivate func declaresType(_ name: String, in range: Range<Int>) -> Bool {
    range.contains { index in
      text(index) == name
        && ["struct", "enum", "class", "actor", "typealias"].contains(text(index - 1))
    }
  }
}

extension [String] {
  /// The lines of all elements, some of which contain several lines.
  var separated: [String] { flatMap { $0.components(separatedBy: "\n") } }

  /// The lines of a function's body without the compiler's warnings about variables: a variable that nothing changes
  /// becomes a constant, and one that nothing reads is read once.
  var withoutWarnings: [String] {
    let source = SwiftSource(joined(separator: "\n"))
    var parts: [(Range<Int>, String)] = []
    for statement in source.statements(in: source.tokens.indices) {
      guard let variable = source.declaration(statement), variable.keyword == "var",
        variable.body == nil
      else { continue }
      let uses = variable.names.map { name in
        source.tokens.indices.filter { !statement.contains($0) }
          .compactMap { source.use(of: name, at: $0) }
      }
      if !uses.joined().contains(where: \.changes) {
        let keyword = variable.signature.lowerBound - 1
        parts.append((keyword..<keyword + 1, "let"))
      }
      let reads = zip(variable.names, uses).filter { !$1.contains(where: \.reads) }
        .map { "\n_ = \($0.0)" }.joined()
      let last = statement.upperBound - 1
      parts.append((last..<last + 1, source.text(last) + reads))
    }
    return parts.isEmpty
      ? self : source.text(replacing: parts).components(separatedBy: "\n")
  }
}

extension SwiftSource {
  /// Whether a token reads a variable, or may change it; `nil` if the token is something else.
  func use(of name: String, at index: Int) -> (reads: Bool, changes: Bool)? {
    guard text(index).withoutBackticks == name, text(index - 1) != ".", !isLabel(index) else {
      return nil
    }
    if text(index - 1) == "&" { return (true, true) }
    var end = index + 1
    while end < tokens.count, !tokens[end].hasSpaceBefore, [".", "[", "?", "!"].contains(text(end))
    {
      if text(end) == ".", ["(", "{"].contains(text(end + 2)) { return (true, true) }
      end = text(end) == "[" ? next(after: end) : end + (text(end) == "." ? 2 : 1)
    }
    return (text(end) != "=", isAssignment(end))
  }
}

extension SwiftSource {
  /// The white space at the beginning of a line, counted from 1.
  func indentation(ofLine line: Int) -> String {
    let first = firstToken(fromLine: line)
    guard first < tokens.count, let bytes = byteRange(of: first..<first + 1) else { return "" }
    let column = position(of: bytes.lowerBound).column
    return String(
      string(bytes: bytes.lowerBound - column + 1..<bytes.lowerBound).prefix(while: \.isWhitespace))
  }
}
