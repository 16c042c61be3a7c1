import Testing

@testable import struct FocusedTestStore.CheckPlan
@testable import struct FocusedTestStore.Exhaustivity

struct CheckPlanTests {
  @Test func `off compares what a closure says, and demands nothing`() {
    let plan = CheckPlan(.off)
    #expect(!plan.comparesEveryField && !plan.demandsReceived && !plan.demandsEnds)
  }

  @Test func `on compares each field, and demands all`() {
    let plan = CheckPlan(.on)
    #expect(plan.comparesEveryField && plan.demandsReceived && plan.demandsEnds)
    #expect(!plan.notesSkipped)
  }

  @Test func `off with notes checks nothing more`() {
    let plan = CheckPlan(.off(showSkippedAssertions: true))
    #expect(plan.notesSkipped && plan.checksTheSame(as: CheckPlan(.off)))
  }

  @Test func `each check is one of its own`() {
    #expect(CheckPlan(.on(checking: .stateChanges)).comparesEveryField)
    #expect(CheckPlan(.on(checking: .receivedActions)).demandsReceived)
    #expect(CheckPlan(.on(checking: .inFlightEffects)).demandsEnds)
    #expect(!CheckPlan(.on(checking: [.stateChanges, .inFlightEffects])).demandsReceived)
  }

  @Test func `each check makes a difference`() {
    let checks: [Exhaustivity.Checks] = [.stateChanges, .receivedActions, .inFlightEffects]
    for check in checks {
      #expect(!CheckPlan(.on(checking: check)).checksTheSame(as: CheckPlan(.off)))
      #expect(!CheckPlan(.on).checksTheSame(as: CheckPlan(.on(checking: check))))
    }
  }
}
