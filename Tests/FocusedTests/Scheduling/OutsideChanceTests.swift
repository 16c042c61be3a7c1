import FocusedTestStore
import Testing

struct OutsideChanceTests {
  @Test func `It ends after turns in a row that bring nothing`() {
    var chance = OutsideChance(turns: 2)
    chance.endTurn(bringing: .init())
    chance.endTurn(bringing: .init(fromElsewhere: 1))
    chance.endTurn(bringing: .init())
    #expect(chance.hasTurnsLeft(after: .seconds(1)))
    chance.endTurn(bringing: .init())
    #expect(!chance.hasTurnsLeft(after: .zero))
  }

  @Test func `Work that keeps coming in is bounded in number and in time`() {
    var chance = OutsideChance(turns: 2)
    chance.endTurn(bringing: .init(fromElsewhere: 99))
    #expect(chance.hasTurnsLeft(after: .seconds(1)))
    chance.endTurn(bringing: .init(fromElsewhere: 1))
    #expect(chance.hasTurnsLeft(after: .milliseconds(99)))
    #expect(!chance.hasTurnsLeft(after: .milliseconds(100)))
  }

  @Test func `What the main actor brings is bounded in turns and in time`() {
    var chance = OutsideChance(turns: 2)
    for _ in 0..<999 { chance.endTurn(bringing: .init(fromMainActor: 1)) }
    #expect(chance.hasTurnsLeft(after: .seconds(1_000)))
    chance.endTurn(bringing: .init(fromMainActor: 1))
    #expect(chance.hasTurnsLeft(after: .seconds(29)))
    #expect(!chance.hasTurnsLeft(after: .seconds(30)))
  }
}
