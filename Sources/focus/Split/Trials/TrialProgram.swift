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
  private let excluded: Set<Part>

  /// - Parameter excluded: The parts that do not compile.
  package init(
    _ template: TestTemplate, of ways: [Candidate], without excluded: Set<Part> = []
  ) {
    self.template = template
    self.excluded = excluded
    var seen = excluded
    starts = ways.map(\.start).filter { $0 != .beginning && seen.insert(.start($0)).inserted }
    endings = ways.filter { $0.markedUnit == nil }.map(\.assertion)
      .filter { seen.insert(.ending($0)).inserted }
    var writer = Writer(template, excluded)
    writer.addFrame()
    for (number, start) in starts.enumerated() { writer.add(start, number) }
    // Before the condition of the first statement, which a trial may not make.
    for (number, ending) in endings.enumerated() where ending.position == 0 {
      writer.add(ending, number)
    }
    for unit in template.test.units.indices { writer.add(unit) }
    for (number, ending) in endings.enumerated() where ending.position > 0 {
      writer.add(ending, number)
    }
    parts = writer.groups.map(\.part)
    edited = EditedSource(template.source, writer.groups.map(\.edits))
  }

  /// A trial's input, which lists its statements; `nil` if one of them doesn't compile.
  func line(of way: Candidate) -> String? {
    guard excluded.isDisjoint(with: way.parts) else { return nil }
    let known = [.beginning] + starts
    guard let start = known.firstIndex(of: way.start) else { return nil }
    let marked = way.markedUnit
    guard let ending = marked == nil ? endings.firstIndex(of: way.assertion) : -1 else {
      return nil
    }
    // A `send` whose closure asserts runs as the ending, not as a setup step.
    let units = Array(way.unitsBeforeAssertion) + [marked].compactMap(\.self)
    return "\(start) \(ending) \(marked ?? -1) \(units.map(String.init).joined(separator: ","))"
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
    let source = template.source
    func text(_ lines: [String]) -> String {
      "`\(SwiftSource(lines.joined(separator: "\n")).flattened)` cannot be written where the test stands"
    }
    switch part {
    case .frame: return "its store cannot be put in `.off`"
    case .unit(let unit):
      let lines = source.lineRange(of: template.test.units[unit].tokens)
      return "line \(lines.lowerBound) is needed by other statements, so no test can leave it out"
    case .start(let start): return text([template.spelling(of: start) ?? ""])
    case .ending(let assertion):
      return text(template.endingLines(assertion.ending, at: assertion.position, in: nil))
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
    TrialProgram.Assertion(
      ending: ending, position: closureOfSend == nil ? position : units.last ?? 0)
  }

  /// The original statement that is itself the assertion.
  var markedUnit: Int? {
    switch ending {
    case .check(let unit), .receive(let unit, nil): unit
    default: nil
    }
  }
}

/// The edits of a test's function.
private struct Writer {
  let template: TestTemplate
  let excluded: Set<TrialProgram.Part>
  var groups: [(part: TrialProgram.Part, edits: [SourceEdit])] = []
  /// The names that are optional in trials, because a trial may not run their statements.
  private let optionals: Set<String>

  init(_ template: TestTemplate, _ excluded: Set<TrialProgram.Part>) {
    self.template = template
    self.excluded = excluded
    let test = template.test
    let used = test.sources.values.reduce(into: Set<Int>()) { $0.formUnion($1) }
    optionals = Set(
      test.units.indices.filter { test.units[$0].kind == .binding || used.contains($0) }
        .flatMap { test.units[$0].declared })
  }

  private var source: SwiftSource { template.source }
  private var test: TracedTest { template.test }

  private func bytes(_ unit: Int) -> Range<Int> {
    source.byteRange(of: test.units[unit].tokens) ?? 0..<0
  }

  mutating func addFrame() {
    guard let first = test.units.indices.first else { return }
    var edits: [SourceEdit] = []
    let off = "\(test.storeName).exhaustivity = .off"
    let head = "let focusTrial = FocusTrial.current; "
    edits.append(
      .open(at: bytes(first).lowerBound, template.creationUnit == nil ? head + off + "; " : head))
    if let creation = template.creationUnit {
      let notes = template.sharedNames.map { "focusTrial.note(\"\($0)\", type(of: \($0)))" }
      edits.append(
        .close(at: bytes(creation).upperBound, ([off] + notes).map { "; " + $0 }.joined()))
    }
    groups.append((.frame, edits))
  }

  mutating func add(_ start: Candidate.Start, _ number: Int) {
    guard let state = template.creation?.initialState.flatMap(source.byteRange),
      let spelled = template.spelling(of: start)
    else { return }
    let text = SwiftSource(spelled).flattened
    groups.append(
      (
        .start(start),
        [.open(at: state.lowerBound, "focusTrial.starts(\(number + 1)) ? \(text) : ")]
      ))
  }

  mutating func add(_ unit: Int) {
    let place = bytes(unit)
    if excluded.contains(.unit(unit)) {
      let lines = source.string(bytes: place).filter(\.isNewline)
      groups.append((.unit(unit), [.replace(place, String(lines))]))
      return
    }
    var edits: [SourceEdit] = []
    var removed: Range<Int>?
    switch test.units[unit].kind {
    case .creation, .declaration: break
    case .send(let call), .receive(let call):
      removed = source.assertClosure(of: call)
      if let removed {
        edits.append(.replace(removed, String(source.string(bytes: removed).filter(\.isNewline))))
      }
      if let result = call.result, optionals.contains(result),
        let start = source.byteRange(of: call.start..<call.start + 1)
      {
        edits += [
          .open(at: start.lowerBound, "await focusTrial.made(\(unit)) { "),
          .close(at: place.upperBound, " }"),
        ]
      } else {
        edits += condition(unit, around: place)
      }
    case .binding: edits += binding(unit)
    case .other where source.text(test.units[unit].tokens.lowerBound) == "defer": break
    case .assertion, .end, .check, .event, .block, .other: edits += condition(unit, around: place)
    }
    for index in test.units[unit].tokens where isOptional(index, in: source, of: unit) {
      let end = source.byteRange(of: index..<index + 1)?.upperBound ?? 0
      if removed?.contains(end - 1) != true { edits.append(.close(at: end, "!")) }
    }
    if !edits.isEmpty { groups.append((.unit(unit), edits)) }
  }

  private func condition(_ unit: Int, around place: Range<Int>) -> [SourceEdit] {
    [
      .open(at: place.lowerBound, "if focusTrial.runs(\(unit)) { "),
      .close(at: place.upperBound, " }"),
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
    var edits: [SourceEdit] = [
      .open(at: value.lowerBound, "\(effects)focusTrial.made(\(unit)) { "),
      .close(at: value.upperBound, " }"),
    ]
    // An explicit type becomes optional.
    if source.outerTokens(in: tokens.lowerBound..<equals).contains(where: { source.text($0) == ":" }
    ),
      let type = source.byteRange(of: equals - 1..<equals)
    {
      edits.append(.close(at: type.upperBound, "?"))
    }
    return edits
  }

  private func isOptional(_ index: Int, in source: SwiftSource, of unit: Int? = nil) -> Bool {
    let name = source.text(index).withoutBackticks
    guard optionals.contains(name), ![".", "let", "var"].contains(source.text(index - 1)),
      source.text(index + 1) != ":" || source.text(index - 1) == "?"
    else { return false }
    return unit.map { !test.units[$0].declared.contains(name) } ?? true
  }

  mutating func add(_ assertion: TrialProgram.Assertion, _ number: Int) {
    var lines = template.endingLines(assertion.ending, at: assertion.position, in: nil)
    if let part = assertion.ending.field?.neededPart {
      lines.insert(part.declaration(in: test.storeName), at: 0)
    }
    if case .assert(let field) = assertion.ending {
      lines = field.guards(of: "\(test.storeName).state") + lines
    }
    let written = SwiftSource(lines.joined(separator: "\n"))
    let ends = written.tokens.indices.filter { isOptional($0, in: written) }
    let parts = ends.map { (written.tokens[$0].range, written.text($0) + "!") }
    let text = SwiftSource(written.string(bytes: 0..<Int.max, replacing: parts)).flattened
    let code = "if focusTrial.ends(\(number)) { \(text) }"
    let edit: SourceEdit =
      if assertion.position > 0 {
        .open(at: bytes(assertion.position - 1).upperBound, "; " + code)
      } else {
        .open(at: bytes(0).lowerBound, code + "; ")
      }
    groups.append((.ending(assertion), [edit]))
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
