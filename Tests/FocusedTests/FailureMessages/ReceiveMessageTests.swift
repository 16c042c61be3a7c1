import FocusedTestStore
import Testing

@Suite struct ReceiveMessageTests {
  @Test func anEffectThatSendsNothingIsSaidToHaveFinished() async {
    let store = JournalFixture.store()
    await store.send(.dismiss)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.loaded(1))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .loaded(1), but the effects finished first.

      Received since the last send: nothing.

      Look for the effect that should send it.
      """)
  }

  @Test func anActionThatNothingSendsIsSaidNotToComeAnyMore() async {
    let store = JournalFixture.store()
    await store.send(.touch)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.loaded(1))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .loaded(1), but .touch started no effect.

      Received since the last send: nothing.

      Look at what the reducer returns for .touch.
      """)
  }

  @Test func theSameCaseWithAnotherPayloadIsTheNearestMiss() async {
    let store = JournalFixture.store()
    await store.send(.loadTwice)
    await store.receive(.loaded(2))
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.loaded(3))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .loaded(3), but the effects finished first.

      The nearest is .loaded(1), sent by the effect at JournalFixture.swift:102:

      − .loaded(3)
      + .loaded(1)
      (− expected, + actual)

      Received since the last send:
        .loaded(1)
        .loaded(2) (asserted)

      Expect what was received, or look at what sends it.
      """)
  }

  @Test func anActionThatTheLastSendDroppedIsSaidToBe() async {
    let store = JournalFixture.store()
    await store.send(.load)
    await store.send(.touch)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.loaded(1))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .loaded(1), but .touch started no effect.

      It was received before the last send, which dropped it.

      Received since the last send: nothing.

      Move this expectation before that send.
      """)
  }

  @Test func anActionThatFinishHasReportedIsSaidToComeBeforeIt() async {
    let store = JournalFixture.store(.on)
    await store.send(.load)
    _ = await withCapturedIssues { await store.finish(line: 201) }
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.loaded(1))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .loaded(1), but the effects finished first.

      It was received before `finish` at ReceiveMessageTests.swift:201, after which it can no longer be asserted.

      Received since `finish`: nothing.

      Move this expectation before that `finish`.
      """)
  }

  @Test func anActionThatIsSkippedIsSaidToBe() async {
    let store = JournalFixture.store(.on)
    await store.send(.loadTwice)
    await store.skipReceivedActions(line: 201)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.loaded(2))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .loaded(2), but the effects finished first.

      It was received before `skipReceivedActions` at ReceiveMessageTests.swift:201, which dropped it.

      Received since `skipReceivedActions`: nothing.

      Move this expectation before that `skipReceivedActions`.
      """)
  }

  @Test func anActionThatTheWayBackToOnDroppedIsSaidToBe() async {
    let store = JournalFixture.store(.off)
    await store.send(.load)
    store.exhaustivity = .on
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.loaded(1))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .loaded(1), but the effects finished first.

      It was received before `exhaustivity` went back to `.on`, which dropped it.

      Received since `exhaustivity` went back to `.on`: nothing.

      Move this expectation before that change.
      """)
  }

  @Test func anActionThatIsAssertedAlreadyIsSaidToBe() async {
    let store = JournalFixture.store()
    await store.send(.load)
    await store.receive(.loaded(1), line: 201)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.loaded(1))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .loaded(1), but the effects finished first.

      It was received once since the last send, and that is asserted already, at ReceiveMessageTests.swift:201.

      Received since the last send:
        .loaded(1) (asserted)

      Each expectation needs an action of its own: look for the effect that should send it again.
      """)
  }

  @Test func anActionThatIsAssertedTwiceAlreadyIsSaidToBe() async {
    let store = JournalFixture.store()
    await store.send(.loadTwice)
    await store.receive(case: { .loaded($0) }, line: 201)
    await store.receive(case: { .loaded($0) }, line: 202)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(case: { .loaded($0) })
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .loaded, but the effects finished first.

      It was received twice since the last send, and each is asserted already, the last one, at \
      ReceiveMessageTests.swift:202.

      Received since the last send:
        .loaded(1) (asserted)
        .loaded(2) (asserted)

      Each expectation needs an action of its own: look for the effect that should send it again.
      """)
  }

  @Test func aCaseThatCannotBeNamedIsToldByItsPayload() async {
    let store = JournalFixture.store()
    await store.send(.touch)
    let line = #line + 2
    let issues = await withCapturedIssues {
      let closure: (JournalFixture.Offline) -> JournalFixture.Action = { .failed("\($0)") }
      await store.receive(case: closure)
    }
    expectIssue(
      issues, line: line + 1,
      """
      Expected to receive an action with a payload of type JournalFixture.Offline, but .touch started no effect.

      Received since the last send: nothing.

      Look at what the reducer returns for .touch.
      """)
  }

  @Test func aCaseIsNamedAsTheTestSpellsIt() async {
    let store = JournalFixture.store()
    await store.send(.touch)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(case: { .child($0) })
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .child, but .touch started no effect.

      Received since the last send: nothing.

      Look at what the reducer returns for .touch.
      """)
    let others = await withCapturedIssues {
      await store.receive(case: JournalFixture.Action.child)
      await store.receive(
        case: { .child($0) },
        assert: { $0.mood = 1 })
    }
    #expect(others.count == 2)
    for issue in others { #expect(issue.message.hasPrefix("Expected to receive .child, but ")) }
  }

  @Test func aCaseOfARowIsNamedAsTheTestSpellsIt() async {
    let store = Bookcase.store(sending: .path(.element(id: 0, action: .closed)))
    await store.send(.start)
    let issues = await withCapturedIssues {
      await store.receive(case: { .path(.element(id: 3, action: .loaded($0))) })
      await store.receive(case: { .path(.element(id: $0, action: .closed)) }, assert: { _ in })
      await store.receive(case: { .path(.push(id: $0, state: 1)) })
    }
    #expect(
      issues.map { $0.message.prefix { $0 != "\n" } } == [
        """
        Expected to receive .path(.element(id: 3, action: .loaded)), but the effects finished first.
        """,
        "Expected to receive .path(.push(id: _, state: 1)), but the effects finished first.",
      ])
  }

  @Test func anotherActionOfTheSameChildIsNotNear() async {
    let store = Bookcase.store(sending: .path(.element(id: 0, action: .closed)))
    await store.send(.start)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.path(.element(id: 0, action: .opened(1))))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .path(.element(id: 0, action: .opened(1))), but the effects finished first.

      Received since the last send:
        .path(.element(id: 0, action: .closed))

      Look for the effect that should send it.
      """)
  }

  @Test func theSameActionOfTheSameChildIsNear() async {
    let store = Bookcase.store(
      sending: .path(.element(id: 0, action: .closed)),
      .path(.element(id: 0, action: .loaded(.failure(Bookcase.Offline())))))
    await store.send(.start)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.path(.element(id: 0, action: .loaded(.success(1)))))
    }
    #expect(issues.map(\.line) == [line])
    #expect(
      issues[0].message.contains("The nearest is .path(.element(id: 0, action: .loaded(.failure("))
    #expect(issues[0].message.hasSuffix("Expect what was received, or look at what sends it."))
  }

  @Test func anotherActionOfTheSameChildThatIsNextInOnIsNoOtherPayload() async {
    let store = Bookcase.store(.on, sending: .path(.element(id: 0, action: .closed)))
    await store.send(.start)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.path(.popFrom(id: 0)))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .path(.popFrom(id: 0)), but .path(.element(id: 0, action: .closed)) was received next.

      Received since the last send:
        .path(.element(id: 0, action: .closed))

      .path(.popFrom(id: 0)) was not received at all: look for the effect that should send it.
      """)
  }

  @Test func anEffectThatWaitsForAStubIsSaidToWhateverTheStubIsCalled() async {
    let stub = Stub<Int, Int>("TestClock.offset")
    let store = Probe.store(onTap: { send in await send(.got(try await stub.call(1))) }, line: 201)
    await store.send(.tap)
    let issues = await withCapturedIssues {
      await store.receive(.got(1))
    }
    #expect(issues.map { $0.message.hasSuffix("Answer the stub before this line.") } == [true])
  }

  @Test func anEffectThatWaitsForTheClockIsNamedWithItsDeadline() async {
    let clock = TestClock()
    let store = JournalFixture.store(clock: clock)
    await store.send(.tick)
    await clock.advance(by: .seconds(0.5))
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.setMood(1))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .setMood(1), but every effect in flight waits for the test.

      Received since the last send: nothing.

      In flight:
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.5 seconds

      Advance the clock before this line.
      """)
  }

  @Test func anEffectThatWaitsOutsideMakesReceiveTimeOut() async {
    let store = JournalFixture.store()
    await store.send(.waitOutside)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.loaded(1), timeout: .milliseconds(10))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .loaded(1), but it was not received within 0.01 seconds.

      Received since the last send: nothing.

      In flight:
        the effect at JournalFixture.swift:104, started by .waitOutside, waiting for something outside of the store

      Override the dependency that keeps the effect waiting, or pass a longer `timeout`.
      """)
  }

  @Test func anEffectThatWaitsForTheClockComesBeforeOneThatWaitsOutside() async {
    let store = JournalFixture.store()
    await store.send(.waitOutside)
    await store.send(.tick)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.setMood(1), timeout: .milliseconds(10))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .setMood(1), but it was not received within 0.01 seconds.

      Received since the last send: nothing.

      In flight:
        the effect at JournalFixture.swift:104, started by .waitOutside, waiting for something outside of the store
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds

      Advance the clock before this line. If the effect that waits outside of the store should send it: \
      override the dependency that keeps the effect waiting, or pass a longer `timeout`.
      """)
  }

  @Test func anEffectOfAnEarlierSendIsTheSecondGuess() async {
    let store = JournalFixture.store()
    await store.send(.tick)
    await store.send(.load)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.failed("offline"))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .failed("offline"), but every effect in flight waits for the test.

      Received since the last send:
        .loaded(1)

      In flight:
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds

      The effects of .load have ended. If one that was in flight before should send it: advance the clock before this line.
      """)
  }

  @Test func aCaseIsNamedByAValueOfItsPayloadThatTheStateHolds() async {
    let store = JournalFixture.store()
    await store.send(.append(JournalFixture.Row(id: 1, title: "One")))
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(case: { .append($0) })
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .append, but .append(JournalFixture.Row(id: 1, title: "One")) started no effect.

      Received since the last send: nothing.

      Look at what the reducer returns for .append(JournalFixture.Row(id: 1, title: "One")).
      """)
  }

  @Test func theNearestMissIsSaidToComeFromASendEffect() async {
    let store = JournalFixture.store()
    await store.send(.echo)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.child(.opened(2)))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .child(.opened(2)), but the effects finished first.

      The nearest is .child(.opened(1)), sent by the `.send` that .echo returned:

      − .child(.opened(2))
      + .child(.opened(1))
      (− expected, + actual)

      Received since the last send:
        .child(.opened(1))
        .text("hi")
        .touch

      Expect what was received, or look at what sends it.
      """)
  }

  @Test func aClosureThatMakesMoreOfItsArgumentFindsTheAction() async {
    let store = JournalFixture.store()
    await store.send(.echo)
    await store.receive(case: { .text("h\($0)") }, "i")
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(case: { .text("h\($0)") }, "o")
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .text("ho"), but the effects finished first.

      The nearest is .text("hi"), sent by the `.send` that .echo returned:

      − .text("ho")
      + .text("hi")
      (− expected, + actual)

      Received since the last send:
        .child(.opened(1))
        .text("hi") (asserted)
        .touch

      Expect what was received, or look at what sends it.
      """)
  }

  @Test func aCaseWithoutPayloadIsAClosureWithoutArgument() async {
    let store = JournalFixture.store()
    await store.send(.echo)
    await store.receive(case: { .touch })
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(case: { .child(.closed) })
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .child(.closed), but the effects finished first.

      Received since the last send:
        .child(.opened(1))
        .text("hi")
        .touch (asserted)

      Look for the effect that should send it.
      """)
  }

  @Test func aCaseIsNamedThoughNoValueIsGiven() async {
    let store = JournalFixture.store()
    await store.send(.load)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(case: { .child(.opened($0)) })
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .child(.opened), but the effects finished first.

      Received since the last send:
        .loaded(1)

      Look for the effect that should send it.
      """)
  }

  @Test func aCaseWithAValueIsNamedWithIt() async {
    let store = JournalFixture.store()
    await store.send(.load)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(case: { .child(.opened($0)) }, 3)
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .child(.opened(3)), but the effects finished first.

      Received since the last send:
        .loaded(1)

      Look for the effect that should send it.
      """)
  }

  @Test func aConditionHasNoName() async {
    let store = JournalFixture.store()
    await store.send(.touch)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(where: { $0 == .loaded(1) })
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive an action that meets the condition, but .touch started no effect.

      Received since the last send: nothing.

      Look at what the reducer returns for .touch.
      """)
  }

  @Test func anotherActionThatIsNextInOnIsNamed() async {
    let store = JournalFixture.store(.on)
    await store.send(.loadTwice)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.loaded(2)) { $0.mood = 2 }
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .loaded(2), but .loaded(1) was received next.

      Received since the last send:
        .loaded(1)
        .loaded(2)

      Received actions are asserted in the order received; .loaded(2) comes later.
      Assert .loaded(1) first, or use `.off` to assert only what the test is about.
      """)
    await store.skipReceivedActions(strict: false)
  }

  @Test func anotherPayloadThatIsNextInOnIsShownAsADiff() async {
    let store = JournalFixture.store(.on)
    await store.send(.load)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.loaded(3)) { $0.mood = 3 }
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .loaded(3), but .loaded(1) was received next.

      − .loaded(3)
      + .loaded(1)
      (− expected, + actual)

      Received since the last send:
        .loaded(1)

      Expect what was received, or look at what sends it.
      """)
  }

  @Test func anActionThatIsNotThereInOnIsSaidNotToBe() async {
    let store = JournalFixture.store(.on)
    await store.send(.load)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.failed("offline"))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .failed("offline"), but .loaded(1) was received next.

      Received since the last send:
        .loaded(1)

      .failed("offline") was not received at all: look for the effect that should send it.
      """)
  }

  @Test func anActionThatMayComeYetInOnIsSaidTo() async {
    let store = JournalFixture.store(.on)
    let task = await store.send(.tick)
    store.exhaustivity = .on(checking: .receivedActions)
    await store.send(.load)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.failed("offline"))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .failed("offline"), but .loaded(1) was received next.

      Received since the last send:
        .loaded(1)

      In flight:
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds

      .failed("offline") has not been received yet. Assert .loaded(1) first, and advance the clock before this line.
      """)
    await task.cancel()
  }

  @Test func severalActionsInOrderAreReportedAtTheFirstThatIsMissing() async {
    let store = JournalFixture.store()
    await store.send(.loadTwice)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(inOrder: .loaded(2), .loaded(1))
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive .loaded(1), but the effects finished first.

      It was received, but before the action that it is expected to follow.

      Received since the last send:
        .loaded(1)
        .loaded(2) (asserted)

      Change the order, or expect each action by a `receive` of its own.
      """)
  }

  @Test func anUnwantedActionIsNamedWithItsEffect() async {
    let store = JournalFixture.store()
    await store.send(.loadTwice)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.assertNotReceived(.loaded(2))
    }
    expectIssue(
      issues, line: line,
      """
      Expected not to receive .loaded(2), but it was received.

      It was sent by the effect at JournalFixture.swift:102.

      Received since the last send:
        .loaded(1)
        .loaded(2)
      """)
  }

  @Test func anUnwantedCaseIsNamedWithWhatWasReceived() async {
    let store = JournalFixture.store()
    await store.send(.load)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.assertNotReceived(case: { .loaded($0) })
    }
    expectIssue(
      issues, line: line,
      """
      Expected not to receive .loaded, but .loaded(1) was received.

      It was sent by the effect at JournalFixture.swift:101.

      Received since the last send:
        .loaded(1)
      """)
  }

  @Test func unassertedActionsAreListedBeforeASendInOn() async {
    let store = JournalFixture.store(.on)
    await store.send(.loadTwice)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.send(.touch)
    }
    expectIssue(
      issues, line: line,
      """
      Expected every received action to be asserted before .touch is sent, but 2 were not:

        .loaded(1)
        .loaded(2)

      Assert them with `receive` before this line, or call `await store.skipReceivedActions()`.
      """)
  }

  @Test func aSendAfterTheDismissalIsSaidToBeIgnored() async {
    let store = JournalFixture.store()
    await store.send(.dismiss)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.send(.touch)
    }
    expectIssue(
      issues, line: line,
      """
      Expected .touch to be sent to a feature that is still there, but it has dismissed itself.
      The action was ignored. Send it before the dismissal, or look at what dismisses the feature.
      """)
  }

  @Test func whatAnEffectSendsAfterItsDismissalIsNotDroppedWithoutAWord() async {
    let store = JournalFixture.store()
    let issues = await withCapturedIssues {
      await store.send(.dismissAndSend, line: 201)
    }
    #expect(issues.map(\.line) == [111])
    expectText(
      issues,
      """
      Expected .loaded(1) to be sent before the feature is dismissed, but this effect had dismissed it.
      A dismissal cancels the effects of its feature, so the action was dropped.

      Send it before `await dismiss()`.

      This happened in the effect of .dismissAndSend, sent at ReceiveMessageTests.swift:201.
      """)
  }

  @Test func manyActionsAreListedByTheFirstAndTheLast() async {
    let store = TestStore(.off, initialState: 0) {
      Reduce<Int, Int> { state, action in
        guard action == 0 else { return .none }
        return .run(operation: { send in for count in 1...50 { await send(count) } }, line: 109)
      }
    }
    await store.send(0)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(51)
    }
    expectIssue(
      issues, line: line,
      """
      Expected to receive 51, but the effects finished first.

      The nearest is 1, sent by the effect at ReceiveMessageTests.swift:109:

      − 51
      + 1
      (− expected, + actual)

      Received since the last send:
        1
        2
        3
        4
        … 40 more, 40 of them not asserted …
        45
        46
        47
        48
        49
        50

      Expect what was received, or look at what sends it.
      """)
  }
}

/// A feature whose effect sends actions of the children on a stack.
private struct Bookcase: Reducer {
  enum Action: Equatable {
    case start
    case path(StackAction<Int, Book.Action>)
  }

  enum Book {
    enum Action: Equatable {
      case opened(Int)
      case closed
      case loaded(Result<Int, Offline>)
    }
  }

  struct Offline: Error, Equatable {}

  let sent: [Action]

  func reduce(into _: inout Int, action: Action) -> Effect<Action> {
    action == .start ? .merge(sent.map { .send($0) }) : .none
  }

  static func store(
    _ exhaustivity: Exhaustivity = .off, sending sent: Action...
  ) -> TestStoreOf<Bookcase> {
    TestStore(exhaustivity, initialState: 0) { Bookcase(sent: sent) }
  }
}
