import Core
import FocusedTestStore

// What a store that is explored asks of the run that it belongs to.
extension ScheduleRun {
  /// What the user did.
  var script: ScriptTrail { withUser { $0.trail } }

  /// Whether a call of a stub waits for an exploration to answer it.
  package var isExploring: Bool { withUser { $0.isExploring } }

  /// All that is not the first in the run, in the order of effects and of the user's steps.
  var taken: Schedule {
    var schedule = trail.schedule
    for step in script.steps { schedule.deviations[step.point] = step.choice }
    return schedule
  }

  /// What has been taken, and the orders of effects that are to come behind the last step.
  private var begun: Schedule {
    let (step, skippedCount) = withUser { ($0.trail.steps.count, $0.skippedCount) }
    var begun = taken
    for (point, choice) in schedule.deviations where !point.isOfUser {
      let point = point.moved(toStep: point.step - skippedCount)
      if point.step >= step { begun.deviations[point] = choice }
    }
    return begun
  }

  /// What the steps were, if it was asked for.
  var labels: [UInt64] { script.steps.map(\.label) }

  /// The other orders of effects since the last step.
  var orders: [ScheduleTrail.Alternative] {
    let step = script.steps.count
    let (audible, silent) = trail.alternatives
    return (audible + silent).filter { $0.point.step == step }
  }

  package func add(double: any AnyObject & Sendable) {
    guard !isPlain, let double = double as? any ExploredDouble else { return }
    withUser { $0.add(double) }
  }

  /// The names of the stubs that have been called and may answer.
  var stubNames: [String] { withUser { $0.doubles }.compactMap(\.stubName) }

  /// Whether the script is shown only, and its next step would be the last.
  var endsBeforeNextStep: Bool {
    withUser { $0.didShow != nil && $0.trail.steps.count == schedule.stepCount }
  }

  /// Keeps what is about to happen: on disk, and if it is told later.
  func note(_ happening: Happening) {
    if let file = knowledge?.file {
      let (trail, style) = withUser { ($0.trail, $0.style(of: schedule)) }
      if let step = trail.steps.last, step.point.restOfExploration == 0, !hasDeviations, style < 2,
        schedule.seed != nil || schedule.isPlain
      {
        if trail.steps.count == 1 { file.begin() }
        file.add(plainStep: step.choice)
      } else {
        file.replace(by: begun)
      }
    }
    withUser { user in
      if user.keepsSteps || keepsHistories { user.note(happening.code) }
    }
  }

  /// Whether anything has failed in the run.
  var hasFailed: Bool { (withUser { $0.failureCount }?() ?? 0) > 0 }

  /// Asks what the user does at rest. `nil` if the script ends.
  ///
  /// - Parameters:
  ///   - taken: How many steps the exploration has taken.
  ///   - limit: How many it may take.
  func choose(
    among options: [Happening], taken: Int, limit: Int, in state: () -> StateFingerprint
  ) -> Int? {
    let labels = withUser { $0.needsLabels } ? options.map { $0.label() } : nil
    var key: StateFingerprint?
    let choice = withUser { user in
      user.atRest(schedule, of: options.count, labels: labels)
    }
    let picked = schedule.seed.map { seed in
      guard !options.isEmpty else { return 0 }
      key = state()
      return random(seed, among: options.count, taken: taken, limit: limit, in: key!)
    }
    let final = picked ?? choice
    if final == 0, schedule.seed == nil, !options.isEmpty { key = state() }
    withUser { user in
      user.didChooseAtRest(
        final, of: options.count, label: final > 0 ? labels?[final - 1] ?? 0 : 0,
        state: key.flatMap { $0.isComplete ? $0.hash : nil })
    }
    return final == 0 ? nil : final - 1
  }

  private func random(
    _ seed: UInt64, among count: Int, taken: Int, limit: Int, in state: StateFingerprint
  ) -> Int {
    let length = seed.isMultiple(of: 4) ? 1 + Int((seed >> 12) % UInt64(max(1, limit))) : limit
    guard taken < length else { return 0 }
    var random = StableHash(seed)
    random.combine(UInt64(taken))
    return knowledge?.pick(among: count, in: state.hash, by: random.value)
      ?? Int(random.value % UInt64(count)) + 1
  }
}
