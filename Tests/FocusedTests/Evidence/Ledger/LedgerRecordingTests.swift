import TestEvents
import FocusedTestStore
import Testing
@testable import TestFixtures

/// The ledgers of complete tests, compared with tables that are written by hand.
struct LedgerRecordingTests {
  @Test func `a focused test asserts only its own behaviors`() async {
    let table = await ledger {
      let clock = TestClock()
      let store = clock.store(of: Profile(), from: Profile.State())
      await store.send(.changeIdentity(name: "Marie", surname: "Curie")) { $0.name = "Marie" }
      await store.send(.changeAge(40))
      await store.send(.changeMood(1))
      await store.send(.changeMood(2)) { $0.mood = 2 }
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.receive(.changeMood(3))
      #expect(store.state.age == 41)
      await store.send(.watchMood)
    }
    #expect(
      table == [
        "Profile · .advanceAgeAndMoodAfterDelay → sends .changeAge: exercised",
        "Profile · .advanceAgeAndMoodAfterDelay → sends .changeMood: asserted",
        "Profile · .advanceAgeAndMoodAfterDelay → starts effect: exercised",
        "Profile · .advanceAgeAndMoodAfterDelay → starts second effect: asserted",
        "Profile · .changeAge → age: read",
        "Profile · .changeIdentity → name: asserted",
        "Profile · .changeIdentity → surname: read",
        "Profile · .changeMood → mood: asserted",
        "Profile · .watchMood → starts effect: exercised",
      ])
  }

  @Test(arguments: [true, false])
  func `an assertion turns the cells that it protects, in a stack and its parent`(
    assertsCount: Bool
  ) async {
    let table = await ledger {
      let store = LedgerFixture.desk(.off, .init())
      await store.send(.path(.push(id: 0, state: .init()))) { $0.path[id: 0] = .init() }
      await store.send(.path(.element(id: 0, action: .titleChanged("a"))))
      if assertsCount {
        await store.send(.path(.element(id: 0, action: .save))) {
          $0.path[id: 0]?.isSaving = true
          $0.lastSaved = 1
        }
      } else {
        await store.send(.path(.element(id: 0, action: .save))) {
          $0.path[id: 0]?.isSaving = true
        }
      }
      await store.receive(.path(.element(id: 0, action: .saved)))
      await store.send(.path(.popFrom(id: 0)))
    }
    #expect(
      table == [
        "Desk · .path.popFrom → path: exercised",
        "Desk · .path.push → path: asserted",
        "Editor · .save → Desk.lastSaved: \(assertsCount ? "asserted" : "exercised")",
        "Editor · .save → isSaving: asserted",
        "Editor · .save → sends .saved: asserted",
        "Editor · .saved → isSaving: exercised",
        "Editor · .titleChanged → title: exercised",
      ])
  }

  @Test func `an exhaustive test asserts all that it says, and its end accounts for effects`() async
  {
    let table = await ledger {
      let store = LedgerFixture.editor(.on)
      await store.send(.save) { $0.isSaving = true }
      await store.receive(.saved) { $0.isSaving = false }
      await store.send(.picked(nil))
      await store.send(.wait)
      await store.send(.stop)
    }
    #expect(
      table == [
        "Editor · .picked → nothing: exercised",
        "Editor · .save → isSaving: asserted",
        "Editor · .save → sends .saved: asserted",
        "Editor · .saved → isSaving: asserted",
        "Editor · .stop → cancels CancelID.wait: asserted",
        "Editor · .wait → starts CancelID.wait: read",
      ])
  }

  @Test func `an assertion that fails asserts nothing`() async {
    let table = await ledger {
      let issues = await withCapturedIssues {
        let store = LedgerFixture.editor()
        await store.send(.save) { $0.isSaving = false }
        await store.receive(.stop)
      }
      #expect(issues.count == 2)
    }
    #expect(
      table == [
        "Editor · .save → isSaving: exercised",
        "Editor · .save → sends .saved: exercised",
        "Editor · .saved → isSaving: exercised",
      ])
  }

  @Test func `an assertion of absence marks nothing`() async {
    let table = await ledger {
      let store = LedgerFixture.editor()
      await store.send(.titleChanged("a"))
      await store.assertNotReceived(.saved)
    }
    claimEqual(table, ["Editor · .titleChanged → title: exercised"])
  }

  @Test func `receives of every kind assert what was sent`() async {
    for form in 0..<4 {
      let table = await ledger {
        let store = LedgerFixture.editor()
        await store.send(.save)
        switch form {
        case 0: await store.receive(.saved)
        case 1: await store.receive(where: { $0 == .saved })
        case 2: await store.receive(inOrder: .saved)
        default: await store.receive(.saved, timeout: .zero)
        }
      }
      #expect(table.contains("Editor · .save → sends .saved: asserted"))
    }
  }

  @Test func `a dismissal is asserted by receiving it, and read by asking for it`() async {
    let presented = await ledger {
      let store = LedgerFixture.desk(.off, .init(editor: .init()))
      await store.send(.editor(.presented(.close)))
      await store.receive(.editor(.dismiss))
    }
    #expect(
      presented == [
        "Desk · .editor.dismiss → editor: exercised",
        "Editor · .close → starts effect: asserted",
        "Editor · .close → dismisses: asserted",
      ])
    let alone = await ledger {
      let store = LedgerFixture.editor()
      await store.send(.close)
      #expect(store.isDismissed)
    }
    #expect(alone.contains("Editor · .close → dismisses: read"))
  }

  @Test func `a child that goes has its effects cancelled`() async {
    let table = await ledger {
      let store = LedgerFixture.desk(.off, .init(editor: .init()))
      await store.send(.editor(.presented(.wait)))
      await store.send(.editor(.dismiss))
      await store.finish()
    }
    #expect(
      table == [
        "Desk · .editor.dismiss → editor: exercised",
        "Desk · .editor.dismiss → cancels CancelID.wait: asserted",
        "Editor · .wait → starts CancelID.wait: read",
      ])
  }

  @Test func `a read in exhaustive mode reaches as far as the assertions`() async {
    for (exhaustivity, mark) in [(Exhaustivity.on, "exercised"), (.off, "read")] {
      let table = await ledger {
        let store = LedgerFixture.editor(exhaustivity)
        await store.send(.save) { $0.isSaving = true }
        _ = store.state
        await store.skipReceivedActions()
      }
      #expect(table.contains("Editor · .saved → isSaving: \(mark)"), "\(table)")
    }
  }

  @Test func `a store that ends its task accounts for what that one started`() async {
    let table = await ledger {
      let store = LedgerFixture.editor()
      let task = await store.send(.wait)
      await task.cancel()
      await task.finish()
    }
    claimEqual(table, ["Editor · .wait → starts CancelID.wait: read"])
  }

  @Test func `a fact says which test it is of, and which line asserted it`() async {
    let line = #line + 3
    let facts = await LedgerWriter.collecting {
      let store = LedgerFixture.editor()
      await store.send(.titleChanged("a")) { $0.title = "a" }
    }
    let asserted = facts.filter { $0.mark == .asserted }
    claimEqual(asserted.map(\.assertedAt), [LedgerLocation(file: #fileID, line: line)])
    #expect(
      asserted.map(\.test.name) == [
        "FocusedTests.LedgerRecordingTests/`a fact says which test it is of, and which line asserted it`()"
      ])
    claimEqual(asserted.map(\.test.location.file), [#fileID])
    #expect(asserted.allSatisfy { $0.test.location.line == line - 4 })
  }

  @Test func `a store writes to the ledger that it was created for`() async {
    let store = LedgerFixture.editor()
    let facts = await LedgerWriter.collecting { await store.send(.save) }
    #expect(facts.isEmpty)
  }
}
