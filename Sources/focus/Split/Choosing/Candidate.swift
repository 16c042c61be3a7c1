import TestEvents
import SourceReading

/// A candidate for the test of one behavior: its initial state, its setup steps, and its assertion.
package struct Candidate: Hashable, Sendable {
  /// A statement that asserts, and the field that its closure asserts.
  package struct Ending: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// A `send` of the original, with a closure.
      case send
      /// A `receive`: the statement of the original, or a new one.
      case receive
      /// A statement of the original test.
      case check
      /// A call that only asserts: `assert`, `finish`, or `assertNotReceived`.
      case assertion
      /// An exhaustivity that reports all further actions without a `receive`.
      case nothingElse
      /// No assertion, because the setup steps fail without the behavior.
      case nothing
    }

    package let kind: Kind
    /// The original statement that the assertion is based on.
    package var unit: Int?
    /// The statement without an assert closure.
    let lines: [String]
    package var field: FieldAssertion?
  }

  /// The source of the initial state; `nil` for that of the original test.
  package var start: String?

  /// The setup steps, as indices of statements, in order.
  package var units: [Int]

  package var ending: Ending

  /// The position of the assertion among the original's statements.
  package let position: Int

  /// The setup steps that shorter candidates keep.
  var required: Set<Int> = []

  /// The statements of the original in the test: its setup steps, and the one that its assertion is based on.
  var statements: [Int] { units + [ending.unit].compactMap(\.self) }

  func with(units: [Int], start: String?) -> Candidate {
    var way = self
    (way.units, way.start) = (units, start)
    return way
  }
}

extension TracedTest {
  /// The cost of a candidate, about the number of its statements.
  func cost(of way: Candidate) -> Double {
    let startCost: Double =
      switch way.start?.count ?? 0 {
      case 0: 0
      case ...80: 0.9
      case ...120: 1.9
      default: 3.9
      }
    let endingCost: Double =
      switch way.ending.kind {
      // A `receive` shows the reason for a change.
      case .receive, .nothing: 0
      case .check, .assertion, .nothingElse: 0.2
      case .send: 1
      }
    // A block can't be shortened, so it is the last resort. Expectations about other behaviors distract.
    return way.units.reduce(startCost + endingCost) { cost, unit in
      switch units[unit].kind {
      case .block: cost + 12
      case .check: cost + 3
      default: cost + 1
      }
    }
  }

  /// Whether one candidate is better than another: by cost, then by the order of the original.
  func prefers(_ way: Candidate, to other: Candidate) -> Bool {
    let (cost, otherCost) = (cost(of: way), cost(of: other))
    return cost == otherCost ? way.units.lexicographicallyPrecedes(other.units) : cost < otherCost
  }

  /// The first candidates for a behavior: the original, cut at the assertion, and shorter ones. They start from the
  /// initial state, or from the state before the `send` that led to the behavior.
  package func ways(to occurrences: [AssertedBehavior.Occurrence]) -> [Candidate] {
    let ways = occurrences.flatMap { occurrence in
      endings(of: occurrence).flatMap { self.ways(to: $0, for: occurrence) }
    }
    return possible(ways).uniqued
  }

  /// The statements that can be setup steps of an assertion, in order.
  func leading(before unit: Int) -> [Int] {
    units.indices.prefix(unit).filter { index in
      switch units[index].kind {
      case .send, .receive, .event, .end, .settle, .block, .other: true
      // An expectation of an absence lets effects become idle first.
      case .check: function.source.names(in: units[index].tokens).contains("await")
      case .declaration, .binding, .creation, .assertion: false
      }
    }
  }

  /// The position of the assertion that tests an occurrence: that of its statement, or the next one if the assertion is
  /// new.
  func position(of occurrence: AssertedBehavior.Occurrence) -> Int {
    let isNew = occurrence.step == nil ? !units[occurrence.unit].isEnd : !occurrence.isAsserted
    return isNew ? occurrence.unit + 1 : occurrence.unit
  }

  private func ways(
    to ending: Candidate.Ending, for occurrence: AssertedBehavior.Occurrence
  ) -> [Candidate] {
    let position = position(of: occurrence)
    let leading = leading(before: position)
    let before = leading.filter { $0 < occurrence.root }
    let root = occurrence.root < position ? [occurrence.root] : []
    let after = leading.filter { $0 > occurrence.root }
    let helpers = before.filter { units[$0].kind == .other }
    let quiet = plain(before).filter { !units[$0].isReceive }
    let events = after.filter { units[$0].kind == .other || units[$0].kind == .event }
    let afters = [after, plain(after), events, []].uniqued
    let required = occurrence.step == nil ? startsOfCancelled[occurrence.root] ?? [] : []

    func ways(_ start: String?, after befores: [[Int]]) -> [Candidate] {
      befores.uniqued.flatMap { before in
        afters.map {
          Candidate(
            start: start, units: before + root + $0, ending: ending, position: position,
            required: required)
        }
      }
    }
    return ways(nil, after: [before, plain(before), quiet, helpers, []])
      + starts(before: occurrence.root).flatMap { ways($0, after: [helpers, []]) }
  }

  /// The statements without blocks, checks, and waits for an end, which are more than most behaviors need.
  private func plain(_ units: [Int]) -> [Int] {
    units.filter { unit in
      let kind = self.units[unit].kind
      return kind != .block && kind != .check && !self.units[unit].isEnd
    }
  }

  /// Shorter candidates: without some of the setup steps, or from a later state instead of the first steps.
  func shortened(_ way: Candidate) -> [Candidate] {
    let count = way.units.count
    func without(_ indices: Set<Int>) -> Candidate {
      let units = way.units.indices.filter { !indices.contains($0) }.map { way.units[$0] }
      return way.with(units: units, start: way.start)
    }
    var left: Set<Set<Int>> = []
    for length in sequence(first: max(1, count / 2), next: { $0 > 1 ? $0 / 2 : nil }) {
      for first in stride(from: 0, to: count, by: max(1, length / 2)) {
        left.insert(Set(first..<min(count, first + length)))
      }
    }
    if count <= Self.pairedLength {
      for pair in Array(0..<count).pairs { left.insert(Set(pair)) }
    }
    var result = left.map(without)
    if way.start != nil { result.append(way.with(units: way.units, start: nil)) }
    return cheaper(result, than: way) + suffixes(of: way)
  }

  private func cheaper(_ ways: [Candidate], than way: Candidate) -> [Candidate] {
    let limit = cost(of: way)
    return possible(ways).filter { cost(of: $0) < limit }
  }

  /// Candidates that begin with a later `send`, from the state before it.
  func suffixes(of way: Candidate) -> [Candidate] {
    if way.start != nil { return [] }
    let later = way.statements.enumerated().dropFirst().filter { units[$1].isSend }.flatMap {
      index, unit in
      starts(before: unit).map { way.with(units: Array(way.units[index...]), start: $0) }
    }
    return cheaper(later, than: way)
  }

  /// Up to this number of setup steps, candidates without each pair of steps are tried, too.
  private static let pairedLength = 9

  /// The states to start from. They set one, two, or all of the fields that differ from the initial state.
  func starts(before root: Int) -> [String] {
    let different = changedFields(before: root).filter { $0.value != nil }
    var choices = different.map { [$0] }
    if different.count > 2, different.count <= 4 { choices += different.pairs }
    if different.count > 1 { choices.append(different) }
    return choices.compactMap { fields in
      creation?.state(setting: fields, order: (beginning ?? []).map(\.name))
    }
  }

  /// All states to start from, before any `send`.
  var starts: [String] {
    units.indices.filter { units[$0].isSend }.flatMap { starts(before: $0) }.uniqued
  }

  /// The fields that differ from the initial state before a `send`.
  private func changedFields(before root: Int) -> [TracedField] {
    guard let first = beginning, let state = units[root].sentStep?.before,
      first.map(\.name) == state.map(\.name)
    else { return [] }
    return zip(first, state).filter { $0 != $1 }.map { _, field in
      TracedField(name: field.name, value: field.value.map { constants.naming($0) })
    }
  }

  /// The initial state of the test.
  package var beginning: [TracedField]? {
    units.lazy.compactMap(\.steps.first).first?.before
  }

  private func endings(of occurrence: AssertedBehavior.Occurrence) -> [Candidate.Ending] {
    guard let step = occurrence.step else { return [finish] }
    let unit = occurrence.unit
    let call = occurrence.isAsserted ? units[unit].call : nil
    if occurrence.isAsserted, call == nil { return [] }
    func assertion(of change: TracedChange) -> FieldAssertion? {
      FieldAssertion(
        change.respelled { constants.naming($0, in: unit) }, call,
        base: call.flatMap { declaredParts[$0.receiver] } ?? 0,
        parts: call == nil ? parts(expecting: step.expectations?.first) : parts[unit] ?? [],
        receiver: call.flatMap { $0.receiver == storeName ? nil : $0.receiver },
        in: function.source)
    }
    // The step can change the same field of several elements.
    let changes = step.changes.filter { $0.behavior == occurrence.change?.behavior }
    let field = changes.compactMap(assertion).reduce(nil as FieldAssertion?) { field, other in
      field.map { $0.merging(other) ?? $0 } ?? other
    }
    if occurrence.change != nil, field == nil { return [] }
    let assertions = [field].compactMap(\.self).map { field in
      Candidate.Ending(
        kind: .assertion, lines: ["\(field.receiver ?? storeName).assert"], field: field)
    }
    guard let call else {
      return assertions
        + (step.expectations ?? []).map { action in
          let action = constants.naming(action, in: unit)
          return Candidate.Ending(
            kind: .receive, lines: ["await \(storeName).receive(\(action))"],
            field: field)
        }
    }
    let lines = function.source.lines(of: call, keepingResult: false)
    if units[unit].isReceive {
      // A later `assert` may be enough, if the closure describes a value.
      return (field?.isChange == false ? assertions : [])
        + [Candidate.Ending(kind: .receive, unit: unit, lines: lines, field: field)]
    }
    let isOwn = units[unit].isSend && occurrence.root == unit && step.cause == nil
    return assertions.map {
      isOwn ? Candidate.Ending(kind: .send, unit: unit, lines: lines, field: $0.field) : $0
    }
  }

  /// `await store.finish()`
  var finish: Candidate.Ending {
    Candidate.Ending(kind: .assertion, lines: ["await \(storeName).finish()"])
  }

  /// The candidate that keeps an expectation of the original, with all setup steps.
  ///
  /// Fewer steps could make the expectation hold for the wrong reason.
  package func candidate(forCheck unit: Int) -> Candidate {
    completed(
      Candidate(
        start: nil, units: leading(before: unit).filter { units[$0].kind != .check },
        ending: Candidate.Ending(
          kind: .check, unit: unit, lines: function.source.lines(units[unit].tokens)),
        position: unit))
  }
}

extension Array {
  /// All pairs of an element and a later one.
  var pairs: [[Element]] {
    indices.flatMap { first in self[(first + 1)...].map { [self[first], $0] } }
  }

  /// A limited number of elements, most of them from the start and the rest from the end.
  func ends(_ limit: Int) -> [Element] {
    count <= limit ? self : Array(prefix(limit - limit / 4) + suffix(limit / 4))
  }
}

extension Array where Element: Hashable {
  /// The elements without duplicates.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
