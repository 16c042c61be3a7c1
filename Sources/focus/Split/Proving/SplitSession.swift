import SourceReading
import TestEvents

/// The search for focused tests of what one test asserts, and their proof.
struct SplitSession {
  private let found: FoundTest
  private let workspace: SplitWorkspace
  private(set) var plan: SplitPlan
  /// The tests that pass, alone and together.
  private(set) var draft: Draft
  /// The reasons why other tests are missing.
  private(set) var problems: [SplitProblem] = []
  /// Whether the mutants of the current tests were tried.
  private(set) var isJudged = false

  /// The maximum number of times that tests are chosen, because chosen tests may turn out to fail.
  private static let choiceLimit = 5

  /// Tries the candidates of a plan.
  init(
    _ plan: SplitPlan, of found: FoundTest, in workspace: SplitWorkspace,
    _ progress: inout ProgressLine
  ) throws(ToolError) {
    self.plan = plan
    self.found = found
    self.workspace = workspace
    draft = Draft(found: found, template: plan.template, tests: [])
    try workspace.search(&self.plan, of: found, &progress)
  }

  /// Chooses tests until all of them pass, and kill what they can kill.
  ///
  /// - Parameter judge: Tries the mutants of tests, and returns those that the tests should kill and do not, each with
  ///   its behavior.
  mutating func prove(
    _ progress: inout ProgressLine,
    judge: (Draft, inout ProgressLine) throws(ToolError) -> [MutantSubject: Behavior]
  ) throws(ToolError) {
    var alone: Set<Behavior> = []
    for attempt in 1...Self.choiceLimit {
      let choice = plan.choice(naming: TestNaming(beside: found.function), alone: alone)
      (problems, isJudged) = (choice.problems, false)
      progress.show("Running \(count(choice.tests.count, "test")) …")
      // After Ctrl-C, the draft has only tests that passed.
      var next = Draft(found: found, template: plan.template, tests: choice.tests)
      let failures = try dropFailures(from: &next)
      draft = next
      for failure in failures { record(failure, &alone) }
      if !failures.isEmpty, attempt < Self.choiceLimit { continue }
      let lost = try judge(draft, &progress)
      isJudged = true
      if attempt == Self.choiceLimit { break }
      // A behavior that shares a test with another may need a separate test.
      let covered = lost.values.filter { behavior in
        !alone.contains(behavior)
          && draft.tests.contains { $0.behaviors.count > 1 && $0.behaviors.contains(behavior) }
      }
      alone.formUnion(covered)
      if try !addAbsences(of: lost.filter { !covered.contains($0.value) }, &progress),
        covered.isEmpty
      {
        break
      }
    }
  }

  /// Records that a test was dropped. If it combines several assertions, only one of them may fail, so each gets a
  /// separate test.
  private mutating func record(_ failure: Failure, _ alone: inout Set<Behavior>) {
    let (test, reason) = failure
    problems.append(
      SplitProblem(
        line: plan.template.line(of: test.candidate),
        reason: "the test `\(test.function)` is left out: \(reason)",
        behavior: test.behaviors.first))
    if test.ways.count > 1, alone.isDisjoint(with: test.behaviors) {
      alone.formUnion(test.behaviors)
    } else {
      for way in test.ways { plan.evidence[way]?.fail(because: reason) }
    }
  }

  /// Adds tests of effects whose mutants no test kills. These tests expect the absence of actions.
  ///
  /// - Returns: Whether there are other tests to choose.
  private mutating func addAbsences(
    of lost: [MutantSubject: Behavior], _ progress: inout ProgressLine
  ) throws(ToolError) -> Bool {
    let effects = lost.filter { $0.value.outcome.kind.sign == .effect }
    let tried = plan.subjects.filter { subject in
      subject.isAbsence && subject.mutants.keys.contains { effects[$0] != nil }
    }
    // A candidate that kills a mutant in a trial may not kill it as a test.
    var isOther = false
    for subject in tried {
      guard let way = plan.working(subject) else { continue }
      isOther = true
      for mutant in subject.mutants.keys { plan.evidence[way]?.kills[mutant] = false }
    }
    let added = effects.filter { mutant, _ in !tried.contains { $0.mutants[mutant] != nil } }
    if added.isEmpty { return isOther }
    progress.show("Trying to test effects by the absence of their actions …")
    plan.addAbsences(added)
    try workspace.search(&plan, of: found, &progress)
    return isOther
      || plan.subjects.contains { subject in
        subject.isAbsence && subject.mutants.keys.contains { added[$0] != nil }
          && plan.working(subject) != nil
      }
  }
}

// MARK: - Tests that pass

extension SplitSession {
  /// A dropped test, with the reason.
  private typealias Failure = (test: FocusedTest, reason: String)

  /// Builds and runs the tests, together and alone. Drops those that do not compile or do not pass.
  private func dropFailures(from draft: inout Draft) throws(ToolError) -> [Failure] {
    var failures: [Failure] = []
    while !draft.tests.isEmpty {
      failures += try build(&draft)
      if draft.tests.isEmpty { break }
      let log = try workspace.log(of: draft.names)
      var failing = draft.drop("it does not pass") { log.outcome(of: $0) != .passed }
      let alone = try workspace.failingAlone(draft)
      failing += draft.drop(
        "it passes with the other tests, but fails alone", where: alone.contains)
      failures += failing
      if failing.isEmpty { break }
    }
    return failures
  }

  private func build(_ draft: inout Draft) throws(ToolError) -> [Failure] {
    let all = draft
    let build = try workspace.build { (rejected: Set<PatchedFile.Part>) throws(ToolError) in
      var kept = all
      if rejected.contains(.shared(original: all.name)) { kept.template.allowsHelper = false }
      kept.tests.removeAll { rejected.contains(.test(all.name(of: $0))) }
      let files = PatchedFile.all([kept])
      try workspace.write(files.mapValues(\.diff.edited))
      return (template: kept.template, files: files)
    } blame: { written, errors in
      Set(errors.compactMap { written.files[$0.path]?.part(atLine: $0.line) })
    }
    draft.template = build.written.template
    return draft.drop("its statements do not compile without other statements of the original") {
      build.rejected.contains(.test($0))
    }
  }
}

extension Draft {
  fileprivate mutating func drop(
    _ reason: String, where isDropped: (TestName) -> Bool
  ) -> [(test: FocusedTest, reason: String)] {
    let dropped = tests.filter { isDropped(name(of: $0)) }
    tests.removeAll(where: dropped.contains)
    return dropped.map { ($0, reason) }
  }
}
