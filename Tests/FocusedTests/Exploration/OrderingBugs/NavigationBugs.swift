import FocusedTestStore
import Testing

// Bugs of features that are dismissed or removed.

extension OrderingBug {
  private struct Page: Reducer {
    struct State: Equatable {
      var text: String?
    }

    enum Action: Equatable {
      case appear
      case loaded(String)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .appear:
        return .run { send in
          await Task.yield()
          await send(.loaded("text"))
        }
      case .loaded(let text):
        state.text = text
        return .none
      }
    }
  }

  private struct Book: Reducer {
    struct State: Equatable {
      var path = StackState<Page.State>()
      var pagesRead = 0
    }

    enum Action: Equatable {
      case open
      case page(StackAction<Page.State, Page.Action>)
      case turn
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .open:
          state.path.append(Page.State())
          return .merge(
            .send(.page(.element(id: 0, action: .appear))),
            .run { send in
              for _ in 1...3 { await Task.yield() }
              await send(.turn)
            })
        case .page(.element(id: _, action: .loaded)):
          state.pagesRead += 1
          return .none
        case .turn:
          state.path.removeAll()
          return .none
        case .page:
          return .none
        }
      }
      .forEach(\.path, action: { .page($0) }) { Page() }
    }
  }

  static let poppedDuringLoad = OrderingBug(
    "an element is popped while it loads",
    failsWhen: """
      .turn arrives before .page(.element(id: 0, action: .loaded("text"))), which then does not arrive at all
      """
  ) {
    let store = TestStore(.off, initialState: Book.State()) { Book() }
    await store.send(.open)
    store.assert { $0.pagesRead = 1 }
  }

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
