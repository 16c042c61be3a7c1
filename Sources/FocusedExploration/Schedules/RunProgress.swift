import Core
import FocusedTestStore

/// The progress of a run: its choices so far, and the next choice of the user.
struct RunProgress: Sendable {
  var log = ChoiceLog()
  /// The schedulers of the stores, in the order of their creation.
  var schedulers: [EffectScheduler] = []
  var histories: [RuntimeConfined<StoreHistory>] = []
  /// Whether an exploration is running.
  private(set) var isExploring = false
  /// The number of the running exploration, or of the last one.
  private var exploration = 0
  /// The call of the latest exploration.
  private(set) var callSite: CallSite?
  /// The clocks and stubs of the test, in the order of their first use.
  private(set) var doubles: [any ExploredDouble] = []
  /// The labels of the schedule's steps. A label finds an option whose number has changed. A step is skipped if its
  /// option no longer exists.
  var labels: [UInt64]?
  /// The number of skipped steps of the schedule.
  private(set) var skippedCount = 0
  /// Whether the action sequence is printed without taking its last step.
  var endsBeforeLastStep = false
  private var steps: [RuntimeConfined<(inout ActionSequenceCode) -> Void>] = []
  /// Whether an exploration has an invariant.
  var hasInvariant = false
  /// Returns the number of failures so far.
  var failureCount: (@Sendable () -> Int)?

  mutating func beginExploration(upTo limit: Int, at callSite: CallSite) {
    exploration = log.beginExploration(upTo: limit)
    isExploring = true
    self.callSite = callSite
  }

  mutating func endExploration() { isExploring = false }

  mutating func add(_ double: some ExploredDouble) {
    if !doubles.contains(where: { $0 === double }) { doubles.append(double) }
  }

  mutating func note(_ step: @escaping (inout ActionSequenceCode) -> Void) {
    steps.append(RuntimeConfined(step))
  }

  /// The steps as source code, if the run has kept them.
  var code: ActionSequenceCode {
    let clocks = doubles.filter { $0.stubName == nil }.map { ObjectIdentifier($0) }
    var code = ActionSequenceCode(for: callSite.map { ExploreCall(at: $0) }, clocks: clocks)
    for step in steps { step.value(&code) }
    return code
  }

  /// The style of a random schedule: styles 0 and 1 take steps only while effects are idle, style 2 also changes the
  /// order of effects, and style 3 also takes steps before effects are idle.
  func style(of schedule: Schedule) -> UInt64 { schedule.seed.map { ($0 >> 7) % 4 } ?? 0 }

  private var plannedStep: Int { log.stepCount + skippedCount }

  /// The number of the option that the user takes now, before effects are idle. `nil` if the user takes none.
  mutating func early(_ schedule: Schedule) -> Int? {
    let number = log.noteEarly()
    if let choice = schedule.deviations[.early(step: plannedStep, number: number)] { return choice }
    guard let seed = schedule.seed, style(of: schedule) == 3 else { return nil }
    var random = StableHash(seed)
    random.combine(UInt64(plannedStep))
    random.combine(UInt64(number))
    return random.value.isMultiple(of: 4) ? Int(random.value >> 33) + 1 : nil
  }

  /// Records the option that the user has taken before effects are idle.
  mutating func didTakeEarly(_ choice: Int, of count: Int, label: UInt64) {
    let point = Schedule.Point.early(step: log.stepCount, number: log.earlyCount - 1)
    log.append(.init(point: point, picked: choice, of: count, label: label))
  }

  /// The number of the option that the user takes while effects are idle, or 0 if the action sequence ends.
  ///
  /// - Parameter labels: The labels of the options, if steps are found by their labels.
  mutating func choiceWhenIdle(_ schedule: Schedule, of count: Int, labels: [UInt64]?) -> Int {
    while let choice = schedule.deviations[.idle(step: plannedStep, exploration: exploration)] {
      guard let labels, let steps = self.labels, plannedStep < steps.count else {
        return choice <= count ? choice : 0
      }
      let wanted = steps[plannedStep]
      if choice <= count, wanted == 0 || labels[choice - 1] == wanted { return choice }
      if let index = labels.firstIndex(of: wanted) { return index + 1 }
      skippedCount += 1
    }
    return 0
  }

  /// Records the option that the user has taken while effects are idle, or the end of the action sequence.
  mutating func didChooseWhenIdle(_ choice: Int, of count: Int, label: UInt64, state: UInt64?) {
    let point = Schedule.Point.idle(step: log.stepCount, exploration: exploration)
    // The same state counts separately in each exploration of a test.
    let state = choice == 0 ? state.map { $0 ^ UInt64(exploration) } : nil
    log.append(.init(point: point, picked: choice, of: count, label: label, state: state))
  }
}
