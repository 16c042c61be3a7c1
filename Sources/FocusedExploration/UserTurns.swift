import Core
import FocusedTestStore

/// What the user may do in a run, and has done.
///
/// A plain value: it is asked at each point whether the user comes, and notes the answer.
struct UserTurns: Sendable {
  private(set) var trail = ScriptTrail()
  /// Whether an exploration goes on.
  private(set) var isExploring = false
  /// The number of the exploration that goes on, or was the last.
  private var exploration = 0
  /// The call of the exploration that began last.
  private(set) var callSite: CallSite?
  /// The clocks and stubs of the test, in the order in which they were met.
  private(set) var doubles: [any ExploredDouble] = []
  /// Labels of the steps of the schedule. An option that has another number now is found by its label; a step
  /// whose option is gone is left out.
  var labels: [UInt64]?
  /// How many steps of the schedule have been left out.
  private(set) var skippedCount = 0
  /// Whether the steps are kept, to be spelled as source.
  var keepsSteps = false
  /// Called before the last step of a script that is shown only, and not taken to its end.
  var didShow: (@Sendable () -> Void)?
  private var steps: [RuntimeConfined<(inout ScriptCode) -> Void>] = []
  /// Whether an exploration has a claim of its own.
  var hasClaim = false
  /// How many failures there have been so far.
  var failureCount: (@Sendable () -> Int)?

  mutating func beginExploration(upTo limit: Int, at callSite: CallSite) {
    exploration = trail.beginExploration(upTo: limit)
    isExploring = true
    self.callSite = callSite
  }

  /// Whether steps are found by what they are, or have to be later.
  var needsLabels: Bool { labels != nil || keepsSteps }

  mutating func endExploration() { isExploring = false }

  mutating func add(_ double: some ExploredDouble) {
    if !doubles.contains(where: { $0 === double }) { doubles.append(double) }
  }

  mutating func noteFailure() { trail.noteFailure() }

  mutating func note(_ step: @escaping (inout ScriptCode) -> Void) {
    steps.append(RuntimeConfined(step))
  }

  /// The steps as source, if they have been kept.
  var code: ScriptCode {
    let clocks = doubles.filter { $0.stubName == nil }.map { ObjectIdentifier($0) }
    var code = ScriptCode(for: callSite.map { ScriptSource(of: $0) }, clocks: clocks)
    for step in steps { step.value(&code) }
    return code
  }

  /// How a random schedule goes about it: 0 and 1 try scripts at rest, 2 other orders as well, 3 also steps
  /// before effects rest.
  func style(of schedule: Schedule) -> UInt64 { schedule.seed.map { ($0 >> 7) % 4 } ?? 0 }

  private var plannedStep: Int { trail.steps.count + skippedCount }

  /// Whether the user comes now, before effects have come to rest: the number of the option, if it is there.
  mutating func early(_ schedule: Schedule) -> Int? {
    let number = trail.noteEarly()
    if let choice = schedule.deviations[.early(step: plannedStep, number: number)] { return choice }
    guard let seed = schedule.seed, style(of: schedule) == 3 else { return nil }
    var random = StableHash(seed)
    random.combine(UInt64(plannedStep))
    random.combine(UInt64(number))
    return random.value.isMultiple(of: 4) ? Int(random.value >> 33) + 1 : nil
  }

  /// Notes the option that the user has taken before effects rest.
  mutating func didTakeEarly(_ choice: Int, of count: Int, label: UInt64) {
    let point = Schedule.Point.early(step: trail.steps.count, number: trail.earlyCount - 1)
    trail.append(.init(point: point, choice: choice, optionCount: count, label: label))
  }

  /// What the user does at rest: the number of an option, or 0 if the script ends.
  ///
  /// - Parameter labels: What the options are, if the steps are found by that.
  mutating func atRest(_ schedule: Schedule, of count: Int, labels: [UInt64]?) -> Int {
    guard count > 0, schedule.seed == nil else { return 0 }
    while let choice = schedule.deviations[.rest(step: plannedStep, exploration: exploration)] {
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

  /// Notes what the user has done at rest.
  mutating func didChooseAtRest(_ choice: Int, of count: Int, label: UInt64, state: UInt64?) {
    let point = Schedule.Point.rest(step: trail.steps.count, exploration: exploration)
    if choice > 0 {
      trail.append(
        ScriptTrail.Step(point: point, choice: choice, optionCount: count, label: label))
    } else {
      // Each exploration of a test leaves a state in its own ways.
      let state = state.map { $0 ^ UInt64(exploration) }
      trail.append(ScriptTrail.End(point: point, optionCount: count, state: state))
    }
  }
}
