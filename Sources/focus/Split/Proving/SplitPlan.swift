import BehaviorLedger
import SourceReading

/// What a test is split into: each thing that it asserts, and the ways to test that alone.
package struct SplitPlan: Sendable {
  package let template: SuiteTemplate
  package var subjects: [Subject]

  /// What a focused test is about.
  package struct Subject: Hashable, Sendable {
    package enum Topic: Hashable, Sendable {
      case behavior(Behavior)
      /// A statement of the original that is an expectation.
      case check(unit: Int)
    }

    package let topic: Topic
    /// The line of the original that asserts it first.
    package let line: Int
    /// The ways to try. The first is the original's own, cut at the assertion.
    package var candidates: [Candidate]
    /// Whether it needs no test of its own if another one asserts it.
    package var isCovered = false
    /// Whether a list keeps what it has, and gets more.
    var isAddition = false
    /// Whether a test that receives an effect's action is preferred, because it shows what it is about.
    var prefersReceive = false

    var isCheck: Bool { if case .check = topic { true } else { false } }
  }

  /// What a run of trials has shown.
  package struct Evidence: Hashable, Sendable {
    package struct Outcome: Hashable, Sendable {
      package var passed = false
      /// The behaviors that its assertion asserted, as the ledger has it.
      package var asserted: Set<Behavior> = []
      /// The effects that were started or cancelled, and the dismissals.
      package var exercised: Set<Behavior> = []
      /// Why it failed: the compiler's error, or what was reported at a line of the original.
      package var failure: String?

      package init(passed: Bool = false, asserted: Set<Behavior> = []) {
        self.passed = passed
        self.asserted = asserted
      }
    }

    package var outcomes: [Candidate: Outcome] = [:]

    package init() {}
  }

  /// What was chosen.
  package struct Choice: Hashable, Sendable {
    package var tests: [FocusedTest] = []
    /// What each test is about; a test that asserts several behaviors is written once.
    package var topics: [String: [Subject.Topic]] = [:]
    package var problems: [SplitProblem] = []
    /// Why a behavior has no test.
    package var obstacles: [Behavior: String] = [:]

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

  package init(_ test: TracedTest) {
    let template = SuiteTemplate(test)
    self.template = template
    let source = test.function.source
    func line(_ unit: Int) -> Int { source.lineRange(of: test.units[unit].tokens).lowerBound }
    let covered = test.coveredStarts
    let behaviors = test.assertedBehaviors.map { behavior in
      Subject(
        topic: .behavior(behavior.behavior), line: line(behavior.occurrences.first?.unit ?? 0),
        candidates: test.ways(to: behavior).filter(template.canWrite),
        isCovered: covered.contains(behavior.behavior), isAddition: behavior.isAddition)
    }
    let checks = test.units.indices.filter { test.units[$0].kind == .check }.map { unit in
      Subject(
        topic: .check(unit: unit), line: line(unit),
        candidates: test.candidates(forCheck: unit).filter(template.canWrite))
    }
    subjects = (behaviors + checks).enumerated().sorted { ($0.1.line, $0.0) < ($1.1.line, $1.0) }
      .map(\.1)
  }

  /// A plan to test behaviors that came about in a test, whether it asserts them or not.
  package init(_ test: TracedTest, exercising behaviors: [Behavior]) {
    let template = SuiteTemplate(test)
    self.template = template
    subjects = behaviors.map(test.exercised).map { exercised in
      Subject(
        topic: .behavior(exercised.behavior), line: 0,
        candidates: test.ways(to: exercised).filter(template.canWrite),
        isAddition: exercised.isAddition, prefersReceive: true)
    }
  }
}

extension SplitPlan {
  /// Chooses the shortest way to test each subject that a run has shown to work.
  package func choice(by evidence: Evidence, naming: TestNaming) -> Choice {
    var naming = naming
    var choice = Choice()
    var asserted: Set<Behavior> = []
    var names: [[String]: String] = [:]
    func choose(_ subject: Subject) {
      guard let candidate = working(subject, by: evidence) else {
        choice.problems.append(
          SplitProblem(line: subject.line, reason: reason(subject, by: evidence)))
        if case .behavior(let behavior) = subject.topic {
          choice.obstacles[behavior] = reason(subject, called: "it", by: evidence)
        }
        return
      }
      asserted.formUnion(evidence.outcomes[candidate]?.asserted ?? [])
      let body = template.body(of: candidate)
      if let name = names[body] {
        choice.topics[name, default: []].append(subject.topic)
        return
      }
      let name = name(of: subject, candidate, &naming)
      names[body] = name
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
    var best: Candidate?
    for way in subject.candidates {
      guard let outcome = evidence.outcomes[way], outcome.passed else { continue }
      if case .behavior(let behavior) = subject.topic, !outcome.asserted.contains(behavior) {
        continue
      }
      if let start = way.startOfCheck(in: template.test),
        evidence.outcomes[start]?.passed != false
      {
        continue
      }
      if best.map({ prefers(way, to: $0, for: subject) }) ?? true { best = way }
    }
    return best
  }

  private func prefers(_ way: Candidate, to other: Candidate, for subject: Subject) -> Bool {
    guard subject.prefersReceive, way.isReceived != other.isReceived else {
      return template.test.prefers(way, to: other)
    }
    return way.isReceived
  }

  /// Why a subject has no test. The way of the original itself says it best.
  ///
  /// - Parameter name: What a behavior is called, if not by its name.
  private func reason(
    _ subject: Subject, called name: String? = nil, by evidence: Evidence
  ) -> String {
    let outcomes = subject.candidates.compactMap { evidence.outcomes[$0] }
    let failure = outcomes.lazy.compactMap(\.failure).first
    switch subject.topic {
    case .behavior(let behavior) where subject.candidates.isEmpty:
      return "no code can be written that asserts \(name ?? "`\(behavior)`")"
    case .behavior(let behavior):
      let passes = outcomes.contains { $0.passed }
      let why =
        passes
        ? ": what asserts it passes, and could pass without it" : failure.map { ": \($0)" } ?? ""
      return "\(name ?? "`\(behavior)`") cannot be asserted in `.off`" + why
    case .check:
      return "the expectation does not hold in `.off`" + (failure.map { ": \($0)" } ?? "")
    }
  }

  private func name(
    of subject: Subject, _ candidate: Candidate, _ naming: inout TestNaming
  ) -> String {
    switch subject.topic {
    case .behavior(let behavior):
      return naming.name(
        of: behavior, assigned: candidate.assignedValue,
        isChange: candidate.ending.field?.isChange == true, isAddition: subject.isAddition,
        isReceived: candidate.isReceived,
        detail: template.detail(of: candidate))
    case .check(let unit):
      let subject = template.subject(ofExpectation: unit)
      let action = candidate.units.compactMap { template.test.units[$0].sentStep }.last
      let text = template.source.text(template.test.units[unit].tokens)
      if text.contains(".assertNotReceived("), let match = text.matches(of: /\.(\w+)/).last {
        return naming.name(ofAbsenceOf: String(match.1), after: action?.action)
      }
      return naming.name(ofExpectationAbout: subject, after: action?.action)
    }
  }
}

extension Candidate {
  /// Whether it ends with an action that is received.
  fileprivate var isReceived: Bool {
    switch ending {
    case .receive, .expect: true
    default: false
    }
  }

  /// What the assertion assigns, if it is one value.
  fileprivate var assignedValue: String? {
    guard let field = ending.field, let line = field.shown.first, field.shown.count == 1,
      let range = line.firstRange(of: " = ")
    else { return nil }
    return String(line[range.upperBound...])
  }
}

extension SuiteTemplate {
  /// The innermost case of the action at the original's line: `quote` of `.event(.quote(100))`.
  fileprivate func detail(of candidate: Candidate) -> String? {
    let unit = test.units.indices.contains(candidate.position) ? candidate.position : 0
    guard let call = test.units[unit].actionCall else { return nil }
    var last: String?
    for index in call.arguments {
      guard source.text(index) == ".", source.tokens[index + 1].kind == .word else { continue }
      // `.rows(.element(id: 1, action: .saved(1)))`
      let isInside =
        source.text(index - 1) == "("
        || source.text(index - 1) == ":" && source.text(index - 2) == "action"
      if index > call.arguments.lowerBound, !isInside { break }
      last = source.text(index + 1)
    }
    return last
  }

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
