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
    }
  }

  @Test func aClosureThatMakesMoreOfItsArgumentFindsTheAction() async {
    let store = JournalFixture.store()
    await store.send(.echo)
    await store.receive(case: { .text("h\($0)") }, "i")
    await expectIssue {
      await store.receive(case: { .text("h\($0)") }, "o")
    }
  }

  @Test func aCaseIsNamedThoughNoValueIsGiven() async {
    let store = JournalFixture.store()
    await store.send(.load)
    await expectIssue {
      await store.receive(case: { .child(.opened($0)) })
    }
  }

  @Test func aConditionHasNoName() async {
    let store = JournalFixture.store()
    await store.send(.touch)
    await expectIssue {
      await store.receive(where: { $0 == .loaded(1) })
    }
  }
}
