import TestEvents
import FocusedTestStore
import SourceReading
import Testing
@testable import focus

/// Focused tests that assert through scoped stores.
@Suite(.schedules(1)) struct SplitPartTests {
  @Test func `a field below a case is asserted by a part of the store`() async throws {
    let plan = try await SplitPlan(traced("testParts") { await $0.testParts() })
    let bodies = plan.bodies
    #expect(
      bodies.contains(
        """
        let store = TestStore(.off, initialState: Session.State.signedOut(SignIn.State())) { Session() }
        let signedOut = store.scope(state: { .signedOut($0) }, action: { .signedOut($0) })
        await signedOut.send(.nameChanged("Marie")) { $0.name = "Marie" }
        """))
    #expect(
      bodies.contains(
        """
        let store = TestStore(.off, initialState: Session.State.signedOut(SignIn.State())) { Session() }
        let signIn = store.scope(state: { .signedOut($0) }, action: { .signedOut($0) })
        await signIn.send(.nameChanged("Pierre")) { $0.name = "Pierre" }
        """))
  }

  @Test func `a part that a test does not use is not declared`() async throws {
    let plan = try await SplitPlan(traced("testSeveralParts") { await $0.testSeveralParts() })
    let bodies = plan.subjects.flatMap(\.candidates).map { plan.template.body(of: $0) }
    #expect(bodies.contains { $0.contains { $0.contains("$0 = .main(Home.State(") } })
    for body in bodies {
      for name in ["main", "signedOut"]
      where body.contains(where: { $0.hasPrefix("let \(name) =") }) {
        #expect(body.contains { $0.contains("\(name).send(") || $0.contains("\(name).assert ") })
      }
    }
  }

  @Test func `an element whose ID another element gives is asserted by the store`() throws {
    let statement = "$0.rows[id: $0.rows[0].id]?.isOn = true"
    let source = SwiftSource("await store.send(.turnOn) { \(statement) }")
    let call = try #require(source.storeCall(source.tokens.indices, on: "store"))
    let change = TracedChange(
      behavior: Behavior(feature: "Switches", action: "turnOn", outcome: .field("rows[].isOn")),
      path: [.init(.field, "rows"), .init(.element, "id: 1"), .init(.field, "isOn")])
    let row = StorePart(links: [.init(kind: .element(id: "1"), name: "rows")], name: "row1")
    let assertion = try #require(FieldAssertion(change, call, parts: [row], in: source))
    claimEqual(assertion.statements, [statement])
    #expect(assertion.inParts.isEmpty)
  }

  @Test func `a test has a part where two of its lines go through it`() async throws {
    let plan = try await SplitPlan(traced("testDrafts") { await $0.testDrafts() })
    let bodies = plan.bodies
    #expect(
      bodies.contains(
        """
        let store = TestStore(.off, initialState: Drawer.State(sheet: Drawer.Form())) { Drawer() }
        await store.send(.sheet(.presented(.titleChanged("A")))) { $0.sheet?.title = "A" }
        """))
    #expect(
      bodies.contains(
        """
        let store = TestStore(.off, initialState: Drawer.State(sheet: Drawer.Form())) { Drawer() }
        let sheet = store.scope(state: \\.sheet, action: { .sheet(.presented($0)) })
        await sheet.send(.titleChanged("A"))
        await sheet.send(.saveTapped) { $0.isSaving = true }
        """))
  }
}
