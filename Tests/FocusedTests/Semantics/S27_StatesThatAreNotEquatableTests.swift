import FocusedTestStore
import Testing

/// A state without `==` is compared part by part. Each passing assertion has a twin that fails.
struct S27_StatesThatAreNotEquatableTests {
  private typealias Store = TestStoreOf<Upload>

  // MARK: - Off

  @Test func `In off, a closure states the fields that it sets`() async {
    let store = Upload.store(.off)
    let session = store.state.session
    await store.send(.add) { $0.count = 1 }
    await store.send(.rename(2, "C")) { $0.rows[id: 2]?.name = "C" }
    await store.send(.retitle("T")) { $0.header = Upload.Header(title: "T") }
    await store.send(.fail(404)) { $0.error = Upload.Failure(code: 404) }
    await store.send(.add) { $0.session = session }
    await store.send(.add) { $0.count += 1 }
  }

  @Test func `In off, each wrong value fails`() async {
    func fails(
      _ action: Upload.Action, naming text: String, line: UInt = #line,
      _ update: @escaping (inout Upload.State) -> Void
    ) async {
      let store = Upload.store(.off)
      await claimOneIssue(naming: text, line: line) {
        await store.send(action, assert: update); return #line
      }
    }
    await fails(.add, naming: "− count: 2") { $0.count = 2 }
    await fails(.add, naming: "− count: 3") { $0.count += 3 }
    await fails(.rename(2, "C"), naming: #"rows[id: 2].name: "D""#) { $0.rows[id: 2]?.name = "D" }
    await fails(.retitle("T"), naming: #"header.title: "U""#) { $0.header.title = "U" }
    await fails(.fail(404), naming: "error.code: 500") { $0.error = Upload.Failure(code: 500) }
    await fails(.fail(404), naming: "error") { $0.error = CancellationError() }
    await fails(.renewSession, naming: "session") { $0.session = Upload.Session() }
    await fails(.add, naming: "rows") { $0.rows.remove(id: 1) }
  }

  @Test func `In off, a failure names what was not compared`() async {
    let store = Upload.store(.off)
    let issues = await withCapturedIssues { await store.send(.add) { $0.count = 2 } }
    expectText(issues)
  }

  // MARK: - On

  @Test func `In on, each change must be stated`() async {
    let store = Upload.store(.on)
    let issues = await withCapturedIssues {
      await store.send(.add) { $0.count = 1 }
      await store.send(.rename(2, "C")) { $0.rows[id: 2]?.name = "C" }
      await store.send(.fail(404)) { $0.error = Upload.Failure(code: 404) }
      await store.send(.load)
      await store.receive(case: { .loaded($0) }) { $0.count = 2 }
      await store.finish()
    }
    claim(issues.allSatisfy { $0.severity == .note })
  }

  @Test func `One note per store names what was not compared`() async {
    let issues = await withCapturedIssues {
      let store = Upload.store(.on)
      await store.send(.add) { $0.count = 1 }
      await store.send(.replaceFunctions)
      await store.send(.add) { $0.count = 2 }
    }
    claimEqual(issues.map(\.severity), [.note])
    claimEqual(issues.map(\.line), [#line - 5])
    expectText(issues)
  }

  @Test func `A failure in on names it, and nothing follows`() async {
    let issues = await withCapturedIssues {
      let store = Upload.store(.on)
      await store.send(.add)
      await store.send(.add) { $0.count = 2 }
      await store.send(.add) { $0.count = 2 }
    }
    claimEqual(issues.map(\.severity), [.error, .error])
    claimEqual(issues.map { $0.message.contains("cannot be compared") }, [true, false])
  }

  @Test func `A state without fields needs no comparison`() async {
    struct State {}
    let store = TestStore<State, Bool>(.on, initialState: State()) { Reduce { _, _ in .none } }
    await store.send(true)
  }

  @Test func `A value without fields in Any needs none either`() async {
    struct Marker {}
    struct State { var values: [Any] = [Marker()] }
    let issues = await withCapturedIssues {
      let store = TestStore<State, Bool>(.on, initialState: State()) { Reduce { _, _ in .none } }
      await store.send(true)
    }
    claimEqual(issues.map(\.message), [])
  }

  // MARK: - Scoped stores

  @Test func `An Equatable child in a parent that is not`() async {
    for exhaustivity in [Exhaustivity.on, .off] {
      let store = Upload.store(exhaustivity)
      let header = store.scope(state: \.header, action: { (action: Upload.Action) in action })
      _ = await withCapturedIssues { await store.send(.add) { $0.count = 1 } }
      await header.send(.retitle("T")) { $0.title = "T" }
      claimEqual(header.state, Upload.Header(title: "T"))
      await claimOneIssue(naming: #"title: "V""#) {
        await header.send(.retitle("U")) { $0.title = "V" }; return #line
      }
    }
  }

  @Test func `A child that is compared by its own equality`() async {
    struct Child: Equatable {
      var name = ""
      var cache = 0
      static func == (lhs: Child, rhs: Child) -> Bool { lhs.name == rhs.name }
    }
    final class Box { let child: Child; init(_ child: Child) { self.child = child } }
    struct Parent {
      var box = Box(Child())
      var child: Child {
        get { box.child }
        set { box = Box(newValue) }
      }
    }
    let store = TestStore<Parent, String>(.off, initialState: Parent()) {
      Reduce { state, name in
        state.child = Child(name: name, cache: 1)
        return .none
      }
    }
    let child = store.scope(state: \.child, action: { (name: String) in name })
    await child.send("A") { $0 = Child(name: "A") }
    await claimOneIssue(naming: #"name: "B""#) {
      await child.send("A") { $0.name = "B" }; return #line
    }
  }

  @Test func `A child that is not Equatable`() async {
    for exhaustivity in [Exhaustivity.on, .off] {
      let store = Upload.store(exhaustivity)
      let row = store.scope(state: \.rows[id: 2], action: { (action: Upload.Action) in action })
      _ = await withCapturedIssues { await store.send(.add) { $0.count = 1 } }
      await row.send(.rename(2, "C")) { $0.name = "C" }
      await claimOneIssue(naming: #"name: "D""#) {
        await row.send(.rename(2, "E")) { $0.name = "D" }; return #line
      }
    }
  }

  @Test func `A child that is not Equatable in a parent that is`() async {
    struct Child { var name = ""; var onTap: () -> Void = {} }
    struct Parent: Equatable {
      var child = Child()
      static func == (lhs: Parent, rhs: Parent) -> Bool { lhs.child.name == rhs.child.name }
    }
    for exhaustivity in [Exhaustivity.on, .off] {
      let store = TestStore<Parent, String>(exhaustivity, initialState: Parent()) {
        Reduce { state, name in
          state.child.name = name
          return .none
        }
      }
      let child = store.scope(state: \.child, action: { (name: String) in name })
      await child.send("A") { $0.name = "A" }
      await claimOneIssue(naming: #"name: "C""#) {
        await child.send("B") { $0.name = "C" }; return #line
      }
    }
  }

  // MARK: - Everything else that compares states

  @Test func `Skipped assertions pass when pasted`() async {
    let issues = await withCapturedIssues {
      let store = Upload.store(.off(showSkippedAssertions: true))
      await store.send(.add)
      await store.send(.replaceFunctions)
    }
    expectText(issues)
  }

  @Test func `A mutant restores a field, an element's field, an error, and an object`()
    async throws
  {
    func killsOnlyAsserted(
      _ field: String, of action: Upload.Action, named name: String,
      asserting assert: @escaping (Store, Upload.Session) async -> Void
    ) async throws {
      for isAsserted in [true, false] {
        let mutant = try await mutating("Upload", name, .field(field)) {
          let store = Upload.store(.off)
          let session = store.state.session
          await store.send(action)
          if isAsserted { await assert(store, session) }
        }
        claim(mutant.isKilled == isAsserted, "\(field), asserted: \(isAsserted)")
        claimEqual(mutant.events, [.applied])
      }
    }
    try await killsOnlyAsserted("count", of: .add, named: "add") { store, _ in
      store.assert { $0.count = 1 }
    }
    try await killsOnlyAsserted("rows[].name", of: .rename(1, "X"), named: "rename") { store, _ in
      store.assert { $0.rows[id: 1]?.name = "X" }
    }
    try await killsOnlyAsserted("error", of: .fail(404), named: "fail") { store, _ in
      store.assert { $0.error = Upload.Failure(code: 404) }
    }
    try await killsOnlyAsserted("session", of: .renewSession, named: "renewSession") {
      claim($0.state.session !== $1)
    }
  }

  @Test func `The ledger names the fields that changed`() {
    func changed(_ update: (inout Upload.State) -> Void) -> [String] {
      let old = Upload.State()
      var new = old
      update(&new)
      return ChangedField.all(from: old, to: new).map(\.name)
    }
    claimEqual(changed { $0.rows[id: 1]?.name = "X" }, ["rows[].name"])
    claimEqual(changed { $0.error = Upload.Failure(code: 1) }, ["error"])
    claimEqual(changed { $0.session = Upload.Session() }, ["session"])
    claimEqual(changed { $0.rows[id: 1]?.onTap = {} }, [])
    claimEqual(changed { $0.onClose = {} }, [])
  }
}
