import FocusedTestStore
import Testing

@testable import FocusedEvidence
@testable import TestFixtures

struct ActionKeyTests {
  typealias Desk = LedgerFixture.Desk
  typealias Editor = LedgerFixture.Editor
  typealias PlainAction = LedgerFixture.PlainAction
  typealias Loud = LedgerFixture.Loud

  @Test func `a feature is that of its module`() {
    claimEqual(ActionKey(of: Editor.Action.save).module, "FocusedTests")
    claimEqual(ActionKey(of: Profile.Action.watchMood).module, "TestFixtures")
    // `PresentationAction` belongs to this package.
    claimEqual(
      ActionKey(of: PresentationAction<Editor.Action>.presented(.save)).module, "FocusedTests")
    claimEqual(ActionKey(of: Profile.Extra.Action.open).module, "FocusedTests")
  }

  @Test func `features of two modules are different, whatever their names`() {
    let keys = ["A", "B", "A"].map { ActionKey(module: $0, feature: "Settings", name: "save") }
    #expect(keys[0] == keys[2])
    #expect(keys[0] != keys[1])
  }

  @Test func `it is the same wherever its feature stands`() {
    let keys = [
      key(Editor.Action.save),
      key(Desk.Action.editor(.presented(.save))),
      key(Desk.Action.rows(.element(id: 7, action: .save))),
      key(Desk.Action.path(.element(id: 3, action: .save))),
      key(Desk.Action.row(4, .save)),
      key(Desk.Action.plain(.save)),
    ]
    claimEqual(Set(keys), ["LedgerFixture.Editor · save"])
  }

  @Test func `what a parent does with a child is the parent's`() {
    claimEqual(key(Desk.Action.editor(.dismiss)), "LedgerFixture.Desk · editor.dismiss")
    claimEqual(key(Desk.Action.path(.popFrom(id: 3))), "LedgerFixture.Desk · path.popFrom")
    #expect(
      key(Desk.Action.path(.push(id: 3, state: Editor.State())))
        == "LedgerFixture.Desk · path.push")
  }

  @Test func `an enum inside of an action says what happened, too`() {
    claimEqual(key(Editor.Action.delegate(.saved(3))), "LedgerFixture.Editor · delegate.saved")
    #expect(
      key(Desk.Action.editor(.presented(.delegate(.closed))))
        == "LedgerFixture.Editor · delegate.closed")
    claimEqual(key(Editor.Action.alert(.retry)), "LedgerFixture.Editor · alert.retry")
  }

  @Test func `success and failure are two behaviors, and the error is a value`() {
    claimEqual(key(Pages.Action.counted(.success(3))), "ActionKeyTests.Pages · counted.success")
    claimEqual(
      key(Pages.Action.counted(.failure(.offline))), "ActionKeyTests.Pages · counted.failure")
  }

  @Test func `the case of a result counts among other payloads`() {
    claimEqual(key(Pages.Action.page(1, .success(["a"]))), "ActionKeyTests.Pages · page.success")
    claimEqual(
      key(Pages.Action.page(2, .failure(CancellationError()))),
      "ActionKeyTests.Pages · page.failure")
    claimEqual(
      key(Pages.Action.sorted(.name, result: .success(1))), "ActionKeyTests.Pages · sorted.success")
    claimEqual(
      key(Pages.Action.sorted(.date, result: .failure(.offline))),
      "ActionKeyTests.Pages · sorted.failure")
    claimEqual(key(Pages.Action.moved(.name, .date)), "ActionKeyTests.Pages · moved")
    claimEqual(
      key(Pages.Action.compared(.success(1), .failure(.offline))), "ActionKeyTests.Pages · compared"
    )
  }

  @Test func `an action that holds results is not known by its first one`() {
    let pages = [
      Pages.Action.page(1, .success([])), .page(1, .failure(CancellationError())),
      .page(1, .success([])),
    ]
    claimEqual(
      pages.map { ActionKey(of: $0).name }, ["page.success", "page.failure", "page.success"])
  }

  @Test func `other payloads are values`() {
    claimEqual(key(Pages.Action.ordered(.name)), "ActionKeyTests.Pages · ordered")
    claimEqual(key(Editor.Action.picked(nil)), "LedgerFixture.Editor · picked")
    claimEqual(key(Editor.Action.picked(.red)), "LedgerFixture.Editor · picked")
    #expect(
      key(Profile.Action.changeIdentity(name: "a", surname: "b")) == "Profile · changeIdentity")
  }

  @Test func `each field that a control binds is a behavior`() {
    #expect(
      key(Editor.Action.binding(.set(\.title, "a"))) == "LedgerFixture.Editor · binding.title")
  }

  @Test func `without an enum named Action the whole way counts`() {
    claimEqual(key(PlainAction.reload), "LedgerFixture.PlainAction · reload")
    claimEqual(key(PlainAction.inner(.tap)), "LedgerFixture.PlainAction · inner.tap")
    claimEqual(key(3), "Int · Int")
  }

  @Test func `types inside of a generic feature are a part of it`() {
    claimEqual(key(Form<Int>.Action.tap), "ActionKeyTests.Form<Int> · tap")
    claimEqual(key(Form<Int>.Action.inner(.step)), "ActionKeyTests.Form<Int> · inner.step")
    claimEqual(key(Form<Int>.Action.delegate(.done)), "ActionKeyTests.Form<Int> · delegate.done")
    claimEqual(key(Form<Int>.Field.Action.edit), "ActionKeyTests.Form<Int>.Field · edit")
    claimEqual(key(Pages.Action.form(.name, .tap)), "ActionKeyTests.Form<Int> · tap")
  }

  @Test func `actions that only a protocol is known of are known by their types`() async {
    let table = await ledger {
      let store = TestStore(.off, initialState: 0) {
        Reduce<Int, any AnyAction> { state, _ in
          state += 1
          return .none
        }
      }
      await store.send(Load())
      await store.send(Save())
      await store.send(Move.back)
    }
    #expect(
      table == [
        "ActionKeyTests.Load · .Load → state: exercised",
        "ActionKeyTests.Move · .back → state: exercised",
        "ActionKeyTests.Save · .Save → state: exercised",
      ])
  }

  @Test func `a computed field has one name in all processes`() {
    let name = ActionKey(of: Editor.Action.binding(.set(\.shout, "A"))).name
    claimEqual(name, "binding.State.<computed (String)>")
  }

  @Test func `an enum that describes itself is known by its case`() {
    claimEqual(key(Loud.Action.shout), "LedgerFixture.Loud · shout")
    claimEqual(key(Loud.Action.say("hi")), "LedgerFixture.Loud · say")
  }

  private func key(_ action: Any) -> String {
    let key = ActionKey(of: action)
    return "\(key.feature) · \(key.name)"
  }

  enum Form<Value> {
    enum Action {
      enum Inner { case step }

      case tap
      case inner(Inner)
      case delegate(Delegate)
    }
    enum Delegate { case done }
    enum Field { enum Action { case edit } }
  }

  enum Pages {
    enum Order { case name, date }
    enum Failure: Error { case offline }

    enum Action {
      case counted(Result<Int, Failure>)
      case page(Int, Result<[String], any Error>)
      case sorted(Order, result: Result<Int, Failure>)
      case ordered(Order)
      case moved(Order, Order)
      case compared(Result<Int, Failure>, Result<Int, Failure>)
      case form(Order, Form<Int>.Action)
    }
  }

  protocol AnyAction: Sendable {}
  struct Load: AnyAction {}
  struct Save: AnyAction {}
  enum Move: AnyAction { case back }
}

extension LedgerFixture.Editor.State {
  fileprivate var shout: String {
    get { title.uppercased() }
    set { title = newValue.lowercased() }
  }
}

extension Profile {
  fileprivate enum Extra {
    enum Action { case open }
  }
}
