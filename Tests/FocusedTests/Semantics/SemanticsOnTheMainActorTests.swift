import XCTest

/// The scenarios of the semantics rules, run from XCTest methods on the main actor. Swift Testing
/// runs the same functions itself.
@MainActor
final class SemanticsOnTheMainActorTests: XCTestCase {
  func testS01_OnSend() async {
    let tests = S01_OnSendTests()
    await tests.`The closure turns the state before into the state after`()
    await tests.`A wrong value is an issue`()
    await tests.`A field that the closure leaves out is an issue`()
    await tests.`Without a closure a change is an issue`()
    await tests.`A closure that changes nothing is an issue`()
    await tests.`The state right after the reducer counts, not what effects add`()
  }

  func testS02_OnOrder() async {
    let tests = S02_OnOrderTests()
    await tests.`Each action is received in turn`()
    await tests.`An action passed over is one issue`()
    await tests.`Two actions that changed places are one issue`()
    await tests.`Sending with some unasserted is one issue that lists them`()
    await tests.`In order means nothing in between`()
  }

  func testS03_OnEnd() async {
    let tests = S03_OnEndTests()
    await tests.`A test that has accounted for everything just ends`()
    await tests.`Unasserted actions are one issue at finish`()
    await tests.`Unasserted actions are one issue at the store's end`()
    await tests.`An effect in flight is an issue at the send that started it`()
    await tests.`At finish it is an issue there too, and not again at the end`()
    await tests.`An effect in flight is an issue at the receive that started it`()
    await tests.`Each check can be left out`()
  }

  func testS04_OffSend() async {
    let tests = S04_OffSendTests()
    await tests.`A field that is not touched is not compared`()
    await tests.`Without a closure nothing is compared`()
    await tests.`The state right after the reducer counts`()
    await tests.`A closure that changes nothing is fine`()
  }

  func testS05_ReceiveInAnyOrder() async {
    let tests = S05_ReceiveInAnyOrderTests()
    await tests.`The order of receives does not matter`()
    await tests.`Two expectations need two actions`()
    await tests.`The closure sees the state right after that action`()
    await tests.`Conditions and cases match in any order too`()
    await tests.`In order allows others in between`()
    await tests.`What was received since the last send was received, asserted or not`()
  }

  func testS06_SendStartsAfresh() async {
    let tests = S06_SendStartsAfreshTests()
    await tests.`An old response never satisfies a new expectation`()
    await tests.`A response to an earlier send that comes later does`()
  }

  func testS07_State() async {
    let tests = S07_StateTests()
    await tests.`Off it is the live state`()
    await tests.`On it is the state as of the last asserted step`()
    await tests.`In a closure it is the state before that step`()
  }

  func testS08_OffEnd() async {
    let tests = S08_OffEndTests()
    await tests.`Unasserted actions and effects in flight are no issue`()
    await tests.`Finish is the opt-in that requires effects to end`()
  }

  func testS09_EffectsRun() async {
    let tests = S09_EffectsRunTests()
    await tests.`All pure asynchronous work has run`()
    await tests.`Streams fed by other effects have been read`()
    await tests.`Work on the main actor comes back`()
    await tests.`Nothing waits for receive, and what comes later has not run`()
    await tests.`A sent action comes before any asynchronous effect`()
    await tests.`Two hundred runs have equal histories`()
  }

  func testS10_Waiting() async {
    let tests = S10_WaitingTests()
    await tests.`Without effects a receive fails at once`()
    await tests.`With every effect parked on a clock a receive fails at once`()
    await tests.`A root that may be outside is not parked with its children`()
    await tests.`An effect that parks after other work is parked`()
    await tests.`An effect that started a parked one and ended sends no more`()
    await tests.`A part that can be cancelled may be what is parked`()
    await tests.`A receive is woken by a callback on a queue`()
    await tests.`A receive is woken by a real sleep`()
    await tests.`A receive is woken by a send from a detached task`()
    await tests.`A receive waits for a task that outlives its effect`()
    await tests.`A task that outlives its effect and ends ends the waiting`()
    await tests.`A receive is woken by work on the main actor`()
    await tests.`An unstructured task on a clock does not park its effect`()
    await tests.`A race of a clock and the outside world is waited for`()
    await tests.`Finish waits for the outside world`()
    await tests.`What does not come in time is one issue`()
    await tests.`Several can wait for one store`()
    await tests.`Cancelling the test ends its waiting`()
  }

  func testS11_Clock() async {
    let tests = S11_ClockTests()
    await tests.`Sleepers wake in the order of their deadlines`()
    await tests.`Effects rest after each, and may sleep again`()
    await tests.`An error of an effect is an issue of the advance that woke it`()
  }

  func testS12_Toggling() async {
    let tests = S12_TogglingTests()
    await tests.`Back on, the live state is the baseline`()
    await tests.`A scope ends with what was before`()
    await tests.`Effects still in flight count again`()
    await tests.`Off, what was received while on can be asserted in any order`()
    await tests.`Only states, then everything`()
  }

  func testS14_TwoReadings() async {
    let tests = S14_TwoReadingsTests()
    await tests.`A change of the state before is as good as its result`()
    await tests.`When both readings fail there is one issue`()
    await tests.`A value that depends on the state is not read in the past`()
    await tests.`A wrong value traps no more than the right one`()
    await tests.`A closure runs three times at most`()
  }

  func testS15_LaterMatch() async {
    let tests = S15_LaterMatchTests()
    await tests.`The issue names the action after which it holds`()
    await tests.`A closure is not run on later states`()
  }

  func testS16_Dismiss() async {
    let tests = S16_DismissTests()
    await tests.`Dismissing ends all effects`()
    await tests.`Sending afterwards is one issue and changes nothing`()
  }

  func testS17_ThrowingClosure() async {
    let tests = S17_ThrowingClosureTests()
    await tests.`It is one issue at the step`()
  }

  func testS18_DependenciesInClosures() async {
    let tests = S18_DependenciesInClosuresTests()
    await tests.`A closure foretells the ids that the reducer made`()
  }

  func testS19_Skipping() async {
    let tests = S19_SkippingTests()
    await tests.`Skipping received actions moves the state on`()
    await tests.`Skipping effects cancels them and what would follow`()
    await tests.`An effect that ignores its cancellation is skipped too`()
    await tests.`Strictly, nothing to skip is an issue`()
  }

  func testS20_NoLivelock() async {
    let tests = S20_NoLivelockTests()
    await tests.`Actions that cause each other`()
    await tests.`Effects that cause each other`()
    await tests.`An effect that yields without end`()
    await tests.`An effect that sends without end`()
    await tests.`An effect that hops to the main actor without end`()
    await tests.`A child task that never rests`()
    await tests.`What rests below the limit is fine`()
  }

  func testS21_OneCauseOneIssue() async {
    let tests = S21_OneCauseOneIssueTests()
    await tests.`A wrong action does not also report a wrong state`()
    await tests.`A wrong state is not reported again by the next step`()
    await tests.`A missing action is one issue to the end of the store`()
    await tests.`A receive that was forgotten is one issue`()
  }

  func testS22_NothingLeaks() async {
    let tests = S22_NothingLeaksTests()
    await tests.`Parked effects are cancelled and what they hold is released`()
    await tests.`A late effect reaches nobody`()
    await tests.`A task handle outlives the store`()
    await tests.`A store goes while another task advances its clock`()
  }

  func testS23_Parallel() async {
    let tests = S23_ParallelTests()
    await tests.`Hundreds of stores with the same ids do not meet`()
  }
}
