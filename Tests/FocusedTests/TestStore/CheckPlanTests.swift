import Testing

@testable import struct FocusedTestStore.CheckPlan
@testable import struct FocusedTestStore.Exhaustivity

struct CheckPlanTests {
  @Test func `off with notes checks nothing more`() {
    let plan = CheckPlan(.off(showSkippedAssertions: true))
    #expect(plan.notesSkipped && plan.checksTheSame(as: CheckPlan(.off)))
  }

  @Test func `each check makes a difference`() {
    let checks: [Exhaustivity.Checks] = [.stateChanges, .receivedActions, .inFlightEffects]
    for check in checks {
      #expect(!CheckPlan(.on(checking: check)).checksTheSame(as: CheckPlan(.off)))
      #expect(!CheckPlan(.on).checksTheSame(as: CheckPlan(.on(checking: check))))
    }
  }
}
