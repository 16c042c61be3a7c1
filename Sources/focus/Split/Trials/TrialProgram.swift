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
    /// An initial state.
    case start(String)
    case ending(Ending)
  }

  /// An assertion, before the statement at a position.
  package struct Ending: Hashable, Sendable {
    let assertion: Candidate.Ending
    let position: Int
  }

  package let edited: EditedSource
  private let parts: [Part]
  private let template: TestTemplate
  private let starts: [String]
  private let endings: [Ending]

  /// - Parameters:
  ///   - others: States from which later candidates may start.
  ///   - excluded: The parts that do not compile.
  package init(
    _ template: TestTemplate, of ways: [Candidate], startingFrom others: [String] = [],
    without excluded: Set<Part> = []
  ) {
    self.template = template
    let units = template.test.units.indices
    starts = (ways.compactMap(\.start) + others).uniqued
      .filter { !excluded.contains(.start($0)) }
    endings = ways.map(\.trialEnding).uniqued.filter { !excluded.contains(.ending($0)) }
    parts =
      [.frame] + starts.map(Part.start) + endings.map(Part.ending) + units.map(Part.unit)
    edited = EditedSource(
      template.source,
      [template.frame] + starts.enumerated().map { template.edits(of: $1, number: $0 + 1) }
        + endings.enumerated().map { template.edits(of: $1, number: $0) }
        + units.map { template.edits(of: $0, isExcluded: excluded.contains(.unit($0))) })
  }

  /// A trial's input: the numbers of its start and its ending, and its statements. `nil` if its start or its ending
  /// doesn't compile.
  func line(of way: Candidate) -> String? {
    let start = way.start.map(starts.firstIndex) ?? -1
    guard let start, let ending = endings.firstIndex(of: way.trialEnding) else { return nil }
    let units = way.units.map(String.init).joined(separator: ",")
    return "\(start + 1) \(ending) \(units)"
  }

  /// The parts that cause some compiler errors.
  package func parts(blamedFor errors: [CompilerError]) -> Set<Part> {
    let blamed = Set(errors.compactMap { part(atLine: $0.line, column: $0.column) })
    // If an initial state does not compile, the store has no type, so other code doesn't compile either.
    let starts = Set(starts.map(Part.start))
    let blamedStarts = blamed.intersection(starts)
    if !blamedStarts.isEmpty { return blamedStarts }
    return blamed.contains(.frame) && !starts.isEmpty ? starts : blamed
  }

  /// The reason why no test can contain a part that does not compile, for a reader of the original.
  package func reason(against part: Part) -> String {
    func text(_ lines: [String]) -> String {
      "`\(SwiftSource(lines.joined(separator: "\n")).flattened)` does not compile at the "
        + "test's location"
    }
    switch part {
    case .frame: return "its store cannot be set to `.off`"
    case .unit(let unit):
      return "other statements need line \(template.test.line(of: unit)), so no test can omit it"
    case .start(let start): return text([start])
    case .ending(let ending): return text(template.lines(of: ending.assertion))
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
    [.frame, .ending(trialEnding)] + units.map(TrialProgram.Part.unit)
      + [start].compactMap { $0.map(TrialProgram.Part.start) }
  }

  package var trialEnding: TrialProgram.Ending { .init(assertion: ending, position: position) }
}

// MARK: - The edits

extension TestTemplate {
  /// The names that are optional in trials, because a trial may not run their statements.
  private var optionals: Set<String> {
    Set(test.units.filter(\.producesResult).flatMap(\.declared))
  }

  private func bytes(_ unit: Int) -> Range<Int> {
    source.byteRange(of: test.units[unit].tokens) ?? 0..<0
  }

  /// The trial's declaration, and the store's exhaustivity.
  fileprivate var frame: [SourceEdit] {
    let off = "\(test.storeName).exhaustivity = .off"
    let head = "let focusTrial = FocusTrial.current; "
    guard let creation else {
      return [.open(at: bytes(0).lowerBound, head + off + "; ")]
    }
    // A suite may have a method `type`.
    let notes = sharedNames.map { "focusTrial.note(\"\($0)\", Swift.type(of: \($0)))" }
    return [
      .open(at: bytes(0).lowerBound, head),
      .close(at: bytes(creation.unit).upperBound, ([off] + notes).map { "; " + $0 }.joined()),
    ]
  }

  /// The edits that add a start.
  fileprivate func edits(of start: String, number: Int) -> [SourceEdit] {
    let text = SwiftSource(start).flattened
    return creation?.initialState.flatMap(source.byteRange).map { state in
      [.open(at: state.lowerBound, "focusTrial.starts(\(number)) ? \(text) : ")]
    } ?? []
  }

  /// The edits that add an ending.
  fileprivate func edits(of ending: TrialProgram.Ending, number: Int) -> [SourceEdit] {
    var lines = lines(of: ending.assertion)
    if let part = ending.assertion.field?.neededPart {
      lines.insert(part.declaration(in: test.storeName), at: 0)
    }
    let text = SwiftSource(unwrapping(lines.joined(separator: "\n"))).flattened
    let code = "if focusTrial.ends(\(number)) { \(text) }"
    return ending.position < test.units.count
      ? [.open(at: bytes(ending.position).lowerBound, code + "; ")]
      : [.open(at: bytes(test.units.count - 1).upperBound, "; " + code)]
  }

  /// The edits that put a condition around a statement, or that remove it. No line moves.
  fileprivate func edits(of unit: Int, isExcluded: Bool) -> [SourceEdit] {
    let tokens = test.units[unit].tokens
    let text = unwrapping(source.text(tokens), except: test.units[unit].declared)
    let call = test.units[unit].actionCall
    let lines = call.map {
      source.setupLines(of: $0, test.units[unit], keepingResult: false).joined(separator: "\n")
    }
    var written: String
    switch test.units[unit].kind {
    case _ where isExcluded: written = ""
    case .creation, .declaration: return []
    case .other where source.text(tokens.lowerBound) == "defer": written = text
    case .binding:
      guard let equals = source.equals(in: tokens) else { return [] }
      let value = equals + 1..<tokens.upperBound
      let effects = ["try", "await"].filter(source.names(in: value).contains)
      // An explicit type becomes optional.
      let isTyped = source.outerTokens(in: tokens.lowerBound..<equals)
        .contains { source.text($0) == ":" }
      written =
        source.text(tokens.lowerBound..<equals) + (isTyped ? "? = " : " = ")
        + made(unit, source.text(value), effects: effects.map { $0 + " " }.joined())
    case _ where call?.result != nil:
      written =
        source.text(tokens.lowerBound..<(call?.start ?? 0)) + " "
        + made(unit, lines ?? "", effects: "await ")
    case .send, .receive, .assertion, .end, .settle, .check, .event, .block, .other:
      written = "if focusTrial.runs(\(unit)) { \(lines.map { unwrapping($0) } ?? text) }"
    }
    let lost = source.text(tokens).count(where: \.isNewline) - written.count(where: \.isNewline)
    written += String(repeating: "\n", count: max(0, lost))
    return [.replace(bytes(unit), written)]
  }

  /// The expression of a value that a trial may not make: `await focusTrial.made(5) { await store.send(.toggle) }`.
  private func made(_ unit: Int, _ value: String, effects: String) -> String {
    "\(effects)focusTrial.made(\(unit)) { \(unwrapping(value)) }"
  }

  /// Code in which the optional values are unwrapped.
  private func unwrapping(_ code: String, except declared: [String] = []) -> String {
    let written = SwiftSource(code)
    let parts = written.tokens.indices.filter { index in
      let name = written.text(index).withoutBackticks
      return optionals.contains(name) && !declared.contains(name)
        && ![".", "let", "var"].contains(written.text(index - 1))
        && (written.text(index + 1) != ":" || written.text(index - 1) == "?")
    }.map { ($0..<$0 + 1, written.text($0) + "!") }
    return written.text(replacing: parts)
  }
}

extension SwiftSource {
  /// The source on one line, except multiline strings.
  var flattened: String {
    let blocks = tokens.indices.filter { text($0) == "{" }.compactMap(inside)
      .map { parameters(ofClosure: $0)?.body ?? $0 }
    let starts = Set(([tokens.indices] + blocks).flatMap(statements).map(\.lowerBound))
    var result = ""
    for index in tokens.indices {
      if index > 0 {
        let last = text(index - 1)
        if tokens[index].startsLine {
          let isTight = ["(", "["].contains(last) || [")", "]"].contains(text(index))
          result +=
            starts.contains(index) && last != "{" && last != "in" && last != ";"
            ? "; " : isTight ? "" : " "
        } else if tokens[index].hasSpaceBefore {
          result += " "
        }
      }
      result += text(index)
    }
    return result
  }
}
