import Core
import FocusedTestStore

/// Plays a script: takes one step after the other, as the run that it belongs to says.
final class ScriptedUser<State, Action> {
  private let store: TestStore<State, Action>
  private let run: ScheduleRun
  private var limit: Int
  private let callSite: CallSite
  private var taken = 0
  /// Whether what is never taken is told in the end.
  private var notesOptions = false
  /// How many actions had been reduced when the user could have come last.
  private var lastChance: Int?

  typealias Options = (State) -> [Action]
  typealias Claim = (State) throws -> Void

  init(store: TestStore<State, Action>, run: ScheduleRun, limit: Int, callSite: CallSite) {
    self.store = store
    self.run = run
    self.limit = limit
    self.callSite = callSite
  }

  nonisolated(nonsending) func play(_ options: Options, _ claim: Claim?) async {
    run.withUser { $0.beginExploration(upTo: limit, at: callSite) }
    let exhaustivity = store.exhaustivity
    notesOptions = exhaustivity.showsSkippedAssertions
    if exhaustivity.checks != Exhaustivity.off.checks || exhaustivity.showsSkippedAssertions {
      store.exhaustivity = .off
    }
    await settle()
    if claim != nil { run.withUser { $0.hasClaim = true } }
    check(claim)
    while !run.hasFailed, !Task.isCancelled {
      let happenings = happenings(options)
      guard
        let choice = run.choose(
          among: happenings, taken: taken, limit: limit, in: { fingerprint() })
      else { break }
      await take(happenings[choice], options)
      if !run.hasFailed { check(claim) }
    }
    if run.hasFailed { run.withUser { $0.noteFailure() } }
    run.withUser { $0.endExploration() }
    store.exhaustivity = exhaustivity
  }

  private func check(_ claim: Claim?) {
    guard let claim else { return }
    // A stack or an id that the claim makes takes none from the store, and is the same each time.
    let dependencies = store.dependencies(rewoundTo: .beginning)
    do {
      try dependencies.asCurrent { try claim(store.runtime.state) }
    } catch {
      if !Issues.hasReported(error) { Issues.report(FailureMessages.caught(error), at: callSite) }
    }
  }

  private func happenings(_ options: Options) -> [Happening] {
    guard taken < limit else { return [] }
    let actions = store.recorder.isDismissed ? [] : options(store.runtime.state)
    let happenings =
      actions.map(sending) + run.withUser { $0.doubles }.flatMap { $0.happenings() }
    if notesOptions { run.knowledge?.note(offered: happenings.map { $0.name() }) }
    return happenings
  }

  private func sending(_ action: Action) -> Happening {
    Happening(
      label: { StateFingerprint.of(action).hash },
      name: {
        ActionName.spelled(cases: ActionPath.ofOnlyPayloads(in: action).names)
          ?? FailureMessages.name(action)
      },
      code: { $0.send(action) },
      begin: { [store, callSite] in
        store.reduceUserAction(action, at: callSite)
      })
  }

  /// Takes a step, and those that come before its effects have come to rest.
  nonisolated(nonsending) private func take(_ first: Happening, _ options: Options) async {
    guard store.driving.begin(.explore, at: callSite) else { return }
    defer { store.driving.end() }
    await store.scheduler.takeTurn()
    await store.scheduler.drain()
    var step: Happening? = first
    while let happening = step {
      step = nil
      taken += 1
      lastChance = nil
      run.note(happening)
      if notesOptions { run.knowledge?.note(taken: happening.name()) }
      if run.endsBeforeNextStep {
        limit = taken
        run.withUser { $0.didShow }?()
        break
      }
      repeat {
        happening.begin()
        step = await drain(options)
      } while step == nil && happening.goesOn()
    }
    store.scheduler.endTurn()
    if run.schedulers.count > 1 { await settle() }
  }

  /// Lets effects come to rest, or the user come before.
  nonisolated(nonsending) private func drain(_ options: Options) async -> Happening? {
    var early: Happening?
    let hasCome = await store.scheduler.drain { [self] in
      let reduced = store.recorder.stepCount
      guard taken < limit, lastChance != reduced else { return false }
      lastChance = reduced
      guard let choice = run.withUser({ $0.early(run.schedule) }) else { return false }
      let happenings = happenings(options)
      guard !happenings.isEmpty else { return false }
      let isRandom = run.schedule.seed != nil
      guard isRandom || choice <= happenings.count else { return false }
      let index = isRandom ? choice % happenings.count : choice - 1
      let label = run.user.needsLabels ? happenings[index].label() : 0
      run.withUser { $0.didTakeEarly(index + 1, of: happenings.count, label: label) }
      early = happenings[index]
      return true
    }
    return hasCome ? early : nil
  }

  /// Lets the effects of all stores of the test come to rest.
  nonisolated(nonsending) private func settle() async {
    let others = run.schedulers.filter { $0 !== store.scheduler }
    await store.scheduler.settle()
    guard !others.isEmpty else { return }
    for other in others { await other.settle() }
    await store.scheduler.settle()
  }

  /// What tells the state, and what is in flight, from others.
  private func fingerprint() -> StateFingerprint {
    var fingerprint = StateFingerprint.of(store.runtime.state)
    for effect in store.runtime.effectsInFlight {
      fingerprint.combine(effect.origin.callSite.line)
      fingerprint.combine(effect.origin.callSite.column)
    }
    for double in run.withUser({ $0.doubles }) { double.combinePending(into: &fingerprint) }
    return fingerprint
  }
}
