import FocusedTestStore
import Testing

/// The messages about cancellations that did not reach an effect, or that happened before the last send.
struct OtherCancellationTests {
  // MARK: - An equal ID of another feature

  @Test func `a child that cancels an equal ID is named, with the rule`() async {
    let store = store()
    await store.send(.startTapped)
    await store.send(.child(.stopTapped))
    await expectIssue {
      await store.finish()
    }
  }

  @Test(arguments: [false, true])
  func `a sibling that cancels an equal ID is named`(isInEffect: Bool) async {
    let store = store()
    await store.send(.sibling(.startTapped))
    await store.send(.child(isInEffect ? .stopInEffectTapped : .stopTapped))
    let canceller =
      isInEffect ? "the effect at OtherCancellationTests.swift" : ".child(.stopTapped)"
    await claimOneIssue(naming: canceller, "cancelled an equal id", "but in another feature") {
      await store.finish(); return #line
    }
    await claimOneIssue(naming: "cancelled an equal id", "but in another feature") {
      store.assert { $0.sibling.isDone = true }; return #line
    }
  }

  @Test(
    arguments: [
      ([.child(.startTapped), .sibling(.startTapped), .child(.stopTapped)], cancellation),
      ([.startByHandTapped, .child(.stopTapped)], "If a parent calls `reduce` of a child"),
      ([.child(.stopTapped), .startTapped], "it was cancelled nowhere"),
    ] as [([Parent.Action], String)])
  func `finish names what may have been meant`(sent: [Parent.Action], meant: String) async {
    let store = store()
    for action in sent { await store.send(action) }
    await claimOneIssue(naming: meant) {
      await store.finish(); return #line
    }
  }

  private static let cancellation = ".child(.stopTapped) cancelled an equal id"

  @Test func `the feature's own cancellation reaches the effect`() async {
    let store = store()
    await store.send(.startTapped)
    await store.send(.child(.startTapped))
    await store.send(.stopTapped)
    await store.finish()
  }

  @Test(arguments: [false, true])
  func `assertNotReceived names it`(isCancelled: Bool) async {
    let clock = TestClock()
    let store = store(clock)
    await store.send(.startTapped)
    if isCancelled { await store.send(.child(.stopTapped)) }
    await clock.advance(by: .seconds(1))
    let issues = await withCapturedIssues { await store.assertNotReceived(.done) }
    claimEqual(
      issues.map { $0.message.contains(Self.cancellation) },
      [isCancelled])
  }

  @Test(arguments: [false, true])
  func `assert names it for an action that changed the state`(isCancelled: Bool) async {
    let clock = TestClock()
    let store = store(clock)
    await store.send(.sibling(.startTapped))
    if isCancelled { await store.send(.child(.stopTapped)) }
    await clock.advance(by: .seconds(1))
    let issues = withCapturedIssues { store.assert { $0.sibling.isDone = false } }
    claimEqual(
      issues.map { $0.message.contains(Self.cancellation) },
      [isCancelled])
  }

  @Test func `an equal ID of a part of an effect is named`() async {
    let store = store()
    await store.send(.startPartTapped)
    await claimOneIssue(naming: "it was cancelled nowhere", "OtherCancellationTests.WorkID.work") {
      await store.send(.startPartTapped).finish(); return #line
    }
    await store.send(.child(.stopTapped))
    await claimOneIssue(naming: Self.cancellation) {
      await store.finish(); return #line
    }
    await store.send(.stopTapped)
    await store.finish()
  }

  // MARK: - A cancellation before the last send

  @Test func `a cancellation before the last send is named`() async {
    let store = store()
    await store.send(.startTapped)
    await store.send(.stopTapped)
    await store.send(.otherTapped)
    await expectIssue {
      await store.receive(.done)
    }
  }

  @Test(
    arguments: [
      ([.startTapped, .stopTapped, .child(.startTapped)], "cancelled by .stopTapped with the id"),
      (
        [.startPartTapped, .stopTapped, .otherTapped],
        "started by .startPartTapped, cancelled by .stopTapped with the id"
      ),
    ] as [([Parent.Action], String)])
  func `it is named beside an effect in flight, and if it was a part of an effect`(
    sent: [Parent.Action], name: String
  ) async {
    let store = store()
    for action in sent { await store.send(action) }
    await claimOneIssue(naming: name) {
      await store.receive(.done); return #line
    }
  }

  @Test func `a cancellation by the test is named, too`() async {
    let store = store()
    let task = await store.send(.startTapped)
    await task.cancel()
    await store.send(.otherTapped)
    await claimOneIssue(naming: "cancelled by the test", "check the call of the test that cancels")
    {
      await store.receive(.done); return #line
    }
  }

  @Test func `an effect that has started again is not named`() async {
    let clock = TestClock()
    let store = store(clock)
    await store.send(.startTapped)
    await store.send(.stopTapped)
    await store.send(.startTapped)
    await store.send(.otherTapped)
    let issues = await withCapturedIssues { await store.receive(.done) }
    claimEqual(issues.count, 1)
    claim(!issues[0].message.contains("Cancelled before"), issues[0].message)
    await clock.advance(by: .seconds(1))
    await store.receive(.done)
  }

  @Test func `assert names it`() async {
    let store = store()
    await store.send(.child(.startTapped))
    let issues = withCapturedIssues { store.assert { $0.child.isDone = true } }
    claimEqual(issues.map { $0.message.contains("ancelled") }, [false])
    await store.send(.child(.stopTapped))
    await store.send(.otherTapped)
    await expectIssue {
      store.assert { $0.child.isDone = true }
    }
  }

  private func store(_ clock: TestClock<Duration> = TestClock()) -> TestStoreOf<Parent> {
    clock.store(of: Parent(), from: Parent.State())
  }
}

extension OtherCancellationTests {
  enum WorkID { case work }

  struct Work {
    @Dependency(\.continuousClock) var clock

    func effect<Action: Sendable>(sending action: Action) -> Effect<Action> {
      .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(action)
      }
      .cancellable(id: WorkID.work)
    }
  }

  struct Child: Reducer {
    struct State: Equatable { var isDone = false }
    enum Action: Equatable, Sendable { case startTapped, stopTapped, stopInEffectTapped, done }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .startTapped: return Work().effect(sending: .done)
      case .stopTapped: return .cancel(id: WorkID.work)
      case .stopInEffectTapped: return .run { _ in Task.cancel(id: WorkID.work) }
      case .done:
        state.isDone = true
        return .none
      }
    }
  }

  struct Parent: Reducer {
    struct State: Equatable {
      var child = Child.State()
      var sibling = Child.State()
    }
    enum Action: Equatable, Sendable {
      case startTapped, startPartTapped, stopTapped, startByHandTapped, otherTapped, done
      case child(Child.Action), sibling(Child.Action)
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: { .child($0) }) { Child() }
      Scope(state: \.sibling, action: { .sibling($0) }) { Child() }
      Reduce { state, action in
        switch action {
        case .startTapped: Work().effect(sending: .done)
        case .startPartTapped:
          .run { send in
            try await withTaskCancellation(id: WorkID.work) {
              try await clock.sleep(for: .seconds(1))
              await send(.done)
            }
          }
        case .stopTapped: .cancel(id: WorkID.work)
        case .startByHandTapped:
          Child().reduce(into: &state.child, action: .startTapped).map { .child($0) }
        case .otherTapped, .done, .child, .sibling: .none
        }
      }
    }
  }
}
