import FocusedTestStore
import Testing

/// The cancellation of effects that wait in a `.concatenate`.
struct WaitingEffectTests {
  private let clock = TestClock()

  @Test func `an effect that waits is skipped, and the next one starts`() async {
    let store = store()
    await store.send(.allTapped)
    await store.send(.cancelTapped(2))
    await clock.advance(by: .seconds(5))
    store.assert { $0.done = [1, 3] }
    await store.assertNotReceived(.done(2))
  }

  @Test func `an effect with another ID starts`() async {
    let store = store()
    await store.send(.allTapped)
    await store.send(.cancelTapped(4))
    await clock.advance(by: .seconds(5))
    store.assert { $0.done = [1, 2, 3] }
    await claimOneIssue(naming: "Expected not to receive .done(2)") {
      await store.assertNotReceived(.done(2)); return #line
    }
  }

  @Test func `all effects with the ID are skipped, in groups, too`() async {
    let store = store()
    await store.send(.groupsTapped)
    await store.send(.cancelTapped(2))
    await clock.advance(by: .seconds(5))
    store.assert { $0.done = [1, 3, 5] }
  }

  @Test(arguments: [false, true])
  func `throttled and debounced effects with the ID are skipped`(isCancelled: Bool) async {
    let store = store()
    await store.send(.pacedTapped)
    if isCancelled { await store.send(.cancelTapped(2)) }
    await clock.advance(by: .seconds(5))
    store.assert { $0.done = isCancelled ? [1, 3] : [1, 2, 2, 3] }
  }

  @Test func `the work of an effect cancels one that waits`() async {
    let store = store()
    await store.send(.allTapped)
    await store.send(.cancelInEffectTapped(3))
    await clock.advance(by: .seconds(5))
    store.assert { $0.done = [1, 2] }
  }

  @Test(.schedules(1), arguments: [Downloads.Action.replaceTapped, .restartTapped])
  func `a step does not cancel its own effects`(tap: Downloads.Action) async {
    let store = store()
    await store.send(.allTapped)
    await store.send(tap)
    await clock.advance(by: .seconds(5))
    // The first download of the earlier sequence was in flight, or waited, and has been cancelled.
    store.assert { $0.done = tap == .replaceTapped ? [7, 2, 3] : [7, 2, 8, 3] }
  }

  @Test func `a parent cancels an effect of its child that waits`() async {
    let store = clock.store(of: Parent(), from: Parent.State())
    await store.send(.child(.allTapped))
    await store.send(.cancelTapped(2))
    await clock.advance(by: .seconds(5))
    store.assert { $0.child.done = [1, 3] }
  }

  @Test func `a missing action names the cancellation of the effect that waited`() async {
    let store = store()
    await store.send(.allTapped)
    await store.send(.cancelTapped(2))
    await clock.advance(by: .seconds(5))
    await claimOneIssue(
      naming: "started by .allTapped, cancelled by .cancelTapped(2) with the id 2"
    ) {
      await store.receive(.done(2)); return #line
    }
  }

  private func store() -> TestStoreOf<Downloads> {
    clock.store(of: Downloads(), from: Downloads.State())
  }
}

extension WaitingEffectTests {
  struct Downloads: Reducer {
    struct State: Equatable { var done: [Int] = [] }
    enum Action: Equatable, Sendable {
      case allTapped, groupsTapped, pacedTapped, replaceTapped, restartTapped
      case cancelTapped(Int), cancelInEffectTapped(Int), done(Int)
    }
    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .allTapped: return .concatenate((1...3).map { download($0) })
      case .groupsTapped:
        return .concatenate(
          download(1), .merge(download(2), .concatenate(download(3), download(2))),
          .concatenate(download(2), download(5)))
      case .pacedTapped:
        return .concatenate(
          download(1),
          .send(.done(2)).throttle(id: 2, for: .seconds(1), clock: clock, latest: true),
          .send(.done(2)).debounce(id: 2, for: .seconds(1), clock: clock), download(3))
      case .replaceTapped: return .concatenate(.cancel(id: 1), download(7, id: 1))
      case .restartTapped:
        return .concatenate(
          download(7, id: 1, cancelInFlight: true), download(8, id: 1, cancelInFlight: true))
      case .cancelTapped(let file): return .cancel(id: file)
      case .cancelInEffectTapped(let file): return .run { _ in Task.cancel(id: file) }
      case .done(let file):
        state.done.append(file)
        return .none
      }
    }

    private func download(
      _ file: Int, id: Int? = nil, cancelInFlight: Bool = false
    ) -> Effect<Action> {
      .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.done(file))
      }
      .cancellable(id: id ?? file, cancelInFlight: cancelInFlight)
    }
  }

  struct Parent: Reducer {
    struct State: Equatable { var child = Downloads.State() }
    enum Action: Equatable { case child(Downloads.Action), cancelTapped(Int) }

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: { .child($0) }) { Downloads() }
      Reduce { _, action in
        if case .cancelTapped(let file) = action { .cancel(id: file) } else { .none }
      }
    }
  }
}
