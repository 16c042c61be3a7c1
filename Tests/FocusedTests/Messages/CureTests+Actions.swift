import FocusedTestStore
import Testing

// MARK: - An action with another case in its payload

extension CureTests {
  @Test func anotherCaseOfThePayloadIsNamedFirst() async {
    let store = Pantry.store(isOffline: true)
    await store.send(.refresh)
    await expectIssue {
      await store.receive(case: { .pageResponse(1, .success($0)) })
    } says: {
      """
      Expected to receive .pageResponse(1, .success), but .pageResponse(1, .failure(Pantry.Offline())) \
      was received instead.

      It was sent by the effect at Pantry.swift:901.

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

      It was sent by the effect at Pantry.swift:901.

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

  @Test func aClosureThatTakesNoValueIsNotSaidToTakeSeveral() async {
    enum Row: Equatable { case opened }
    enum Action: Equatable { case open, row(id: Int, Row) }
    let store = TestStore(.off, initialState: 0) {
      Reduce<Int, Action> { _, action in action == .open ? .send(.row(id: 2, .opened)) : .none }
    }
    await store.send(.open)
    await expectIssue {
      await store.receive(case: { .row(id: 1, .opened) })
    } says: {
      """
      Expected to receive .row(id: 1, .opened), but the effects finished first.

      The nearest is .row(id: 2, .opened), sent by the `.send` that .open returned.

      Received since the last send:
        .row(id: 2, .opened)

      Expect the received action, or fix the effect that sends it.
      """
    }
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
}
