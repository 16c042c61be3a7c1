import TestEvents
import SourceReading

/// The original test, edited for trials: each statement has a condition, and each possible assertion of a trial is
/// added.
///
/// Trials differ in the statements that they run. A build takes longer than a thousand trials, so all statements are
/// compiled once, on their own lines and in their own scope.
package struct TrialProgram: Sendable {
  /// A part of the program that may not compile.
  package enum Part: Hashable, Sendable {
    /// Code that each trial needs.
    case frame
    case unit(Int)
    case start(Candidate.Start)
    case ending(Assertion)
  }

  package struct Assertion: Hashable, Sendable {
    let ending: Candidate.Ending
    let position: Int
  }

  package let edited: EditedSource
  private let parts: [Part]
  private let template: TestTemplate
  private let starts: [Candidate.Start]
  private let endings: [Assertion]

  /// - Parameter excluded: The parts that do not compile.
  package init(
    _ template: TestTemplate, of ways: [Candidate], without excluded: Set<Part> = []
  ) {
    self.template = template
    starts = ways.map(\.start).uniqued
      .filter { $0 != .beginning && !excluded.contains(.start($0)) }
    endings = ways.map(\.assertion).uniqued.filter { !excluded.contains(.ending($0)) }
    let writer = TrialWriter(template)
    var groups: [(part: Part, edits: [SourceEdit])] = [(.frame, writer.frame)]
    groups += starts.enumerated().map { (.start($1), writer.edits(of: $1, number: $0 + 1)) }
    groups += endings.enumerated().map { (.ending($1), writer.edits(of: $1, number: $0)) }
    groups += template.test.units.indices.map { unit in
      let part = Part.unit(unit)
      return (part, excluded.contains(part) ? writer.removal(of: unit) : writer.edits(of: unit))
    }
    parts = groups.map(\.part)
    edited = EditedSource(template.source, groups.map(\.edits))
  }

  /// A trial's input: the numbers of its start and its ending, and its statements. `nil` if its start or its ending
  /// doesn't compile.
  func line(of way: Candidate) -> String? {
    guard let start = ([.beginning] + starts).firstIndex(of: way.start),
      let ending = endings.firstIndex(of: way.assertion)
    else { return nil }
    // A `send` whose closure asserts runs as the ending, not as a setup step.
    let units = way.unitsBeforeAssertion.map(String.init).joined(separator: ",")
    return "\(start) \(ending) \(units)"
  }

  /// The parts that cause some compiler errors.
  package func parts(blamedFor errors: [CompilerError]) -> Set<Part> {
    let blamed = Set(errors.compactMap { part(atLine: $0.line, column: $0.column) })
    // If an initial state does not compile, the store has no type, so other code doesn't compile either.
    let blamedStarts = blamed.filter { if case .start = $0 { true } else { false } }
    if !blamedStarts.isEmpty { return blamedStarts }
    return blamed.contains(.frame) && !starts.isEmpty ? Set(starts.map(Part.start)) : blamed
  }

  /// The reason why no test can contain a part that does not compile, for a reader of the original.
  package func reason(against part: Part) -> String {
    func text(_ lines: [String]) -> String {
      "`\(SwiftSource(lines.joined(separator: "\n")).flattened)` cannot be written where the test stands"
    }
    switch part {
    case .frame: return "its store cannot be put in `.off`"
    case .unit(let unit):
      return
        "line \(template.test.line(of: unit)) is needed by other statements, so no test can leave it out"
    case .start(let start): return text([template.spelling(of: start) ?? ""])
    case .ending(let assertion):
      return text(template.lines(of: assertion.ending))
    }
  }

  /// The part at a line and column of the edited file.
  package func part(atLine line: Int, column: Int) -> Part? {
    if let group = edited.groups(atLine: line, column: column).first { return parts[group] }
    return template.test.function.statement(at: line).map { .unit($0) }
  }
}

extension Candidate {
  /// The parts of the program that the candidate runs.
  var parts: [TrialProgram.Part] {
    [.frame, .start(start), .ending(assertion)] + units.map(TrialProgram.Part.unit)
  }

  package var assertion: TrialProgram.Assertion {
    TrialProgram.Assertion(ending: ending, position: position)
  }
}

/// Writes the edits of a test's function.
private struct TrialWriter {
  let template: TestTemplate
  /// The names that are optional in trials, because a trial may not run their statements.
  private let optionals: Set<String>

  init(_ template: TestTemplate) {
    self.template = template
    optionals = Set(template.test.units.filter(\.producesResult).flatMap(\.declared))
  }

  private var source: SwiftSource { template.source }
  private var test: TracedTest { template.test }

  private func bytes(_ unit: Int) -> Range<Int> {
    source.byteRange(of: test.units[unit].tokens) ?? 0..<0
  }

  /// The trial's declaration, and the store's exhaustivity.
  var frame: [SourceEdit] {
    let off = "\(test.storeName).exhaustivity = .off"
    let head = "let focusTrial = FocusTrial.current; "
    guard let creation = template.creationUnit else {
      return [.open(at: bytes(0).lowerBound, head + off + "; ")]
    }
    // A suite may have a method `type`.
    let notes = template.sharedNames.map {
      "focusTrial.note(\"\($0)\", Swift.type(of: \($0)))"
    }
    return [
      .open(at: bytes(0).lowerBound, head),
      .close(at: bytes(creation).upperBound, ([off] + notes).map { "; " + $0 }.joined()),
    ]
  }

  func edits(of start: Candidate.Start, number: Int) -> [SourceEdit] {
    guard let state = template.creation?.initialState.flatMap(source.byteRange),
      let spelled = template.spelling(of: start)
    else { return [] }
    let text = SwiftSource(spelled).flattened
    return [.open(at: state.lowerBound, "focusTrial.starts(\(number)) ? \(text) : ")]
  }

  /// The edit that replaces a statement by its line feeds.
  func removal(of unit: Int) -> [SourceEdit] {
    [.replace(bytes(unit), String(source.string(bytes: bytes(unit)).filter(\.isNewline)))]
  }

  func edits(of unit: Int) -> [SourceEdit] {
    let place = bytes(unit)
    var edits: [SourceEdit] = []
    var removed: Range<Int>?
    switch test.units[unit].kind {
    case .creation, .declaration: return []
    case .other where source.text(test.units[unit].tokens.lowerBound) == "defer": break
    case .binding: edits = binding(unit)
    case .send(let call), .receive(let call):
      removed = source.assertClosure(of: call)
      if let removed {
        edits.append(.replace(removed, String(source.string(bytes: removed).filter(\.isNewline))))
      }
      if call.result != nil, let start = source.byteRange(of: call.start..<call.start + 1) {
        edits += made(unit, start.lowerBound..<place.upperBound, effects: "await ")
      } else {
        fallthrough
      }
    case .assertion, .end, .check, .event, .block, .other:
      edits += [
        .open(at: place.lowerBound, "if focusTrial.runs(\(unit)) { "),
        .close(at: place.upperBound, " }"),
      ]
    }
    for index in test.units[unit].tokens where isOptional(index, in: source, of: unit) {
      let end = source.byteRange(of: index..<index + 1)?.upperBound ?? 0
      if removed?.contains(end - 1) != true { edits.append(.close(at: end, "!")) }
    }
    return edits
  }

  /// Wraps a value that a trial may not make: `await focusTrial.made(5) { await store.send(.toggle) }`.
  private func made(_ unit: Int, _ value: Range<Int>, effects: String) -> [SourceEdit] {
    [
      .open(at: value.lowerBound, "\(effects)focusTrial.made(\(unit)) { "),
      .close(at: value.upperBound, " }"),
    ]
  }

  /// Wraps the value of a declaration: `let row = try focusTrial.made(1) { try #require(…) }`
  private func binding(_ unit: Int) -> [SourceEdit] {
    let tokens = test.units[unit].tokens
    guard let equals = source.equals(in: tokens),
      let value = source.byteRange(of: equals + 1..<tokens.upperBound)
    else { return [] }
    let names = source.names(in: equals + 1..<tokens.upperBound)
    let effects = ["try", "await"].filter(names.contains).map { $0 + " " }.joined()
    // An explicit type becomes optional.
    let isTyped = source.outerTokens(in: tokens.lowerBound..<equals)
      .contains { source.text($0) == ":" }
    let type = isTyped ? source.byteRange(of: equals - 1..<equals) : nil
    return made(unit, value, effects: effects)
      + (type.map { [.close(at: $0.upperBound, "?")] } ?? [])
  }

  private func isOptional(_ index: Int, in source: SwiftSource, of unit: Int? = nil) -> Bool {
    let name = source.text(index).withoutBackticks
    guard optionals.contains(name), ![".", "let", "var"].contains(source.text(index - 1)),
      source.text(index + 1) != ":" || source.text(index - 1) == "?"
    else { return false }
    return unit.map { !test.units[$0].declared.contains(name) } ?? true
  }

  /// The assertion, before the statement at its position.
  func edits(of assertion: TrialProgram.Assertion, number: Int) -> [SourceEdit] {
    var lines = template.lines(of: assertion.ending)
    if let part = assertion.ending.field?.neededPart {
      lines.insert(part.declaration(in: test.storeName), at: 0)
    }
    let written = SwiftSource(lines.joined(separator: "\n"))
    let ends = written.tokens.indices.filter { isOptional($0, in: written) }
    let parts = ends.map { (written.tokens[$0].range, written.text($0) + "!") }
    let text = SwiftSource(written.string(bytes: 0..<Int.max, replacing: parts)).flattened
    let code = "if focusTrial.ends(\(number)) { \(text) }"
    return assertion.position < test.units.count
      ? [.open(at: bytes(assertion.position).lowerBound, code + "; ")]
      : [.open(at: bytes(test.units.count - 1).upperBound, "; " + code)]
  }
}

extension SwiftSource {
  /// The bytes of a call's assert closure, including the separator before it.
  fileprivate func assertClosure(of call: StoreCallSource) -> Range<Int>? {
    guard let closure = call.closure else { return nil }
    let open = closure.lowerBound - 1
    guard text(open) == "{", let braces = byteRange(of: open..<closure.upperBound + 1) else {
      return nil
    }
    guard call.arguments.contains(open) else { return braces }
    // `, assert: { … }`
    let arguments = arguments(in: call.arguments)
    guard let index = arguments.firstIndex(where: { $0.contains(open) }),
      let argument = byteRange(of: arguments[index])
    else { return nil }
    if index > 0, let before = byteRange(of: arguments[index - 1]) {
      return before.upperBound..<argument.upperBound
    }
    return argument
  }

  /// The source on one line, except multiline strings.
  var flattened: String {
    var starts: Set<Int> = []
    func find(in range: Range<Int>) {
      for statement in statements(in: range) {
        starts.insert(statement.lowerBound)
        for index in statement where text(index) == "{" {
          guard let body = inside(index) else { continue }
          find(in: parameters(ofClosure: body)?.body ?? body)
        }
      }
    }
    find(in: tokens.indices)
    var result = ""
    for index in tokens.indices {
      if index > 0 {
        let last = text(index - 1)
        if tokens[index].startsLine {
          result +=
            starts.contains(index) && last != "{" && last != "in" && last != ";" ? "; " : " "
        } else if tokens[index].hasSpaceBefore {
          result += " "
        }
      }
      result += text(index)
    }
    return result
  }
}
