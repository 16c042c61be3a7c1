import FocusedTestStore
import Testing

struct YieldBudgetTests {
  @Test func `It ends after turns in a row that bring nothing`() {
    var budget = YieldBudget(turns: 2)
    budget.endTurn(bringing: .init())
    budget.endTurn(bringing: .init(fromElsewhere: 1))
    budget.endTurn(bringing: .init())
    #expect(budget.hasTurnsLeft(after: .seconds(1)))
    budget.endTurn(bringing: .init())
    #expect(!budget.hasTurnsLeft(after: .zero))
  }

  @Test func `Work that keeps coming in is bounded in number and in time`() {
    var budget = YieldBudget(turns: 2)
    budget.endTurn(bringing: .init(fromElsewhere: 99))
    #expect(budget.hasTurnsLeft(after: .seconds(1)))
    budget.endTurn(bringing: .init(fromElsewhere: 1))
    #expect(budget.hasTurnsLeft(after: .milliseconds(99)))
    #expect(!budget.hasTurnsLeft(after: .milliseconds(100)))
  }

  @Test func `What the main actor brings is bounded in turns and in time`() {
    var budget = YieldBudget(turns: 2)
    for _ in 0..<999 { budget.endTurn(bringing: .init(fromMainActor: 1)) }
    #expect(budget.hasTurnsLeft(after: .seconds(1_000)))
    budget.endTurn(bringing: .init(fromMainActor: 1))
    #expect(budget.hasTurnsLeft(after: .seconds(29)))
    #expect(!budget.hasTurnsLeft(after: .seconds(30)))
  }
}
