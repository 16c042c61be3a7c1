import FocusedTestStore
import Testing

extension LiveStoreTests {
  /// Scoped stores that a view shows: a case, a presented feature, and a stack.
  @MainActor
  struct Views {
    private let store = Store(initialState: House.State()) { House() }

    // MARK: A case

    @Test func `a case has a store while the state is in it`() {
      let root = Store(initialState: .left(Sleeper.State(id: 1))) { Bed() }
      let first = root.scope(state: { .left($0) }, action: { .left($0) })
      #expect(root.scope(state: { .right($0) }, action: { .right($0) }) == nil)
      first?.send(.rename("a"))
      claimEqual(root.state, .left(Sleeper.State(id: 1, title: "a")))
      claimEqual(first?.title, "a")
    }

    @Test func `who asks for a case is told when it comes and goes, not of its changes`() {
      let root = Store(initialState: .left(Sleeper.State(id: 1))) { Bed() }
      let first = Watcher { _ = root.scope(state: { .left($0) }, action: { .left($0) }) }
      let second = Watcher { _ = root.scope(state: { .right($0) }, action: { .right($0) }) }
      root.send(.left(.rename("a")))
      #expect((first.fired, second.fired) == (0, 0))
      root.send(.become(.right(Sleeper.State(id: 2))))
      #expect((first.fired, second.fired) == (1, 1))
    }

    @Test func `a part of a part that has gone is gone`() {
      let root = Store(initialState: .left(Sleeper.State(id: 1))) { Bed() }
      let title = root.scope(state: { .left($0) }, action: { .left($0) })?
        .scope(state: \.title, action: { .rename($0) })
      claimEqual(title?.backing.isStateThere, true)
      root.send(.become(.right(Sleeper.State(id: 2))))
      claimEqual(title?.backing.isStateThere, false)
    }

    // MARK: A sheet

    private var sheet: Store<Sleeper.State, PresentationAction<Sleeper.Action>>? {
      store.scope(state: \.sheet, action: { .sheet($0) })
    }

    private func close(
      _ sheet: Store<Sleeper.State, PresentationAction<Sleeper.Action>>?,
      _ item: _PresentedStore<CaseIdentity, Sleeper.State, Sleeper.Action>?
    ) {
      if let sheet, let item { sheet.dismiss(item.id) }
    }

    @Test func `closing a sheet dismisses its feature, once`() {
      store.send(.update { $0.sheet = Sleeper.State(id: 1) })
      let open = sheet
      let item = open?.presented()
      close(open, item)
      #expect(store.sheet == nil)
      #expect(open?.presented() == nil)
      let issues = withCapturedIssues { close(open, item) }
      #expect(issues.isEmpty)
    }

    @Test func `closing a sheet does not dismiss the one that has taken its place`() {
      store.send(.update { $0.sheet = Sleeper.State(id: 1) })
      let open = sheet
      let item = open?.presented()
      store.send(.update { $0.sheet = Sleeper.State(id: 2) })
      close(open, item)
      claimEqual(store.sheet?.id, 2)
      close(open, open?.presented())
      #expect(store.sheet == nil)
    }

    @Test func `who shows a sheet is told when another one takes its place, not of its changes`() {
      store.send(.update { $0.sheet = Sleeper.State(id: 1) })
      let watcher = Watcher { [sheet] in _ = sheet?.presented() }
      store.send(.sheet(.presented(.rename("a"))))
      claimEqual(watcher.fired, 0)
      store.send(.update { $0.sheet = Sleeper.State(id: 2) })
      claimEqual(watcher.fired, 1)
    }

    @Test func `a case of a destination is presented as a sheet is`() {
      struct Room { @PresentationState var bed: Bed.State? }
      let root = Store(initialState: Room(bed: .left(Sleeper.State(id: 1)))) {
        EmptyReducer<Room, PresentationActionOf<Bed>>()
          .ifLet(\.$bed, action: { $0 }) { Bed() }
      }
      func second() -> Store<Sleeper.State, PresentationAction<Sleeper.Action>>? {
        root.scope(state: \.bed, action: { (action: PresentationActionOf<Bed>) in action })?
          .scope(state: { .right($0) }, action: { .right($0) })
      }
      #expect(second() == nil)
      root.send(.presented(.become(.right(Sleeper.State(id: 2)))))
      let page = second()
      page?.presented()?.store.send(.rename("b"))
      claimEqual(root.bed, .right(Sleeper.State(id: 2, title: "b")))
      close(page, page?.presented())
      #expect(root.bed == nil)
    }

    // MARK: A stack

    private var path: Store<StackState<Sleeper.State>, StackAction<Sleeper.State, Sleeper.Action>> {
      store.scope(state: \.path, action: { .path($0) })
    }

    private func push(_ count: Int) {
      for id in 0..<count { store.send(.update { $0.path.append(Sleeper.State(id: id)) }) }
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
