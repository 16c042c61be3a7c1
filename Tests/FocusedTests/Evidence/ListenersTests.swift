import TestEvents
import FocusedTestStore
import Foundation
import Testing

/// The interface between the store and the product that listens to it.
struct ListenersTests {
  @Test func `the store finds its listener by name`() {
    #expect(
      Listeners.className == String(reflecting: Evidence.self),
      "The class has another name. Correct Listeners.className.")
    #expect(NSClassFromString(Listeners.className) == Evidence.self)
    #expect(Listeners.ofProcess == Evidence.self)
  }

  @Test func `a variable without the product names the manifest's line`() {
    claimEqual(
      FailureMessages.notLinked("FocusedEvidence", neededBy: "FOCUSED_LEDGER"),
      """
      FOCUSED_LEDGER needs FocusedEvidence, which this test target does not link.
      Add this line to the dependencies of the test target in Package.swift:
      .product(name: "FocusedEvidence", package: "FocusedTestStore")
      """)
  }

  @Test func `a product that is linked with another copy of the store is named`() {
    claimEqual(
      FailureMessages.ofOtherCopy("FocusedEvidence", for: .mutants),
      """
      FOCUSED_MUTANTS needs FocusedEvidence, which is linked with another copy of FocusedTestStore.
      Link FocusedEvidence and FocusedTestStore to the same test target, and to no other target that it depends on.
      """)
  }

  @Test func `the tool and the store agree on the names of variables`() {
    claimEqual(TestVariable.allCases.map(\.rawValue), EnvironmentVariable.allCases.map(\.rawValue))
  }

  @Test func `a kind of run is the same in the store and in a trace`() {
    let roles: [RunRole] = [.usual, .tried, .failing, .passing, .replayed, .script]
    for role in roles { #expect(TracedRun.Role(rawValue: role.rawValue) != nil) }
  }
}
