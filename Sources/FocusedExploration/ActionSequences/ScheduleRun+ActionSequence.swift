import Core
import FocusedTestStore

// The members of a run that serve explorations.
extension ScheduleRun {
  /// Whether a call of a stub waits for an exploration to answer it.
  package var isExploring: Bool { withProgress { $0.isExploring } }

  /// The choices so far, and the schedule's order of effects after the last step.
  private var begun: Schedule {
    let (log, skippedCount) = withProgress { ($0.log, $0.skippedCount) }
    var begun = log.schedule
    for (point, choice) in schedule.deviations where !point.isOfUser {
      let point = point.moved(toStep: point.step - skippedCount)
      if point.step >= log.stepCount { begun.deviations[point] = choice }
    }
    return begun
  }

  /// Whether this run or a later one finds steps by their labels.
  var needsLabels: Bool { keepsHistories || withProgress { $0.labels } != nil }

  /// The labels of the steps; 0 for each step if the run doesn't need labels.
  var labels: [UInt64] { log.steps.map(\.label) }

  package func add(double: any AnyObject & Sendable) {
    guard !isPlain, let double = double as? any ExploredDouble else { return }
    withProgress { $0.add(double) }
  }

  /// The action sequence as source code.
  ///
  /// - Parameter assertions: Returns the assertions that follow the steps; `nil` if their source isn't available.
  func printedSequence(
    _ assertions: (ActionSequenceCode) -> ActionSequenceCode.Assertions?
  ) -> PrintedActionSequence {
    let progress = progress
    let code = progress.code
    return code.printed(
      assertions(code), stepCount: progress.log.stepCount,
      stubs: progress.doubles.compactMap(\.stubName))
  }

  /// Whether the run only prints the action sequence, and its next step is the last.
  var endsBeforeNextStep: Bool {
    withProgress { $0.endsBeforeLastStep && $0.log.stepCount == schedule.stepCount }
  }

  /// Records an event that is about to happen: on disk, and for printing.
  func note(_ event: PossibleEvent) {
    record?.file?.write(begun)
    if keepsHistories { withProgress { $0.note(event.code) } }
  }

  /// Whether anything has failed in the run.
  var hasFailed: Bool { (withProgress { $0.failureCount }?() ?? 0) > 0 }

  /// Returns the option that the user takes while effects are idle, or `nil` if the action sequence ends.
  ///
  /// - Parameters:
  ///   - taken: The number of steps that the exploration has taken.
  ///   - limit: The largest number of steps.
  func choose(
    among options: [PossibleEvent], taken: Int, limit: Int, in state: () -> ValueFingerprint
  ) -> Int? {
    let count = options.count
    let labels = needsLabels ? options.map { $0.label() } : nil
    var choice = 0
    var key: ValueFingerprint?
    if count > 0, let seed = schedule.seed {
      let state = state()
      choice = random(seed, among: count, taken: taken, limit: limit, in: state)
      key = state
    } else if count > 0 {
      choice = withProgress { $0.choiceWhenIdle(schedule, of: count, labels: labels) }
      if choice == 0 { key = state() }
    }
    withProgress { progress in
      progress.didChooseWhenIdle(
        choice, of: count, label: choice > 0 ? labels?[choice - 1] ?? 0 : 0,
        state: key.flatMap { $0.isComplete ? $0.hash : nil })
    }
    return choice == 0 ? nil : choice - 1
  }

  /// The maximum length of a random action sequence, for limits such as `.max`.
  private static let longestRandomSequence = 1_000

  private func random(
    _ seed: UInt64, among count: Int, taken: Int, limit: Int, in state: ValueFingerprint
  ) -> Int {
    let longest = min(limit, Self.longestRandomSequence)
    let length = seed.isMultiple(of: 4) ? 1 + Int((seed >> 12) % UInt64(max(1, longest))) : longest
    guard taken < length else { return 0 }
    var random = StableHash(seed)
    random.combine(UInt64(taken))
    return record?.pick(among: count, in: state.hash, by: random.value)
      ?? Int(random.value % UInt64(count)) + 1
  }
}
