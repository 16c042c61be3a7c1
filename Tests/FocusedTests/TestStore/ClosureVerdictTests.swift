import Core
import Testing

@testable import FocusedTestStore

/// The verdict on a closure, without a store: the states on which the closure runs, and the meaning of its results.
struct ClosureVerdictTests {
  @Test func `right values run on the actual state alone`() throws {
    let reading = Reading(before: State(count: 1), actual: State(count: 2)) { $0.count = 2 }
    try #expect(reading.isRight)
    #expect(reading.states == [])
  }

  @Test func `wrong values run once more, on their own result`() throws {
    let reading = Reading(before: State(count: 1), actual: State(count: 2)) { $0.count = 3 }
    try #expect(reading.wrongFields == ["count"])
    #expect(reading.states == [State(count: 3)])
  }

  @Test func `a change also runs on the state before`() throws {
    let right = Reading(before: State(count: 1), actual: State(count: 3)) { $0.count += 2 }
    try #expect(right.isRight)
    #expect(right.states == [State(count: 5), State(count: 1)])
    let wrong = Reading(before: State(count: 1), actual: State(count: 3)) { $0.count += 1 }
    try #expect(wrong.wrongFields == ["count"])
    #expect(wrong.states == [State(count: 4), State(count: 1)])
  }

  @Test func `a removal that the step made runs on the state before first`() throws {
    let reading = Reading(before: State(rows: [1, 2]), actual: State(rows: [2])) {
      $0.rows.removeFirst()
    }
    try #expect(reading.isRight)
    // On the empty result of the actual state, the closure would trap.
    #expect(reading.states == [State(rows: [1, 2]), State(rows: [2])])
  }

  @Test func `a removal that the step did not make runs nowhere else`() throws {
    let reading = Reading(before: State(count: 1, rows: [2]), actual: State(count: 2, rows: [2])) {
      $0.rows.removeFirst()
    }
    try #expect(reading.wrongFields == ["rows"])
    #expect(reading.states == [])
  }

  @Test func `assert has no state before`() throws {
    let reading = Reading(before: nil, actual: State(count: 3)) { $0.count += 2 }
    try #expect(reading.wrongFields == ["count"])
    #expect(reading.states == [])
  }

  @Test func `a step that changed nothing makes values and changes the same`() throws {
    let reading = Reading(before: State(count: 3), actual: State(count: 3)) { $0.count += 2 }
    try #expect(reading.wrongFields == ["count"])
    #expect(reading.states == [])
  }

  @Test func `a closure that throws on its own result describes a change`() throws {
    struct IsFull: Error {}
    let reading = Reading(before: State(count: 1), actual: State(count: 2)) {
      if $0.count > 2 { throw IsFull() }
      $0.count += 1
    }
    try #expect(reading.isRight)
  }

  @Test func `a write in vain fails whatever else is right`() throws {
    let missed = MissedMutation(subject: "the row 7", context: "")
    let reading = Reading(before: State(count: 1), actual: State(count: 2), missed: [missed]) {
      $0.count = 2
    }
    guard case .missed(let mutations) = try reading.verdict() else {
      Issue.record("Expected a missed mutation")
      return
    }
    #expect(mutations.map(\.subject) == ["the row 7"])
    #expect(reading.states == [])
  }
}

private struct State: Equatable {
  var count = 0
  var rows: [Int] = []
}

/// A closure on a step, with the states to which it is applied besides the actual one.
private final class Reading {
  let before: State?
  let actual: State
  let missed: [MissedMutation]
  let closure: (inout State) throws -> Void
  private(set) var states: [State] = []

  init(
    before: State?, actual: State, missed: [MissedMutation] = [],
    closure: @escaping (inout State) throws -> Void
  ) {
    self.before = before
    self.actual = actual
    self.missed = missed
    self.closure = closure
  }

  func verdict() throws -> ClosureVerdict {
    states = []
    var outcome = AssertionContext.Outcome()
    outcome.missed = missed
    return try ClosureReading(
      before: before, actual: actual, applied: result(of: actual), outcome: outcome
    ) { [self] state in
      states.append(state)
      return try result(of: state)
    }
    .verdict()
  }

  private func result(of state: State) throws -> State {
    var state = state
    try closure(&state)
    return state
  }

  var isRight: Bool {
    get throws { if case .holds = try verdict() { true } else { false } }
  }

  var wrongFields: [String] {
    get throws {
      guard case .differs(let mismatches) = try verdict() else { return [] }
      return mismatches.map(\.path.description)
    }
  }
}
