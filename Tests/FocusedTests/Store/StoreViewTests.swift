import FocusedTestStore
import Testing

extension LiveStoreTests {
  /// Scoped stores that a view shows: a case, a presented feature, and a stack.
  @MainActor
  struct Views {
    private let store = Store(initialState: Screens.State()) { Screens() }

    // MARK: A case

    @Test func `a case has a store while the state is in it`() {
      let root = Store(initialState: .first(Page.State(id: 1))) { Cases() }
      let first = root.scope(state: { .first($0) }, action: { .first($0) })
      #expect(root.scope(state: { .second($0) }, action: { .second($0) }) == nil)
      first?.send(.rename("a"))
      claimEqual(root.state, .first(Page.State(id: 1, title: "a")))
      claimEqual(first?.title, "a")
    }

    @Test func `who asks for a case is told when it comes and goes, not of its changes`() {
      let root = Store(initialState: .first(Page.State(id: 1))) { Cases() }
      let first = Watcher { _ = root.scope(state: { .first($0) }, action: { .first($0) }) }
      let second = Watcher { _ = root.scope(state: { .second($0) }, action: { .second($0) }) }
      root.send(.first(.rename("a")))
      #expect((first.fired, second.fired) == (0, 0))
      root.send(.show(.second(Page.State(id: 2))))
      #expect((first.fired, second.fired) == (1, 1))
    }

    @Test func `a part of a part that has gone is gone`() {
      let root = Store(initialState: .first(Page.State(id: 1))) { Cases() }
      let title = root.scope(state: { .first($0) }, action: { .first($0) })?
        .scope(state: \.title, action: { .rename($0) })
      claimEqual(title?.backing.isStateThere, true)
      root.send(.show(.second(Page.State(id: 2))))
      claimEqual(title?.backing.isStateThere, false)
    }

    // MARK: A sheet

    private var sheet: Store<Page.State, PresentationAction<Page.Action>>? {
      store.scope(state: \.sheet, action: { .sheet($0) })
    }

    private func close(
      _ sheet: Store<Page.State, PresentationAction<Page.Action>>?,
      _ item: _PresentedStore<CaseIdentity, Page.State, Page.Action>?
    ) {
      if let sheet, let item { sheet.dismiss(item.id) }
    }

    @Test func `closing a sheet dismisses its feature, once`() {
      store.send(.open(Page.State(id: 1)))
      let open = sheet
      let item = open?.presented()
      close(open, item)
      #expect(store.sheet == nil)
      #expect(open?.presented() == nil)
      let issues = withCapturedIssues { close(open, item) }
      #expect(issues.isEmpty)
    }

    @Test func `closing a sheet does not dismiss the one that has taken its place`() {
      store.send(.open(Page.State(id: 1)))
      let open = sheet
      let item = open?.presented()
      store.send(.open(Page.State(id: 2)))
      close(open, item)
      claimEqual(store.sheet?.id, 2)
      close(open, open?.presented())
      #expect(store.sheet == nil)
    }

    @Test func `who shows a sheet is told when another one takes its place, not of its changes`() {
      store.send(.open(Page.State(id: 1)))
      let watcher = Watcher { [sheet] in _ = sheet?.presented() }
      store.send(.sheet(.presented(.rename("a"))))
      claimEqual(watcher.fired, 0)
      store.send(.open(Page.State(id: 2)))
      claimEqual(watcher.fired, 1)
    }

    @Test func `a case of a destination is presented as a sheet is`() {
      let root = Store(initialState: Destinations.State()) { Destinations() }
      func second() -> Store<Page.State, PresentationAction<Page.Action>>? {
        root.scope(state: \.destination, action: { .destination($0) })?
          .scope(state: { .second($0) }, action: { .second($0) })
      }
      root.send(.show(.first(Page.State(id: 1))))
      #expect(second() == nil)
      root.send(.show(.second(Page.State(id: 2))))
      let page = second()
      page?.presented()?.store.send(.rename("b"))
      claimEqual(root.destination, .second(Page.State(id: 2, title: "b")))
      close(page, page?.presented())
      #expect(root.destination == nil)
    }

    // MARK: A stack

    private var path: Store<StackState<Page.State>, StackAction<Page.State, Page.Action>> {
      store.scope(state: \.path, action: { .path($0) })
    }

    private func push(_ count: Int) {
      for id in 0..<count { store.send(.push(Page.State(id: id))) }
    }

    @Test func `the screens of a stack are stores of its elements`() {
      push(2)
      let screens = path.screens()
      claimEqual(screens.map(\.id), [0, 1])
      screens[1].store.send(.rename("b"))
      claimEqual(store.path.map(\.title), ["", "b"])
    }

    @Test func `going back pops all screens that are no longer shown`() {
      push(3)
      path.pop(to: Array(path.screens().prefix(1)))
      claimEqual(store.path.ids, [0])
      path.pop(to: [])
      claimEqual(store.path.ids, [])
    }

    @Test func `screens that are all there, or that have gone, pop nothing`() {
      push(2)
      let screens = path.screens()
      path.pop(to: screens)
      claimEqual(store.path.ids, [0, 1])
      store.send(.path(.popFrom(id: 1)))
      let issues = withCapturedIssues { path.pop(to: screens) }
      claimEqual(store.path.ids, [0])
      #expect(issues.isEmpty)
    }
  }
}

// MARK: - Fixtures

private struct Page: Reducer {
  struct State: Equatable, Identifiable {
    var id: Int
    var title = ""
  }

  enum Action: Equatable {
    case rename(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .rename(let title): state.title = title
    }
    return .none
  }
}

private struct Cases: Reducer {
  enum State: Equatable {
    case first(Page.State)
    case second(Page.State)
  }

  enum Action: Equatable {
    case first(Page.Action)
    case second(Page.Action)
    case show(State)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show(let page) = action { state = page }
      return .none
    }
    .ifCaseLet({ .first($0) }, action: { .first($0) }) { Page() }
    .ifCaseLet({ .second($0) }, action: { .second($0) }) { Page() }
  }
}

private struct Destinations: Reducer {
  struct State: Equatable {
    @PresentationState var destination: Cases.State?
  }

  enum Action: Equatable {
    case show(Cases.State)
    case destination(PresentationAction<Cases.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show(let page) = action { state.destination = page }
      return .none
    }
    .ifLet(\.$destination, action: { .destination($0) }) { Cases() }
  }
}

private struct Screens: Reducer {
  struct State: Equatable {
    @PresentationState var sheet: Page.State?
    var path = StackState<Page.State>()
  }

  enum Action: Equatable {
    case open(Page.State)
    case push(Page.State)
    case sheet(PresentationAction<Page.Action>)
    case path(StackAction<Page.State, Page.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let page): state.sheet = page
      case .push(let page): state.path.append(page)
      case .sheet, .path: break
      }
      return .none
    }
    .ifLet(\.$sheet, action: { .sheet($0) }) { Page() }
    .forEach(\.path, action: { .path($0) }) { Page() }
  }
}
