import FocusedTestStore
import Testing
import XCTest

@testable import Contacts

@Test func theContactsAreLoaded() async {
  let store = makeStore()
  await store.send(.appeared)
  await store.receive(.loaded(["Ada"])) { $0.rows = [Row.State(id: 0, name: "Ada")] }
}

@Test nonisolated func aRowIsStarredFromATestOnNoActor() async {
  let store = makeStore()
  await store.send(.loaded(["Ada"]))
  await store.send(.rows(.element(id: 0, action: .starTapped))) { $0.rows[id: 0]?.isStarred = true }
}

@Test func aModelShowsTheStarredContacts() async {
  let model = ContactsModel()
  model.store.send(.loaded(["Ada", "Grace"]))
  model.store.send(.rows(.element(id: 1, action: .starTapped)))
  #expect(model.starred == ["Grace"])
}

@Test func aConfirmedResetEmptiesTheName() async {
  let store = TestStore(.off, initialState: Settings.State()) { Settings() }
  await store.send(.set(\.name, "Ada")) { $0.isNameValid = true }
  await store.send(.resetTapped)
  await store.send(.resetConfirmed) { $0.isResetting = false }
  await store.receive(.set(\.name, "")) { $0.isNameValid = false }
}

@Test nonisolated func aFieldIsBoundFromATestOnNoActor() async {
  let store = TestStore(.off, initialState: Settings.State()) { Settings() }
  await store.send(.binding(.set(\.name, "Ada"))) { $0.name = "Ada" }
}

@Test func modelsBindFieldsAndListRows() async {
  let settings = SettingsModel()
  settings.nameFieldChanged(to: "Ada")
  #expect(settings.store.state.isNameValid)
  let contacts = ContactsModel()
  contacts.store.send(.loaded(["Ada", "Grace"]))
  #expect(contacts.names == ["Ada", "Grace"])
}

nonisolated final class ContactsTests: XCTestCase {
  @MainActor func testASavedFormIsARowAndCloses() async {
    let store = makeStore()
    await store.send(.addTapped)
    await store.send(.form(.presented(.nameChanged("Ada"))))
    await store.send(.form(.presented(.saveTapped)))
    await store.receive(.form(.dismiss)) {
      $0.rows = [Row.State(id: 0, name: "Ada")]
      $0.form = nil
    }
  }
}

private nonisolated func makeStore() -> TestStoreOf<Contacts> {
  TestStore(.off, initialState: Contacts.State()) {
    Contacts()
  } withDependencies: {
    $0.contactsClient.load = { ["Ada"] }
  }
}
