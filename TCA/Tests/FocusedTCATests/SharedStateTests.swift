import FocusedTCA
import Testing

/// `@Shared` is state: a change belongs to the action whose reduction made it.
struct SharedStateTests {
  @Test func aChangeOfSharedStateIsAssertedInOn() async {
    let store = TestStore(initialState: Total.State()) { Total() }

    await store.send(.tapped) { $0.$total.withLock { $0 = 1 } }
    await store.send(.tapped) { $0.$total.withLock { $0 += 1 } }
    #expect(store.state.total == 2)
  }

  @Test func aChangeThatNothingAssertsFailsInOn() async {
    let issues = await withCapturedIssues {
      let store = TestStore(initialState: Total.State()) { Total() }
      await store.send(.tapped)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("total: 1") == true)
  }

  @Test func aWrongValueFailsInOn() async { await expectAWrongValueToFail(in: .on) }
  @Test func aWrongValueFailsInOff() async { await expectAWrongValueToFail(in: .off) }

  private func expectAWrongValueToFail(in exhaustivity: Exhaustivity) async {
    let issues = await withCapturedIssues {
      let store = TestStore(exhaustivity, initialState: Total.State()) { Total() }
      await store.send(.tapped) { $0.$total.withLock { $0 = 99 } }
      #expect(store.state.total == 1)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("99") == true)
    #expect(issues.first?.message.contains("total") == true)
  }

  @Test func sharedStateIsAssertedBesideOtherFields() async {
    let store = TestStore(initialState: Total.State(taps: 3)) { Total() }

    await store.send(.tapped) { $0.$total.withLock { $0 = 1 } }
    await store.send(.resetTapped) {
      $0.taps = 0
      $0.$total.withLock { $0 = 0 }
    }
    let issues = await withCapturedIssues {
      await store.send(.tapped) {
        $0.taps = 1
        $0.$total.withLock { $0 = 1 }
      }
    }
    #expect(issues.count == 1)
  }

  @Test func aChangeBelongsToItsActionInOn() async { await expectChangesAtTheirActions(in: .on) }
  @Test func aChangeBelongsToItsActionInOff() async { await expectChangesAtTheirActions(in: .off) }

  private func expectChangesAtTheirActions(in exhaustivity: Exhaustivity) async {
    let store = TestStore(exhaustivity, initialState: Total.State()) { Total() }

    await store.send(.tappedLater)
    await store.receive(.added) { $0.$total.withLock { $0 = 1 } }
    await store.receive(.added) { $0.$total.withLock { $0 = 2 } }
  }

  @Test func theValueThatALaterActionHasLeftIsAssertedOnceInOn() async {
    let store = TestStore(initialState: Total.State()) { Total() }

    await store.send(.tappedLater)
    await store.receive(.added) { $0.$total.withLock { $0 = 2 } }
    await store.receive(.added)
    await store.send(.tapped) { $0.$total.withLock { $0 = 3 } }
  }

  @Test func aValueThatNoActionHasLeftIsWrongInOn() async {
    let store = TestStore(initialState: Total.State()) { Total() }

    await store.send(.tappedLater)
    let issues = await withCapturedIssues {
      await store.receive(.added) { $0.$total.withLock { $0 = 3 } }
    }
    #expect(issues.count == 1)
    await store.receive(.added) { $0.$total.withLock { $0 = 2 } }
  }

  @Test func theValueOfALaterActionIsWrongInOff() async {
    let store = TestStore(.off, initialState: Total.State()) { Total() }

    await store.send(.tappedLater)
    let issues = await withCapturedIssues {
      await store.receive(.added) { $0.$total.withLock { $0 = 2 } }
    }
    #expect(issues.count == 1)
  }

  @Test func aChangeByAnEffectIsAssertedByAssert() async {
    let store = TestStore(initialState: Total.State()) { Total() }

    await store.send(.addedByEffect)
    store.assert { $0.$total.withLock { $0 = 10 } }
    await store.finish()
  }

  @Test func aChangeByAnEffectThatNothingAssertsFailsInOn() async {
    let issues = await withCapturedIssues {
      let store = TestStore(initialState: Total.State()) { Total() }
      await store.send(.addedByEffect)
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("total: 0 → 10") == true)
  }
}
