/// The scenarios of the semantics rules, for the XCTest classes that run them. Swift Testing finds the
/// same functions by itself; `SemanticsRosterTests` finds what is missing here.
enum SemanticsRoster {
  static var suites: [ScenarioSuite] {
    [
      ScenarioSuite(S01_OnSendTests()) {
        [
          $0.`The closure turns the state before into the state after`,
          $0.`A wrong value is an issue`,
          $0.`A field that the closure leaves out is an issue`,
          $0.`Without a closure a change is an issue`,
          $0.`A closure that changes nothing is an issue`,
          $0.`The state right after the reducer counts, not what effects add`,
        ]
      },
      ScenarioSuite(S02_OnOrderTests()) {
        [
          $0.`Each action is received in turn`,
          $0.`An action passed over is one issue`,
          $0.`Two actions that changed places are one issue`,
          $0.`Sending with some unasserted is one issue that lists them`,
          $0.`In order means nothing in between`,
        ]
      },
      ScenarioSuite(S03_OnEndTests()) {
        [
          $0.`A test that has accounted for everything just ends`,
          $0.`Unasserted actions are one issue at finish`,
          $0.`Unasserted actions are one issue at the store's end`,
          $0.`An effect in flight is an issue at the send that started it`,
          $0.`At finish it is an issue there too, and not again at the end`,
          $0.`An effect in flight is an issue at the receive that started it`,
          $0.`Each check can be left out`,
        ]
      },
      ScenarioSuite(S04_OffSendTests()) {
        [
          $0.`A field that is not touched is not compared`,
          $0.`Without a closure nothing is compared`,
          $0.`The state right after the reducer counts`,
          $0.`A closure that changes nothing is fine`,
        ]
      },
      ScenarioSuite(S05_ReceiveInAnyOrderTests()) {
        [
          $0.`The order of receives does not matter`,
          $0.`Two expectations need two actions`,
          $0.`The closure sees the state right after that action`,
          $0.`Conditions and cases match in any order too`,
          $0.`In order allows others in between`,
        ]
      },
      ScenarioSuite(S06_SendStartsAfreshTests()) {
        [
          $0.`An old response never satisfies a new expectation`,
          $0.`A response to an earlier send that comes later does`,
        ]
      },
      ScenarioSuite(S07_StateTests()) {
        [
          $0.`Off it is the live state`,
          $0.`On it is the state as of the last asserted step`,
          $0.`In a closure it is the state before that step`,
        ]
      },
      ScenarioSuite(S08_OffEndTests()) {
        [
          $0.`Unasserted actions and effects in flight are no issue`,
          $0.`Finish is the opt-in that requires effects to end`,
        ]
      },
      ScenarioSuite(S09_EffectsRunTests()) {
        [
          $0.`All pure asynchronous work has run`,
          $0.`Streams fed by other effects have been read`,
          $0.`Work on the main actor comes back`,
          $0.`Nothing waits for receive, and what comes later has not run`,
          $0.`A sent action comes before any asynchronous effect`,
          $0.`What an action sends is reduced before its effect goes on`,
          $0.`A follow-up can cancel the effect that caused it`,
          $0.`What comes from the main actor waits until all is at rest`,
          $0.`Effects that hop to the main actor have one order`,
          $0.`A cancelled test sees the same`,
          $0.`What a cancelled task sends from the main actor is dropped`,
          $0.`An actor that other tests use, too, is waited for`,
          $0.`Two hundred runs have equal histories`,
        ]
      },
      ScenarioSuite(S10_WaitingTests()) {
        [
          $0.`Without effects a receive fails at once`,
          $0.`With every effect parked on a clock a receive fails at once`,
          $0.`A root that may be outside is not parked with its children`,
          $0.`A child asleep does not park an effect that is outside`,
          $0.`A child that has ended does not keep an effect from parking`,
          $0.`No timeout is too long, and none too short`,
          $0.`An effect that parks after other work is parked`,
          $0.`A part that can be cancelled may be what is parked`,
          $0.`An effect that started a parked one and ended sends no more`,
          $0.`A receive is woken by a callback on a queue`,
          $0.`A receive is woken by a real sleep`,
          $0.`A receive is woken by a send from a detached task`,
          $0.`A receive waits for a task that outlives its effect`,
          $0.`A task that outlives its effect and ends ends the waiting`,
          $0.`A receive is woken by work on the main actor`,
          $0.`An unstructured task on a clock does not park its effect`,
          $0.`A task on a clock that outlives its effect is parked`,
          $0.`A task in a stub that outlives its effect is parked`,
          $0.`A race of a clock and the outside world is waited for`,
          $0.`Finish waits for the outside world`,
          $0.`What does not come in time is one issue`,
          $0.`Several can wait for one store`,
          $0.`Cancelling the test ends its waiting`,
        ]
      },
      ScenarioSuite(S11_ClockTests()) {
        [
          $0.`Sleepers wake in the order of their deadlines`,
          $0.`Effects rest after each, and may sleep again`,
          $0.`What a test has brought about comes before time moves`,
          $0.`A clock on which something arrives to sleep is not at rest`,
          $0.`An advance over a timer that never ends gives up`,
          $0.`An error of an effect is an issue of the advance that woke it`,
        ]
      },
      ScenarioSuite(S12_TogglingTests()) {
        [
          $0.`Back on, the live state is the baseline`,
          $0.`A scope ends with what was before`,
          $0.`Effects still in flight count again`,
          $0.`Off, what was received while on can be asserted in any order`,
          $0.`Only states, then everything`,
        ]
      },
      ScenarioSuite(S13_ShowSkippedTests()) {
        [
          $0.`Skipped fields and actions are noted and fail nothing`,
          $0.`What is asserted is not noted`,
          $0.`A failure is still a failure`,
          $0.`Plain off notes nothing`,
        ]
      },
      ScenarioSuite(S14_TwoReadingsTests()) {
        [
          $0.`A change of the state before is as good as its result`,
          $0.`When both readings fail there is one issue`,
          $0.`A value that depends on the state is not read in the past`,
          $0.`A wrong value traps no more than the right one`,
          $0.`A closure runs three times at most`,
        ]
      },
      ScenarioSuite(S15_LaterMatchTests()) {
        [
          $0.`The issue names the action after which it holds`,
          $0.`A closure is not run on later states`,
        ]
      },
      ScenarioSuite(S16_DismissTests()) {
        [
          $0.`Dismissing ends all effects`,
          $0.`Sending afterwards is one issue and changes nothing`,
          $0.`So is what the effect sends that has dismissed`,
        ]
      },
      ScenarioSuite(S17_ThrowingClosureTests()) {
        [
          $0.`It is one issue at the step`
        ]
      },
      ScenarioSuite(S18_DependenciesInClosuresTests()) {
        [
          $0.`A closure makes the ids that the reducer made`
        ]
      },
      ScenarioSuite(S19_SkippingTests()) {
        [
          $0.`Skipping received actions moves the state on`,
          $0.`Skipping effects cancels them and what would follow`,
          $0.`An effect that ignores its cancellation is skipped too`,
          $0.`Strictly, nothing to skip is an issue`,
        ]
      },
      ScenarioSuite(S20_NoLivelockTests()) {
        [
          $0.`Actions that cause each other`,
          $0.`Effects that cause each other`,
          $0.`An effect that yields without end`,
          $0.`An effect that sends without end`,
          $0.`An effect that hops to the main actor without end`,
          $0.`An effect that sends from the main actor without end`,
          $0.`A child task that never rests`,
          $0.`What rests below the limit is fine`,
          $0.`An effect whose action sends without end is stopped, too`,
          $0.`An actor that a stopped effect used goes on working`,
          $0.`A steady source outside does not keep send from returning`,
          $0.`A source that never waits does not keep send from returning`,
        ]
      },
      ScenarioSuite(S21_OneCauseOneIssueTests()) {
        [
          $0.`A wrong action does not also report a wrong state`,
          $0.`A wrong state is not reported again by the next step`,
          $0.`A missing action is one issue to the end of the store`,
          $0.`An expectation too many is one issue`,
          $0.`Expectations in another order are one issue`,
          $0.`An expectation too many passes over nothing that comes again`,
          $0.`An action passed over after an expectation that nothing meets is an issue of its own`,
          $0.`An effect that finish reports in off is one issue to the end`,
          $0.`An effect that starts after a finish is one issue more`,
          $0.`The next send is checked in full again`,
          $0.`An action that comes after its receive is one issue`,
          $0.`Two expectations that nothing meets are two issues`,
          $0.`An endpoint that throws is one issue`,
          $0.`An endpoint that throws in a closure is one issue`,
          $0.`An action for a child that is not there is one issue`,
          $0.`A wrong state after another step that failed is an issue`,
          $0.`An error thrown about a step that failed is an issue`,
          $0.`A receive that was forgotten is one issue`,
        ]
      },
      ScenarioSuite(S22_NothingLeaksTests()) {
        [
          $0.`Parked effects are cancelled and what they hold is released`,
          $0.`A late effect reaches no store`,
          $0.`A task handle outlives the store`,
          $0.`A store goes while another task advances its clock`,
        ]
      },
      ScenarioSuite(S23_ParallelTests()) {
        [
          $0.`Hundreds of stores with the same ids do not meet`
        ]
      },
      ScenarioSuite(S24_NoWayInFromInsideTests()) {
        [
          $0.`A send from an effect is one issue, and nothing is lost`,
          $0.`A call by a part is one as well`,
          $0.`Every call from an effect is one issue`,
          $0.`A child task and an object on the main actor are inside, too`,
          $0.`A detached task of an effect drives while the test does`,
          $0.`Two stores whose effects send to each other do not hang`,
          $0.`A task that an assert closure or a reducer starts is inside`,
          $0.`A clock that an effect moves stands still`,
          $0.`A stub that an effect answers goes on waiting`,
          $0.`A second call of another task is an issue, and returns`,
          $0.`Calls one after the other are none, from whatever task`,
        ]
      },
    ]
  }
}

/// A suite of the semantics, and those of its tests that run in any test framework.
struct ScenarioSuite {
  let scenarios: [nonisolated(nonsending) () async -> Void]

  init<Suite>(
    _ suite: Suite, _ scenarios: (Suite) -> [nonisolated(nonsending) () async -> Void]
  ) {
    self.scenarios = scenarios(suite)
  }
}
