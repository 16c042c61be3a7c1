import FocusedTestStore
import XCTest

/// The semantics rules that the caller's actor can affect, from XCTest on no actor.
final class SemanticsOnNoActorTests: XCTestCase {
  func testRules() async { await runRules() }
}

/// The semantics rules that the caller's actor can affect, from XCTest on the main actor.
@MainActor
final class SemanticsOnTheMainActorTests: XCTestCase {
  func testRules() async { await runRules() }
}

/// Runs scenarios of the rules on the caller's actor. Each failure is reported on its own line.
private nonisolated(nonsending) func runRules() async {
  // Some scenarios depend on an order, so none is shuffled.
  for scenario in effectScenarios + (Ownership.isExact ? ownershipScenarios : []) {
    await withSchedules(1) { await scenario() }
  }
}

private typealias Scenario = nonisolated(nonsending) () async -> Void

/// The scenarios in which effects run and wait, and in which the test waits for effects.
private var effectScenarios: [Scenario] {
  let effects = S09_EffectsRunTests()
  let waiting = S10_WaitingTests()
  let clocks = S11_ClockTests()
  let livelocks = S20_NoLivelockTests()
  let inside = S24_NoWayInFromInsideTests()
  let bounds = S25_NoBoundIsATrapTests()
  return [
    effects.`All pure asynchronous work has run`,
    effects.`Streams fed by other effects have been read`,
    effects.`Nothing waits for receive, and what comes later has not run`,
    effects.`A sent action comes before any asynchronous effect`,
    effects.`What an action sends is reduced before its effect goes on`,
    effects.`A follow-up can cancel the effect that caused it`,
    effects.`An actor that other tests use, too, is waited for`,
    effects.`Two hundred runs have equal histories`,
    waiting.`With every effect parked on a clock a receive fails at once`,
    waiting.`A task that awaits a group is as parked as the group's tasks`,
    waiting.`A child asleep does not park an effect that is outside`,
    waiting.`A child that has ended does not keep an effect from parking`,
    waiting.`An effect that parks after other work is parked`,
    waiting.`An effect that started a parked one and ended sends no more`,
    waiting.`A receive is woken by a send from a detached task`,
    waiting.`A receive waits for a task that outlives its effect`,
    waiting.`A task that outlives its effect and ends ends the waiting`,
    waiting.`A receive is woken by work on the main actor`,
    waiting.`An unstructured task on a clock does not park its effect`,
    waiting.`A task on a clock that outlives its effect is parked`,
    waiting.`Finish waits for the outside world`,
    waiting.`What does not come in time is one issue`,
    waiting.`Several can wait for one store`,
    waiting.`Cancelling the test ends its waiting`,
    clocks.`Sleepers wake in the order of their deadlines`,
    clocks.`Effects rest after each, and may sleep again`,
    clocks.`What a test has brought about comes before time moves`,
    clocks.`A clock on which something arrives to sleep is not at rest`,
    clocks.`An error of an effect is an issue of the advance that woke it`,
    livelocks.`Effects that cause each other`,
    livelocks.`An effect that sends without end`,
    livelocks.`A child task that never rests`,
    livelocks.`What rests below the limit is fine`,
    livelocks.`An effect whose action sends without end is stopped, too`,
    livelocks.`An actor that a stopped effect used goes on working`,
    { await livelocks.`A steady source outside does not keep send from returning`(sends: 20) },
    inside.`A send from an effect is one issue, and nothing is lost`,
    inside.`Every call from an effect is one issue`,
    inside.`A child task and an object on the main actor are inside, too`,
    inside.`Two stores whose effects send to each other do not hang`,
    inside.`A task that an assert closure or a reducer starts is inside`,
    inside.`A clock that an effect moves stands still`,
    inside.`A check of a clock from an effect is one issue`,
    inside.`A stub that an effect answers goes on waiting`,
    inside.`A second call of another task is an issue, and returns`,
    inside.`Calls one after the other are none, from whatever task`,
    bounds.`No timeout is too long, and none too short`,
    S16_DismissTests().`Dismissing ends all effects`,
    S22_NothingLeaksTests().`Parked effects are cancelled and what they hold is released`,
    S23_ParallelTests().`Hundreds of stores with the same ids do not meet`,
  ]
}

/// The scenarios of tests that need ownership.
private var ownershipScenarios: [Scenario] {
  let effects = S09_EffectsRunTests()
  let livelocks = S20_NoLivelockTests()
  let inside = S24_NoWayInFromInsideTests()
  return [
    effects.`A cancelled test sees the same`,
    livelocks.`An effect that sends from the main actor without end`,
    inside.`A detached task of an effect drives while the test does`,
  ]
}
