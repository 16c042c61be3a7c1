import Foundation
import SourceReading
import TestEvents

/// Writes a focused test for each survivor of a session, and proves it: the test passes, and fails with the mutant.
///
/// A test that exercises the survivor provides the setup steps. ``SurvivorQueue`` chooses the test to read. For a
/// source mutant, the difference between that test's traces with and without the mutant shows which behaviors to
/// assert.
package struct SurvivorWriter {
  let package: TestedPackage
  let output: String
  let console: Console

  /// Writes the diff, unless there is nothing to write.
  ///
  /// - Parameter switches: The sources with switches, if the evidence is about source mutants.
  package func write(
    _ evidence: MutantEvidence, switches: MutatedPackage? = nil
  ) throws(ToolError) -> SurvivorSummary {
    var progress = ProgressLine(console, isPaced: false)
    defer { progress.end() }
    var found: [String: FoundTest] = [:]
    var sources: [String: [String: SwiftSource]] = [:]
    var queue = SurvivorQueue(evidence) { name in
      refusal(of: name, adding: &found, &sources)
    }
    let workspace = try SplitWorkspace(
      package, for: queue.tests.sorted().compactMap { found[$0] }, switches: switches)
    var drafts: [Draft] = []
    var isStopped = false
    do throws(ToolError) {
      if !queue.tests.isEmpty {
        progress.show("Building \(count(queue.tests.count, "test")) in \(workspace.directory) …")
        try workspace.build()
      }
      while let (name, subjects) = queue.next, let test = found[name] {
        progress.show("Reading \(name) …")
        do throws(ToolError) {
          drafts.append(
            try draft(
              for: subjects, from: test, called: name, beside: drafts, in: workspace, &queue,
              &progress))
        } catch {
          if Interruption.process.isRaised { throw error }
          for subject in subjects { queue.fail(subject, error.sentence) }
        }
      }
    } catch {
      // Tests proven before Ctrl-C are kept.
      guard Interruption.process.isRaised, drafts.contains(where: { !$0.tests.isEmpty }) else {
        throw error
      }
      isStopped = true
    }
    progress.end()
    let files = PatchedFile.all(drafts.filter { !$0.tests.isEmpty }).sorted { $0.key < $1.key }
    if !files.isEmpty {
      try OutputFile(output).write(files.map(\.value.diff.text).joined(), what: "The diff")
    }
    return SurvivorSummary(
      testCount: drafts.flatMap(\.tests).count, unwritten: queue.obstacles, output: output,
      isOfSource: switches != nil, isStopped: isStopped)
  }

  /// The reason why a test can't be read, if its source shows one.
  private func refusal(
    of name: String, adding found: inout [String: FoundTest],
    _ sources: inout [String: [String: SwiftSource]]
  ) -> String? {
    if found[name] != nil { return nil }
    guard let test = TestName(name) else { return "\(name) is not the name of a test." }
    do throws(ToolError) {
      let target = try package.target(of: test)
      let all = sources[target.name] ?? package.sources(of: target)
      sources[target.name] = all
      let source = try package.find(test, in: target, all)
      try source.checkSource()
      found[name] = source
      return nil
    } catch {
      return error.sentence
    }
  }

  /// Writes focused tests from a test, and keeps those that fail with at least one of the survivors.
  private func draft(
    for subjects: [MutantSubject], from found: FoundTest, called testName: String,
    beside others: [Draft], in workspace: SplitWorkspace, _ queue: inout SurvivorQueue,
    _ progress: inout ProgressLine
  ) throws(ToolError) -> Draft {
    try workspace.restore()
    let trace = try workspace.trace(found.function.name)
    var test = try TracedTest(
      found.function, trace, file: found.fileID, acceptsFocused: true,
      initializers: workspace.initializers)
    let comparisons = try workspace.comparisons(
      of: subjects.compactMap(\.source), in: found, called: testName, usual: trace)
    test.unexpectedActions = comparisons.values.flatMap(\.unexpectedActions).uniqued.sorted()
    var behaviors: [MutantSubject: [Behavior]] = [:]
    for subject in subjects {
      behaviors[subject] =
        switch subject {
        case .behavior(let behavior): [behavior]
        case .source(let mutant): comparisons[mutant]?.behaviors ?? []
        }
    }
    let plan = SplitPlan(
      test, exercising: Set(behaviors.values.joined()).sorted(), taken: found.typeNames)
    var session = try SplitSession(plan, of: found, beside: others, in: workspace, &progress)
    var evidence = MutantEvidence(mutants: [])
    func survives(_ subject: MutantSubject, in draft: Draft) -> Bool {
      draft.names.allSatisfy { evidence.obstacle(to: subject, in: $0) != nil }
    }
    try session.prove(&progress) { draft, _ throws(ToolError) in
      if !draft.tests.isEmpty {
        evidence = try workspace.mutants(
          of: draft.names, among: Set(subjects), triesAll: true)
      }
      return subjects.filter { survives($0, in: draft) }.reduce(into: [:]) { lost, subject in
        let all = behaviors[subject] ?? []
        lost[subject] = all.first { $0.outcome.kind.sign == .effect } ?? all.first
      }
    }
    // One killing test per survivor is enough.
    var (draft, open) = (session.draft, subjects)
    draft.tests = draft.tests.filter { test in
      let count = open.count
      open.removeAll { evidence.obstacle(to: $0, in: session.draft.name(of: test)) == nil }
      return open.count < count && !others.contains { $0.has(test, of: session.draft) }
    }
    for subject in subjects {
      if !open.contains(subject) {
        queue.succeed(subject)
        continue
      }
      let written = session.draft.tests.first { test in
        test.behaviors.contains { behaviors[subject]?.contains($0) == true }
      }
      let reason =
        written.flatMap { evidence.obstacle(to: subject, in: session.draft.name(of: $0)) }
        ?? behaviors[subject]?.first.map { session.plan.obstacle(to: $0) }
        ?? subject.source.flatMap { comparisons[$0]?.obstacle }
        ?? "no run with the mutant could be compared"
      queue.fail(subject, in: found.function.name.description, reason)
    }
    return draft
  }
}

extension Draft {
  /// Whether a test in the same suite has the same body.
  fileprivate func has(_ test: FocusedTest, of other: Draft) -> Bool {
    let body = other.template.body(of: test.candidate)
    return found.path == other.found.path && name.types == other.name.types
      && tests.contains { template.body(of: $0.candidate) == body }
  }
}

extension MutantEvidence {
  /// The reason why a test does not kill a mutant; `nil` if it does.
  fileprivate func obstacle(to subject: MutantSubject, in test: TestName) -> String? {
    let trials = mutants.filter { $0.subject == subject }.flatMap(\.tests)
      .filter { TestName($0.test.name) == test }
    if trials.contains(where: \.result.isKill) { return nil }
    return trials.lazy.compactMap(\.reason).first.map { "it cannot be switched off: \($0)" }
      ?? "the written test passes with \(subject.source == nil ? "the behavior off" : "the mutant")"
  }
}

extension ToolError {
  /// The message without its prefix.
  fileprivate var sentence: String {
    switch self {
    case .usage(let message, _), .input(let message): message
    }
  }
}

/// The summary of `focus mutate --write-tests`.
package struct SurvivorSummary: Sendable {
  let testCount: Int
  let unwritten: [(subject: MutantSubject, reasons: [String])]
  let output: String
  var isOfSource = false
  /// Whether Ctrl-C ended the work.
  var isStopped = false

  /// The maximum number of reasons per survivor.
  private static let reasonLimit = 3

  package var text: String {
    if testCount == 0, unwritten.isEmpty { return "No mutant survived, so no test was written." }
    let proof = testCount == 1 ? "it passes, and fails" : "each passes, and fails"
    let fault = isOfSource ? "its mutant" : "its behavior off"
    let written =
      testCount == 0
      ? "No test was written."
      : "The diff in \(output) adds \(count(testCount, "test")): \(proof) with \(fault)."
    guard !unwritten.isEmpty else { return written }
    let rest =
      isStopped
      ? "Stopped early. Survivors without a test:"
      : "Survivors without a test: \(unwritten.count)"
    var lines = [written, rest]
    for (subject, reasons) in unwritten {
      lines.append("  \(subject.description.oneLine)")
      lines += reasons.prefix(Self.reasonLimit).map { "    " + $0.oneLine }
    }
    return lines.joined(separator: "\n")
  }
}
