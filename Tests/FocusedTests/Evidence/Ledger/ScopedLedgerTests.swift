import TestEvents
import FocusedTestStore
import Testing

/// The ledger and the mutants treat a call of a scoped store as the equivalent call of the store.
struct ScopedLedgerTests {
  @Test func `the ledger credits what a part asserts as what the store does`() async {
    let state = Office.State(
      sheet: Desk.State(), rows: [Desk.State(id: 1), Desk.State(id: 2)],
      path: StackState([.desk(Desk.State())]))
    let byStore = await ledger {
      let store = Office.store(.off, state)
      await store.send(.left(.write("a"))) { $0.left.note = "a" }
      await store.send(.sheet(.presented(.countUp))) { $0.sheet?.count = 1 }
      await store.send(.rows(.element(id: 2, action: .write("b")))) { $0.rows[id: 2]?.note = "b" }
      await store.send(.path(.element(id: 0, action: .desk(.ask))))
      await store.receive(.path(.element(id: 0, action: .desk(.answered(42))))) {
        $0.path[id: 0, case: { .desk($0) }]?.answer = 42
      }
      await store.send(.sheet(.presented(.sign)))
      #expect(store.state.sheet?.count == 1)
    }
    let byParts = await ledger {
      let store = Office.store(.off, state)
      let left = store.scope(state: \.left, action: { .left($0) })
      let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
      let row = store.scope(state: \.rows[id: 2], action: { .rows(.element(id: 2, action: $0)) })
      let desk = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
        .scope(state: { .desk($0) }, action: { .desk($0) })
      await left.send(.write("a")) { $0.note = "a" }
      await sheet.send(.countUp) { $0.count = 1 }
      await row.send(.write("b")) { $0.note = "b" }
      await desk.send(.ask)
      await desk.receive(.answered(42)) { $0.answer = 42 }
      await sheet.send(.sign)
      #expect(sheet.state?.count == 1)
    }
    #expect(byStore.contains("Desk · .write → note: asserted"))
    #expect(byStore.contains("Desk · .answered → answer: asserted"))
    #expect(byStore.contains("Desk · .signed → Office.written: read"))
    // A scoped store reads only its own state.
    #expect(byParts.contains("Desk · .signed → Office.written: exercised"))
    func withoutReading(_ cells: [String]) -> [String] {
      cells.map { $0.replacing(": read", with: ": exercised") }
    }
    claimEqual(withoutReading(byParts), withoutReading(byStore))
  }

  @Test func `a part of a root that is an enum has its credit`() async {
    let byStore = await ledger {
      let store = Room.store()
      await store.send(.desk(.write("a"))) { $0 = .desk(Desk.State(note: "a")) }
    }
    let byPart = await ledger {
      let store = Room.store()
      let desk = store.scope(state: { .desk($0) }, action: { .desk($0) })
      await desk.send(.write("a")) { $0.note = "a" }
    }
    claimEqual(byPart, byStore)
    claimEqual(byPart, ["Desk · .write → note: asserted"])
  }

  @Test func `a part that is equal to another one has its own credit`() async {
    let table = await ledger {
      let store = Office.store()
      let right = store.scope(state: \.right, action: { .right($0) })
      await store.send(.left(.write("a")))
      await right.send(.write("a")) { $0.note = "a" }
    }
    claimEqual(table, ["Desk · .write → note: asserted"])
    let other = await ledger {
      let store = Office.store()
      let right = store.scope(state: \.right, action: { .right($0) })
      await store.send(.left(.write("a")))
      await right.send(.countUp) { $0.count = 1 }
    }
    #expect(
      other == [
        "Desk · .countUp → count: asserted", "Desk · .write → note: exercised",
      ])
  }

  @Test func `a part that is read marks its own fields`() async {
    let table = await ledger {
      let store = Office.store()
      let left = store.scope(state: \.left, action: { .left($0) })
      await left.send(.write("a"))
      await store.send(.right(.countUp))
      #expect(left.state?.note == "a")
    }
    #expect(
      table == ["Desk · .countUp → count: exercised", "Desk · .write → note: read"])
  }

  // MARK: - Mutants

  @Test func `a mutant is killed by a part, and survives what does not name it`() async throws {
    let killed = try await mutating("Desk", "write", .field("note")) {
      let store = Room.store()
      let desk = store.scope(state: { .desk($0) }, action: { .desk($0) })
      await desk.send(.write("a")) { $0.note = "a" }
    }
    #expect(killed.isKilled)

    let line = #line + 4
    let survived = try await mutating("Desk", "write", .field("note")) {
      let store = Room.store()
      let desk = store.scope(state: { .desk($0) }, action: { .desk($0) })
      await desk.send(.write("a"))
    }
    #expect(!survived.isKilled)
    #expect(
      survived.code
        == MutantCode(
          file: #fileID, line: line, place: .replacingCall,
          lines: [
            #"await store.send(.desk(.write("a"))) {"#,
            #"  $0 = .desk(Desk.State(id: 0, note: "a", count: 0, answer: nil))"#, "}",
          ]))
  }

  @Test func `no code is proposed for the closure of a part`() async throws {
    let mutation = try await mutating("Desk", "signed", .field("Office.written")) {
      let store = Office.store(.off, Office.State(sheet: Desk.State()))
      let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
      await sheet.send(.sign)
      await sheet.receive(.signed) { $0.note = "signed" }
    }
    #expect(!mutation.isKilled)
    claimEqual(mutation.events, [.applied])
    #expect(mutation.code == nil)
  }

  @Test func `an action that was lost is received by the store`() async throws {
    let line = #line + 4
    let mutation = try await mutating("Desk", "ask", .sends("answered")) {
      let store = Room.store()
      let desk = store.scope(state: { .desk($0) }, action: { .desk($0) })
      await desk.send(.ask)
    }
    #expect(!mutation.isKilled)
    #expect(
      mutation.code
        == MutantCode(
          file: #fileID, line: line, place: .atEnd,
          lines: ["await store.receive(.desk(.answered(42)))"]))
  }
}
