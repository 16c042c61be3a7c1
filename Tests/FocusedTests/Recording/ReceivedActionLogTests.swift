import Core
import FocusedTestStore
import Testing

struct ReceivedActionLogTests {
  private let generators = GeneratorPositions(uuid: nil, stackElementID: 0)

  /// A log of 1, 2, … whose states are the actions.
  private func log(_ count: Int, all: Bool) -> ReceivedActionLog<Int, Int> {
    let log = ReceivedActionLog<Int, Int>()
    for action in 0..<count {
      log.keep(action, all: all)
      log.append(action + 1, step: action, generators: generators)
    }
    return log
  }

  @Test func `The first match that is not asserted is found`() {
    let log = log(4, all: false)
    claimEqual(log.firstUnasserted(), 0)
    claimEqual(log.firstUnasserted { $0.isMultiple(of: 2) }, 1)
    log.markAsserted(at: 1)
    claimEqual(log.firstUnasserted { $0.isMultiple(of: 2) }, 3)
    claimEqual(log.firstUnasserted(from: 2), 2)
    log.markAsserted(at: 0)
    #expect(log.firstUnasserted() == 2)
    #expect(log.entries.filter { !$0.isAsserted }.map(\.action) == [3, 4])
    #expect(log.firstUnasserted { $0 > 4 } == nil)
  }

  @Test func `What was passed over can be asserted but need not`() {
    let log = log(3, all: true)
    log.passOver(before: 1)
    log.markAsserted(at: 1)
    #expect(log.marks.firstDemanded == 2)
    #expect(log.demanded.map(\.action) == [3])
    #expect(log.firstUnasserted() == 0)
    #expect(log.marks.isOrderReported)
    log.markAsserted(at: 0)
    #expect(log.marks.furthestAsserted == 1)
    log.markAsserted(at: 2)
    #expect(!log.demandsMore)
  }

  @Test func `What stood in for an action that never came can still be expected`() {
    let log = log(3, all: true)
    log.markAsserted(at: 0, isStandIn: true)
    #expect(log.firstUnasserted { $0 == 1 } == nil)
    claimEqual(log.firstExpected(from: 0) { $0 == 1 }, 0)
    #expect(!log.isOutOfTurn(0))
    #expect(log.marks.isSequenceReported && !log.marks.isOrderReported)
    log.markAsserted(at: 0)
    #expect(log.firstExpected(from: 0) { $0 == 1 } == nil)
    log.restart(by: .send)
    #expect(!log.marks.isSequenceReported)
  }

  @Test func `What stood in is meant rather than a later one that is not next`() {
    let log = log(3, all: true)
    log.markAsserted(at: 0, isStandIn: true)
    claimEqual(log.firstExpected(from: 0) { $0 != 2 }, 0)
    claimEqual(log.firstExpected(from: 0) { $0 != 1 }, 1)
    log.markAsserted(at: 0)
    log.markAsserted(at: 1)
    claimEqual(log.firstExpected(from: 0) { $0 != 2 }, 2)
  }

  @Test func `An expectation that passes over others is out of turn once`() {
    let log = log(4, all: true)
    #expect(!log.isOutOfTurn(0) && log.isOutOfTurn(1) && log.isOutOfTurn(nil))
    log.passOver(before: 1)
    log.markAsserted(at: 1)
    #expect(!log.isOutOfTurn(0) && !log.isOutOfTurn(3) && log.isOutOfTurn(nil))
    for index in log.entries.indices { log.markAsserted(at: index) }
    #expect(!log.isOutOfTurn(nil))
  }

  @Test func `The state after an entry is kept, and that of the latest is the present one`() {
    let log = log(3, all: true)
    claimEqual(log.state(after: 0, present: 99), 1)
    claimEqual(log.state(after: 1), 2)
    #expect(log.state(after: 2) == nil)
    claimEqual(log.state(after: 2, present: 3), 3)
  }

  @Test func `Of a burst the first states and the last are kept`() {
    let kept = ReceivedActionLog<Int, Int>.keptStates
    let log = log(kept * 2, all: false)
    claimEqual(log.state(after: 0, present: 0), 1)
    claimEqual(log.state(after: kept - 1, present: 0), kept)
    #expect(log.state(after: kept, present: 0) == nil)
    #expect(log.state(after: kept * 2 - 1, present: kept * 2) == kept * 2)
  }

  @Test func `Where all must be asserted every state is kept`() {
    let count = ReceivedActionLog<Int, Int>.keptStates * 2
    let log = log(count, all: true)
    #expect((0..<count - 1).allSatisfy { log.state(after: $0, present: 0) == $0 + 1 })
  }

  @Test func `A restart forgets everything`() {
    let log = log(3, all: true)
    log.markAsserted(at: 0)
    log.restart(by: .send)
    #expect(log.dropped.map(\.action) == [2, 3])
    #expect(log.entries.isEmpty && !log.demandsMore && log.marks.furthestAsserted == nil)
    #expect(log.firstUnasserted() == nil)
    log.append(8, step: 3, generators: generators)
    claimEqual(log.firstUnasserted(), 0)
    log.markAsserted(at: 0)
    log.restart(by: .send)
    #expect(log.entries.isEmpty && log.dropped.isEmpty)
  }

  @Test func `What is dropped is kept until the next send, with what dropped it`() {
    let callSite = CallSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1)
    let log = log(1, all: true)
    log.restart(by: .skipReceivedActions(callSite))
    log.append(2, step: 1, generators: generators)
    log.restart(by: .finish(callSite))
    claimEqual(log.dropped.map(\.action), [1, 2])
    if case .skipReceivedActions = log.dropped[0].start, case .finish = log.dropped[1].start {
    } else {
      Issue.record("\(log.dropped)")
    }
    log.restart(by: .send)
    #expect(log.dropped.isEmpty)
  }
}
