import FocusedTCA
import Foundation
import Testing

/// TCA features in the focused store. For each rule, one test passes, and another one shows the failure.
struct FeatureTests {
  @Test func aStepIsAsserted() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }

    await store.send(.incrementTapped) { $0.count = 1 }
    let issues = await withCapturedIssues {
      await store.send(.incrementTapped) { $0.count = 3 }
    }
    #expect(issues.count == 1)
  }

  @Test func aResponseIsReceived() async {
    let store = TestStore(.off, initialState: Counter.State(count: 3)) {
      Counter()
    } withDependencies: {
      $0[FactClient.self].fact = { "\($0) is prime" }
    }

    await store.send(.factTapped)
    await store.receive(.factLoaded("3 is prime")) { $0.fact = "3 is prime" }
    await store.finish()
  }

  @Test func anErrorIsCaught() async {
    let store = TestStore(.off, initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0[FactClient.self].fact = { _ in throw Counter.Unhandled() }
    }

    await store.send(.factTapped)
    await store.receive(.factFailed) { $0.fact = "unknown" }
  }

  @Test func anErrorThatNothingCatchesIsAnIssue() async {
    let issues = await withCapturedIssues {
      let store = TestStore(.off, initialState: Counter.State()) { Counter() }
      await store.send(.unhandledTapped)
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("threw an unhandled error") == true)
  }

  @Test func anEndpointThatIsNotOverriddenIsAnIssue() async {
    let issues = await withCapturedIssues {
      let store = TestStore(.off, initialState: Counter.State()) { Counter() }
      await store.send(.factTapped)
      await store.receive(.factLoaded(""))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("FactClient.fact") == true)
  }

  @Test func theTimerCounts() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.timerTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.count = 1 }
    await clock.advance(by: .seconds(2))
    #expect(store.state.count == 3)
    await store.send(.timerTapped)
    await clock.advance(by: .seconds(5))
    #expect(store.state.count == 3)
    await store.finish()
  }

  @Test func aTimerThatRunsOnIsAnIssueInOn() async {
    let issues = await withCapturedIssues {
      let store = TestStore(initialState: Counter.State()) {
        Counter()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.timerTapped) { $0.isTimerOn = true }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("Counter") == true)
  }

  @Test func actionsThatAreSentAtOnceAreReduced() async {
    let store = TestStore(.off, initialState: Counter.State()) { Counter() }

    await store.send(.doubleTapped)
    await store.receive(.incrementTapped)
    await store.receive(.incrementTapped)
    #expect(store.state.count == 2)
  }

  @Test func mergedEffectsRunInTCAsOrder() async {
    let store = TestStore(.off, initialState: Counter.State()) { Counter() }

    await store.send(.bothTapped)
    await store.receive(.factLoaded("first"))
    await store.receive(.factLoaded("second"))
    #expect(store.state.fact == "second")
  }

  @Test func concatenatedEffectsRunInOrder() async {
    let store = TestStore(.off, initialState: Counter.State()) { Counter() }

    await store.send(.inOrderTapped)
    await store.receive(inOrder: .factLoaded("first"), .incrementTapped)
  }

  @Test func aStubAnswersWhenTheTestSays() async {
    let fact = Stub<Int, String>("FactClient.fact")
    let store = TestStore(.off, initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0[FactClient.self].fact = fact.call
    }

    await store.send(.factTapped)
    #expect(fact.pendingCalls == [0])
    await fact.succeed(with: "zero")
    await store.receive(.factLoaded("zero")) { $0.fact = "zero" }
  }

  @Test func anOlderSearchIsCancelled() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.queryChanged("sw"))
    await clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("swift"))
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found(["swift"])) { $0.results = ["swift"] }
    await store.assertNotReceived(.found(["sw"]))
  }

  @Test func aSheetDismissesItself() async {
    let store = TestStore(.off, initialState: Shop.State()) { Shop() }

    await store.send(.opened) { $0.sheet = Item.State() }
    await store.send(.sheet(.presented(.nameChanged("Milk"))))
    await store.send(.sheet(.presented(.saveTapped)))
    await store.receive(.sheet(.dismiss)) {
      $0.sheet = nil
      $0.saved = ["Milk"]
    }
  }

  @Test func anElementOfAStackPopsItself() async {
    let store = TestStore(.off, initialState: Shop.State()) { Shop() }

    await store.send(.pushed("Milk"))
    await store.send(.path(.element(id: 0, action: .saveTapped)))
    await store.receive(\.path)
    await store.settle()
    #expect(store.state.saved == ["Milk"])
    #expect(store.state.path.isEmpty)
  }

  @Test func caseKeyPathsNameActions() async {
    let store = TestStore(.off, initialState: Counter.State()) { Counter() }

    await store.send(\.incrementTapped) { $0.count = 1 }
    await store.send(\.factLoaded, "One") { $0.fact = "One" }
    await store.send(.doubleTapped)
    await store.receive(\.incrementTapped)
    await store.assertNotReceived(\.factLoaded)
    await store.send(.bothTapped)
    await store.receive(\.factLoaded, "second") { $0.fact = "second" }
    let issues = await withCapturedIssues {
      await store.assertNotReceived(\.factLoaded)
      await store.receive(\.factLoaded, "third")
    }
    #expect(issues.count == 2)
  }

  @Test func aPredicateNamesAnAction() async {
    let store = TestStore(.off, initialState: Counter.State()) { Counter() }

    await store.send(.doubleTapped)
    await store.receive({ $0 == .incrementTapped }, timeout: .seconds(1)) { $0.count = 1 }
  }

  @Test func dependenciesChangeForLaterEffects() async {
    let store = TestStore(.off, initialState: Counter.State()) { Counter() }
    store.dependencies[FactClient.self].fact = { "\($0) is a number" }

    await store.send(.factTapped)
    await store.receive(.factLoaded("0 is a number"))
    await store.withDependencies {
      $0[FactClient.self].fact = { "\($0) is even" }
    } operation: {
      await store.send(.factTapped)
      await store.receive(.factLoaded("0 is even"))
    }
    await store.send(.factTapped)
    await store.receive(.factLoaded("0 is a number"))
  }

  @Test func closuresHaveTheStoresDependencies() async {
    let store = TestStore(.off, initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 7)
    }

    func now() -> Int {
      @Dependency(\.date.now) var now
      return Int(now.timeIntervalSince1970)
    }
    await store.send(.doubleTapped)
    await store.receive(.incrementTapped) { $0.count = now() - 6 }
    await store.receive(.incrementTapped) { $0.count = now() - 5 }
    store.assert { $0.count = now() - 5 }
  }

  @Test func codeInAMessageNamesACaseByItsKeyPath() async {
    let issues = await withCapturedIssues {
      let store = TestStore(initialState: Uploads.State()) { Uploads() }
      await store.send(.started)
    }
    #expect(issues.first?.message.contains(#"receive(\.rows[id: 3].finished, 7)"#) == true)
  }

  @Test func caseKeyPathsWorkInReceive() async {
    let store = TestStore(.off, initialState: Shop.State(sheet: Item.State(name: "Milk"))) {
      Shop()
    }

    await store.send(.sheet(.presented(.saveTapped)))
    await store.receive(\.sheet)
    let issues = await withCapturedIssues { await store.receive(\.path) }
    #expect(issues.count == 1)
  }

  @Test func featuresShareNothingFromTestToTest() async {
    let store = TestStore(.off, initialState: Counter.State()) { Counter() }

    await store.send(.incrementTapped)
    let other = TestStore(.off, initialState: Counter.State()) { Counter() }
    #expect(other.state.count == 0)
  }
}
