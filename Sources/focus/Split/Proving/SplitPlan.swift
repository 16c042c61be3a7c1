import Foundation
import BehaviorLedger

/// What a test is split into: each thing that it asserts, and the ways to test that alone.
package struct SplitPlan: Sendable {
  package let template: SuiteTemplate
  package internal(set) var subjects: [Subject] {
    didSet { nameTrials() }
  }

  /// The names of the trials. A way that several subjects have is tried once.
  private var trialNames: [Candidate: String] = [:]

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
    package internal(set) var candidates: [Candidate]
    /// Whether it needs no test of its own if another one asserts it.
    package let isCovered: Bool
    /// How many have been tried in all.
    let count: Int

    var isCheck: Bool { if case .check = topic { true } else { false } }

    init(topic: Topic, line: Int, candidates: [Candidate], isCovered: Bool = false) {
      self.topic = topic
      self.isCovered = isCovered
      self.line = line
      self.candidates = candidates
      count = candidates.count
    }
  }

  /// What a run of trials has shown.
  package struct Evidence: Hashable, Sendable {
    /// The trials that passed.
    package var passed: Set<String>
    /// The behaviors that each trial asserted, as the ledger has it.
    package var asserted: [String: Set<Behavior>]
    /// The effects that were started or cancelled in each, and the dismissals.
    package var exercised: [String: Set<Behavior>] = [:]

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

    /// Leaves out tests that fail when a framework runs them.
    package mutating func leaveOut(_ failing: [FocusedTest]) {
      tests.removeAll { failing.contains($0) }
      problems += failing.map {
        SplitProblem(line: 0, reason: "the test `\($0.name.withoutBackticks)` does not pass alone")
      }
    }

    /// How many statements lead up to the assertions of all tests.
    var size: Int { tests.reduce(0) { $0 + $1.candidate.units.count } }
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
    let covered = test.coveredStarts
    for behavior in behaviors {
      let isCovered = covered.contains(behavior.behavior)
      let candidates = test.candidates(for: behavior, limit: min(limit, 96))
      let first = behavior.occurrences.first?.unit ?? 0
      subjects.append(
        Subject(
          topic: .behavior(behavior.behavior),
          line: source.lineRange(of: test.units[first].tokens).lowerBound,
          candidates: candidates.filter(template.canWrite), isCovered: isCovered))
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
    nameTrials()
  }
}

extension SplitPlan {
  private mutating func nameTrials() {
    trialNames = [:]
    for (number, subject) in subjects.enumerated() {
      for (index, candidate) in subject.candidates.enumerated()
      where trialNames[candidate] == nil {
        trialNames[candidate] = "testTrial_\(number)_\(index)"
      }
    }
  }

  /// The name of the test that tries a way.
  package func trialName(_ candidate: Candidate) -> String { trialNames[candidate] ?? "" }

  /// Whether a test has the name of a trial.
  static func isTrial(_ name: String) -> Bool { name.hasPrefix("testTrial_") }

  /// All ways in one file, but for those that are known not to compile.
  ///
  /// A test case of hundreds of methods takes minutes to compile on Linux. So the ways are methods of a
  /// plain type, which a few tests call, each on an instance of its own.
  package func trialFile(suite: String, without excluded: Set<String> = []) -> FocusedFile {
    let tests = trials { !$0.isCheck }.filter { !excluded.contains($0.name) }
    guard !tests.isEmpty else { return FocusedFile() }
    var file = template.file(suite: suite + "Cases", tests, areTrials: true)
    file.addTrialRunner(
      for: template, suite: suite, trials: suite + "Cases", waysOfTrials: waysOfTrials)
    return file
  }

  /// For each trial a number for what it has done after each of its steps. Trials that do the same have the
  /// same number, so where one has failed, the others need not be made. The assertion is the last step.
  var waysOfTrials: [String: [Int]] {
    struct Way: Hashable {
      let start: Candidate.Start
      let units: ArraySlice<Int>
      var ending: Candidate.Ending?
    }
    var numbers: [Way: Int] = [:]
    func number(_ way: Way) -> Int {
      if let number = numbers[way] { return number }
      numbers[way] = numbers.count
      return numbers.count - 1
    }
    return trials { _ in true }.reduce(into: [:]) { result, trial in
      let (start, units) = (trial.candidate.start, trial.candidate.units)
      // A `send` with the assertion in its closure is not the same as without.
      let count = trial.candidate.closureOfSend == nil ? units.count : units.count - 1
      result[trial.name] =
        (0..<count).map { number(Way(start: start, units: units[...$0])) }
        + [number(Way(start: start, units: units[...], ending: trial.candidate.ending))]
    }
  }

  /// The ways that must be tests: those with expectations of the framework.
  package func testFile(suite: String, without excluded: Set<String> = []) -> FocusedFile {
    let tests = trials(where: \.isCheck).filter { !excluded.contains($0.name) }
    return tests.isEmpty ? FocusedFile() : template.file(suite: suite, tests)
  }

  private func trials(where isIncluded: (Subject) -> Bool) -> [FocusedTest] {
    var seen: Set<Candidate> = []
    return subjects.filter(isIncluded).flatMap(\.candidates).filter { seen.insert($0).inserted }
      .map { FocusedTest(name: trialName($0), candidate: $0) }
  }

  /// Chooses the shortest way to test each subject that a run has shown to work.
  package func choice(by evidence: Evidence, naming: TestNaming) -> Choice {
    var naming = naming
    var choice = Choice()
    var asserted: Set<Behavior> = []
    func choose(_ subject: Subject) {
      guard let candidate = working(subject, by: evidence) else {
        choice.problems.append(SplitProblem(line: subject.line, reason: reason(subject)))
        return
      }
      asserted.formUnion(evidence.asserted[trialName(candidate)] ?? [])
      if let same = choice.tests.first(where: { $0.candidate == candidate }) {
        choice.topics[same.name, default: []].append(subject.topic)
        return
      }
      let name = name(of: subject, candidate, &naming)
      choice.tests.append(FocusedTest(name: name, candidate: candidate))
      choice.topics[name] = [subject.topic]
    }
    for subject in subjects where !subject.isCovered { choose(subject) }
    for subject in subjects where subject.isCovered {
      if case .behavior(let behavior) = subject.topic, asserted.contains(behavior) { continue }
      choose(subject)
    }
    return choice
  }

  /// The shortest way to test a subject that a run has shown to work.
  func working(_ subject: Subject, by evidence: Evidence) -> Candidate? {
    subject.candidates.first { candidate in
      let name = trialName(candidate)
      guard evidence.passed.contains(name) else { return false }
      guard case .behavior(let behavior) = subject.topic else { return true }
      return evidence.asserted[name]?.contains(behavior) == true
    }
  }

  private func reason(_ subject: Subject) -> String {
    switch subject.topic {
    case .behavior(let behavior):
      subject.count == 0
        ? "no code can be written that asserts `\(behavior)`"
        : "none of the \(subject.count) ways that were tried asserts `\(behavior)` alone"
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
        isChange: candidate.field?.isChange == true, isReceived: candidate.isReceived)
    case .check(let unit):
      let subject = template.subject(ofExpectation: unit)
      let last = candidate.units.last { index in
        template.test.units[index].steps.contains { $0.cause == nil }
      }
      let action = last.flatMap { template.test.units[$0].steps.first { $0.cause == nil } }
      return naming.name(ofExpectationAbout: subject, after: action?.action)
    }
  }
}

extension Candidate {
  /// What the assertion says of a field.
  fileprivate var field: FieldAssertion? {
    switch ending {
    case .sendClosure(let field), .assert(let field), .receive(_, let field?): field
    case .receive(_, nil), .finish, .notReceived, .check: nil
    }
  }

  /// Whether it ends with an action that is received.
  fileprivate var isReceived: Bool { if case .receive = ending { true } else { false } }

  /// What the assertion assigns, if it is one value.
  fileprivate var assignedValue: String? {
    guard let line = field?.lines.first, field?.lines.count == 1,
      let range = line.range(of: " = ")
    else { return nil }
    return String(line[range.upperBound...])
  }
}

extension SuiteTemplate {
  /// What an expectation is about, in words: `visible`, `todos` for `store.state.visibleTodos.first`.
  fileprivate func subject(ofExpectation unit: Int) -> [String] {
    let tokens = test.units[unit].tokens
    let state = tokens.first { index in
      source.text(index) == test.storeName && source.text(index + 2) == "state"
    }
    // Something else that has members: `page.calls`.
    let other = tokens.dropFirst().first { index in
      let word = source.text(index)
      return source.tokens[index].kind == .word && source.text(index + 1) == "."
        && source.text(index - 1) != "." && word.first?.isLowercase == true && word != "self"
    }
    guard let start = state.map({ $0 + 2 }) ?? other else { return [] }
    var names: [String] = []
    var index = start
    while source.text(index + 1) == ".", source.text(index + 3) != "(",
      !Self.propertiesOfAnyValue.contains(source.text(index + 2))
    {
      names.append(source.text(index + 2))
      index += source.text(index + 3) == "?" ? 3 : 2
    }
    // The last part says the most.
    let words = names.last.map(TestNaming.camelWords) ?? []
    return state == nil ? TestNaming.camelWords(source.text(start)) + words : words
  }

  private static let propertiesOfAnyValue: Set = [
    "count", "description", "first", "id", "ids", "isEmpty", "last",
  ]
}
