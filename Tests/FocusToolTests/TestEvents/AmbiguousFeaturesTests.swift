import TestEvents
import Foundation
import Testing
@testable import focus

/// Features with the same name in several modules.
struct AmbiguousFeaturesTests {
  private func behavior(_ module: String, _ feature: String, _ field: String = "x") -> Behavior {
    Behavior(module: module, feature: feature, action: "saved", outcome: .field(field))
  }

  @Test func `a behavior shows its module only if another module has a feature of the name`() {
    let behaviors = [behavior("A", "Settings"), behavior("B", "Settings"), behavior("A", "Home")]
    let names = AmbiguousFeatures(behaviors)
    claimEqual(
      behaviors.map { names.naming($0).description },
      ["A.Settings · .saved → x", "B.Settings · .saved → x", "Home · .saved → x"])
    claimEqual(
      AmbiguousFeatures([behaviors[0]]).naming(behaviors[0]).description, "Settings · .saved → x")
  }

  @Test func `the module in a name changes no equality`() {
    let plain = behavior("A", "Settings")
    let named = AmbiguousFeatures([plain, behavior("B", "Settings")]).naming(plain)
    claimEqual(named, plain)
    claimEqual(Set([named, plain]).count, 1)
    #expect(plain != behavior("B", "Settings"))
    #expect(plain < behavior("B", "Settings"))
  }

  @Test func `a line of the ledger keeps the module`() {
    let fact = LedgerFact(
      behavior: behavior("A", "Settings"), mark: .asserted,
      test: LedgerTest(name: "t", file: "A/B.swift", line: 1))
    #expect(fact.line.contains(#""module":"A","name":"x","#))
    claimEqual(LedgerLine(Data(fact.line.utf8)), .fact(fact))
  }

  @Test func `a ledger with both features has a feature per module in its report`() throws {
    var ledger = Ledger()
    let facts = [behavior("A", "Settings"), behavior("B", "Settings", "y")].map {
      LedgerFact(
        behavior: $0, mark: $0.module == "A" ? .asserted : .exercised,
        test: LedgerTest(name: "t", file: "A/B.swift", line: 1))
    }
    ledger.merge(Data(ledgerText(facts).utf8), file: "1.jsonl")
    let report = BehaviorReport(ledger.facts)
    claimEqual(report.features.map(\.name), ["A.Settings", "B.Settings"])
    claimEqual(report.features.map(\.counts[.asserted]), [1, 0])
    #expect(
      try KnownGaps("", file: "GAPS").updating("", for: report)
        .contains("B.Settings · .saved → y\n"))
  }
}
