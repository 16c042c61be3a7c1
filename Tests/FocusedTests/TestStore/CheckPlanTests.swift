import Testing

@testable import struct FocusedTestStore.CheckPlan
@testable import struct FocusedTestStore.Exhaustivity

struct CheckPlanTests {
  @Test func `off compares what a closure says, and demands nothing`() {
    let plan = CheckPlan(.off)
    #expect(!plan.comparesEveryField && !plan.demandsReceived && !plan.demandsEnds)
    #expect(plan.look(hasClosure: false) == .none)
    #expect(plan.look(hasClosure: true) == .checks)
  }

  @Test func `on checks each step, with a closure or without`() {
    let plan = CheckPlan(.on)
    #expect(plan.comparesEveryField && plan.demandsReceived && plan.demandsEnds)
    #expect(!plan.notesSkipped)
    #expect(plan.look(hasClosure: false) == .checks)
  }

  @Test func `off with notes looks at steps without a closure, and checks none of them`() {
    let plan = CheckPlan(.off(showSkippedAssertions: true))
    #expect(plan.notesSkipped)
    #expect(plan.look(hasClosure: false) == .notes)
  }

  @Test func `each check is one of its own`() {
    #expect(CheckPlan(.on(checking: .stateChanges)).comparesEveryField)
    #expect(CheckPlan(.on(checking: .receivedActions)).demandsReceived)
    #expect(CheckPlan(.on(checking: .inFlightEffects)).demandsEnds)
    #expect(!CheckPlan(.on(checking: [.stateChanges, .inFlightEffects])).demandsReceived)
  }

  @Test func `back to on starts afresh, and notes what was skipped until then`() {
    let off = CheckPlan(.off(showSkippedAssertions: true))
    #expect(
      CheckPlan(.on).change(from: off)
        == CheckPlan.Change(notesSkipped: true, startsAfresh: true, dropsBaseline: false))
    #expect(
      off.change(from: CheckPlan(.on))
        == CheckPlan.Change(notesSkipped: false, startsAfresh: false, dropsBaseline: true))
  }

  @Test func `the baseline stays where received actions are demanded before and after`() {
    let change = CheckPlan(.on(checking: .receivedActions)).change(from: CheckPlan(.on))
    #expect(change == CheckPlan.Change())
  }

  @Test func `nothing changes where only notes do`() {
    #expect(CheckPlan(.off).change(from: CheckPlan(.off(showSkippedAssertions: true))) == nil)
    #expect(CheckPlan(.on).change(from: CheckPlan(.on)) == nil)
  }
}
