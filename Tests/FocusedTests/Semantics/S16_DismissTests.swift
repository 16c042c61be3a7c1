import Dispatch
import FocusedTestStore
import Testing

/// In a root store `\.dismiss` ends the effects and sets `isDismissed`. `SendMessageTests` has what is sent afterwards.
@Suite(.serialized) struct S16_DismissTests {
  @Test nonisolated(nonsending) func `Dismissing ends all effects`() async {
    let clock = TestClock()
    let store = Probe.store(
      .on(checking: [.stateChanges, .inFlightEffects]),
      effects: { action in
        @Dependency(\.dismiss) var dismiss
        switch action {
        case .tap:
          return .concatenate(
            .run { _ in try await clock.sleep(for: .seconds(1)) },
            .run { send in await send(.got(1)) })
        case .idle: return .run { _ in await dismiss() }
        default: return .none
        }
      })
    await store.send(.tap) { $0.taps = 1 }
    claim(!store.isDismissed)
    await store.send(.idle)
    claim(store.isDismissed)
    await store.finish()
    claimEqual(store.state.values, [])
  }

  @Test(arguments: Screen.Action.allCases, [false, true])
  func `A dismissal outside an effect is an issue of the test, at its line`(
    action: Screen.Action, isInChild: Bool
  ) async {
    let line = Screen.line
    let issues = await withCapturedIssues {
      let store = TestStore(.off, initialState: Home.State()) { Home() }
      await store.send(isInChild ? .sheet(.presented(action)) : .screen(action))
      // The task isn't the store's, so only its issue shows that it has run.
      await Screen.ended.next()
      await store.settle()
      claim(!store.isDismissed)
      claim(store.state.sheet != nil)
    }
    claimIssues(
      issues, at: [line],
      naming: """
        Expected dismiss to be called in an effect of the presented feature, but it was called outside one.
        Nothing was dismissed.

        Call it inside .run, and not in a detached task.
        """)
  }

  @Test func `A dismissal in a task of an effect ends the feature`() async {
    let store = Probe.store(effects: { _ in
      @Dependency(\.dismiss) var dismiss
      return .run { [dismiss] _ in await Task { await dismiss() }.value }
    })
    await store.send(.tap)
    await store.finish(timeout: .seconds(3600))
    claim(store.isDismissed)
  }

  struct Home: Reducer {
    struct State: Equatable {
      var screen = 0
      @PresentationState var sheet: Int? = 0
    }
    enum Action { case screen(Screen.Action), sheet(PresentationAction<Screen.Action>) }

    var body: some ReducerOf<Self> {
      Scope(state: \.screen, action: { .screen($0) }) { Screen() }
      EmptyReducer().ifLet(\.$sheet, action: { .sheet($0) }) { Screen() }
    }
  }

  struct Screen: Reducer {
    enum Action: Equatable, CaseIterable { case detached, callback, taskOfReducer }

    static let line = #line + 4
    static let ended = Ended()

    static func close(_ dismiss: DismissEffect) async {
      await dismiss()
      await ended.note()
    }

    @Dependency(\.dismiss) var dismiss

    func reduce(into _: inout Int, action: Action) -> Effect<Action> {
      let dismiss = dismiss
      switch action {
      case .detached: return .run { _ in Task.detached { await Self.close(dismiss) } }
      case .callback:
        return .run { _ in
          DispatchQueue.global().async { Task { await Self.close(dismiss) } }
        }
      case .taskOfReducer:
        Task { await Self.close(dismiss) }
        return .none
      }
    }
  }

  /// Counts the dismissals that have returned.
  actor Ended {
    private var count = 0
    private var waiter: CheckedContinuation<Void, Never>?

    func note() {
      if let waiter { waiter.resume() } else { count += 1 }
      waiter = nil
    }

    func next() async {
      if count > 0 { count -= 1 } else { await withCheckedContinuation { waiter = $0 } }
    }
  }
}
