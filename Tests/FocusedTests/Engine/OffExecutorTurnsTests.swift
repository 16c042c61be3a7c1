@testable import FocusedTestStore
import Testing

/// Work of effects on the main actor, in unstructured tasks, and in other stores' effects.
struct OffExecutorTurnsTests {
  @Test
  func `A turn ends when the main actor has brought nothing new for a while, and in any case`() {
    var turns = OffExecutorTurns(turnsInVain: 1)
    func steps(_ returns: [Int]) -> [OffExecutorTurns.Step] {
      returns.map { turns.mainActorDidPass(returns: $0) }
    }
    #expect(steps([0, 0, 0, 1, 1, 1, 1, 1]) == passes(7) + [.awaitSenders])
    #expect(turns.sendersDidReturn(afterWait: true) == .pass)
    #expect(steps([1, 1, 1, 1]) == passes(3) + [.awaitSenders])
    #expect(turns.sendersDidReturn(afterWait: false) == .accept(byLane: true, afterOthers: false))
    #expect(
      turns.endTurn(bringing: .init(fromElsewhere: 1), after: .zero, expectsMore: true) == .pass)
    #expect(steps([0, 1]) == [.pass, .awaitSenders])
    #expect(turns.sendersDidReturn(afterWait: false) == .accept(byLane: false, afterOthers: false))
    turns = OffExecutorTurns(turnsInVain: 1)
    #expect(steps(Array(1...100)) == passes(99) + [.awaitSenders])
  }

  @Test func `Turns end when nothing more is expected, or the chance is over`() {
    for expectsMore in [true, false] {
      var turns = OffExecutorTurns(turnsInVain: 1)
      #expect(
        turns.endTurn(bringing: .init(fromMainActor: 1), after: .zero, expectsMore: true) == .pass)
      while turns.mainActorDidPass(returns: 0) == .pass {}
      #expect(turns.sendersDidReturn(afterWait: false) == .accept(byLane: false, afterOthers: true))
      let result = OffExecutorTurns.Result(fromMainActor: expectsMore ? 0 : 1)
      #expect(turns.endTurn(bringing: result, after: .zero, expectsMore: expectsMore) == .end)
    }
  }

  @Test func `Turns end after turns in a row that bring nothing`() {
    var turns = OffExecutorTurns(turnsInVain: 2)
    func isOver(_ result: OffExecutorTurns.Result) -> Bool {
      turns.endTurn(bringing: result, after: .seconds(1), expectsMore: true) == .end
    }
    #expect([isOver(.init()), isOver(.init(fromElsewhere: 1))] == [false, false])
    #expect([isOver(.init()), isOver(.init())] == [false, true])
  }

  @Test(
    arguments: [
      (.init(fromElsewhere: 1), 100, .milliseconds(100)),
      (.init(fromMainActor: 1), 1_000, .seconds(30)),
    ] as [(OffExecutorTurns.Result, Int, Duration)])
  func `Work that keeps coming in is bounded in number and in time`(
    _ result: OffExecutorTurns.Result, _ number: Int, _ time: Duration
  ) {
    var turns = OffExecutorTurns(turnsInVain: 2)
    func isOver(after elapsed: Duration) -> Bool {
      turns.endTurn(bringing: result, after: elapsed, expectsMore: true) == .end
    }
    for _ in 1..<number { #expect(!isOver(after: .seconds(1_000))) }
    #expect(!isOver(after: time - .milliseconds(1)))
    #expect(isOver(after: time))
  }

  @Test func `A main actor that does not come is given up, one that is at it is not`() {
    var turns = OffExecutorTurns(turnsInVain: 1)
    func looks(_ count: Int) -> [Bool] { (0..<count).map { _ in turns.look() } }
    #expect(looks(5) == [false, false, false, false, false])
    #expect(turns.mainActorDidPass(returns: 0) == .pass)
    #expect(looks(7).firstIndex(of: true) == 6)
    while turns.mainActorDidPass(returns: 0) == .pass {}
    #expect(looks(9).firstIndex(of: true) == nil)
  }

  @Test func `The main actor waits at the gate while a drain runs, and enters in its turns`() {
    var gate = MainActorGate()
    #expect(gate.enter() == .closed)
    gate.willOpen()
    #expect([gate.enter(), gate.enter()] == [.wait, .wait])
    #expect([gate.turn(open: true), gate.giveUpWaiting()] == [true, false])
    #expect([gate.enter(), gate.enter()] == [.entered, .closed])
    gate.leave()
    #expect([gate.turn(open: false), gate.isClosed] == [false, true])
    gate.willOpen()
    #expect(gate.enter() == .wait)
    #expect([gate.giveUpWaiting(), gate.turn(open: true)] == [true, false])
  }

  @Test @MainActor func `A live send from the main actor does not leave the main actor`() async {
    for _ in 0..<50 {
      let order = Collected<String>()
      let store = Store(initialState: OutsideLog.State()) {
        OutsideLog {
          guard $0 == .go else { return .none }
          return .run { @MainActor send in
            Task { order.append("task") }
            await send(.number(1))
            order.append("sent")
            await Task.yield()
          }
        }
      }
      await store.send(.go).finish()
      await Task.yield()
      #expect(order.values.first == "sent")
    }
  }

  @Test func `A test may call what an effect has left with it`() async {
    let slot = Collected<Send<OutsideLog.Action>>()
    let store = OutsideLog.store { .run { send in slot.append(send) } }
    await store.send(.go)
    await slot.values.first?(.number(1))
    #expect(store.state.numbers == [1])
    await store.receive(.number(1))
  }

  @Test(.schedules(1))
  func `Sends of two effects from the main actor keep the order of the main actor`() async {
    let store = OutsideLog.store {
      let observers = OutsideLog.Observers()
      return .merge(
        .run { @MainActor send in observers.append { Task { @MainActor in await send(.number(1)) } }
        },
        .run { @MainActor send in observers.append { Task { @MainActor in await send(.number(2)) } }
        },
        .run { @MainActor send in
          for _ in 0..<30 { await Task.yield() }
          for observer in observers.values.reversed() { observer() }
        })
    }
    await store.send(.go)
    #expect(store.state.numbers == [2, 1])
  }

  @Test func `Two effects that go to the main actor and back have one order`() async {
    await OutsideLog.expectOneOrder(in: 600) {
      .merge(
        .run { send in
          await Task { @MainActor in await send(.number(1)) }.value
          await Task { @MainActor in await send(.number(2)) }.value
        },
        .run { send in
          await MainActor.run {}
          for number in 4...6 { await sendOnMain(.number(number), send) }
        })
    }
  }

  @Test func `A store does not wait for another store's effect that sent it something`() async {
    let slot = Collected<Send<OutsideLog.Action>>()
    let first = OutsideLog.store {
      .run { send in
        slot.append(send)
        for await _ in AsyncStream<Never>.makeStream().stream {}
      }
    }
    let second = OutsideLog.store { .run { _ in await slot.values.first?(.number(1)) } }
    await first.send(.go)
    await second.send(.go)
    await first.settle()
    #expect(first.state.numbers == [1])
  }

  @Test func `An unstructured main actor task that sends without end is stopped with an issue`()
    async
  {
    let isOver = Collected<Bool>()
    let store = OutsideLog.store {
      .run { send in
        Task { @MainActor in while isOver.values.isEmpty { await send(.number(0)) } }
      }
    }
    store.jobLimit = 500
    let issues = await withCapturedIssues { await store.send(.go) }
    isOver.append(true)
    #expect(issues.count == 1)
  }
}

private func passes(_ count: Int) -> [OffExecutorTurns.Step] {
  Array(repeating: .pass, count: count)
}
