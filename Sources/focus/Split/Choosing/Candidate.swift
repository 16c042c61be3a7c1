import TestEvents
import SourceReading

/// A candidate for the test of one behavior: its initial state, its setup steps, and its assertion.
package struct Candidate: Hashable, Sendable {
  package enum Start: Hashable, Sendable {
    /// The initial state of the original test.
    case beginning
    /// A state with its own source: the value of each initializer argument that differs.
    case state([TracedField])
  }

  /// A statement that asserts, and the field that its closure asserts.
  package struct Ending: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// The closure of the last `send`.
      case sendClosure
      /// A `receive`: the statement of the original, or a new one.
      case receive(unit: Int?)
      /// A statement of the original test.
      case check(unit: Int)
      /// A call that asserts immediately, whether effects have ended or not.
      case assertion
      /// An exhaustivity that reports all further actions without a `receive`.
      case nothingElse
      /// No assertion, because the setup steps fail without the behavior.
      case nothing
    }

    package let kind: Kind
    /// The statement without an assert closure.
    let lines: [String]
    var field: FieldAssertion?

    init(_ kind: Kind, _ lines: [String], _ field: FieldAssertion? = nil) {
      self.kind = kind
      self.lines = lines
      self.field = field
    }

    /// The original statement that the assertion is based on.
    var unit: Int? {
      switch kind {
      case .receive(let unit): unit
      case .check(let unit): unit
      case .sendClosure, .assertion, .nothingElse, .nothing: nil
      }
    }
  }

  package let start: Start

  /// The setup steps, as indices of statements, in order.
  package let units: [Int]

  package let ending: Ending

  /// The position of the assertion among the original's statements.
  package let position: Int

  package init(start: Start, units: [Int], ending: Ending, position: Int = 0) {
    self.start = start
    self.units = units
    self.ending = ending
    self.position = position
  }

  /// The setup steps, except a `send` whose closure is the assertion.
  var unitsBeforeAssertion: ArraySlice<Int> {
    closureOfSend == nil ? units[...] : units.dropLast()
  }

  package var closureOfSend: FieldAssertion? {
    ending.kind == .sendClosure ? ending.field : nil
  }

  func with(units: [Int], start: Start? = nil) -> Candidate {
    Candidate(start: start ?? self.start, units: units, ending: ending, position: position)
  }
}

extension TracedTest {
  /// The cost of a candidate, about the number of its statements.
  func cost(of way: Candidate) -> Double {
    let startCost: Double =
      switch way.start {
      case .beginning: 0
      case .state(let fields):
        switch fields.reduce(0, { $0 + $1.name.count + 4 + ($1.value ?? "").count }) {
        case ...60: 0.9
        case ...100: 1.9
        default: 3.9
        }
      }
    let endingCost: Double =
      switch way.ending.kind {
      case .sendClosure, .receive(unit: .some), .nothing: 0
      case .receive(unit: nil), .check, .assertion, .nothingElse: 0.2
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
    occurrences.flatMap { occurrence in
      endings(of: occurrence).flatMap { ways(to: $0, for: occurrence) }
    }.map(completed).filter { canGo($0.units) }.uniqued
  }

  /// The statements that can be setup steps of an assertion, in order.
  func leading(before unit: Int) -> [Int] {
    units.indices.prefix(unit).filter { index in
      switch units[index].kind {
      case .send, .receive, .event, .end, .block, .other: true
      // An expectation of an absence lets effects become idle first.
      case .check: waits(index)
      case .declaration, .binding, .creation, .assertion: false
      }
    }
  }

  private func ways(
    to ending: Candidate.Ending, for occurrence: AssertedBehavior.Occurrence
  ) -> [Candidate] {
    let isClosure = ending.kind == .sendClosure
    let isAfter =
      occurrence.step == nil ? !units[occurrence.unit].isEnd : !occurrence.isAsserted
    let position = isAfter ? occurrence.unit + 1 : occurrence.unit
    let leading = leading(before: position)
    let before = leading.filter { $0 < occurrence.root }
    let root = occurrence.root < position || isClosure ? [occurrence.root] : []
    let after = isClosure ? [] : leading.filter { $0 > occurrence.root }
    let helpers = before.filter { units[$0].kind == .other }
    let events = after.filter { units[$0].kind == .other || units[$0].kind == .event }
    let afters = [after, plain(after), events, []].uniqued

    func ways(_ start: Candidate.Start, after befores: [[Int]]) -> [Candidate] {
      befores.uniqued.flatMap { before in
        afters.map {
          Candidate(start: start, units: before + root + $0, ending: ending, position: position)
        }
      }
    }
    return ways(.beginning, after: [before, plain(before), helpers, []])
      + starts(before: occurrence.root).flatMap { ways($0, after: [helpers, []]) }
  }

  /// The statements without blocks, checks, and waits for an end, which are more than most behaviors need.
  private func plain(_ units: [Int]) -> [Int] {
    units.filter { unit in
      let kind = self.units[unit].kind
      return kind != .block && kind != .check && !self.units[unit].isEnd
    }
  }

  /// Shorter candidates: without some of the setup steps, or from a later state instead of the first steps. A `send`
  /// whose closure asserts stays.
  func shortened(_ way: Candidate) -> [Candidate] {
    let count = way.unitsBeforeAssertion.count
    func without(_ indices: Set<Int>) -> Candidate {
      way.with(units: way.units.indices.filter { !indices.contains($0) }.map { way.units[$0] })
    }
    var left: Set<Set<Int>> = []
    var length = max(1, count / 2)
    while count > 0 {
      for first in stride(from: 0, to: count, by: max(1, length / 2)) {
        left.insert(Set(first..<min(count, first + length)))
      }
      if length == 1 { break }
      length /= 2
    }
    if count <= Self.pairedLength {
      for pair in Array(0..<count).pairs { left.insert(Set(pair)) }
    }
    var result = left.map(without)
    if way.start == .beginning {
      for (index, unit) in way.units.enumerated().dropFirst() where units[unit].isSend {
        result += starts(before: unit).map {
          way.with(units: Array(way.units[index...]), start: $0)
        }
      }
    } else {
      result.append(way.with(units: way.units, start: .beginning))
    }
    return result.map(completed).filter { canGo($0.units) && cost(of: $0) < cost(of: way) }
  }

  /// Up to this number of setup steps, candidates without each pair of steps are tried, too.
  private static let pairedLength = 9

  /// The states to start from. They set one, two, or all of the fields that differ from the initial state.
  func starts(before root: Int) -> [Candidate.Start] {
    guard creation?.initialState != nil, let first = beginning,
      let state = units[root].sentStep?.before
    else { return [] }
    if state.count == 1, state[0].name.isEmpty {
      return state[0].value == nil || state == first ? [] : [.state(state.map(named))]
    }
    let different = zip(first, state).filter { $0 != $1 }.map(\.1).filter { $0.value != nil }
      .map(named)
    guard first.map(\.name) == state.map(\.name), !different.isEmpty else { return [] }
    var starts = different.map { Candidate.Start.state([$0]) }
    if different.count > 2, different.count <= 4 {
      starts += different.pairs.map { .state($0) }
    }
    if different.count > 1 { starts.append(.state(different)) }
    return starts
  }

  private func named(_ field: TracedField) -> TracedField {
    TracedField(name: field.name, value: field.value.map { constants.naming($0) })
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
    let field = occurrence.change.flatMap { change in
      FieldAssertion(
        change.naming(constants, in: unit), call,
        base: call.flatMap { declaredParts[$0.receiver] } ?? 0,
        parts: call == nil ? parts(expecting: step.expectations?.first) : parts[unit] ?? [],
        receiver: call.flatMap { $0.receiver == storeName ? nil : $0.receiver },
        in: function.source)
    }
    if occurrence.change != nil, field == nil { return [] }
    let assertions = field.map { field in
      [Candidate.Ending(.assertion, ["\(field.receiver ?? storeName).assert"], field)]
    }
    guard let call else {
      return (assertions ?? [])
        + (step.expectations ?? []).map { action in
          let action = constants.naming(action, in: unit)
          return Candidate.Ending(
            .receive(unit: nil), ["await \(storeName).receive(\(action))"], field)
        }
    }
    let lines = function.source.lines(of: call, keepingResult: false)
    if units[unit].isReceive {
      // A later `assert` may be enough, if the closure describes a value.
      return (field?.isChange == false ? assertions ?? [] : [])
        + [Candidate.Ending(.receive(unit: unit), lines, field)]
    }
    let isOwn = units[unit].isSend && occurrence.root == unit && step.cause == nil
    return isOwn
      ? field.map { [Candidate.Ending(.sendClosure, lines, $0)] } ?? [] : assertions ?? []
  }

  /// `await store.finish()`
  var finish: Candidate.Ending {
    Candidate.Ending(.assertion, ["await \(storeName).finish()"])
  }

  /// The candidates that keep an expectation about the state: with all setup steps, or from the state before the last
  /// `send`.
  ///
  /// Fewer steps could make the expectation hold for the wrong reason. The state is also tried without steps: an
  /// expectation that passes there doesn't depend on the steps.
  package func candidates(forCheck unit: Int) -> [Candidate] {
    let leading = leading(before: unit).filter { units[$0].kind != .check }
    let all = completed(
      Candidate(
        start: .beginning, units: leading,
        ending: Candidate.Ending(.check(unit: unit), function.source.lines(units[unit].tokens)),
        position: unit))
    let sends = leading.filter { units[$0].isSend }
    guard sends.count > 1, let last = sends.last, let state = starts(before: last).last,
      isWhole(state, before: last)
    else { return [all] }
    let short = all.with(units: leading.filter { $0 >= last }, start: state)
    return [all, short, short.startOfCheck(in: self)].compactMap(\.self).map(completed)
      .filter { canGo($0.units) }
  }

  /// Whether a state sets all fields that differ from the initial state.
  private func isWhole(_ start: Candidate.Start, before root: Int) -> Bool {
    guard case .state(let fields) = start, let first = beginning,
      let state = units[root].sentStep?.before
    else { return false }
    return fields.count == zip(first, state).count { $0 != $1 }
  }
}

extension Candidate {
  /// A candidate that checks an expectation on the start state without any steps; `nil` if it starts from the
  /// original's state.
  func startOfCheck(in test: TracedTest) -> Candidate? {
    guard case .check(let unit) = ending.kind, start != .beginning, !test.waits(unit) else {
      return nil
    }
    return with(units: [])
  }
}

extension TracedTest {
  /// Whether an expectation awaits something, such as the absence of an action.
  func waits(_ unit: Int) -> Bool {
    function.source.names(in: units[unit].tokens).contains("await")
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
