import TestEvents
import Foundation
import Testing
import focus

struct ReportJSONTests {
  @Test func `The shape is as documented`() {
    let facts = [
      fact("saveTapped", .field("isSaving"), .asserted, assertedAt: 14),
      fact("cancelTapped", .nothing, .exercised),
    ]
    claimGolden(BehaviorReport(facts).json(Ledger()), "behaviors.json")
  }

  @Test func `the number of skipped lines and the differences from the known gaps are there`()
    throws
  {
    var ledger = Ledger()
    ledger.merge(Data("x\ny\n{\"ledger\":3}\nz\n".utf8), file: "a")
    let report = BehaviorReport(sampleFacts)
    let gaps = try KnownGaps("A · .b → c # It is rare.", file: "b").compare(report)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(report.json(ledger, gaps).utf8)) as? [String: Any])
    #expect(object["skipped"] as? [String: Int] == ["damagedLines": 2, "otherVersionLines": 1])
    #expect(
      object["gaps"] as? [String: [String]] == [
        "new": ["Profile · .saved → dismisses"], "stale": ["A · .b → c"],
      ])
  }
}
