import FocusedTestStore
import Testing

/// Each cause is reported once.
struct S21_OneCauseOneIssueTests {
  private static func store() -> TestStore<Probe.State, Probe.Action> {
    Probe.store(.on, effect: .send(.got(1)))
  }

  @Test func `A wrong action does not also report a wrong state`() async {
    let store = Self.store()
    await store.send(.tap) { $0.taps = 1 }
    await claimOneIssue(naming: "but .got(1) was received next") {
      await store.receive(.got(2)) { $0.values = [2] }; return #line
    }
    await store.send(.rename("Blob")) { $0.name = "Blob" }
    await store.finish()
  }

  @Test func `A wrong state is not reported again by the next step`() async {
    let store = Self.store()
    await claimOneIssue(naming: "taps: 9") {
      await store.send(.tap) { $0.taps = 9 }; return #line
    }
    await store.receive(.got(1)) { $0.values = [1] }
  }

  @Test func `A missing action is one issue to the end of the store`() async {
    var line = 0
    let issues = await withCapturedIssues {
      let store = Self.store()
      await store.send(.rename("Blob")) { $0.name = "Blob" }
      await store.receive(.got(1)) { $0.values = [1] }; line = #line
      await store.finish()
    }
    claimIssues(issues, at: [line])
  }

  @Test func `Expectations in another order are one issue`() async {
    let store = Self.storeOfFour()
    await store.send(.tap) { $0.taps = 1 }
    await claimOneIssue(naming: "got(2)") {
      await store.receive(.got(2)) { $0.values = [2] }; return #line
    }
    await store.receive(.got(1)) { $0.values = [2, 1] }
    await store.receive(.got(4)) { $0.values = [2, 1, 4] }
    await store.receive(.got(3)) { $0.values = [2, 1, 4, 3] }
    claimEqual(store.state.values, [1, 2, 3, 4])
    await store.finish()
  }

  @Test func `An expectation too many passes over nothing that comes again`() async {
    let store = Probe.store(.on, effect: .merge(.send(.got(1)), .send(.got(2)), .send(.got(1))))
    await store.send(.tap) { $0.taps = 1 }
    await claimOneIssue(naming: "got(9)") {
      await store.receive(.got(9)); return #line
    }
    await store.receive(.got(1)) { $0.values = [1] }
    await store.receive(.got(2)) { $0.values = [1, 2] }
    await store.receive(.got(1)) { $0.values = [1, 2, 1] }
    await store.finish()
  }

  @Test func `Receives in another order after an expectation that nothing meets are one issue`()
    async
  {
    let store = Self.storeOfFour()
    await store.send(.tap) { $0.taps = 1 }
    await claimOneIssue(naming: "got(9)") {
      await store.receive(.got(9)); return #line
    }
    await store.receive(.got(3))
    await store.receive(.got(4))
    await store.receive(.got(2))
    await store.finish()
  }

  @Test func `An effect that finish reports in off is one issue to the end`() async {
    let clock = TestClock()
    var line = 0
    let issues = await withCapturedIssues {
      let store = Probe.store(.on, onTap: { _ in try await clock.sleep(for: .seconds(1)) })
      await store.send(.tap) { $0.taps = 1 }
      await store.withExhaustivity(.off) {
        await store.finish(); line = #line
        await store.finish()
      }
    }
    claimIssues(issues, at: [line], naming: "still in flight")
  }

  @Test func `An effect that starts after a finish is one issue more`() async {
    let clock = TestClock()
    let store = Probe.store(onTap: { _ in try await clock.sleep(for: .seconds(1)) })
    await store.send(.tap)
    await claimOneIssue(naming: "but one is still in flight") {
      await store.finish(); return #line
    }
    await store.send(.tap)
    await claimOneIssue(naming: "but 2 are still in flight") {
      await store.finish(); return #line
    }
  }

  @Test func `The next send is checked in full again`() async {
    let store = Self.storeOfFour()
    await store.send(.tap) { $0.taps = 1 }
    await claimOneIssue(naming: "but .got(1) was received next") {
      await store.receive(.got(4)); return #line
    }
    await store.send(.tap) { $0.taps = 2 }
    await claimOneIssue(naming: "values") {
      await store.receive(.got(1)) { $0.values = [1] }; return #line
    }
    await store.skipReceivedActions()
  }

  @Test(arguments: [false, true]) func `An action that comes after its receive is one issue`(
    isSkippedBefore: Bool
  ) async {
    let clock = TestClock()
    var line = 0
    let issues = await withCapturedIssues {
      let store = Probe.store(
        .on,
        onTap: { send in
          try await clock.sleep(for: .seconds(1))
          await send(.got(1))
        })
      await store.send(.tap) { $0.taps = 1 }
      await store.receive(.got(1)) { $0.values = [1] }; line = #line
      if isSkippedBefore { await store.skipReceivedActions(strict: false) }
      await clock.advance(by: .seconds(1))
      await store.finish()
    }
    claimIssues(issues, at: [line])
  }

  @Test func `Two expectations that nothing meets are two issues`() async {
    let store = Self.storeOfFour()
    await store.send(.tap) { $0.taps = 1 }
    await claimOneIssue(naming: "got(8)") {
      await store.receive(.got(8)); return #line
    }
    await claimOneIssue(naming: "got(9)") {
      await store.receive(.got(9)); return #line
    }
    await store.skipReceivedActions()
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `An endpoint that throws and the receive that waits for it are one issue`(
    _ exhaustivity: Exhaustivity
  ) async {
    let store = Probe.store(
      exhaustivity,
      onTap: { send in
        let load: @Sendable () throws -> Int = unimplemented("Client.load")
        await send(.got(try load()))
      })
    let issues = await withCapturedIssues {
      await store.send(.tap) { $0.taps = 1 }
      await store.receive(.got(1)) { $0.values = [1] }
      await store.finish()
    }
    claim(issues.map { $0.message.prefix(28) } == ["Expected no call of Client.l"], "\(issues)")
    await claimOneIssue(naming: "got(2)") {
      await store.send(.idle)
      await store.receive(.got(2)); return #line
    }
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `An endpoint that returns a placeholder and the receive of its result are one issue`(
    _ exhaustivity: Exhaustivity
  ) async {
    let store = Probe.store(
      exhaustivity,
      onTap: { send in
        let load: @Sendable () -> Int = unimplemented("Client.load", placeholder: 0)
        await send(.got(load()))
      })
    let issues = await withCapturedIssues {
      await store.send(.tap) { $0.taps = 1 }
      await store.receive(.got(1)) { $0.values = [1] }
      await store.finish()
    }
    claim(issues.map { $0.message.prefix(28) } == ["Expected no call of Client.l"], "\(issues)")
  }

  @Test func `An endpoint without a result explains no missing action`() async {
    let store = Probe.store(onTap: { _ in
      let log: @Sendable () -> Void = unimplemented("Client.log")
      log()
    })
    let issues = await withCapturedIssues {
      await store.send(.tap)
      await store.receive(.got(1))
    }
    claimEqual(issues.count, 2)
  }

  @Test func `An endpoint that throws in a closure is one issue`() async {
    let store = Probe.store()
    let issues = await withCapturedIssues {
      await store.send(.tap) { state in
        let load: @Sendable () throws -> Int = unimplemented("Client.load")
        state.taps = try load()
      }
    }
    claim(issues.map { $0.message.prefix(28) } == ["Expected no call of Client.l"], "\(issues)")
  }

  @Test func `An action for a child that is not there is one issue`() async {
    for exhaustivity in [Exhaustivity.on, .off] {
      let store = Folder.store(exhaustivity)
      let sent = await withCapturedIssues {
        await store.send(.child(3)) {
          $0.child = 3
          $0.count = 1
        }
      }
      claimIssues(sent, at: [Folder.operatorLine], naming: ".child(3)")
      let received = await withCapturedIssues {
        await store.send(.later) { $0.count = 2 }
        await store.receive(.child(4)) {
          $0.child = 4
          $0.count = 3
        }
      }
      claimIssues(received, at: [Folder.operatorLine], naming: ".child(4)")
    }
  }

  @Test func `A wrong state after another step that failed is an issue`() async {
    let store = Folder.store(.on)
    let issues = await withCapturedIssues { await store.send(.child(3)) { $0.count = 1 } }
    claimIssues(issues, at: [Folder.operatorLine])
    await claimOneIssue(naming: "count: 9") {
      await store.send(.open) { $0.count = 9 }; return #line
    }
  }

  @Test func `An error thrown about a step that failed is an issue`() async {
    struct Torn: Error {}
    let store = Folder.store(.off)
    var line = 0
    let issues = await withCapturedIssues {
      await store.send(.child(3)) { _ in throw Torn() }; line = #line
    }
    claimIssues(issues, at: [Folder.operatorLine, line])
  }

  private struct Folder: Reducer {
    struct State: Equatable {
      var child: Int?
      var count = 0
    }
    enum Action: Equatable { case open, later, child(Int) }

    static let operatorLine = #line + 7

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.count += 1
        return action == .later ? .send(.child(4)) : .none
      }
      .ifLet(\.child, action: { .child($0) }) {
        Reduce<Int, Int> { state, action in
          state = action
          return .none
        }
      }
    }

    static func store(_ exhaustivity: Exhaustivity) -> TestStoreOf<Folder> {
      TestStore(exhaustivity, initialState: State()) { Folder() }
    }
  }

  private static func storeOfFour() -> TestStore<Probe.State, Probe.Action> {
    Probe.store(.on, effect: .merge(.send(.got(1)), .send(.got(2)), .send(.got(3)), .send(.got(4))))
  }

  @Test func `Receives after a later send are one issue`() async {
    let store = Self.storeOfFour()
    await store.send(.tap) { $0.taps = 1 }
    await claimOneIssue(naming: "before .idle is sent, but 4 were not:") {
      await store.send(.idle); return #line
    }
    await store.receive(inOrder: .got(1), .got(2))
    await store.receive(.got(3)) { $0.values = [1, 2, 3] }
    await store.receive(.got(4)) { $0.values = [1, 2, 3, 4] }
    await claimOneIssue(naming: "Expected to receive .got(4), but .idle started no effect.") {
      await store.receive(.got(4)); return #line
    }
    await store.finish()
  }

  @Test func `Receives after two later sends are two issues`() async {
    let store = Probe.store(
      .on,
      effects: { action in
        switch action {
        case .tap: .send(.got(1))
        case .rename: .send(.got(2))
        default: .none
        }
      })
    await store.send(.tap) { $0.taps = 1 }
    await claimOneIssue(naming: "before .rename(\"Blob\") is sent, but one was not:") {
      await store.send(.rename("Blob")) { $0.name = "Blob" }; return #line
    }
    await claimOneIssue(naming: "before .tap is sent, but one was not:") {
      await store.send(.tap) { $0.taps = 2 }; return #line
    }
    await store.receive(.got(1)) { $0.values = [1, 2, 1] }
    await store.receive(.got(2)) { $0.values = [1, 2] }
    await store.receive(.got(1)) { $0.values = [1] }
    await store.finish()
  }
}
