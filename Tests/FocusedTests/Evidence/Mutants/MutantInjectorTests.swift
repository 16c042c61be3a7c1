import TestEvents
import FocusedTestStore
import Testing
@testable import TestFixtures

/// Each kind of outcome, and the steps of a store that suppresses the outcome.
struct MutantInjectorTests {
  private func profile(_ clock: TestClock<Duration> = TestClock()) -> TestStoreOf<Profile> {
    clock.store(of: Profile(), from: Profile.State())
  }

  @Test func `an action of an effect is lost`() async throws {
    let mutation = try await mutating(
      "Profile", "advanceAgeAndMoodAfterDelay", .sends("changeMood")
    ) {
      let clock = TestClock()
      let store = profile(clock)
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.finish()
      #expect(areEqual(store.state, Profile.State(age: 34)))
    }
    #expect(!mutation.isKilled)
    claimEqual(mutation.events, [.applied])
    #expect(
      mutation.code
        == MutantCode(
          file: #fileID, line: 18, place: .atEnd, lines: ["await store.receive(.changeMood(1))"]))
  }

  @Test func `an action that a reduction sends is lost`() async throws {
    let mutation = try await mutating("LedgerFixture.Editor", "save", .sends("saved")) {
      let store = LedgerFixture.editor()
      await store.send(.save)
      #expect(store.state.isSaving)
      await store.send(.titleChanged("A"))
    }
    claimEqual(mutation.events, [.applied])
    #expect(
      mutation.code
        == MutantCode(
          file: #fileID, line: 36, place: .before, lines: ["await store.receive(.saved)"]))
  }

  @Test func `an effect in flight is not cancelled`() async throws {
    let mutation = try await mutating(
      "LedgerFixture.Editor", "stop", .cancels("CancelID.wait")
    ) {
      let store = LedgerFixture.editor()
      await store.send(.wait)
      await store.send(.stop)
    }
    #expect(!mutation.isKilled)
    claimEqual(mutation.events, [.applied])
    #expect(
      mutation.code
        == MutantCode(file: #fileID, line: 51, place: .atEnd, lines: ["await store.finish()"]))

    let killed = try await mutating("LedgerFixture.Editor", "stop", .cancels("CancelID.wait")) {
      let store = LedgerFixture.editor()
      await store.send(.wait)
      await store.send(.stop)
      await store.finish()
    }
    #expect(killed.isKilled)
  }

  @Test func `the root feature is not dismissed`() async throws {
    let mutation = try await mutating("LedgerFixture.Editor", "close", .dismisses) {
      let store = LedgerFixture.editor()
      await store.send(.close)
      #expect(!store.isDismissed)
    }
    claimEqual(mutation.events, [.applied])
    #expect(
      mutation.code
        == MutantCode(
          file: #fileID, line: 71, place: .atEnd, lines: ["#expect(store.isDismissed)"]))
  }

  @Test func `a child is not dismissed, and goes on`() async throws {
    let mutation = try await mutating("LedgerFixture.Editor", "close", .dismisses) {
      let store = LedgerFixture.desk(.off, LedgerFixture.Desk.State())
      await store.send(.open)
      await store.send(.editor(.presented(.close)))
      #expect(store.state.editor != nil)
      await store.send(.editor(.presented(.titleChanged("A")))) { $0.editor?.title = "A" }
    }
    #expect(!mutation.isKilled)
    claimEqual(mutation.events, [.applied])
  }

  @Test func `the same mutant wherever the feature runs`() async throws {
    typealias State = LedgerFixture.Desk.State
    let rows: [LedgerFixture.Editor.State] = [.init(id: 1), .init(id: 2)]
    let mutation = try await mutating("LedgerFixture.Editor", "titleChanged", .field("title")) {
      let store = LedgerFixture.desk(
        .off, State(rows: .init(uniqueElements: rows), path: StackState(rows)))
      await store.send(.open)
      await store.send(.plain(.titleChanged("A")))
      await store.send(.editor(.presented(.titleChanged("A"))))
      await store.send(.rows(.element(id: 2, action: .titleChanged("A"))))
      await store.send(.path(.element(id: 1, action: .titleChanged("A"))))
      #expect(store.state.plain.title == "")
      #expect(store.state.editor?.title == "")
      #expect(store.state.rows[id: 2]?.title == "")
      #expect(store.state.path[id: 1]?.title == "")
    }
    claimEqual(mutation.events, [.applied])
  }

  @Test func `a field of the parent keeps its value, and the child's changes`() async throws {
    let mutation = try await mutating(
      "LedgerFixture.Editor", "save", .field("LedgerFixture.Desk.lastSaved")
    ) {
      let store = LedgerFixture.desk(.off, LedgerFixture.Desk.State())
      await store.send(.plain(.save)) { $0.plain.isSaving = true }
      #expect(store.state.lastSaved == 0)
    }
    claimEqual(mutation.events, [.applied])
  }

  @Test func `a mutant keeps a dismissed sheet open`() async throws {
    let mutation = try await mutating("LedgerFixture.Desk", "editor.dismiss", .field("editor")) {
      let store = LedgerFixture.desk(.off, .init(editor: .init()))
      await store.send(.editor(.dismiss))
      #expect(store.state.editor != nil)
    }
    claimEqual(mutation.events, [.applied])
  }

  @Test func `what follows an effect that is not cancelled comes`() async throws {
    let mutation = try await mutating("Finder", "typed", .cancels("CancelID.find")) {
      let clock = TestClock()
      let store = clock.store(of: Finder(), from: 0)
      await store.send(.typed(1))
      await clock.advance(by: .milliseconds(900))
      await store.send(.typed(2))
      await clock.advance(by: .milliseconds(900))
      await store.assertNotReceived(.found(1))
    }
    #expect(mutation.isKilled)
    #expect(mutation.code?.lines == ["await store.assertNotReceived(case: { .found($0) })"])
  }

  @Test(arguments: [(2, ["await store.assertNotReceived(.found(1))"]), (1, nil)])
  func `no code expects the absence of an action that another effect sends`(
    second: Int, code: [String]?
  ) async throws {
    for wait in [0, 500] {
      let mutation = try await mutating("Finder", "typed", .cancels("CancelID.find")) {
        let clock = TestClock()
        let store = clock.store(of: Finder(), from: 0)
        await store.send(.typed(1))
        await clock.advance(by: .milliseconds(wait))
        await store.send(.typed(second))
        await clock.advance(by: .seconds(1))
        await store.receive(.found(second))
      }
      #expect(!mutation.isKilled)
      claimEqual(mutation.events, [.applied])
      #expect(mutation.code?.lines == code)
    }
  }

  @Test func `a later send shows an action that another effect had sent before`() async throws {
    let line = #line + 9
    let mutation = try await mutating("Finder", "typed", .cancels("CancelID.find")) {
      let clock = TestClock()
      let store = clock.store(of: Finder(), from: 0)
      await store.send(.typed(1))
      await store.send(.typed(1))
      await clock.advance(by: .seconds(1))
      await store.send(.typed(3))
      await clock.advance(by: .seconds(1))
      await store.send(.found(9))
    }
    claimEqual(mutation.events, [.applied])
    #expect(
      mutation.code
        == MutantCode(
          file: #fileID, line: line, place: .before,
          lines: ["await store.assertNotReceived(.found(1))"]))
  }

  @Test func `a skip drops actions as a send does`() async throws {
    let line = #line + 4
    let mutation = try await mutating("LedgerFixture.Editor", "save", .sends("saved")) {
      let store = LedgerFixture.editor()
      await store.send(.save)
      await store.skipReceivedActions(strict: false)
      await store.send(.titleChanged("A"))
    }
    claimEqual(mutation.events, [.applied])
    #expect(
      mutation.code
        == MutantCode(
          file: #fileID, line: line, place: .before, lines: ["await store.receive(.saved)"]))
  }

  @Test(arguments: [("TestFixtures", true), ("Other", false)])
  func `a mutant is of the feature of its module, and any other test runs as always`(
    module: String, isKilled: Bool
  ) async throws {
    let mutation = try await mutating("Profile", "changeAge", .field("age"), in: module) {
      let store = profile()
      await store.send(.changeAge(40)) { $0.age = 40 }
    }
    claimEqual(mutation.isKilled, isKilled)
    claimEqual(mutation.events, isKilled ? [.applied] : [])
    if !isKilled { #expect(mutation.code == nil) }
  }
}

/// A search that starts afresh with each letter, and finds twice.
private struct Finder: Reducer {
  enum Action: Equatable {
    case typed(Int)
    case found(Int)
  }
  enum CancelID { case find }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    guard case .typed(let number) = action else { return .none }
    return .run { send in
      for _ in 1...2 {
        try await clock.sleep(for: .seconds(1))
        await send(.found(number))
      }
    }
    .cancellable(id: CancelID.find, cancelInFlight: true)
  }
}
