import Core
import FocusedTestStore
import Testing

@Suite struct ReceivedActionLogTests {
  private let generators = GeneratorPositions(uuid: nil, stackElementID: 0)

  /// A log of 1, 2, … whose states are the actions.
  private func log(_ count: Int, all: Bool) -> ReceivedActionLog<Int, Int> {
    var log = ReceivedActionLog<Int, Int>()
    for action in 0..<count {
      log.keep(action, all: all)
      log.append(action + 1, step: action, generators: generators)
    }
    return log
  }

  @Test func `The first match that is not asserted is found`() {
    var log = log(4, all: false)
    #expect(log.firstUnasserted() == 0)
    #expect(log.firstUnasserted { $0.isMultiple(of: 2) } == 1)
    log.markAsserted(at: 1)
    #expect(log.firstUnasserted { $0.isMultiple(of: 2) } == 3)
    #expect(log.firstUnasserted(from: 2) == 2)
    log.markAsserted(at: 0)
    #expect(log.firstUnasserted() == 2)
    #expect(log.unasserted.map(\.action) == [3, 4])
    #expect(log.firstUnasserted { $0 > 4 } == nil)
  }

  @Test func `What was passed over can be asserted but need not`() {
    var log = log(3, all: true)
    log.passOver(before: 1)
    log.markAsserted(at: 1)
    #expect(log.firstDemanded == 2)
    #expect(log.demanded.map(\.action) == [3])
    #expect(log.firstUnasserted() == 0)
    #expect(log.isOrderReported)
    log.markAsserted(at: 0)
    #expect(log.furthestAsserted == 1)
    log.markAsserted(at: 2)
    #expect(!log.demandsMore)
  }

  @Test func `What stood in for an action that never came can still be expected`() {
    var log = log(3, all: true)
    #expect(log.firstStandIn { $0 == 1 } == nil)
    log.passOver(before: 0)
    log.markAsserted(at: 0, isStandIn: true)
    #expect(log.firstUnasserted { $0 == 1 } == nil)
    #expect(log.firstStandIn { $0 == 1 } == 0)
    log.markAsserted(at: 0)
    #expect(log.firstStandIn { $0 == 1 } == nil)
    log.restart()
    #expect(!log.isOrderReported)
  }

  @Test func `The state after an entry is kept, and that of the latest is the present one`() {
    let log = log(3, all: true)
    #expect(log.state(after: 0, present: 99) == 1)
    #expect(log.state(after: 1) == 2)
    #expect(log.state(after: 2) == nil)
    #expect(log.state(after: 2, present: 3) == 3)
  }

  @Test func `Of a burst the first states and the last are kept`() {
    let kept = ReceivedActionLog<Int, Int>.keptStates
    let log = log(kept * 2, all: false)
    #expect(log.state(after: 0, present: 0) == 1)
    #expect(log.state(after: kept - 1, present: 0) == kept)
    #expect(log.state(after: kept, present: 0) == nil)
    #expect(log.state(after: kept * 2 - 1, present: kept * 2) == kept * 2)
  }

  @Test func `Where all must be asserted every state is kept`() {
    let count = ReceivedActionLog<Int, Int>.keptStates * 2
    let log = log(count, all: true)
    #expect((0..<count - 1).allSatisfy { log.state(after: $0, present: 0) == $0 + 1 })
  }

  @Test func `A restart forgets everything`() {
    var log = log(3, all: true)
    log.markAsserted(at: 0)
    log.restart()
    #expect(log.droppedByRestart == [2, 3])
    #expect(log.entries.isEmpty && !log.demandsMore && log.furthestAsserted == nil)
    #expect(log.firstUnasserted() == nil)
    log.append(8, step: 3, generators: generators)
    #expect(log.firstUnasserted() == 0)
    #expect(log.remembersMore)
    log.markAsserted(at: 0)
    log.restart()
    #expect(!log.remembersMore)
  }
}
