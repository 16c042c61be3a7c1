import SourceReading
import TestEvents

/// The plan of a split: each asserted behavior, the candidates for its test, and the results of their trials.
package struct SplitPlan: Sendable {
  package var template: TestTemplate
  package var subjects: [Subject]
  package var evidence: [Candidate: Outcome] = [:]

  /// The subject of a focused test.
  package struct Subject: Hashable, Sendable {
    /// The behavior to test; `nil` for an expectation of the original.
    package let behavior: Behavior?
    /// The line of the original with the first assertion.
    package let line: Int
    /// The candidates to try. The first one is the original itself, cut at the assertion.
    package var candidates: [Candidate] = []
    /// The behavior as the original asserts it.
    var asserted: AssertedBehavior?
    /// The mutants that a candidate must kill if it exercises their behaviors, because its assertion alone does not
    /// show the subject.
    package var mutants: [MutantSubject: Behavior] = [:]
    /// Whether the actions that do not arrive show the behavior.
    var isAbsence = false
  }

  /// The result of a candidate's trial.
  package struct Outcome: Hashable, Sendable {
    package var passed = false
    /// The behaviors that the candidate's assertion asserted, as the ledger reports them.
    package var asserted: Set<Behavior> = []
    /// The values of changed fields before their last changes, as texts.
    package var before: [Behavior: String] = [:]
    package var exercised: Set<Behavior> = []
    /// The mutants that were tried, and whether the candidate failed with them.
    package var kills: [MutantSubject: Bool] = [:]
    /// The reason for the failure: code that does not compile, or an issue at a line of the original.
    package var failure: String?

    mutating func fail(because reason: String) { (passed, failure) = (false, reason) }
  }

  /// - Parameter taken: The names of the target's types.
  package init(_ test: TracedTest, taken: Set<String> = []) {
    template = TestTemplate(test, taken: taken)
    let asserted = test.assertedBehaviors
    let behaviors = asserted.map { behavior in
      Subject(
        behavior: behavior.behavior, line: test.line(of: behavior.occurrences[0].unit),
        asserted: behavior)
    }
    // A statement that calls a helper leads to what the helper asserts.
    let hidden = Set(test.problems.filter(\.isInHelper).flatMap(\.asserted))
      .subtracting(asserted.map(\.behavior)).sorted()
      .compactMap { behavior in
        let occurrences = test.exercised(behavior)
        return occurrences.first.map { first in
          Subject(
            behavior: behavior, line: test.line(of: first.unit),
            asserted: AssertedBehavior(
              behavior: behavior, kind: "", occurrences: occurrences,
              inputs: behavior.outcome.kind.sign == .state ? occurrences : []))
        }
      }
    let checks = test.units.indices.filter { test.units[$0].kind == .check }.map { unit in
      Subject(
        behavior: nil, line: test.line(of: unit), candidates: [test.candidate(forCheck: unit)])
    }
    subjects = (behaviors + hidden + checks).sorted { $0.line < $1.line }
    findCandidates()
  }

  /// Adds candidates with values in place of the test's constants.
  package mutating func addWaysWithoutConstants() {
    let constants = template.test.constants
    template.test.constants = TestConstants()
    findCandidates()
    template.test.constants = constants
  }

  /// Adds subjects for effects that only the absence of actions shows, each proven by a mutant.
  package mutating func addAbsences(_ effects: [MutantSubject: Behavior]) {
    subjects += effects.sorted { $0.key < $1.key }.map { mutant, behavior in
      let outcome = template.test.units.flatMap(\.outcomes).first { $0.behavior == behavior }
      let root = outcome.flatMap { template.test.root(of: $0.step) }
      var subject = Subject(
        behavior: behavior, line: root.map(template.test.line) ?? 0, mutants: [mutant: behavior],
        isAbsence: true)
      subject.candidates = template.test.candidates(forAbsence: behavior)
      return subject
    }
  }

  private mutating func findCandidates() {
    for (index, subject) in subjects.enumerated() {
      guard let behavior = subject.behavior, !subject.isAbsence else { continue }
      let ways = template.test.ways(
        to: subject.asserted?.occurrences ?? template.test.exercised(behavior))
      subjects[index].candidates = (subject.candidates + ways).uniqued
    }
  }
}

// MARK: - The search

extension SplitPlan {
  /// The candidates that have not been tried.
  package var untried: [Candidate] {
    subjects.flatMap(\.candidates).filter { evidence[$0] == nil }.uniqued
  }

  /// The candidates of subjects whose search has not ended.
  var open: [Candidate] {
    subjects.filter { subject in
      subject.candidates.contains { evidence[$0] == nil } || !unproven(subject).isEmpty
    }.flatMap(\.candidates).uniqued
  }

  /// The original's own setup steps, for subjects without a working candidate.
  ///
  /// Mutants are tried with short waits, so subjects that a mutant proves are left out.
  package var originalWaysOfUnsolvedSubjects: [Candidate] {
    subjects.filter { !$0.isAbsence }.flatMap { subject -> ArraySlice<Candidate> in
      if let way = working(subject), rank(way, for: subject) != Self.otherValue { return [] }
      let last = subject.asserted?.last.map(template.test.position) ?? 0
      return subject.candidates.filter { $0.position >= last }.prefix(3)
    }.uniqued
  }

  /// The numbers of the expectations that may be tested from a later state, and the behaviors before them.
  var untriedExpectations: [(subject: Int, whole: Candidate, behaviors: [Behavior])] {
    subjects.indices.compactMap { index in
      guard subjects[index].behavior == nil, let whole = subjects[index].candidates.first,
        let outcome = evidence[whole], outcome.passed, outcome.kills.isEmpty,
        !template.test.suffixes(of: whole).isEmpty
      else { return nil }
      let behaviors = outcome.exercised.intersection(template.test.behaviors(isAsserted: true))
      return (index, whole, behaviors.filter(\.outcome.kind.canBeSwitchedOff).sorted())
    }
  }

  /// The mutants to try, each with the candidates that pass and exercise its behavior.
  package func unproven(_ subject: Subject) -> [MutantSubject: [Candidate]] {
    if subject.mutants.isEmpty { return [:] }
    var ways = subject.candidates.filter { evidence[$0]?.passed == true }
    if !subject.isAbsence, let working = working(subject) {
      ways = ways.filter { way in
        template.test.cost(of: way) < template.test.cost(of: working)
          && evidence[way]?.kills.values.contains(false) == false
      }.sorted(by: template.test.prefers).prefix(Self.expectationLimit).map(\.self)
    }
    return subject.mutants.reduce(into: [:]) { unproven, mutant in
      let open = ways.filter { way in
        evidence[way]?.exercised.contains(mutant.value) == true
          && evidence[way]?.kills[mutant.key] == nil
      }
      if !open.isEmpty { unproven[mutant.key] = open }
    }
  }

  /// The maximum number of candidates of an expectation to prove per round.
  private static let expectationLimit = 3

  /// Adds the next candidates to try. For each subject, they shorten the best working candidate.
  package mutating func refine() {
    for (index, subject) in subjects.enumerated() {
      guard let way = working(subject) else { continue }
      let ways =
        subject.behavior != nil
        ? template.test.shortened(way)
        : subject.mutants.isEmpty ? [] : template.test.suffixes(of: way)
      subjects[index].candidates = (subject.candidates + ways).uniqued
    }
  }

  /// The best candidate for a subject that passed in a trial and showed the behavior.
  func working(_ subject: Subject) -> Candidate? {
    best(for: subject).min(by: template.test.prefers)
  }

  /// The candidates that show a subject as well as any other.
  func best(for subject: Subject) -> [Candidate] {
    let ranked = subject.candidates.compactMap { way in rank(way, for: subject).map { ($0, way) } }
    let best = ranked.map(\.0).min()
    return ranked.filter { $0.0 == best }.map(\.1)
  }

  /// The rank of a candidate that tests another value.
  private static let otherValue = 2

  /// How well a candidate shows a subject, from 0; `nil` if it does not.
  ///
  /// If the original asserts several values, a test of the last one that begins with the same values before is best.
  func rank(_ way: Candidate, for subject: Subject) -> Int? {
    guard let outcome = evidence[way], outcome.passed, subject.isShown(by: outcome, of: way) else {
      return nil
    }
    guard let last = subject.asserted?.last else { return 0 }
    if way.position < template.test.position(of: last) { return Self.otherValue }
    let changes = last.change.map { [$0] } ?? last.step?.changes ?? []
    return changes.allSatisfy { outcome.before[$0.behavior] == $0.shown?.old ?? "" } ? 0 : 1
  }
}

extension SplitPlan.Subject {
  /// Whether the subject is about the state: a field, or an expectation of the test.
  var isOfState: Bool { behavior?.outcome.kind.sign ?? .state == .state }

  func isOfSameAction(as other: Self) -> Bool {
    (behavior?.feature, behavior?.action) == (other.behavior?.feature, other.behavior?.action)
  }

  /// Whether a passing candidate shows the subject.
  fileprivate func isShown(by outcome: SplitPlan.Outcome, of way: Candidate) -> Bool {
    if behavior == nil, way == candidates.first { return true }
    guard let behavior, !isAbsence else {
      let due = mutants.filter { outcome.exercised.contains($0.value) }.keys
      return !due.isEmpty && due.allSatisfy { outcome.kills[$0] == true }
    }
    return outcome.asserted.contains(behavior)
      && (asserted?.kind != AssertedBehavior.replaced
        || outcome.before[behavior]?.isListWithElements == true)
  }
}

extension String {
  /// Whether the text is that of a list with elements.
  fileprivate var isListWithElements: Bool {
    guard let open = firstIndex(of: "[") else { return false }
    return !self[open...].hasPrefix("[]") && !self[open...].hasPrefix("[:]")
  }
}

// MARK: - The result

extension SplitPlan {
  /// Chooses the shortest working candidate for each subject.
  ///
  /// - Parameter alone: The behaviors that need a separate test.
  /// - Returns: The chosen tests, and the reasons why others are missing.
  package func choice(
    naming: TestNaming, alone: Set<Behavior> = []
  ) -> (tests: [FocusedTest], problems: [SplitProblem]) {
    let choice = SplitChoice(of: self, alone: alone)
    var naming = naming
    let tests = choice.groups.map { group in
      FocusedTest(
        name: name(of: group.subjects, group.candidate, &naming), candidate: group.candidate,
        behaviors: (group.subjects + group.covered).compactMap(\.behavior),
        ways: group.ways.uniqued)
    }
    let problems = choice.unsolved.map { subject in
      SplitProblem(line: subject.line, reason: reason(subject), behavior: subject.behavior)
    }
    return (tests, problems)
  }

  /// The behaviors that the original asserts with several inputs, and those of which only another value is tested.
  package func severalInputs(
    in tests: [FocusedTest]
  ) -> (merged: [MergedInputs], problems: [SplitProblem]) {
    let ways = tests.flatMap(\.ways)
    var merged: [MergedInputs] = []
    var problems: [SplitProblem] = []
    for subject in subjects {
      guard let asserted = subject.asserted,
        let best = ways.compactMap({ rank($0, for: subject) }).min()
      else { continue }
      let lines = asserted.inputs.map { template.test.line(of: $0.unit) }
      var untested = asserted.later
      if let last = asserted.last, best == Self.otherValue {
        untested.append(last)
      } else if lines.count > 1 {
        merged.append(
          MergedInputs(behavior: asserted.behavior, lines: lines, areSame: asserted.last == nil))
      }
      problems += untested.map {
        SplitProblem(
          line: template.test.line(of: $0.unit),
          reason: "only an earlier value of `\(asserted.behavior)` is tested",
          behavior: asserted.behavior)
      }
    }
    return (merged, problems)
  }

  /// The reason why a subject has no test. The first failure, which is that of the original itself, explains it best.
  private func reason(_ subject: Subject) -> String {
    let outcomes = subject.candidates.compactMap { evidence[$0] }
    let failure = outcomes.lazy.compactMap(\.failure).first.map { ": \($0)" } ?? ""
    guard let behavior = subject.behavior else {
      return "the expectation does not hold in `.off`" + failure
    }
    if subject.candidates.isEmpty { return "no code can assert `\(behavior)`" }
    return "`\(behavior)` cannot be asserted in `.off`"
      + (outcomes.contains(where: \.passed)
        ? ": its assertion passes, but could pass without it" : failure)
  }

  private func name(
    of subjects: [Subject], _ candidate: Candidate, _ naming: inout TestNaming
  ) -> String {
    if candidate.ending.kind == .check, let unit = candidate.ending.unit {
      let action = candidate.units.compactMap { template.test.units[$0].sentStep }.last
      return naming.name(
        ofExpectation: template.expectation(at: unit), after: action?.action)
    }
    return naming.name(
      of: subjects.compactMap(\.behavior),
      details: [
        subjects.compactMap { $0.asserted?.kind }.filter { !$0.isEmpty }.joined(separator: " "),
        template.detail(of: candidate),
      ]
      .compactMap(\.self).filter { !$0.isEmpty })
  }
}

extension TestTemplate {
  /// The original's line that corresponds to the assertion of a test.
  func line(of candidate: Candidate) -> Int {
    let unit = min(candidate.position, test.units.count - 1)
    return unit < 0 ? 0 : test.line(of: unit)
  }

  /// The innermost case of the action at the original's line: `quote` of `.event(.quote(100))`.
  fileprivate func detail(of candidate: Candidate) -> String? {
    let unit = test.units.indices.contains(candidate.position) ? candidate.position : 0
    let action = test.units[unit].actionCall.flatMap { source.actionExpression(of: $0.arguments) }
    let inner = action.flatMap { source.wrappers(of: $0).last?.inner } ?? action
    return inner.flatMap {
      source.text($0.lowerBound) == "." ? source.text($0.lowerBound + 1) : nil
    }
  }

  /// The condition of an expectation: `store.state.count == 1`.
  fileprivate func expectation(at unit: Int) -> String {
    let tokens = test.units[unit].tokens
    let open = source.outerTokens(in: tokens).first { source.text($0) == "(" }
    let text = open.flatMap(source.inside).map { source.text($0) } ?? source.text(tokens)
    let isAbsence = source.names(in: tokens).contains("assertNotReceived")
    return (isAbsence ? "no " : "") + text.replacing("\(test.storeName).state.", with: "")
  }
}
