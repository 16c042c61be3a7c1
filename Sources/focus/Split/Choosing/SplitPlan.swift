import Foundation
import BehaviorLedger

/// What a test is split into: each thing that it asserts, and the ways to test that alone.
package struct SplitPlan: Sendable {
  package let template: SuiteTemplate
  package private(set) var subjects: [Subject]

  /// What a focused test is about.
  package struct Subject: Hashable, Sendable {
    package enum Topic: Hashable, Sendable {
      case behavior(Behavior)
      /// An expectation of the original, in a statement of its.
      case check(unit: Int)
    }

    package let topic: Topic
    /// The line of the original that asserts it first.
    package let line: Int
    /// The ways to try, the shortest first.
    package let candidates: [Candidate]
  }

  /// What a run of trials has shown.
  package struct Evidence: Hashable, Sendable {
    /// The trials that passed.
    package var passed: Set<String>
    /// The behaviors that each trial asserted, as the ledger has it.
    package var asserted: [String: Set<Behavior>]

    package init(passed: Set<String> = [], asserted: [String: Set<Behavior>] = [:]) {
      self.passed = passed
      self.asserted = asserted
    }
  }

  /// What was chosen.
  package struct Choice: Hashable, Sendable {
    package var tests: [FocusedTest] = []
    /// What each test is about; a test that asserts several behaviors is written once.
    package var topics: [String: [Subject.Topic]] = [:]
    package var problems: [SplitProblem] = []

    package init() {}
  }

  /// How many trials a file has at most.
  private static let trialLimit = 1_500

  package init(_ test: TracedTest) {
    let template = SuiteTemplate(test)
    self.template = template
    let source = test.function.source
    var subjects: [Subject] = []
    let behaviors = test.assertedBehaviors
    let checks = test.units.indices.filter { test.units[$0].kind == .check }
    let limit = max(8, Self.trialLimit / max(1, behaviors.count + checks.count))
    for behavior in behaviors {
      let candidates = test.candidates(for: behavior, limit: min(limit, 96))
      let first = behavior.occurrences.first?.unit ?? 0
      subjects.append(
        Subject(
          topic: .behavior(behavior.behavior),
          line: source.lineRange(of: test.units[first].tokens).lowerBound,
          candidates: candidates.filter(template.canWrite)))
    }
    for unit in checks {
      subjects.append(
        Subject(
          topic: .check(unit: unit),
          line: source.lineRange(of: test.units[unit].tokens).lowerBound,
          candidates: test.candidates(forCheck: unit).filter(template.canWrite)))
    }
    self.subjects = subjects.enumerated().sorted { ($0.1.line, $0.0) < ($1.1.line, $1.0) }
      .map(\.1)
  }
}

extension SplitPlan {
  /// The name of the test that tries a way.
  package static func trialName(_ subject: Int, _ candidate: Int) -> String {
    "testTrial_\(subject)_\(candidate)"
  }

  /// All ways in one file, but for those that are known not to compile.
  ///
  /// A test case of hundreds of methods takes minutes to compile on Linux. So the ways are methods of a
  /// plain type, which a few tests call, each on an instance of its own.
  package func trialFile(suite: String, without excluded: Set<String> = []) -> FocusedFile {
    let tests = trials { subject in
      if case .check = subject.topic { false } else { !template.needsSuite }
    }.filter { !excluded.contains($0.name) }
    guard !tests.isEmpty else { return FocusedFile() }
    var file = template.file(suite: suite + "Cases", tests, areTrials: true)
    file.addTrialRunner(
      template.test.function.framework, suite: suite, trials: suite + "Cases")
    return file
  }

  /// The ways that must be tests: those with expectations of the framework, and those that need what the
  /// suite inherits.
  package func testFile(suite: String, without excluded: Set<String> = []) -> FocusedFile {
    let tests = trials { subject in
      if case .check = subject.topic { true } else { template.needsSuite }
    }.filter { !excluded.contains($0.name) }
    return tests.isEmpty ? FocusedFile() : template.file(suite: suite, tests)
  }

  /// The trials that do what some others do before they go on, those themselves included: where one has
  /// brought its process down, so would they.
  package func trials(beginningLike names: Set<String>) -> Set<String> {
    let all = trials { _ in true }
    let crashed = all.filter { names.contains($0.name) }.map(\.candidate)
    let others = all.filter { test in
      crashed.contains { crashed in
        test.candidate.start == crashed.start && test.candidate.units.starts(with: crashed.units)
      }
    }
    return names.union(others.map(\.name))
  }

  private func trials(where isIncluded: (Subject) -> Bool) -> [FocusedTest] {
    subjects.enumerated().flatMap { number, subject in
      !isIncluded(subject)
        ? []
        : subject.candidates.prefix(template.needsSuite ? 16 : .max).enumerated()
          .map { FocusedTest(name: Self.trialName(number, $0), candidate: $1) }
    }
  }

  /// Chooses the shortest way to test each subject that a run has shown to work.
  package func choice(by evidence: Evidence, naming: TestNaming) -> Choice {
    var naming = naming
    var choice = Choice()
    for (number, subject) in subjects.enumerated() {
      let working = subject.candidates.indices.first { index in
        let name = Self.trialName(number, index)
        guard evidence.passed.contains(name) else { return false }
        guard case .behavior(let behavior) = subject.topic else { return true }
        return evidence.asserted[name]?.contains(behavior) == true
      }
      guard let working else {
        choice.problems.append(SplitProblem(line: subject.line, reason: reason(subject)))
        continue
      }
      let candidate = subject.candidates[working]
      if let same = choice.tests.first(where: { $0.candidate == candidate }) {
        choice.topics[same.name, default: []].append(subject.topic)
        continue
      }
      let name = name(of: subject, candidate, &naming)
      choice.tests.append(FocusedTest(name: name, candidate: candidate))
      choice.topics[name] = [subject.topic]
    }
    return choice
  }

  private func reason(_ subject: Subject) -> String {
    switch subject.topic {
    case .behavior(let behavior):
      subject.candidates.isEmpty
        ? "no code can be written that asserts `\(behavior)`"
        : "none of the \(subject.candidates.count) ways that were tried asserts `\(behavior)` alone"
    case .check:
      "the expectation does not hold in a test of its own"
    }
  }

  private func name(
    of subject: Subject, _ candidate: Candidate, _ naming: inout TestNaming
  ) -> String {
    switch subject.topic {
    case .behavior(let behavior):
      return naming.name(
        of: behavior, assigned: candidate.assignedValue,
        isChange: candidate.field?.isChange == true)
    case .check(let unit):
      let source = template.source
      let store = template.test.storeName
      let tokens = template.test.units[unit].tokens
      // `store.state.visibleTodos` is about the visible todos.
      let subject = tokens.first { index in
        source.text(index) == store && source.text(index + 2) == "state"
          && source.text(index + 3) == "."
      }.map { TestNaming.camelWords(source.text($0 + 4)) }
      let last = candidate.units.last { index in
        template.test.units[index].steps.contains { $0.cause == nil }
      }
      let action = last.flatMap { template.test.units[$0].steps.first { $0.cause == nil } }
      return naming.name(ofExpectationAbout: subject ?? [], after: action?.action)
    }
  }
}

extension Candidate {
  /// What the assertion says of a field.
  fileprivate var field: FieldAssertion? {
    switch ending {
    case .sendClosure(let field), .assert(let field), .receive(_, let field?): field
    case .receive(_, nil), .finish, .check: nil
    }
  }

  /// What the assertion assigns, if it is one value.
  fileprivate var assignedValue: String? {
    guard let line = field?.lines.first, field?.lines.count == 1,
      let range = line.range(of: " = ")
    else { return nil }
    return String(line[range.upperBound...])
  }
}
