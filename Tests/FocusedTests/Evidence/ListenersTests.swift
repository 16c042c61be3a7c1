import TestEvents
import FocusedTestStore
import Foundation
import Testing

/// The interface between the store and the product that listens to it.
struct ListenersTests {
  @Test func `the store finds its listener by name`() {
    #expect(
      AddOn.evidence.className == String(reflecting: Evidence.self),
      "The class has another name. Correct AddOn.evidence.")
    #expect(AddOn.evidence.linkedClass == Evidence.self)
    #expect(Listeners.ofProcess == Evidence.self)
  }

  @Test func `a variable without the product names the manifest's line`() {
    expectText(FailureMessages.notLinked("FocusedEvidence", neededBy: "FOCUSED_LEDGER"))
  }

  @Test func `the tool and the store agree on the names of variables`() {
    claimEqual(TestVariable.allCases.map(\.rawValue), EnvironmentVariable.allCases.map(\.rawValue))
  }

  @Test func `a kind of run is the same in the store and in a trace`() {
    for role in RunRole.allCases { #expect(TimelineRow.Role(rawValue: role.rawValue) != nil) }
  }
}
