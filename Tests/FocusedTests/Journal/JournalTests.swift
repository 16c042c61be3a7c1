import FocusedTestStore
import Testing

struct KeptStatesTests {
  /// The states after the steps -1, 0, and so on. Each state is the number of its step.
  private func states(_ count: Int, all: Bool) -> KeptStates<Int> {
    var states = KeptStates<Int>()
    for step in -1..<count { states.keep(step, after: step, firstOpen: 0, all: all) }
    return states
  }

  private let limit = KeptStates<Int>.limit

  @Test func `The state that received actions lead on from is kept`() {
    #expect(states(0, all: false).state(after: -1) == -1)
    #expect(states(limit * 2, all: false).state(after: -1) == -1)
    #expect(states(1, all: false).state(after: 1) == nil)
  }

  @Test func `Of a burst the first states are kept`() {
    let states = states(limit * 2, all: false)
    #expect((0..<limit).allSatisfy { states.state(after: $0) == $0 })
    #expect(states.state(after: limit) == nil)
  }

  @Test func `States of asserted steps make room for others`() {
    var states = states(limit, all: false)
    states.keep(limit, after: limit, firstOpen: 0, all: false)
    #expect(states.state(after: limit) == nil)
    states.keep(limit + 1, after: limit + 1, firstOpen: 2, all: false)
    #expect(states.state(after: limit + 1) == limit + 1)
    #expect(states.state(after: 0) == nil && states.state(after: 1) == 1)
  }

  @Test func `Where all must be asserted every state is kept`() {
    let states = states(limit * 2, all: true)
    #expect((0..<limit * 2).allSatisfy { states.state(after: $0) == $0 })
  }
}
