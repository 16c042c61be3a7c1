import FocusedExploration
import FocusedTestStore
import Testing

/// A dismissal of a feature that another event has ended is dropped. An action that an effect sends after its own
/// dismissal is reported.
@Suite(.serialized) struct SuperfluousDismissalTests {
  static let taps: [Sheet.Action] = [
    .closeTapped, .closeTappedOnMain, .closeTappedInTask, .closeTappedLater,
  ]

  @Test(arguments: taps) @MainActor
  func `two taps on Close dismiss a live sheet once`(tap: Sheet.Action) async {
    let store = liveStore()
    store.send(.openTapped)
    let issues = await withCapturedIssues {
      let first = store.send(.sheet(.presented(tap)))
      let second = store.send(.sheet(.presented(tap)))
      await first.finish()
      await second.finish()
      await dismissed(store)
    }
    claimEqual(issues.map(\.message), [])
    claim(store.state.sheet == nil)
  }

  @Test(arguments: taps) @MainActor
  func `a tap on Close and a swipe dismiss a live sheet once`(tap: Sheet.Action) async {
    let store = liveStore()
    store.send(.openTapped)
    let issues = await withCapturedIssues {
      let task = store.send(.sheet(.presented(tap)))
      store.send(.sheet(.dismiss))
      await task.finish()
      await dismissed(store)
    }
    claimEqual(issues.map(\.message), [])
    claim(store.state.sheet == nil)
  }

  @Test(.needsOwnership, .schedules(200)) func `no order of two dismissals has an issue`() async {
    let store = TestClock().store(of: Home(), from: Home.State())
    await store.explore(upTo: 5) { state in
      if let id = state.path.ids.first {
        [
          .path(.element(id: id, action: .closeTappedInTask)), .path(.popFrom(id: id)),
          .path(.element(id: id, action: .closeTappedLater)),
        ]
      } else if state.sheet != nil {
        [
          .sheet(.presented(.closeTappedInTask)), .sheet(.presented(.closeTappedLater)),
          .sheet(.dismiss),
        ]
      } else {
        [.openTapped, .pushTapped]
      }
    }
  }

  @Test func `the first of two dismissals of a root store counts`() async {
    let store = TestStore(.off, initialState: Sheet.State()) {
      Reduce<Sheet.State, Sheet.Action> { _, action in
        @Dependency(\.dismiss) var dismiss
        return .merge(.run { _ in await dismiss() }, .run { _ in await dismiss() })
      }
    }
    let issues = await withCapturedIssues { await store.send(.closeTapped) }
    claimEqual(issues.map(\.message), [])
    claim(store.isDismissed)
  }

  @Test(arguments: [Sheet.Action.closeAndSendTapped, .closeThenSendTapped])
  func `an action after the effect's own dismissal is reported`(tap: Sheet.Action) async {
    let store = TestStore(.off, initialState: Home.State()) { Home() }
    await store.send(.openTapped)
    let issues = await withCapturedIssues { await store.send(.sheet(.presented(tap))) }
    claimEqual(issues.count, 1)
    claim(issues[0].message.contains("to be sent before the feature is dismissed"))
    claim(issues[0].message.contains("saved"))
    claim(store.state.sheet == nil)
  }

  @Test func `an action that another dismissal has dropped is not reported`() async {
    let clock = TestClock()
    let store = clock.store(of: Home(), from: Home.State())
    await store.send(.openTapped)
    await store.send(.sheet(.presented(.waitTapped)))
    let issues = await withCapturedIssues {
      await store.send(.sheet(.presented(.closeTapped)))
      await clock.advance(by: .seconds(1))
    }
    claimEqual(issues.map(\.message), [])
  }

  /// Waits for the dismissal, and for tasks that outlive their effects.
  @MainActor private func dismissed(_ store: StoreOf<Home>) async {
    while store.state.sheet != nil { await Task.yield() }
    for _ in 0..<50 { await Task.yield() }
  }

  @MainActor private func liveStore() -> StoreOf<Home> {
    Store(initialState: Home.State()) {
      Home()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
  }
}

extension SuperfluousDismissalTests {
  struct Sheet: Reducer {
    struct State: Equatable {}
    enum Action: Equatable, Sendable {
      case closeTapped, closeTappedOnMain, closeTappedInTask, closeTappedLater
      case closeAndSendTapped, closeThenSendTapped, waitTapped, saved
    }
    @Dependency(\.continuousClock) var clock
    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .closeTapped: .run { _ in await dismiss() }
      case .closeTappedOnMain: .run { @MainActor _ in await dismiss() }
      case .closeTappedInTask:
        .run { _ in
          Task { await dismiss() }
          try await clock.sleep(for: .seconds(1))
        }
      // The task outlives the effect, so no cancellation reaches it.
      case .closeTappedLater: .run { _ in Task { await dismiss() } }
      case .closeAndSendTapped:
        .run { send in
          await dismiss()
          await send(.saved)
        }
      case .closeThenSendTapped:
        .concatenate(.run { _ in await dismiss() }, .merge(.run { _ in }, .send(.saved)))
      case .waitTapped:
        .concatenate(
          .run { send in
            try? await clock.sleep(for: .seconds(1))
            await dismiss()
            await send(.saved)
          }, .send(.saved))
      case .saved: .none
      }
    }
  }

  struct Home: Reducer {
    struct State: Equatable {
      @PresentationState var sheet: Sheet.State?
      var path = StackState<Sheet.State>()
    }
    enum Action: Equatable {
      case openTapped, pushTapped
      case sheet(PresentationActionOf<Sheet>)
      case path(StackActionOf<Sheet>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .openTapped { state.sheet = Sheet.State() }
        if action == .pushTapped { state.path.append(Sheet.State()) }
        return .none
      }
      .ifLet(\.$sheet, action: { .sheet($0) }) { Sheet() }
      .forEach(\.path, action: { .path($0) }) { Sheet() }
    }
  }
}
