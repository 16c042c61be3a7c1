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

      The closure leaves out, if it is meant:
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

      In this closure, if it is meant:
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

  @Test func aNoteOfAChangeWithoutALiteralIsNotTheSameCall() async {
    let store = TestStore(.off(showSkippedAssertions: true), initialState: Hatch.State.closed) {
      Hatch()
    }
    await expectIssue(severity: .note) {
      await store.send(.open)
    } says: {
      """
      Skipped: .open changes the state. Assert it in a closure of this call. This code is incomplete:

        // $0 = .open(onClose: …) (no literal for @Sendable () -> ())
      """
    }
    await store.send(.open) { $0 = .open(onClose: {}) }
  }

  // MARK: - The name of the store

  @Test func whatIsSkippedIsSkippedByTheStoreOfTheTest() async {
    let pantry = Pantry.store(
      .on, response: [Pantry.Jar(id: 2, label: "Rice"), Pantry.Jar(id: 3, label: "Beans, black")])
    await pantry.send(.refresh) {
      $0.visits = 1
      $0.isRefreshing = true
    }
    await expectIssue {
      await pantry.send(.mark("red")) { $0.marks = ["red"] }
    } says: {
      """
      Expected every received action to be asserted before .mark("red") is sent, but one was not:

        .pageResponse(1, .success(…))

      Assert it with `receive` before this line, or call `await pantry.skipReceivedActions()`.
      """
    }
  }

  @Test func codeOfSeveralLinesIsIndentedAsOneCall() async {
    let pantry = Pantry.store(
      .on, response: [Pantry.Jar(id: 2, label: "Rice"), Pantry.Jar(id: 3, label: "Beans, black")])
    await pantry.send(.refresh) {
      $0.visits = 1
      $0.isRefreshing = true
    }
    let issues = await withCapturedIssues { await pantry.finish() }
    expectText(
      issues,
      """
      Expected every received action to be asserted, but one was not:

        .pageResponse(1, .success(…))

      Assert it:
        await pantry.receive(case: { .pageResponse(1, .success($0)) }, [
          Pantry.Jar(id: 2, label: "Rice", isOpen: false),
          Pantry.Jar(id: 3, label: "Beans, black", isOpen: false)
        ]) {
          $0.page = 1
          $0.isRefreshing = false
          $0.jars[id: 2] = Pantry.Jar(id: 2, label: "Rice", isOpen: false)
          $0.jars[id: 3] = Pantry.Jar(id: 3, label: "Beans, black", isOpen: false)
        }

      Or skip what does not matter: `await pantry.skipReceivedActions()`.
      """)
    let pasted = Pantry.store(
      .on, response: [Pantry.Jar(id: 2, label: "Rice"), Pantry.Jar(id: 3, label: "Beans, black")])
    await pasted.send(
      .refresh,
      assert: {
        $0.visits = 1; $0.isRefreshing = true
      })
    await pasted.receive(
      case: { .pageResponse(1, .success($0)) },
      [
        Pantry.Jar(id: 2, label: "Rice", isOpen: false),
        Pantry.Jar(id: 3, label: "Beans, black", isOpen: false),
      ]
    ) {
      $0.page = 1
      $0.isRefreshing = false
      $0.jars[id: 2] = Pantry.Jar(id: 2, label: "Rice", isOpen: false)
      $0.jars[id: 3] = Pantry.Jar(id: 3, label: "Beans, black", isOpen: false)
    }
    await pasted.finish()
  }

  // MARK: - Elements

  @Test(arguments: [Exhaustivity.on, .off])
  func theElementThatChangedInsteadIsNamed(_ exhaustivity: Exhaustivity) async {
    let jars = [Pantry.Jar(id: 1, label: "Salt"), Pantry.Jar(id: 2, label: "Rice")]
    let store = Pantry.store(exhaustivity, jars: jars)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.send(.open(id: 1)) { $0.jars[id: 2]?.isOpen = true }
    }
    claimEqual(issues.map(\.line), [line])
    let last = "jars[id: 1].isOpen changed instead of jars[id: 2].isOpen."
    claimEqual(issues.first?.message.components(separatedBy: "\n\n").last, last)

    let pasted = Pantry.store(exhaustivity, jars: jars)
    await pasted.send(.open(id: 1)) { $0.jars[id: 1]?.isOpen = true }
  }

  @Test func anElementThatTheClosureAssertsChangedInsteadOfNone() async {
    let jars = [Pantry.Jar(id: 1, label: "Salt"), Pantry.Jar(id: 2, label: "Rice")]
    let store = Pantry.store(.on, jars: jars)
    await expectIssue {
      await store.send(.open(id: 1)) {
        $0.jars[id: 1]?.isOpen = true
        $0.jars[id: 2]?.isOpen = true
      }
    } says: {
      """
      The state is not as expected after sending .open(id: 1).

        Pantry.State(
          … (3 unchanged),
          jars: [
            … (1 unchanged),
            [id: 2]: Pantry.Jar(
              … (2 unchanged),
      −       isOpen: true
      +       isOpen: false
            )
          ],
          … (5 unchanged)
        )
      (− expected, + actual)
      """
    }
  }

  @Test func anotherFieldThatDidNotChangeIsSaidNotToHave() async {
    let store = Pantry.store(jars: [Pantry.Jar(id: 1, label: "Salt"), Pantry.Jar(id: 2, label: "")])
    await expectIssue {
      await store.send(.open(id: 1)) { $0.jars[id: 2]?.label = "Rice" }
    } says: {
      """
      The state is not as expected after sending .open(id: 1).

      − jars[id: 2].label: "Rice"
      + jars[id: 2].label: ""
      (− expected, + actual)

      This field was not changed at all. The step changed jars[id: 1].isOpen.
      """
    }
  }

  @Test func anElementThatTheStepAddedByAnotherIDIsShown() async {
    let store = Pantry.store(jars: [Pantry.Jar(id: 1, label: "Salt")])
    await expectIssue {
      await store.send(.add) { $0.jars.append(Pantry.Jar(id: 7, label: "New")) }
    } says: {
      """
      The state is not as expected after sending .add.

        jars: [
          … (2 unchanged),
      −   [id: 7]: Pantry.Jar(
      −     id: 7,
      −     label: "New",
      −     isOpen: false
      −   )
        ]
      (− expected, + actual)

      Of the elements that count as unchanged, this step added:
        [id: 2]: Pantry.Jar(id: 2, label: "New", isOpen: false)
      """
    }

    let pasted = Pantry.store(jars: [Pantry.Jar(id: 1, label: "Salt")])
    await pasted.send(.add) { $0.jars.append(Pantry.Jar(id: 2, label: "New")) }
  }

  @Test func aMemberThatTheStepAddedToASetIsShown() async {
    let store = Pantry.store()
    await expectIssue {
      await store.send(.mark("red")) { $0.marks.insert("blue") }
    } says: {
      """
      The state is not as expected after sending .mark("red").

        marks: Set([
          … (1 unchanged),
      −   "blue"
        ])
      (− expected, + actual)

      Of the elements that count as unchanged, this step added:
        "red"
      """
    }
    await store.send(.mark("green")) { $0.marks.insert("green") }
  }

  @Test func theElementsOfANewStackAreSetByTheIDsOfTheStore() async {
    let store = Pantry.store()
    await store.send(.show(1))
    await store.send(.show(2))
    await expectIssue {
      store.assert { $0.path = StackState([1, 3]) }
    } says: {
      """
      The state is not as expected.

        path: [
      −   // ids: 2, 3
      +   // ids: 0, 1
          … (1 unchanged),
      −   [id: 1]: 3
      +   [id: 1]: 2
        ]
      (− expected, + actual)

      `StackState([…])` gives its elements new ids, but the store's have theirs since they were pushed. \
      Set them by those ids:
        $0.path[id: 0] = 1
        $0.path[id: 1] = 3

      Received since the last send: nothing.
      """
    }
    store.assert {
      $0.path[id: 0] = 1
      $0.path[id: 1] = 2
    }
  }

  @Test func aStackOfMoreElementsHasNoIDsToSetThemBy() async {
    let store = Pantry.store(.on)
    await store.send(.show(1)) { $0.path = StackState([1]) }
    await expectIssue {
      store.assert { $0.path = StackState([1, 2]) }
    } says: {
      """
      The state is not as expected.

        Pantry.State(
          … (7 unchanged),
          path: [
      −     // ids: 1, 2
      +     // ids: 0
            … (1 unchanged),
      −     [id: 2]: 2
          ],
          … (1 unchanged)
        )
      (− expected, + actual)

      `StackState([…])` gives its elements new ids, but the store's have theirs since they were pushed. \
      Set them by those ids, `[id: …] = …`.

      Received since the last send: nothing.
      """
    }
  }

  // MARK: - An action with another case in its payload

  @Test func anotherCaseOfThePayloadIsNamedFirst() async {
    let store = Pantry.store(isOffline: true)
    await store.send(.refresh)
    await expectIssue {
      await store.receive(case: { .pageResponse(1, .success($0)) })
    } says: {
      """
      Expected to receive .pageResponse(1, .success), but .pageResponse(1, .failure(Pantry.Offline())) \
      was received instead.

      It was sent by the effect at CureTests.swift:901.

      Received since the last send:
        .pageResponse(1, .failure(Pantry.Offline()))

      Expect the received action, or fix the effect that sends it.
      """
    }
    await store.receive(case: { .pageResponse(1, .failure($0)) })
  }

  @Test func aCaseInAPayloadIsNamedHoweverLongThePayloadIs() async {
    let store = Pantry.store(response: (1...40).map { Pantry.Jar(id: $0, label: "Jar \($0)") })
    await store.send(.refresh)
    await expectIssue {
      await store.receive(case: { .pageResponse(1, .failure($0)) })
    } says: {
      """
      Expected to receive .pageResponse(1, .failure), but .pageResponse(1, .success(…)) was received \
      instead.

      It was sent by the effect at CureTests.swift:901.

      Received since the last send:
        .pageResponse(1, .success(…))

      Expect the received action, or fix the effect that sends it.
      """
    }
    await store.receive(case: { .pageResponse(1, .success($0)) })
  }

  @Test func aCaseThatIsAssertedAlreadyIsNotInThePlaceOfAnother() async {
    let store = Pantry.store(isOffline: true)
    await store.send(.refresh)
    await store.receive(case: { .pageResponse(1, .failure($0)) })
    let issues = await withCapturedIssues {
      await store.receive(case: { .pageResponse(1, .success($0)) })
    }
    claimEqual(issues.count, 1)
    #expect(issues.allSatisfy { !$0.message.contains("instead") })
  }

  @Test func aClosureThatTakesValuesOutOfSeveralCasesIsSaidTo() async {
    let store = Pantry.store(isOffline: true)
    await store.send(.refresh)
    await expectIssue {
      await store.receive(case: { .pageResponse($0, .failure($1)) })
    } says: {
      """
      Expected to receive .pageResponse(_, .failure), but the effects finished first.

      .pageResponse(1, .failure(Pantry.Offline())) has these cases, but the closure takes values out of \
      more than one of them. Take the payload of one, and give the values of the others: \
      `receive(case: { .pageResponse(1, .failure($0)) })`.

      Received since the last send:
        .pageResponse(1, .failure(Pantry.Offline()))
      """
    }
    await store.receive(case: { .pageResponse(1, .failure($0)) })
  }

  @Test func anotherConstantBesideSeveralPayloadsIsTheNearestMiss() async {
    let store = Pantry.store()
    await store.send(.move(x: 1))
    await expectIssue {
      await store.receive(case: { .path(.element(id: 2, action: .moved(x: $0, y: $1))) })
    } says: {
      """
      Expected to receive .path(.element(id: 2, action: .moved)), but the effects finished first.

      The nearest is .path(.element(id: 1, action: .moved(x: 3, y: 4))), sent by the `.send` that \
      .move(x: 1) returned.

      Received since the last send:
        .path(.element(id: 1, action: .moved(x: 3, y: 4)))

      Expect the received action, or fix the effect that sends it.
      """
    }
    await store.receive(case: { .path(.element(id: 1, action: .moved(x: $0, y: $1))) })
  }

  // MARK: - An effect that doesn't end

  @Test func anActionThatUndoesTheStateIsNamedWithItsTimer() async {
    let clock = TestClock()
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await store.send(.stopTimer(id: 0))
    await clock.advance(by: .seconds(1))
    await expectIssue {
      store.assert { $0.seconds = 0 }
    } says: {
      """
      The state is not as expected.

      − seconds: 0
      + seconds: 1
      (− expected, + actual)

      Received since the last send:
        .tick

      In flight:
        the effect at CureTests.swift:902, started by .startTimer, waiting for TestClock, until 2.0 seconds; \
      now 1.0 seconds

      It was as expected until .tick was received, which was sent by the effect at CureTests.swift:902.
      If .stopTimer(id: 0) should have cancelled that effect: is `.cancel(id: 7)` in the reducer, and are the ids equal?
      """
    }

    let stopped = Pantry.store(clock: clock)
    await stopped.send(.startTimer)
    await stopped.send(.stopTimer(id: 7))
    await clock.advance(by: .seconds(1))
    stopped.assert { $0.seconds = 0 }
  }

  @Test func theNextTickNeedsAnotherAdvance() async {
    let clock = TestClock()
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await clock.advance(by: .seconds(1))
    await store.receive(case: { .tick }, line: 201)
    await expectIssue {
      await store.receive(case: { .tick })
    } says: {
      """
      Expected to receive .tick, but every effect that the store can see waits for the test.

      It was received once since the last send, and that is asserted already, at CureTests.swift:201.

      Received since the last send:
        .tick (asserted)

      In flight:
        the effect at CureTests.swift:902, started by .startTimer, waiting for TestClock, until 2.0 seconds; \
      now 1.0 seconds

      Each expectation needs an action of its own. If an effect in flight should send it again: advance the \
      clock before this line.
      """
    }
    await clock.advance(by: .seconds(1))
    await store.receive(case: { .tick })
  }

  @Test func noAdvanceOfTheClockTakesBackATick() async {
    let clock = TestClock()
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await clock.advance(by: .seconds(2))
    await expectIssue {
      store.assert { $0.seconds = 1 }
    } says: {
      """
      The state is not as expected.

      − seconds: 1
      + seconds: 2
      (− expected, + actual)

      Received since the last send:
        .tick
        .tick

      In flight:
        the effect at CureTests.swift:902, started by .startTimer, waiting for TestClock, until 3.0 seconds; \
      now 2.0 seconds

      It was as expected until .tick was received, which was sent by the effect at CureTests.swift:902.
      """
    }
    store.assert { $0.seconds = 2 }
  }

  @Test func anActionThatUndoesTheStateLeavesTheClockAsACure() async {
    let clock = TestClock()
    let store = Pantry.store(clock: clock)
    await store.send(.flash)
    await expectIssue {
      store.assert { $0.isRefreshing = false }
    } says: {
      """
      The state is not as expected.

      − isRefreshing: false
      + isRefreshing: true
      (− expected, + actual)

      Received since the last send:
        .flashed(true)

      In flight:
        the effect at CureTests.swift:903, started by .flash, waiting for TestClock, until 1.0 seconds; now \
      0.0 seconds

      It was as expected until .flashed(true) was received, which was sent by the effect at CureTests.swift:903.
      If an effect in flight should make the change: advance the clock before this line.
      """
    }
    await clock.advance(by: .seconds(1))
    store.assert { $0.isRefreshing = false }
  }

  @Test func aSendThatShouldHaveStoppedTheTimerComesBeforeTheClock() async {
    let clock = TestClock()
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await store.send(.stopTimer(id: 0))
    await expectIssue {
      store.assert { $0.seconds = 1 }
    } says: {
      """
      The state is not as expected.

      − seconds: 1
      + seconds: 0
      (− expected, + actual)

      Received since the last send: nothing.

      In flight:
        the effect at CureTests.swift:902, started by .startTimer, waiting for TestClock, until 1.0 seconds; \
      now 0.0 seconds

      If .stopTimer(id: 0) should have cancelled that effect: is `.cancel(id: 7)` in the reducer, and are the ids equal?
      If an effect in flight should make the change: advance the clock before this line.
      """
    }
    await clock.advance(by: .seconds(1))
    store.assert { $0.seconds = 1 }
  }

  @Test func anUnwantedActionOfATimerIsItsCancellation() async {
    let clock = TestClock()
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await store.send(.stopTimer(id: 0))
    await clock.advance(by: .seconds(1))
    await expectIssue {
      await store.assertNotReceived(case: { .tick })
    } says: {
      """
      Expected not to receive .tick, but it was received.

      It was sent by the effect at CureTests.swift:902.

      Received since the last send:
        .tick

      In flight:
        the effect at CureTests.swift:902, started by .startTimer, waiting for TestClock, until 2.0 seconds; \
      now 1.0 seconds

      If .stopTimer(id: 0) should have cancelled that effect: is `.cancel(id: 7)` in the reducer, and are the ids equal?
      """
    }
    await store.send(.stopTimer(id: 7))
    await clock.advance(by: .seconds(1))
    await store.assertNotReceived(case: { .tick })
  }

  // MARK: - Code

  @Test func aReceiveByAScopedStoreThatChangesMoreNamesEachCase() async {
    let store = Pantry.House.store(path: [1])
    let shelf = store.scope(state: { .open($0) }, action: { .open($0) })
      .scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
    await shelf.send(.saveTapped)
    await expectIssue {
      await shelf.receive(case: { .delegate(.saved($0)) })
    } says: {
      """
      Expected no change of the state after receiving .open(.path(.element(id: 0, action: \
      .delegate(.saved("Salt"))))), because there is no closure, but it changed.

        .open(
          Pantry.State(
            … (5 unchanged),
      −     name: "",
      +     name: "Salt",
            … (1 unchanged),
      −     path: [
      −       [id: 0]: 1
      −     ],
      +     path: [],
            … (1 unchanged)
          )
        )
      (− expected, + actual)

      If the change is meant, assert it:
        await store.receive(case: { .open(.path(.element(id: 0, action: .delegate(.saved($0))))) }, "Salt") {
          CasePath { Pantry.House.State.open($0) }.modify(&$0) {
            $0.name = "Salt"
            $0.path[id: 0] = nil
          }
        }
      """
    }

    let pasted = Pantry.House.store(path: [1])
    await pasted.send(.open(.path(.element(id: 0, action: .saveTapped))))
    await pasted.receive(
      case: { .open(.path(.element(id: 0, action: .delegate(.saved($0))))) }, "Salt"
    ) {
      CasePath { Pantry.House.State.open($0) }.modify(&$0) {
        $0.name = "Salt"
        $0.path[id: 0] = nil
      }
    }
  }

  @Test func theCodeForAScopedStoreOfAScopedStoreNamesNoOther() async {
    let line = #line + 5
    let issues = await withCapturedIssues {
      let store = Pantry.House.store(path: [1])
      let shelf = store.scope(state: { .open($0) }, action: { .open($0) })
        .scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
      await shelf.send(.saveTapped)
    }
    expectIssue(
      issues, line: line,
      """
      Expected every received action to be asserted, but one was not:

        .open(.path(.element(id: 0, action: .delegate(.saved("Salt")))))

      Assert it:
        await store.receive(case: { .open(.path(.element(id: 0, action: .delegate(.saved($0))))) }, "Salt") {
          CasePath { Pantry.House.State.open($0) }.modify(&$0) {
            $0.name = "Salt"
            $0.path[id: 0] = nil
          }
        }

      Or skip what does not matter: `await store.skipReceivedActions()`.
      """)
  }

  @Test func anAlertIsCode() async {
    let line = #line + 3
    let issues = await withCapturedIssues {
      let store = Pantry.store(.on, isOffline: true)
      await store.send(.refresh) {
        $0.visits = 1
        $0.isRefreshing = true
      }
    }
    expectIssue(
      issues, line: line,
      """
      Expected every received action to be asserted, but one was not:

        .pageResponse(1, .failure(Pantry.Offline()))

      Assert it:
        await store.receive(case: { .pageResponse(1, .failure($0)) }) {
          $0.isRefreshing = false
          $0.alert = AlertState {
            TextState("Offline")
          } actions: {
            ButtonState(action: .refresh) {
              TextState("Retry")
            }
          }
        }

      Or skip what does not matter: `await store.skipReceivedActions()`.
      """)

    let pasted = Pantry.store(.on, isOffline: true)
    await pasted.send(.refresh) {
      $0.visits = 1
      $0.isRefreshing = true
    }
    await pasted.receive(case: { .pageResponse(1, .failure($0)) }) {
      $0.isRefreshing = false
      $0.alert = AlertState {
        TextState("Offline")
      } actions: {
        ButtonState(action: .refresh) {
          TextState("Retry")
        }
      }
    }
  }

  @Test func whatTheTestCallsTheStoreStaysItsName() async {
    let pantry = Pantry.store(.on)
    await expectIssue {
      await pantry.send(.show(1))
    } says: {
      """
      Expected no change of the state after sending .show(1), because there is no closure, but it changed.

        Pantry.State(
          … (7 unchanged),
      −   path: [],
      +   path: [
      +     [id: 0]: 1
      +   ],
          … (1 unchanged)
        )
      (− expected, + actual)

      If the change is meant, assert it:
        await pantry.send(.show(1)) {
          $0.path[id: 0] = 1
        }
      """
    }
  }

  @Test func theClosureOfAnActionWithoutALiteralIsShownAlone() async {
    let store = Pantry.store(.on)
    await expectIssue {
      await store.send(.edit { $0.name = "Salt" })
    } says: {
      """
      Expected no change of the state after sending .edit((inout Pantry.State) -> ()), because there is no closure, \
      but it changed.

        Pantry.State(
          … (5 unchanged),
      −   name: "",
      +   name: "Salt",
          … (3 unchanged)
        )
      (− expected, + actual)

      If the change is meant, assert it in a closure of this call:
        {
          $0.name = "Salt"
        }
      """
    }
    await store.send(.edit { $0.name = "Rice" }) { $0.name = "Rice" }
  }
}

/// Jars in pages, a stack of numbers, an alert, and a timer.
private struct Pantry: Reducer, Sendable {
  struct Jar: Equatable, Identifiable {
    let id: Int
    var label: String
    var isOpen = false
  }

  struct Offline: Error {}

  struct State: Equatable {
    var visits = 0
    var page = 0
    var isRefreshing = false
    var jars: IdentifiedArrayOf<Jar> = []
    var seconds = 0
    var name = ""
    var marks: Set<String> = []
    var path = StackState<Int>()
    @PresentationState var alert: AlertState<Alert>?
  }

  enum Alert: Equatable {
    case refresh
  }

  enum Action {
    case refresh
    case pageResponse(Int, Result<[Jar], any Error>)
    case count
    case counted
    case open(id: Int)
    case add
    case show(Int)
    case mark(String)
    case startTimer
    case stopTimer(id: Int)
    case tick
    case move(x: Int)
    case flash
    case flashed(Bool)
    case blink
    case edit((inout State) -> Void)
    case path(StackAction<Int, Shelf>)
  }

  enum Shelf {
    case saveTapped
    case moved(x: Int, y: Int)
    case delegate(Delegate)

    enum Delegate: Equatable {
      case saved(String)
    }
  }

  let response: [Jar]
  let isOffline: Bool
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .refresh:
      state.visits += 1
      state.isRefreshing = true
      let result: Result<[Jar], any Error> = isOffline ? .failure(Offline()) : .success(response)
      return .run(operation: { await $0(.pageResponse(1, result)) }, line: 901)
    case .pageResponse(let page, .success(let jars)):
      state.isRefreshing = false
      state.page = page
      for jar in jars { state.jars[id: jar.id] = jar }
    case .pageResponse(_, .failure):
      state.isRefreshing = false
      state.alert = AlertState {
        TextState("Offline")
      } actions: {
        ButtonState(action: .refresh) { TextState("Retry") }
      }
    case .count:
      state.visits += 1
      return .send(.counted)
    case .counted: state.visits += 1
    case .open(let id): state.jars[id: id]?.isOpen = true
    case .add: state.jars.append(Jar(id: state.jars.count + 1, label: "New"))
    case .show(let number): state.path.append(number)
    case .mark(let color): state.marks.insert(color)
    case .startTimer:
      return .run(
        operation: { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }, line: 902
      ).cancellable(id: 7)
    case .stopTimer(let id): return .cancel(id: id)
    case .tick: state.seconds += 1
    case .move: return .send(.path(.element(id: 1, action: .moved(x: 3, y: 4))))
    case .flash:
      return .run(
        operation: { send in
          await send(.flashed(true))
          try await clock.sleep(for: .seconds(1))
          await send(.flashed(false))
        }, line: 903)
    case .flashed(let isOn): state.isRefreshing = isOn
    case .blink:
      return .run(
        operation: { send in
          await send(.flashed(true))
          await send(.flashed(false))
        }, line: 904)
    case .edit(let update): update(&state)
    case .path(.element(let id, .saveTapped)):
      return .send(.path(.element(id: id, action: .delegate(.saved("Salt")))))
    case .path(.element(let id, .delegate(.saved(let name)))):
      state.name = name
      state.path.pop(from: id)
    case .path: break
    }
    return .none
  }

  static func store(
    _ exhaustivity: Exhaustivity = .off, jars: [Jar] = [],
    response: [Jar] = [Jar(id: 2, label: "Rice")], isOffline: Bool = false,
    clock: TestClock<Duration> = TestClock()
  ) -> TestStore<State, Action> {
    TestStore(exhaustivity, initialState: State(jars: IdentifiedArray(uniqueElements: jars))) {
      Pantry(response: response, isOffline: isOffline)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }
}

/// A feature whose state has no literal.
private struct Hatch: Reducer {
  enum State {
    case closed
    case open(onClose: @Sendable () -> Void)
  }

  enum Action {
    case open
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state = .open(onClose: {})
    return .none
  }
}

extension Pantry {
  /// A feature whose state is an enum.
  fileprivate struct House: Reducer {
    enum State: Equatable {
      case closed
      case open(Pantry.State)
    }

    enum Action {
      case open(Pantry.Action)
    }

    var body: some ReducerOf<House> {
      Scope(state: { .open($0) }, action: { .open($0) }) {
        Pantry(response: [], isOffline: false)
      }
    }

    static func store(path: [Int] = []) -> TestStore<State, Action> {
      TestStore(.on, initialState: .open(Pantry.State(path: StackState(path)))) { House() }
    }
  }
}
