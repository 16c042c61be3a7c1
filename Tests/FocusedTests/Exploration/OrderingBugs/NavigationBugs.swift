import FocusedTestStore
import Testing

// Bugs of features that are dismissed or removed.

extension OrderingBug {
  private struct Editor: Reducer {
    struct State: Equatable {}

    enum Action: Equatable {
      case save
      case delegate(Delegate)

      enum Delegate: Equatable {
        case saved
      }
    }

    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .save:
        // The bug: `.concatenate` would be correct.
        return .merge(
          .run { send in await send(.delegate(.saved)) },
          .run { _ in await dismiss() })
      case .delegate:
        return .none
      }
    }
  }

  private struct Library: Reducer {
    struct State: Equatable {
      @PresentationState var editor: Editor.State?
      var isSaved = false
    }

    enum Action: Equatable {
      case editor(PresentationAction<Editor.Action>)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .editor(.presented(.delegate(.saved))) = action { state.isSaved = true }
        return .none
      }
      .ifLet(\.$editor, action: { .editor($0) }) { Editor() }
    }
  }

  static let delegateAfterDismissal = OrderingBug(
    "a feature is dismissed before it tells its parent",
    failsWhen: """
      .editor(.dismiss) arrives before .editor(.presented(.delegate(.saved))), which then does not arrive at all
      """
  ) {
    let store = TestStore(.off, initialState: Library.State(editor: Editor.State())) { Library() }
    await store.send(.editor(.presented(.save)))
    await store.receive(.editor(.presented(.delegate(.saved)))) { $0.isSaved = true }
  }
}
