import TestEvents

/// The choice of a split's tests: the shortest candidates that passed, some of them for several subjects.
///
/// Fields that one step sets share a test, if that is shorter. An action or an effect has no separate test if another
/// test's assertion covers it.
struct SplitChoice {
  /// Subjects that share one test.
  struct Group {
    var candidate: Candidate
    var ways: [Candidate]
    var subjects: [SplitPlan.Subject]
    /// The subjects that the assertion of another subject asserts, too.
    var covered: [SplitPlan.Subject] = []

    fileprivate var behaviors: Set<Behavior> { Set(subjects.compactMap(\.behavior)) }
  }

  /// A subject with the candidates that show it best.
  private struct Entry {
    let subject: SplitPlan.Subject
    let shortest: Candidate
    /// The best candidates of a field that may share a test; otherwise empty.
    var best: [Candidate] = []
    /// The same candidates, by what they share with candidates for other fields.
    var shared: [Candidate: Candidate] = [:]
  }

  /// The subjects of each test, in the order of the original.
  private(set) var groups: [Group] = []
  /// The subjects without a working candidate, in the order of the original.
  private(set) var unsolved: [SplitPlan.Subject] = []
  private let plan: SplitPlan
  private let alone: Set<Behavior>

  /// The number of lines that a test has beside its statements.
  private static let frameCost = 3.0

  /// - Parameter alone: The behaviors that need a separate test.
  init(of plan: SplitPlan, alone: Set<Behavior>) {
    self.plan = plan
    self.alone = alone
    var entries: [Entry] = []
    // Tests of fields cover actions and effects.
    for subject in plan.subjects.filter(\.isOfState) + plan.subjects.filter({ !$0.isOfState }) {
      let best = plan.best(for: subject)
      guard let shortest = best.min(by: plan.template.test.prefers) else {
        if !subject.isAbsence { unsolved.append(subject) }
        continue
      }
      var entry = Entry(subject: subject, shortest: shortest)
      if subject.isOfState, subject.behavior != nil, !isAlone(subject) {
        entry.best = best
        entry.shared = Dictionary(best.map { ($0.withoutField, $0) }) { first, _ in first }
      }
      entries.append(entry)
    }
    for (number, entry) in entries.enumerated() where !cover(entry) && !join(entry) {
      let way = way(of: entry, before: entries[(number + 1)...])
      groups.append(Group(candidate: way, ways: [way], subjects: [entry.subject]))
    }
    groups.sort { $0.subjects[0].line < $1.subjects[0].line }
    unsolved.sort { $0.line < $1.line }
  }

  private func isAlone(_ subject: SplitPlan.Subject) -> Bool {
    subject.behavior.map(alone.contains) == true
  }

  /// Adds an action or an effect to a test whose assertion shows it as well as its own test. Returns `false` if there is
  /// none.
  private mutating func cover(_ entry: Entry) -> Bool {
    let subject = entry.subject
    if isAlone(subject) || subject.isOfState || subject.isAbsence { return false }
    let own = plan.rank(entry.shortest, for: subject) ?? 0
    let index = groups.firstIndex { group in
      group.ways.contains { way in
        subject.canBeCovered(by: way) && plan.rank(way, for: subject).map { $0 <= own } == true
      }
    }
    guard let index else { return false }
    groups[index].covered.append(subject)
    return true
  }

  /// Adds an assertion to a test that differs only in what it asserts. Returns `false` if there is none.
  private mutating func join(_ entry: Entry) -> Bool {
    let subject = entry.subject
    if isAlone(subject) { return false }
    for (index, group) in groups.enumerated() where group.behaviors.isDisjoint(with: alone) {
      if subject.isOfState, !subject.isOfSameAction(as: group.subjects[0]) { continue }
      let way = entry.shared[group.candidate.withoutField] ?? entry.shortest
      guard let candidate = group.candidate.merging(way) else { continue }
      groups[index].candidate = candidate
      groups[index].ways.append(way)
      groups[index].subjects.append(subject)
      return true
    }
    return false
  }

  /// The candidate for a new test: the one that costs least, less the tests of later fields that it replaces.
  private func way(of entry: Entry, before later: ArraySlice<Entry>) -> Candidate {
    let test = plan.template.test
    let fields = later.filter { $0.subject.isOfSameAction(as: entry.subject) }
    let costs = entry.best.map { way in
      let replaced = fields.filter { $0.shared[way.withoutField] != nil }
      let saved = replaced.map { Self.frameCost + test.cost(of: $0.shortest) }.reduce(0, +)
      return (cost: test.cost(of: way) - saved, way: way)
    }
    let cheapest = costs.min {
      $0.cost == $1.cost ? test.prefers($0.way, to: $1.way) : $0.cost < $1.cost
    }
    return cheapest?.way ?? entry.shortest
  }
}

extension SplitPlan.Subject {
  /// Whether a test of something else can cover the subject. A test of a change covers no inputs that change nothing.
  fileprivate func canBeCovered(by way: Candidate) -> Bool {
    guard let asserted, asserted.kind.isEmpty, behavior?.outcome.kind.sign == .action,
      way.ending.field != nil
    else { return true }
    return asserted.occurrences.contains { $0.unit == way.ending.unit }
  }
}
