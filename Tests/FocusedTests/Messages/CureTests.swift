import FocusedTestStore
import Testing

/// The cures in failure messages work: a test that follows the advice passes.
struct CureTests {
  // MARK: - A closure that is wrong of this step

  @Test func aFieldThatComesLaterIsAssertedThereAndTheForgottenOneHere() async {
    let store = Pantry.store(.on)
    await expectIssue {
      await store.send(.refresh) {
        $0.visits = 1
        $0.page = 1
      }
    } says: {
      """
      The state is not as expected after sending .refresh.

        Pantry.State(
          … (1 unchanged),
      −   page: 1,
      +   page: 0,
      −   isRefreshing: false,
      +   isRefreshing: true,
          … (6 unchanged)
        )
      (− expected, + actual)

      If the change is meant, add to the closure:
        $0.isRefreshing = true

      page is as expected only after .pageResponse(1, .success([Pantry.Jar(id: 2, label: "Rice", \
      isOpen: false)])) is received. Assert that there:
        await store.receive(case: { .pageResponse(1, .success($0)) }, [Pantry.Jar(id: 2, label: "Rice", isOpen: false)]) {
          $0.page = 1
          $0.isRefreshing = false
          $0.jars[id: 2] = Pantry.Jar(id: 2, label: "Rice", isOpen: false)
        }
      """
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
    } says: {
      """
      The state is not as expected after sending .count.

        Pantry.State(
      −   visits: 2,
      +   visits: 1,
          … (8 unchanged)
        )
      (− expected, + actual)

      If the change is meant, assert it in this closure:
        $0.visits = 1

      visits is as expected only after .counted is received. Assert that there:
        await store.receive(case: { .counted }) {
          $0.visits = 2
        }
      """
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
    } says: {
      """
      The state is not as expected after sending .blink.

      − isRefreshing: true
      + isRefreshing: false
      (− expected, + actual)

      The state is as expected after .flashed(true) is received: move the closure to `receive`.
      """
    }
    await store.receive(case: { .flashed($0) }, true) { $0.isRefreshing = true }
    store.assert { $0.isRefreshing = false }
  }

  // MARK: - An assignment at its limit

  @Test func anAssignmentAtItsLimitIsToStateTheValue() async {
    let store = Pantry.store()
    await expectIssue {
      await store.send(.count) { $0.visits = min(2, $0.visits + 1) }
    } says: {
      """
      The state is not as expected after sending .count.

      − visits: 2
      + visits: 1
      (− expected, + actual)

      An assignment that computes a field from itself is compared as a value if applying it again changes \
      nothing, as `min`, `max`, and `/=` do at their limit. State the value, if it is meant:
        $0.visits = 1

      visits is as expected only after .counted is received. Assert that there:
        await store.receive(case: { .counted }) {
          $0.visits = 2
        }
      """
    }
    let pasted = Pantry.store()
    await pasted.send(.count) { $0.visits = 1 }
  }

  @Test func aDivisionAtItsLimitIsToStateTheValue() async {
    let store = Pantry.store()
    await store.send(.edit { $0.seconds = 2 })
    let issues = await withCapturedIssues {
      await store.send(.edit { $0.seconds = 1 }) { $0.seconds /= 2 }
    }
    claimEqual(
      issues.first?.message.components(separatedBy: "\n\n").last,
      """
      An assignment that computes a field from itself is compared as a value if applying it again changes \
      nothing, as `min`, `max`, and `/=` do at their limit. State the value, if it is meant:
        $0.seconds = 1
      """)
    await store.send(.edit { $0.seconds = 1 }) { $0.seconds = 1 }
  }

  @Test func anAssignmentBelowItsLimitDescribesAChange() async {
    let store = Pantry.store()
    await expectIssue {
      await store.send(.mark("red")) { $0.visits = max(-9, $0.visits - 2) }
    } says: {
      """
      The state is not as expected after sending .mark("red").

      − visits: -2
      + visits: 0
      (− expected, + actual)

      This field was not changed at all. The step changed marks.
      """
    }
    await store.send(.count) { $0.visits = min(9, $0.visits + 1) }
  }

  // MARK: - Values without a literal

  @Test func aChangeWithoutALiteralIsAssertedByAClosureAndNotByTheSameCall() async {
    let store = TestStore(.on, initialState: Hatch.State.closed) { Hatch() }
    await expectIssue {
      await store.send(.open)
    } says: {
      """
      Expected no change of the state after sending .open, because there is no closure, but it changed.

      − .closed
      + .open(onClose: @Sendable () -> ())
      (− expected, + actual)

      If the change is meant, assert it in a closure of this call. This code is incomplete:
        // $0 = .open(onClose: …) (no literal for @Sendable () -> ())

      Not compared: open.onClose: @Sendable () -> Void
      """
    }
    let asserting = TestStore(.on, initialState: Hatch.State.closed) { Hatch() }
    let issues = await withCapturedIssues {
      await asserting.send(.open) { $0 = .open(onClose: {}) }
    }
    claimEqual(issues.map(\.severity), [.note])
  }
}
