import Core
import FocusedTestStore
import Testing

struct JournalTests {
  private let here = CallSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1)

  /// A journal of the sent step 0, and the received steps 1, 2, and so on.
  private func journal(_ count: Int) -> Journal {
    var journal = Journal()
    append(from: .external, to: &journal)
    for _ in 0..<count { append(to: &journal) }
    return journal
  }

  private func append(
    from source: ActionSource = .synchronous(step: 0), to journal: inout Journal
  ) {
    journal.append(from: source, generators: GeneratorPositions(uuid: nil, stackElementID: 0))
  }

  @Test func `What is dropped is found, and a send leaves it to late expectations`() {
    var journal = journal(2)
    journal.assert(1, at: here)
    append(from: .external, to: &journal)
    claimEqual(journal.firstDropped { _ in true }, 2)
    claimEqual(journal.firstDropped(from: journal.lateStart) { _ in true }, 2)
    journal.restart(by: .skipReceivedActions)
    claimEqual(journal.firstDropped { _ in true }, 2)
    claimEqual(journal.firstDropped(from: journal.lateStart) { _ in true }, nil)
  }

  @Test func `The sent step that a step follows from is found across sends`() {
    var journal = journal(1)
    append(from: .external, to: &journal)
    append(from: .synchronous(step: 1), to: &journal)
    append(from: .synchronous(step: 2), to: &journal)
    append(from: .synchronous(step: 3), to: &journal)
    #expect((0..<6).map(journal.root) == [0, 0, 2, 0, 2, 0])
  }

  @Test func `The line of an effect is that of the nearest step that was sent or asserted`() {
    var journal = journal(1)
    append(from: .synchronous(step: 1), to: &journal)
    append(from: .synchronous(step: 2), to: &journal)
    #expect([3, 0].map(journal.callSite(startingEffectOf:)) == [nil, nil])
    journal.assert(1, at: here)
    #expect([3, 0, 2].map(journal.callSite(startingEffectOf:)) == [here, nil, here])
  }

  @Test func `A line that asserts many steps is kept once`() {
    var journal = journal(1_000)
    for step in journal.received {
      journal.assert(step, at: here)
      journal.assert(
        step, at: CallSite(fileID: #fileID, filePath: #filePath, line: 2, column: 1))
    }
    #expect(journal.callSites.map(\.line) == [1, 2])
    #expect(journal.callSite(of: 1_000)?.line == 2)
  }
}

struct KeptStatesTests {
  /// The states after the steps -1, 0, and so on. Each state is the number of its step.
  private func states(_ count: Int, all: Bool) -> KeptStates<Int> {
    var states = KeptStates<Int>()
    for step in -1..<count { states.keep(step, after: step, inDrain: 1, all: all) }
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

  @Test func `A burst after a rest takes the place of the oldest`() {
    var states = states(limit, all: false)
    states.keep(limit, after: limit, inDrain: 1, all: false)
    #expect(states.state(after: limit) == nil)
    states.keep(limit + 1, after: limit + 1, inDrain: 2, all: false)
    #expect(states.state(after: limit + 1) == limit + 1)
    #expect(states.state(after: 0) == nil && states.state(after: 1) == 1)
  }

  @Test func `Where all must be asserted every state is kept`() {
    let states = states(limit * 2, all: true)
    #expect((0..<limit * 2).allSatisfy { states.state(after: $0) == $0 })
  }
}
