import FocusedTestStore
import Testing

@Suite struct OutsideChanceTests {
  @Test func `It ends after turns in a row that bring nothing`() {
    var chance = OutsideChance(turns: 2)
    chance.endTurn(bringing: .nothing)
    chance.endTurn(bringing: .work(isFromMainActor: false))
    chance.endTurn(bringing: .nothing)
    #expect(chance.hasTurnsLeft(after: .seconds(1)))
    chance.endTurn(bringing: .nothing)
    #expect(!chance.hasTurnsLeft(after: .zero))
  }

  @Test func `Work that keeps coming in is bounded in rounds and in time`() {
    var chance = OutsideChance(turns: 2)
    for _ in 0..<99 { chance.endTurn(bringing: .work(isFromMainActor: false)) }
    #expect(chance.hasTurnsLeft(after: .seconds(1)))
    chance.endTurn(bringing: .work(isFromMainActor: false))
    #expect(chance.hasTurnsLeft(after: .milliseconds(99)))
    #expect(!chance.hasTurnsLeft(after: .milliseconds(100)))
  }

  @Test func `What the main actor brings counts as no round`() {
    var chance = OutsideChance(turns: 2)
    for _ in 0..<999 { chance.endTurn(bringing: .work(isFromMainActor: true)) }
    #expect(chance.hasTurnsLeft(after: .seconds(1_000)))
    chance.endTurn(bringing: .work(isFromMainActor: true))
    #expect(chance.hasTurnsLeft(after: .seconds(29)))
    #expect(!chance.hasTurnsLeft(after: .seconds(30)))
  }
}
