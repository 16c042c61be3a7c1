import TestEvents
import SourceReading

/// The plan of a split: each asserted behavior, and the candidates for its test.
package struct SplitPlan: Sendable {
  package var template: TestTemplate
  package var subjects: [Subject]

  /// The subject of a focused test.
  package struct Subject: Hashable, Sendable {
    /// The behavior to test; `nil` for an expectation of the original.
    package let behavior: Behavior?
    /// The line of the original with the first assertion.
    package let line: Int
    /// The candidates to try. For an asserted behavior, the first one is the original itself, cut at the assertion.
    package var candidates: [Candidate] = []
    /// The behavior as the original asserts it.
    var asserted: AssertedBehavior?
    /// The mutant that a candidate must kill, if its assertion alone does not show the behavior.
    var mutant: MutantSubject?
  }

  /// The results of trials.
  package typealias Evidence = [Candidate: Outcome]

  /// The result of a candidate's trial.
  package struct Outcome: Hashable, Sendable {
    package var passed = false
    /// The behaviors that the candidate's assertion asserted, as the ledger reports them.
    package var asserted: Set<Behavior> = []
    /// The behaviors that replaced the elements of a list.
    package var replacing: Set<Behavior> = []
    /// The effects that were started or cancelled, and the dismissals.
    package var exercised: Set<Behavior> = []
    /// The mutants that were tried, and whether the candidate failed with them.
    package var kills: [MutantSubject: Bool] = [:]
    /// The reason for the failure: code that does not compile, or an issue at a line of the original.
    package var failure: String?

    package init(passed: Bool = false, asserted: Set<Behavior> = []) {
      self.passed = passed
      self.asserted = asserted
    }

    mutating func fail(because reason: String) { (passed, failure) = (false, reason) }
  }

  /// - Parameter taken: The names of the target's types.
  package init(_ test: TracedTest, taken: Set<String> = []) {
    template = TestTemplate(test, taken: taken)
    let behaviors = test.assertedBehaviors.map { behavior in
      Subject(
        behavior: behavior.behavior,
        line: test.line(of: behavior.occurrences.first?.unit ?? 0), asserted: behavior)
    }
    let checks = test.units.indices.filter { test.units[$0].kind == .check }.map { unit in
      Subject(
        behavior: nil, line: test.line(of: unit), candidates: [test.candidate(forCheck: unit)])
    }
    subjects = (behaviors + checks).enumerated().sorted { ($0.1.line, $0.0) < ($1.1.line, $1.0) }
      .map(\.1)
    findCandidates()
  }

  /// Creates a plan for behaviors that a test exercises, whether it asserts them or not.
  package init(
    _ test: TracedTest, exercising behaviors: [Behavior], taken: Set<String> = []
  ) {
    template = TestTemplate(test, taken: taken)
    subjects = behaviors.map { behavior in
      Subject(behavior: behavior, line: 0)
    }
    findCandidates()
  }

  /// Adds candidates with values in place of the test's constants.
  package mutating func addWaysWithoutConstants() {
    var plan = self
    plan.template.test.constants = TestConstants()
    plan.findCandidates()
    for index in subjects.indices {
      let ways = subjects[index].candidates + plan.subjects[index].candidates
      subjects[index].candidates = ways.uniqued
    }
  }

  private mutating func findCandidates() {
    for (index, subject) in subjects.enumerated() {
      guard let behavior = subject.behavior else { continue }
      subjects[index].candidates =
        subject.mutant != nil
        ? template.test.candidates(forAbsence: behavior)
        : template.test.ways(
          to: subject.asserted?.occurrences ?? template.test.exercised(behavior))
    }
  }

  /// A plan that tests effects by the absence of actions, each proven by a mutant.
  package func absences(_ effects: [MutantSubject: Behavior]) -> SplitPlan {
    var plan = self
    plan.subjects = effects.sorted { $0.key < $1.key }.map { mutant, behavior in
      let outcome = template.test.units.flatMap(\.outcomes).first { $0.behavior == behavior }
      let root = outcome.flatMap { template.test.root(of: $0.step) }
      return Subject(
        behavior: behavior, line: root.map(template.test.line) ?? 0, mutant: mutant)
    }
    plan.findCandidates()
    return plan
  }
}

// MARK: - The search

extension SplitPlan {
  /// The candidates that have not been tried.
  package func untried(by evidence: Evidence) -> [Candidate] {
    subjects.flatMap(\.candidates).filter { evidence[$0] == nil }.uniqued
  }

  /// The original's own setup steps, for subjects without a working candidate.
  ///
  /// Mutants are tried with short waits, so subjects that a mutant proves are left out.
  package func originalWaysOfUnsolvedSubjects(by evidence: Evidence) -> [Candidate] {
    subjects.filter { $0.mutant == nil && working($0, by: evidence) == nil }
      .flatMap { $0.candidates.prefix(3) }.uniqued
  }

  /// The candidates that pass and come to their behavior, and that have not been tried with the subject's mutant.
  package func unproven(_ subject: Subject, by evidence: Evidence) -> [Candidate] {
    guard let mutant = subject.mutant, let behavior = subject.behavior else { return [] }
    return subject.candidates.filter { way in
      guard let outcome = evidence[way], outcome.passed else { return false }
      return outcome.exercised.contains(behavior) && outcome.kills[mutant] == nil
    }
  }

  /// Adds the next candidates to try. For each subject, they shorten the best working candidate.
  package mutating func refine(by evidence: Evidence) {
    for (index, subject) in subjects.enumerated() where subject.behavior != nil {
      guard let way = working(subject, by: evidence) else { continue }
      subjects[index].candidates = (subject.candidates + template.test.shortened(way)).uniqued
    }
  }

  /// The best candidate for a subject that passed in a trial and showed the behavior.
  func working(_ subject: Subject, by evidence: Evidence) -> Candidate? {
    subject.candidates.filter { way in
      evidence[way].map { $0.passed && subject.isShown(by: $0) } == true
    }.min(by: template.test.prefers)
  }
}

extension SplitPlan.Subject {
  /// Whether the subject is about the state: a field, or an expectation of the test.
  fileprivate var isOfState: Bool { behavior?.outcome.kind.sign ?? .state == .state }

  /// Whether a passing candidate shows the subject.
  fileprivate func isShown(by outcome: SplitPlan.Outcome) -> Bool {
    guard let behavior else { return true }
    if let mutant { return outcome.kills[mutant] == true }
    return outcome.asserted.contains(behavior)
      && (asserted?.kind != AssertedBehavior.replaced || outcome.replacing.contains(behavior))
  }
}

// MARK: - The choice

extension SplitPlan {
  /// Subjects that share one test.
  private struct Group {
    var candidate: Candidate
    var ways: [Candidate]
    var subjects: [Subject]
    /// The subjects that the assertion of another subject asserts, too.
    var covered: [Subject] = []

    var behaviors: Set<Behavior> { Set(subjects.compactMap(\.behavior)) }
  }

  /// Chooses the shortest working candidate for each subject.
  ///
  /// Fields that one step sets share a test, if their candidates differ only in the asserted field. An action or an
  /// effect has no separate test if another test's assertion covers it.
  ///
  /// - Parameter alone: The behaviors that need a separate test.
  /// - Returns: The chosen tests, and the reasons why others are missing.
  package func choice(
    by evidence: Evidence, naming: TestNaming, alone: Set<Behavior> = []
  ) -> (tests: [FocusedTest], problems: [SplitProblem]) {
    var problems: [SplitProblem] = []
    var groups: [Group] = []
    for subject in subjects.filter(\.isOfState) + subjects.filter({ !$0.isOfState }) {
      let isAlone = subject.behavior.map(alone.contains) == true
      if !isAlone, !subject.isOfState, subject.mutant == nil,
        let index = groups.firstIndex(where: { group in
          group.ways.contains { evidence[$0].map(subject.isShown) == true }
        })
      {
        groups[index].covered.append(subject)
        continue
      }
      guard let way = working(subject, by: evidence) else {
        if subject.mutant == nil {
          problems.append(
            SplitProblem(
              line: subject.line, reason: reason(subject, by: evidence),
              behavior: subject.behavior))
        }
        continue
      }
      let merged = groups.indices.lazy.compactMap { index in
        isAlone || !groups[index].behaviors.isDisjoint(with: alone)
          ? nil : groups[index].candidate.merging(way).map { (index, $0) }
      }.first
      if let (index, candidate) = merged {
        groups[index].candidate = candidate
        groups[index].ways.append(way)
        groups[index].subjects.append(subject)
      } else {
        groups.append(Group(candidate: way, ways: [way], subjects: [subject]))
      }
    }
    var naming = naming
    let tests = groups.enumerated().sorted {
      ($0.1.subjects[0].line, $0.0) < ($1.1.subjects[0].line, $1.0)
    }.map { _, group in
      FocusedTest(
        name: name(of: group.subjects, group.candidate, &naming), candidate: group.candidate,
        behaviors: (group.subjects + group.covered).compactMap(\.behavior),
        ways: group.ways.uniqued)
    }
    return (tests, problems.sorted { $0.line < $1.line })
  }

  /// The reason why a behavior has no test, without its name.
  package func obstacle(to behavior: Behavior, by evidence: Evidence) -> String {
    let subject = subjects.first { $0.behavior == behavior }
    if let subject, !subject.candidates.isEmpty {
      return reason(subject, called: "it", by: evidence)
    }
    if behavior.outcome.kind.sign == .effect { return "nothing of it can be seen by the store" }
    return template.test.exercised(behavior).isEmpty
      ? "it comes about where no statement can be taken out: in a block, or in a helper"
      : "its value cannot be written in source"
  }

  /// The reason why a subject has no test. The first failure, which is that of the original itself, explains it best.
  ///
  /// - Parameter name: A name to use instead of the behavior's default name.
  private func reason(
    _ subject: Subject, called name: String? = nil, by evidence: Evidence
  ) -> String {
    let outcomes = subject.candidates.compactMap { evidence[$0] }
    let failure = outcomes.lazy.compactMap(\.failure).first.map { ": \($0)" } ?? ""
    guard let behavior = subject.behavior else {
      return "the expectation does not hold in `.off`" + failure
    }
    let name = name ?? "`\(behavior)`"
    if subject.candidates.isEmpty { return "no code can be written that asserts \(name)" }
    return "\(name) cannot be asserted in `.off`"
      + (outcomes.contains(where: \.passed)
        ? ": what asserts it passes, and could pass without it" : failure)
  }

  private func name(
    of subjects: [Subject], _ candidate: Candidate, _ naming: inout TestNaming
  ) -> String {
    if case .check(let unit) = candidate.ending.kind {
      let action = candidate.units.compactMap { template.test.units[$0].sentStep }.last
      return naming.name(
        ofExpectation: template.expectation(at: unit), after: action?.action)
    }
    return naming.name(
      of: subjects.compactMap(\.behavior),
      details: [
        subjects.compactMap { $0.asserted?.kind }.joined(separator: " "),
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
