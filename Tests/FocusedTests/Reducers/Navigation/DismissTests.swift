import FocusedTestStore
import Testing

struct DismissTests {
  @Test(arguments: [Sleeper.Action.close, .closeByHandedOverDismiss, .closeAfterFailure])
  func aPresentedChildDismissesItself(_ action: Sleeper.Action) async {
    let store = TestStore(initialState: House.State(sheet: Sleeper.State())) { House() }
    await store.send(.sheet(.presented(action)))
    await store.receive(case: { .sheet(.dismiss) }) { $0.sheet = nil }
    await store.finish()
    #expect(!store.isDismissed)
  }

  @Test func aChildPresentedInAStackElementDismissesItselfAndNotTheElement() async {
    let path = StackState([Sleeper.State(), Sleeper.State(sheet: Sleeper.State())])
    let store = TestStore(initialState: House.State(path: path)) { House() }
    await store.send(.path(.element(id: 1, action: .sheet(.presented(.close)))))
    await store.receive(case: { .path(.element(id: 1, action: .sheet(.dismiss))) }) {
      $0.path[id: 1]?.sheet = nil
    }
    await store.finish()
  }

  @Test(arguments: [Sleeper.Action.close, .closeByHandedOverDismiss], [true, false])
  func aStackElementPopsItself(_ action: Sleeper.Action, isScoped: Bool) async {
    let path = StackState([Sleeper.State(), Sleeper.State()])
    let store = TestStore(initialState: House.State(path: path)) {
      EmptyReducer<House.State, House.Action>().forEach(\.path, action: { .path($0) }) {
        if isScoped {
          Scope(state: \.self, action: { $0 }) { Sleeper() }
        } else {
          Sleeper()
        }
      }
    }
    await store.send(.path(.element(id: 1, action: action)))
    await store.receive(case: { .path(.popFrom(id: 1)) }) { $0.path.pop(from: 1) }
    await store.finish()
  }

  @Test func theFirstOfTwoDismissalsEndsTheOther() async {
    let store = TestStore(initialState: House.State(sheet: Sleeper.State())) {
      Reduce<House.State, House.Action> { _, _ in .none }
        .ifLet(\.$sheet, action: { .sheet($0) }) {
          Sleeper()
          Sleeper()
        }
    }
    await store.send(.sheet(.presented(.close)))
    await store.receive(case: { .sheet(.dismiss) }) { $0.sheet = nil }
    await store.finish()
  }

  @Test func aDismissThatSomebodySetsForTheChildWins() async {
    let store = TestStore(.off, initialState: House.State(sheet: Sleeper.State())) {
      Reduce<House.State, House.Action> { _, _ in .none }
        .ifLet(\.$sheet, action: { .sheet($0) }) {
          Sleeper()
            .dependency(\.dismiss, DismissEffect {})
            .dependency(\.isPresented, false)
        }
    }
    await store.send(.sheet(.presented(.close)))
    await store.assertNotReceived(case: { .sheet(.dismiss) })
    await store.send(.sheet(.presented(.look))) { $0.sheet?.sawPresentation = false }
  }

  @Test func aDismissOutsideOfAnEffectIsAnIssueAtThatLine() async {
    var handedOver: DismissEffect?
    let reducer = EmptyReducer<House.State, House.Action>()
      .ifLet(\.$sheet, action: { .sheet($0) }) {
        Reduce<Sleeper.State, Sleeper.Action> { _, _ in
          @Dependency(\.dismiss) var dismiss
          handedOver = dismiss
          return .none
        }
      }
    var state = House.State(sheet: Sleeper.State())
    _ = reducer.reduce(into: &state, action: .sheet(.presented(.look)))
    let line = #line + 1
    let issues = await withCapturedIssues { await handedOver?() }
    expectText(issues)
    claimEqual(issues.first?.line, line)
  }

  /// As in TCA: what is running wins, and otherwise the values with which a reader was created.
  @Test func aReaderKeepsThePresentationInWhichItWasCreated() async {
    struct Reader {
      @Dependency(\.isPresented) var isPresented
    }
    var reader: Reader?
    let store = TestStore(.off, initialState: House.State(sheet: Sleeper.State())) {
      Reduce<House.State, House.Action> { state, action in
        if case .left(.look) = action { state.left.sawPresentation = reader?.isPresented }
        return .none
      }
      .ifLet(\.$sheet, action: { .sheet($0) }) {
        Reduce<Sleeper.State, Sleeper.Action> { _, _ in
          reader = Reader()
          return .none
        }
      }
    }
    await store.send(.sheet(.presented(.look)))
    #expect(reader?.isPresented == true)
    await store.send(.left(.look)) { $0.left.sawPresentation = true }
  }
}
