import FocusedTestStore
import Testing

/// The cures in failure messages work: a test that follows the advice passes.
struct CureTests {
  let clock = TestClock()

  // MARK: - A closure that is wrong of this step

  @Test func aFieldThatComesLaterIsAssertedThereAndTheForgottenOneHere() async {
    let store = Pantry.store(.on)
    await expectIssue {
      await store.send(.refresh) {
        $0.visits = 1
        $0.page = 1
      }
    }
    await store.skipReceivedActions()

    let pasted = Pantry.store(.on)
    await pasted.send(.refresh) {
      $0.visits = 1
      $0.isRefreshing = true
    }
    await pasted.receive(
      case: { .pageResponse(1, .success($0)) }, [Pantry.Jar(id: 2, label: "Rice", isOpen: false)]
    ) {
      $0.jars[id: 2] = Pantry.Jar(id: 2, label: "Rice", isOpen: false)
      $0.page = 1
      $0.isRefreshing = false
    }
  }

  @Test func aChangeByTwoIsOneByOneInEachOfTwoSteps() async {
    let store = Pantry.store(.on)
    await expectIssue {
      await store.send(.count) { $0.visits += 2 }
    }
    await store.skipReceivedActions()

    let pasted = Pantry.store(.on)
    await pasted.send(.count) { $0.visits = 1 }
    await pasted.receive(case: { .counted }) { $0.visits = 2 }
  }

  @Test func aClosureThatHoldsOnlyForAWhileIsMovedToTheReceive() async {
    let store = Pantry.store()
    await expectIssue {
      await store.send(.blink) { $0.isRefreshing = true }
    }
    await store.receive(case: { .flashed($0) }, true) { $0.isRefreshing = true }
    store.assert { $0.isRefreshing = false }
  }

  // MARK: - Values without a literal

  @Test func aChangeWithoutALiteralIsAssertedByAClosureAndNotByTheSameCall() async {
    let store = TestStore(.on, initialState: Hatch.State.closed) { Hatch() }
    await expectIssue {
      await store.send(.open)
    }
    let asserting = TestStore(.on, initialState: Hatch.State.closed) { Hatch() }
    let issues = await withCapturedIssues {
      await asserting.send(.open) { $0 = .open(onClose: {}) }
    }
    claimEqual(issues.map(\.severity), [.note])
  }
}
