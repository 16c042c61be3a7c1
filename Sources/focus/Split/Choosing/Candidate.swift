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

  package enum Ending: Hashable, Sendable {
    /// The closure of the last `send`.
    case sendClosure(FieldAssertion)
    /// `store.assert { … }`.
    case assert(FieldAssertion)
    /// `receive`, optionally with a closure that asserts one field.
    case receive(unit: Int, FieldAssertion?)
    /// `receive` of an action that the original does not receive. The text is the argument.
    case expect(String, FieldAssertion?)
    /// `await store.finish()`.
    case finish
    /// `await store.assertNotReceived(…)`, of the store or of a scoped store.
    case notReceived(receiver: String, action: String)
    /// An exhaustivity that reports all further actions without a `receive`.
    case nothingElse
    /// A statement of the original test.
    case check(unit: Int)
    /// No assertion, because the setup steps fail without the behavior.
    case nothing

    /// The original statement that the assertion is based on.
    var unit: Int? {
      switch self {
      case .receive(let unit, _), .check(let unit): unit
      default: nil
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
    if case .sendClosure(let field) = ending { field } else { nil }
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
      switch way.ending {
      case .sendClosure, .receive, .nothing: 0
      // These assert immediately, whether the effect has ended or not.
      case .assert, .expect, .finish, .notReceived, .nothingElse, .check: 0.2
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

  /// The first candidates for a behavior: the original, cut at the assertion, and the shortest ones. They start from
  /// the initial state, or from the state before the `send` that led to the behavior.
  package func ways(to behavior: AssertedBehavior) -> [Candidate] {
    behavior.occurrences.flatMap { occurrence in
      endings(of: occurrence).flatMap { ways(to: $0, for: occurrence) }
    }.map(completed).filter { keepsKind(of: behavior, $0) }.uniqued
  }

  /// If the behavior replaces a list, whether the candidate first has another list to replace.
  func keepsKind(of behavior: AssertedBehavior, _ way: Candidate) -> Bool {
    guard behavior.kind == AssertedBehavior.replaced else { return true }
    let own = Set(behavior.occurrences.map(\.unit) + behavior.occurrences.map(\.root))
    let changes = units.flatMap(\.steps).flatMap(\.changes)
    let paths = changes.filter { $0.behavior == behavior.behavior }.map(\.path)
    // The initializer of the state may not accept the list.
    let fields = if case .state(let fields) = way.start { fields } else { beginning ?? [] }
    let state = fields.compactMap(\.value).joined().withoutSpace
    let elements = changes.filter { paths.contains($0.path) }.flatMap(\.listElements)
      .flatMap { [$0, constants.naming($0)] }
    if elements.contains(where: { state.contains($0.withoutSpace) }) { return true }
    // If an action fills the list, the candidate needs the `send` that led to it, and the statement in which it
    // arrived or is received.
    return steps.values.contains { step, unit in
      // An earlier change may concern only one element: `board[0][1]`, before all of `board[0]` is replaced.
      guard
        step.changes.contains(where: { change in paths.contains { change.path.starts(with: $0) } }),
        let root = root(of: step.step), !own.contains(root), way.units.contains(root)
      else { return false }
      return way.units.contains(unit) || units[unit].isReceive
    }
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
    let isClosure = if case .sendClosure = ending { true } else { false }
    let isEnd = if case .finish = ending { true } else { false }
    let isAfter =
      if case .unreceived = occurrence.form { true } else {
        isEnd && !units[occurrence.unit].isEnd
      }
    let position = isAfter ? occurrence.unit + 1 : occurrence.unit
    let leading = leading(before: position).filter { !isClosure || $0 < occurrence.root }
    let root = occurrence.root < position || isClosure ? [occurrence.root] : []
    let before = leading.filter { $0 < occurrence.root }
    let after = leading.filter { $0 > occurrence.root }
    func quiet(_ units: [Int]) -> [Int] { units.filter { self.units[$0].isQuiet } }
    let others = before.filter { units[$0].kind == .other }
    let starts = starts(before: occurrence.root)

    func way(_ start: Candidate.Start, _ units: [Int]) -> Candidate {
      Candidate(start: start, units: units, ending: ending, position: position)
    }
    let unblocked = (before + root + after).filter { units[$0].kind != .block }
    var result = [
      way(.beginning, before + root + after), way(.beginning, unblocked),
      way(.beginning, unblocked.filter { units[$0].kind != .check && !units[$0].isEnd }),
      way(.beginning, quiet(before) + root + quiet(after)),
      // If the effect was cancelled, later statements can start it again.
      way(.beginning, before.filter { units[$0].kind != .block } + root),
    ]
    let sent = after.filter { units[$0].isQuiet && !units[$0].isSend }
    for after in [[], sent, after.filter { units[$0].kind != .check }] {
      for others in others.isEmpty ? [[]] : [[], others] {
        result += ([.beginning] + starts).map { way($0, others + root + after) }
      }
    }
    return result.map(completed).filter { canGo($0.units) }
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
    let unit = occurrence.unit
    func field(_ change: TracedChange, _ call: StoreCallSource) -> FieldAssertion? {
      FieldAssertion(
        change.naming(constants, in: unit), call, base: declaredParts[call.receiver] ?? 0,
        parts: parts[unit]?.way(taken: takenNames) ?? [],
        receiver: call.receiver == storeName ? nil : call.receiver, in: function.source)
    }
    switch (occurrence.form, units[unit].kind) {
    case (.sent(let change), .send(let call)):
      return field(change, call).map { [.sendClosure($0)] } ?? []
    case (.received(let change), .receive(let call)):
      // A later `assert` may be enough, if the closure describes a value.
      return field(change, call).map { field in
        (field.isChange ? [] : [.assert(field)]) + [.receive(unit: unit, field)]
      } ?? []
    case (.received(let change), .assertion(let call)), (.received(let change), .send(let call)),
      (.sent(let change), .assertion(let call)):
      return field(change, call).map { [.assert($0)] } ?? []
    case (.unreceived(let expectations, let change?), _):
      let field = FieldAssertion(
        change.naming(constants, in: unit), nil, parts: parts(expecting: expectations.first),
        in: function.source)
      return field.map { field in
        [.assert(field)] + expectations.map { .expect(constants.naming($0, in: unit), field) }
      } ?? []
    case (.unreceived(let expectations, nil), _):
      return expectations.map { .expect(constants.naming($0, in: unit), nil) }
    case (.action, .receive): return [.receive(unit: unit, nil)]
    case (.end, _): return [.finish]
    default: return []
    }
  }

  /// The candidates that keep an expectation about the state: with all setup steps, or from the state before the last
  /// `send`.
  ///
  /// Fewer steps could make the expectation hold for the wrong reason. The state is also tried without steps: an
  /// expectation that passes there doesn't depend on the steps.
  package func candidates(forCheck unit: Int) -> [Candidate] {
    let leading = leading(before: unit).filter { units[$0].kind != .check }
    let all = completed(
      Candidate(start: .beginning, units: leading, ending: .check(unit: unit), position: unit))
    let sends = leading.filter { units[$0].isSend }
    guard sends.count > 1, let last = sends.last, let state = starts(before: last).last,
      isWhole(state, before: last)
    else { return [all] }
    let short = all.with(units: leading.filter { $0 >= last }, start: state)
    return [all, short, short.startOfCheck(in: self)].compactMap(\.self).map(completed)
      .filter { canGo($0.units) }
  }

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
    guard case .check(let unit) = ending, start != .beginning, !test.waits(unit) else { return nil }
    return with(units: [])
  }
}

extension TracedTest {
  /// Whether an expectation awaits something, such as the absence of an action.
  func waits(_ unit: Int) -> Bool {
    function.source.names(in: units[unit].tokens).contains("await")
  }
}

extension TracedTest.Unit {
  /// Whether the statement causes an event and doesn't wait.
  fileprivate var isQuiet: Bool { isSend || kind == .event || kind == .other }
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
