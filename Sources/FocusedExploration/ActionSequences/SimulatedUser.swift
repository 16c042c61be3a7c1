import Core
import FocusedTestStore

/// Takes the steps of an action sequence that its run chooses.
final class SimulatedUser<State, Action> {
  private let store: TestStore<State, Action>
  private let run: ScheduleRun
  private var limit: Int
  private let callSite: CallSite
  private var taken = 0
  /// The number of reduced actions at the last opportunity to act before effects were idle.
  private var lastEarlyStep: Int?

  typealias Machine = StoreMachine<State, Action>
  typealias Options = (State) -> [Action]
  typealias Invariant = (State) throws -> Void

  init(store: TestStore<State, Action>, run: ScheduleRun, limit: Int, callSite: CallSite) {
    self.store = store
    self.run = run
    self.limit = limit
    self.callSite = callSite
  }

  nonisolated(nonsending) func play(_ options: Options, _ invariant: Invariant?) async {
    run.withProgress { $0.beginExploration(upTo: limit, at: callSite) }
    let exhaustivity = store.exhaustivity
    if exhaustivity.checks != Exhaustivity.off.checks || exhaustivity.notesSkipped {
      store.exhaustivity = .off
    }
    await settle()
    if invariant != nil { run.withProgress { $0.hasInvariant = true } }
    await check(invariant)
    while !run.hasFailed, !Task.isCancelled {
      let event = await store.exclusively { machine -> PossibleEvent? in
        let events = possibleEvents(options, in: machine)
        return run.choose(
          among: events, taken: taken, limit: limit, in: { fingerprint(of: machine) }
        ).map { events[$0] }
      }
      guard let event else { break }
      await take(event, options)
      if !run.hasFailed { await check(invariant) }
    }
    if run.hasFailed { run.withProgress { $0.log.noteFailure() } }
    run.withProgress { $0.endExploration() }
    store.exhaustivity = exhaustivity
  }

  nonisolated(nonsending) private func check(_ invariant: Invariant?) async {
    guard let invariant else { return }
    await store.exclusively { check(invariant, in: $0) }
  }

  private func check(_ invariant: Invariant, in machine: Machine) {
    // IDs that the invariant creates start from the beginning each time, and don't change the IDs of the store.
    let dependencies = RewindableDependencies(machine.dependencies)
    do {
      try dependencies.run(at: .beginning) { try invariant(machine.runtime.state) }
    } catch {
      if Issues.hasReported(error) { return }
      Issues.report(FailureMessages.caught(error), at: callSite)
    }
  }

  private func possibleEvents(_ options: Options, in machine: Machine) -> [PossibleEvent] {
    guard taken < limit else { return [] }
    let actions = machine.isDismissed ? [] : options(machine.runtime.state)
    return actions.map { sending($0, to: machine) }
      + run.withProgress { $0.doubles }.flatMap { $0.possibleEvents() }
  }

  private func sending(_ action: Action, to machine: Machine) -> PossibleEvent {
    PossibleEvent(
      label: { ValueFingerprint(of: action).hash },
      code: { $0.send(action) },
      begin: { [callSite] in machine.sendUserAction(action, at: callSite) })
  }

  /// Takes one step, and the steps that follow before its effects are idle.
  nonisolated(nonsending) private func take(_ first: PossibleEvent, _ options: Options) async {
    await store.call(.explore, at: callSite) { await take(first, options, in: $0) }
    if run.schedulers.count > 1 { await settle() }
  }

  nonisolated(nonsending) private func take(
    _ first: PossibleEvent, _ options: Options, in machine: Machine
  ) async {
    await machine.work.drain()
    var step: PossibleEvent? = first
    while let event = step {
      step = nil
      taken += 1
      lastEarlyStep = nil
      run.note(event)
      if run.endsBeforeNextStep {
        limit = taken
        break
      }
      repeat {
        event.begin()
        step = await drain(options, in: machine)
      } while step == nil && event.continues()
    }
  }

  /// Runs effects until they are idle, or until the user acts. Returns the user's step, if there is one.
  nonisolated(nonsending) private func drain(
    _ options: Options, in machine: Machine
  ) async -> PossibleEvent? {
    var early: PossibleEvent?
    let isEarly = await machine.work.drain(jobsPerHop: 1) { [self] in
      guard machine.work.isBetweenSteps else { return false }
      let reduced = machine.stepCount
      guard taken < limit, lastEarlyStep != reduced else { return false }
      lastEarlyStep = reduced
      guard let choice = run.withProgress({ $0.early(run.schedule) }) else { return false }
      let events = possibleEvents(options, in: machine)
      guard !events.isEmpty else { return false }
      let isRandom = run.schedule.seed != nil
      guard isRandom || choice <= events.count else { return false }
      let index = isRandom ? choice % events.count : choice - 1
      let label = run.needsLabels ? events[index].label() : 0
      run.withProgress { $0.didTakeEarly(index + 1, of: events.count, label: label) }
      early = events[index]
      return true
    }
    return isEarly ? early : nil
  }

  /// Runs the effects of all stores of the test until they are idle.
  nonisolated(nonsending) private func settle() async {
    let others = run.schedulers.filter { $0 !== store.scheduler }
    await store.scheduler.settle()
    guard !others.isEmpty else { return }
    for other in others { await other.settle() }
    await store.scheduler.settle()
  }

  /// A hash of the state and of the effects in flight.
  private func fingerprint(of machine: Machine) -> ValueFingerprint {
    var fingerprint = ValueFingerprint(of: machine.runtime.state)
    for effect in machine.runtime.effectsInFlight {
      fingerprint.add(effect.origin.callSite.line)
      fingerprint.add(effect.origin.callSite.column)
    }
    for double in run.withProgress({ $0.doubles }) { fingerprint.add(double.pending) }
    return fingerprint
  }
}
