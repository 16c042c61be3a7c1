import BehaviorLedger

/// A way to test one behavior: where to start, which statements lead up to it, and how it is asserted.
package struct Candidate: Hashable, Sendable {
  package enum Start: Hashable, Sendable {
    /// The state that the original test starts from.
    case beginning
    /// A state that is spelled: the value of each argument of its initializer that differs.
    case state([TracedField])
  }

  package enum Ending: Hashable, Sendable {
    /// The closure of the last `send`.
    case sendClosure(FieldAssertion)
    /// `store.assert { … }`.
    case assert(FieldAssertion)
    /// `receive`, with a closure about one field.
    case receive(unit: Int, FieldAssertion?)
    /// `await store.finish()`.
    case finish
    /// `await store.assertNotReceived(…)`, about the action of a `receive`.
    case notReceived(unit: Int)
    /// A statement of the original test.
    case check(unit: Int)
  }

  package let start: Start

  /// The statements that lead up to the assertion, in order.
  package let units: [Int]

  package let ending: Ending

  package init(start: Start, units: [Int], ending: Ending) {
    self.start = start
    self.units = units
    self.ending = ending
  }

  /// What it costs to read, in statements.
  package var cost: Double {
    let startCost: Double =
      switch start {
      case .beginning: 0
      case .state(let fields):
        switch fields.reduce(0, { $0 + $1.name.count + 4 + ($1.value ?? "").count }) {
        case ...60: 0.9
        case ...100: 1.9
        default: 3.9
        }
      }
    let endingCost: Double =
      switch ending {
      case .sendClosure, .assert: 0
      case .receive, .finish, .notReceived, .check: 0.2
      }
    return startCost + Double(units.count) + endingCost
  }
}

extension TracedTest {
  /// The ways to test a behavior that are worth trying, the shortest first.
  ///
  /// Whether one works is for a run to say. The set is bounded: from the beginning or from a state, with
  /// one or two of the statements before, with the last few, and with all.
  package func candidates(for behavior: AssertedBehavior, limit: Int = 96) -> [Candidate] {
    var seen: Set<Candidate> = []
    var result: [Candidate] = []
    for occurrence in behavior.occurrences.prefix(6) {
      for candidate in candidates(for: occurrence) where seen.insert(candidate).inserted {
        result.append(candidate)
      }
    }
    return result.shortestFirst(limit: limit)
  }

  /// The statements that can lead up to an assertion, in order.
  func leading(before unit: Int) -> [Int] {
    units.indices.prefix(unit).filter { index in
      switch units[index].kind {
      case .send, .event, .block, .other: true
      case .end(let call): call.method != "finish" && call.method != "skipReceivedActions"
      case .declaration, .creation, .receive, .assertion, .check: false
      }
    }
  }

  private func candidates(for occurrence: AssertedBehavior.Occurrence) -> [Candidate] {
    let leading = leading(before: occurrence.unit)
    let before = leading.filter { $0 < occurrence.root }
    let between = leading.filter { $0 > occurrence.root }
    let root = occurrence.unit == occurrence.root ? [] : [occurrence.root]
    let events = between.filter { units[$0].kind == .event || units[$0].kind == .other }

    // What is no step may change how the steps go: another answer of a dependency.
    let others = before.filter { units[$0].kind == .other }
    let sends = before.filter { units[$0].kind != .other }

    var ways: [(before: [Int], after: [Int])] = []
    if !others.isEmpty, sends.count <= 12 {
      ways += (sends.map { [$0] } + sends.pairs).map { (($0 + others).sorted(), events) }
    }
    for after in [events, [], between] {
      ways.append(([], after))
      ways += before.map { ([$0], after) }
      ways += before.indices.map { (Array(before[$0...]), after) }
      if before.count <= 12 { ways += before.pairs.map { ($0, after) } }
    }
    var result: [Candidate] = []
    let starts = starts(before: occurrence.root)
    for ending in endings(of: occurrence) {
      for way in ways {
        let path = way.before + (isClosureOfSend(ending) ? [occurrence.root] : root) + way.after
        let units = isClosureOfSend(ending) ? way.before + [occurrence.root] : path
        guard canGo(units) else { continue }
        result.append(Candidate(start: .beginning, units: units, ending: ending))
        if way.before.count < 2 {
          result += starts.map { Candidate(start: $0, units: units, ending: ending) }
        }
      }
    }
    return result
  }

  private func isSend(_ unit: Int) -> Bool {
    if case .send = units[unit].kind { true } else { false }
  }

  private func isClosureOfSend(_ ending: Candidate.Ending) -> Bool {
    if case .sendClosure = ending { true } else { false }
  }

  /// The states to start from: those that have one, two or all of the fields that differ from the
  /// beginning.
  private func starts(before root: Int) -> [Candidate.Start] {
    guard creation?.initialState != nil, let first = beginning,
      let state = units[root].steps.first(where: { $0.cause == nil })?.before
    else { return [] }
    if state.count == 1, state[0].name.isEmpty {
      return state[0].value == nil || state == first ? [] : [.state(state)]
    }
    let different = zip(first, state).filter { $0 != $1 }.map(\.1).filter { $0.value != nil }
    guard first.map(\.name) == state.map(\.name), !different.isEmpty else { return [] }
    var starts = different.map { Candidate.Start.state([$0]) }
    if different.count > 2, different.count <= 6 {
      starts += different.pairs.map { .state($0) }
    }
    if different.count > 1 { starts.append(.state(different)) }
    return starts
  }

  /// The state that the test starts from.
  package var beginning: [TracedField]? {
    for unit in units {
      if let step = unit.steps.first { return step.before }
    }
    return nil
  }

  private func endings(of occurrence: AssertedBehavior.Occurrence) -> [Candidate.Ending] {
    let source = function.source
    switch (occurrence.form, units[occurrence.unit].kind) {
    case (.sent(let change), .send(let call)):
      return FieldAssertion(change, closure: call.closure, in: source).map { [.sendClosure($0)] }
        ?? []
    case (.received(let change, let whileWaiting), .receive(let call)):
      guard let field = FieldAssertion(change, closure: call.closure, in: source) else { return [] }
      // The state as it is later will do, unless it has changed again by then.
      return whileWaiting || field.isChange || changesAgain(change, before: occurrence.unit)
        ? [.receive(unit: occurrence.unit, field)] : [.assert(field)]
    case (.received(let change, _), .assertion(let call)),
      (.received(let change, _), .send(let call)),
      (.sent(let change), .assertion(let call)):
      return FieldAssertion(change, closure: call.closure, in: source).map { [.assert($0)] } ?? []
    case (.action, .receive): return [.receive(unit: occurrence.unit, nil)]
    case (.end, _): return [.finish]
    default: return []
    }
  }
}

extension TracedTest {
  /// Whether a field that an effect's action changed changes once more before the statement that receives
  /// the action.
  private func changesAgain(_ change: TracedChange, before unit: Int) -> Bool {
    let steps = units[..<unit].flatMap(\.steps)
    guard let index = steps.lastIndex(where: { $0.changes.contains(change) }) else { return false }
    return steps[(index + 1)...].contains { step in
      // What it is a part of may have gone, as a sheet does with all that it has.
      step.changes.contains {
        $0.path.starts(with: change.path) || change.path.starts(with: $0.path)
      }
    }
  }
}

extension TracedTest {
  /// The ways to keep an expectation about the state: with all that leads up to it, or from the state
  /// before the last `send`.
  ///
  /// An expectation may hold for the wrong reason, so no less will do.
  package func candidates(forCheck unit: Int) -> [Candidate] {
    let leading = leading(before: unit)
    let all = Candidate(start: .beginning, units: leading, ending: .check(unit: unit))
    guard let last = leading.last(where: isSend), leading.first(where: isSend) != last,
      let state = starts(before: last).last, isWhole(state, before: last)
    else { return [all] }
    let others = leading.filter { $0 >= last }
    return [Candidate(start: state, units: others, ending: .check(unit: unit)), all]
      .sorted { $0.cost < $1.cost }
  }

  private func isWhole(_ start: Candidate.Start, before root: Int) -> Bool {
    guard case .state(let fields) = start, let first = beginning,
      let state = units[root].steps.first(where: { $0.cause == nil })?.before
    else { return false }
    let different = zip(first, state).filter { $0 != $1 }.count
    return fields.count == different
  }
}

extension [Candidate] {
  /// The shortest, and the longest, which are the surest.
  func shortestFirst(limit: Int) -> [Candidate] {
    // A stable sort: of two that cost the same, the one that occurs first.
    let sorted = enumerated().sorted { ($0.1.cost, $0.0) < ($1.1.cost, $1.0) }.map(\.1)
    guard sorted.count > limit else { return sorted }
    return sorted.prefix(limit - limit / 4) + sorted.suffix(limit / 4)
  }
}

extension Array {
  /// Each element with each that comes after it.
  var pairs: [[Element]] {
    indices.flatMap { first in self[(first + 1)...].map { [self[first], $0] } }
  }
}
