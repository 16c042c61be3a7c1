import FocusedTestStore
import Testing

/// The name of the expected action of a `receive` in messages.
struct ExpectedActionNameTests {
  @Test func aCaseThatCannotBeNamedIsToldByItsPayload() async {
    let store = JournalFixture.store()
    await store.send(.touch)
    let closure: (JournalFixture.Offline) -> JournalFixture.Action = { .failed("\($0)") }
    await expectIssue {
      await store.receive(case: closure)
    } says: {
      """
      Expected to receive an action with a payload of type JournalFixture.Offline, but .touch started no effect.

      Received since the last send: nothing.

      Check the effect that the reducer returns for .touch.
      """
    }
  }

  @Test func aClosureThatMakesMoreOfItsArgumentFindsTheAction() async {
    let store = JournalFixture.store()
    await store.send(.echo)
    await store.receive(case: { .text("h\($0)") }, "i")
    await expectIssue {
      await store.receive(case: { .text("h\($0)") }, "o")
    } says: {
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

      Expect the received action, or fix the effect that sends it.
      """
    }
  }

  @Test func aCaseIsNamedThoughNoValueIsGiven() async {
    let store = JournalFixture.store()
    await store.send(.load)
    await expectIssue {
      await store.receive(case: { .child(.opened($0)) })
    } says: {
      """
      Expected to receive .child(.opened), but the effects finished first.

      Received since the last send:
        .loaded(1)

      Ended since the last send:
        the effect at JournalFixture.swift:101, started by .load

      Check this effect, or look for another one that should send it.
      """
    }
  }

  @Test func aConditionHasNoName() async {
    let store = JournalFixture.store()
    await store.send(.touch)
    await expectIssue {
      await store.receive(where: { $0 == .loaded(1) })
    } says: {
      """
      Expected to receive an action that meets the condition, but .touch started no effect.

      Received since the last send: nothing.

      Check the effect that the reducer returns for .touch.
      """
    }
  }
}
