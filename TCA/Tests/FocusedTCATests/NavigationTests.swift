import FocusedTCA
import Testing

struct NavigationTests {
  @Test func aRootFeatureDismissesItself() async {
    let store = TestStore(initialState: Closing.State()) { Closing() }

    await store.send(.closeTapped)
    #expect(store.isDismissed)
  }

  @Test func aDismissalThatTheTestOverridesIsCalled() async {
    let isCalled = LockIsolated(false)
    let store = TestStore(initialState: Closing.State()) {
      Closing()
    } withDependencies: {
      $0.dismiss = DismissEffect { isCalled.setValue(true) }
    }

    await store.send(.closeTapped)
    #expect(isCalled.value)
    #expect(!store.isDismissed)
  }

  @Test func aPresentedChildIsNotInFlightAtTheEnd() async {
    let store = TestStore(initialState: Shop.State()) { Shop() }

    await store.send(.opened) { $0.sheet = Item.State() }
    await store.send(.pushed("Milk")) { $0.path[id: 0] = Item.State(name: "Milk") }
    await store.finish()
  }

  @Test func aPresentedChildIsNotInFlightWithoutFinish() async {
    let issues = await withCapturedIssues {
      let store = TestStore(initialState: Shop.State()) { Shop() }
      await store.send(.opened) { $0.sheet = Item.State() }
    }
    #expect(issues.isEmpty)
  }

  @Test @MainActor func aSheetDismissesItselfOnTheMainActor() async {
    let store = TestStore(initialState: Shop.State(sheet: Item.State(name: "Milk"))) { Shop() }

    await store.send(.sheet(.presented(.saveTapped)))
    await store.receive(.sheet(.presented(.saved("Milk")))) { $0.saved = ["Milk"] }
    await store.receive(.sheet(.dismiss)) { $0.sheet = nil }
  }

  @Test func anotherStoreCancelsNothingHere() async {
    let clock = TestClock()
    func makeStore() -> TestStoreOf<Search> {
      TestStore(.off, initialState: Search.State()) {
        Search()
      } withDependencies: {
        $0.continuousClock = clock
      }
    }
    let (store, other) = (makeStore(), makeStore())

    await store.send(.queryChanged("swift"))
    await other.send(.queryChanged("rust"))
    await clock.advance(by: .seconds(1))
    await store.receive(.found(["swift"]))
    await other.receive(.found(["rust"]))
  }

  @Test func aWrongElementOfAStackIsShown() async {
    let issues = await withCapturedIssues {
      let store = TestStore(initialState: Shop.State(sheet: Item.State(name: "Milk"))) { Shop() }
      await store.send(.pushed("Milk")) { $0.path[id: 0] = Item.State(name: "Bread") }
      await store.send(.sheet(.presented(.nameChanged("Milk")))) { $0.sheet?.name = "Milk" }
    }
    #expect(issues.count == 2)
    #expect(issues.first?.message.contains("Bread") == true)
  }

  @Test func anAppendedElementIsThePushedOneInOn() async { await expectAppendToPush(in: .on) }
  @Test func anAppendedElementIsThePushedOneInOff() async { await expectAppendToPush(in: .off) }

  private func expectAppendToPush(in exhaustivity: Exhaustivity) async {
    let store = TestStore(exhaustivity, initialState: Shop.State()) { Shop() }

    await store.send(.pushed("Milk")) { $0.path.append(Item.State(name: "Milk")) }
    await store.send(.pushed("Bread")) { $0.path.append(Item.State(name: "Bread")) }
    #expect(store.state.path.ids == [0, 1])
    let issues = await withCapturedIssues {
      await store.send(.pushed("Salt")) { $0.path.append(Item.State(name: "Pepper")) }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("Pepper") == true)
  }

  @Test func aWrongFieldOfASheetIsNamedByItsPath() async {
    let issues = await withCapturedIssues {
      let store = TestStore(.off, initialState: Shop.State(sheet: Item.State())) { Shop() }
      await store.send(.sheet(.presented(.nameChanged("Milk")))) { $0.sheet?.name = "Bread" }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("sheet.name") == true)
  }
}
