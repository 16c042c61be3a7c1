import FocusedTestStore
import Testing

extension PlantedBug {
  /// The bugs whose issue a test claims, one for each kind of sentence about an order.
  static let explained: [Self] = [
    debounceRace, lostUpdate, doubleSubmit, lastOfThree, delegateAfterDismissal,
    PlantedBug("a cancellation comes first", foundBy: 2, failsWhen: #""a" does not arrive."#) {
      let store = PlantedFeature.store(
        starting: .sends("a").cancellable(id: 1), .run { _ in Task.cancel(id: 1) })
      await store.send("-")
      #expect(store.state.order == "-a")
    },
    PlantedBug(
      "a cancellation comes last", foundBy: 2,
      failsWhen: #""a" arrives, which it does not do otherwise."#
    ) {
      let store = PlantedFeature.store(
        starting: .run { _ in Task.cancel(id: 1) }, .sends("a").cancellable(id: 1))
      await store.send("-")
      #expect(store.state.order == "-")
    },
  ]

  private static let debounceRace = PlantedBug(
    "a debounced search misses the last key", foundBy: 2,
    failsWhen: #""search" arrives before "save"."#
  ) {
    let clock = TestClock()
    let store = PlantedFeature.store { state, action in
      func debounced(_ action: String) -> Effect<String> {
        .send(action).debounce(id: action, for: .milliseconds(300), clock: clock)
      }
      switch action {
      case "type":
        state["typed"] += 1
        return .merge(debounced("save"), debounced("search"))
      case "save": state["saved"] = state["typed"]
      // The bug: the latest text may not have been saved.
      default: state["searched"] = state["saved"]
      }
      return .none
    }
    await store.send("type")
    await store.send("type")
    await clock.advance(by: .milliseconds(300))
    #expect(store.state["searched"] == 2)
  }

  private static let lostUpdate = PlantedBug(
    "an update is lost", foundBy: 3, failsWhen: #""0" arrives in place of "5"."#
  ) {
    let balance = SharedValue(0)
    func deposit(_ amount: Int) -> Effect<String> {
      .run { send in
        let present = balance.now
        await send("\(present)")
        // The bug: another deposit may have been made since the balance was read.
        balance.now = present + amount
      }
    }
    let store = PlantedFeature.store(starting: deposit(5), deposit(20))
    await store.send("-")
    #expect(balance.now == 25)
  }

  private static let doubleSubmit = PlantedBug(
    "a form is submitted twice", foundBy: 2,
    failsWhen: #""submit" of the effect at ExplainedBugs.swift:"#
  ) {
    let store = PlantedFeature.store { state, action in
      switch action {
      case "-":
        return .merge(
          .run { send in await send("submit") },
          .run { send in
            await Task.yield()
            await send("submit")
          })
      case "submit":
        // The bug: the flag must be set here.
        return state["isSubmitting"] == 1 ? .none : .run { send in await send("start") }
      default:
        state["isSubmitting"] = 1
        state["submissions"] += 1
        return .none
      }
    }
    await store.send("-")
    store.assert { $0["submissions"] = 1 }
  }

  private struct WrongOrder: Error {}

  private static let lastOfThree = PlantedBug(
    "three effects arrive the other way round", foundBy: 6, failsWhen: #""3" arrives before "1"."#,
    deviations: 2
  ) {
    let store = PlantedFeature.store(effects: 3)
    await store.send("-")
    if store.state.order == "-321" { throw WrongOrder() }
  }

  private static let delegateAfterDismissal = PlantedBug(
    "a feature is dismissed before it tells its parent", foundBy: 2,
    failsWhen: """
      .editor(.dismiss) arrives in place of .editor(.presented(.saved)).
      """
  ) {
    let store = TestStore(.off, initialState: Letters.State(editor: LetterEditor.State())) {
      Letters()
    }
    await store.send(.editor(.presented(.save)))
    await store.receive(.editor(.presented(.saved))) { $0.isSaved = true }
  }
}

private struct LetterEditor: Reducer {
  struct State: Equatable {}
  enum Action: Equatable { case save, saved }

  @Dependency(\.dismiss) var dismiss

  func reduce(into _: inout State, action: Action) -> Effect<Action> {
    if action == .saved { return .none }
    // The bug: `.concatenate` would be correct.
    return .merge(.run { send in await send(.saved) }, .run { _ in await dismiss() })
  }
}

private struct Letters: Reducer {
  struct State: Equatable {
    @PresentationState var editor: LetterEditor.State?
    var isSaved = false
  }
  enum Action: Equatable { case editor(PresentationAction<LetterEditor.Action>) }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if action == .editor(.presented(.saved)) { state.isSaved = true }
      return .none
    }
    .ifLet(\.$editor, action: { .editor($0) }) { LetterEditor() }
  }
}
