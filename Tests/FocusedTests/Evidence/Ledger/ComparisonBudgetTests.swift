import FocusedTestStore
import Testing

struct ComparisonBudgetTests {
  @Test func `the first comparisons of a kind are made, and then fewer and fewer`() {
    let (key, otherKey) = (ActionKey(feature: "F", name: "a"), ActionKey(feature: "F", name: "b"))
    let line = CallSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1)
    let otherLine = CallSite(fileID: #fileID, filePath: #filePath, line: 2, column: 1)
    let kinds: [(ComparisonBudget.Counted, others: [ComparisonBudget.Counted])] = [
      (.step(key), others: [.step(otherKey)]),
      (.assertion(key, line), others: [.assertion(key, otherLine), .step(key)]),
      (.closure(line), others: [.closure(otherLine)]),
    ]
    for (kind, others) in kinds {
      let budget = ComparisonBudget()
      let admitted = (1...200).filter { _ in budget.shouldMake(kind) }
      #expect(admitted == Array(1...16) + [32, 64, 128], "\(kind)")
      for other in others { #expect(budget.shouldMake(other), "\(other)") }
    }
  }

  @Test func `a line that has asserted an action often enough credits no other change`() async {
    let table = await ledger {
      let store = LedgerFixture.editor()
      for _ in 1...100 { await store.send(.save) { $0.isSaving = true } }
    }
    #expect(
      table == [
        "Editor · .save → isSaving: asserted", "Editor · .save → sends .saved: exercised",
        "Editor · .saved → isSaving: exercised",
      ])
  }

  @Test func `a step that a closure asserts is looked at in any case`() async {
    let table = await ledger {
      let store = Probe.store()
      for _ in 0..<40 { await store.send(.tap) }
      let other = Probe.store()
      await other.send(.tap) { $0.taps = 1 }
    }
    claimEqual(table, ["Probe · .tap → taps: asserted"])
  }

  @Test func `an effect with many actions is known by what they change`() async {
    let table = await ledger {
      let store = Probe.store(onTap: { send in
        for value in 0..<1_000 { await send(.got(value)) }
      })
      await store.send(.tap)
      await store.receive(.got(999)) { $0.values = Array(0..<1_000) }
    }
    #expect(
      table == [
        "Probe · .got → values: asserted",
        "Probe · .tap → taps: exercised",
        "Probe · .tap → sends .got: asserted",
        "Probe · .tap → starts effect: asserted",
      ])
  }
}
