import Foundation
import SourceReading
import TestEvents

/// Writes a focused test for each survivor of a session, and proves it: the test passes, and fails with the mutant.
///
/// A test that exercises the survivor provides the setup steps. ``SurvivorQueue`` chooses the test to read. For a
/// source mutant, the difference between that test's traces with and without the mutant shows which behaviors to
/// assert.
package struct SurvivorWriter {
  private let package: TestedPackage
  private let output: String
  private let console: Console

  package init(_ package: TestedPackage, output: String, console: Console) {
    self.package = package
    self.output = output
    self.console = console
  }

  /// A new test, and the survivors that it must kill.
  private struct Item {
    let found: FoundTest
    let template: TestTemplate
    let test: FocusedTest
    var subjects: [MutantSubject]

    var name: TestName { draft.name(of: test) }
    var draft: Draft { Draft(found: found, template: template, tests: [test]) }

    /// Whether another new test has the same body in the same suite.
    func isSame(as other: Item) -> Bool {
      found.path == other.found.path && found.function.name.types == other.found.function.name.types
        && template.body(of: test.candidate) == other.template.body(of: other.test.candidate)
    }
  }

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
    var items: [Item] = []
    var files: [PatchedFile] = []
    if !queue.tests.isEmpty {
      progress.show("Building \(count(queue.tests.count, "test")) in \(workspace.directory) …")
      try workspace.build()
    }
    do throws(ToolError) {
      while case let next = queue.next, !next.isEmpty {
        var read = items
        for (number, (name, subjects)) in next.enumerated() {
          guard let test = found[name] else { continue }
          progress.show("Reading \(name), \(number + 1) of \(next.count) …")
          do throws(ToolError) {
            let new = try self.items(
              of: subjects, from: test, called: name, in: workspace,
              taken: read.map(\.test.function), &queue, &progress)
            for item in new {
              if let same = read.firstIndex(where: item.isSame(as:)) {
                read[same].subjects += item.subjects
              } else {
                read.append(item)
              }
            }
          } catch {
            if Interruption.process.isRaised { throw error }
            for subject in subjects { queue.fail(subject, error.sentence) }
          }
        }
        guard read.count > items.count else { continue }
        progress.show("Proving \(count(read.count, "test")) …")
        files = try prove(&read, in: workspace, &queue)
        items = read
      }
    } catch {
      // Tests proven before Ctrl-C are kept.
      guard Interruption.process.isRaised, !items.isEmpty else { throw error }
    }
    progress.end()
    if !items.isEmpty {
      try OutputFile(output).write(files.map(\.diff.text).joined(), what: "The diff")
    }
    return SurvivorSummary(
      testCount: items.count, unwritten: queue.obstacles, output: output,
      isOfSource: switches != nil)
  }

  /// The reason why a test can't be read, if its source shows one.
  private func refusal(
    of name: String, adding found: inout [String: FoundTest],
    _ sources: inout [String: [String: SwiftSource]]
  ) -> String? {
    if found[name] != nil { return nil }
    guard let test = TestName(name) else { return "\(name) is no name of a test." }
    do throws(ToolError) {
      let target = try package.target(of: test)
      let all = sources[target.name] ?? package.sources(of: target)
      sources[target.name] = all
      let source = try package.find(test, in: target, all)
      if let refusal = source.refusal { return refusal.text(of: test) }
      found[name] = source
      return nil
    } catch {
      return error.sentence
    }
  }

  // MARK: - Writing

  /// Reads a test, and chooses focused tests for the survivors in it.
  private func items(
    of subjects: [MutantSubject], from found: FoundTest, called testName: String,
    in workspace: SplitWorkspace, taken: [String], _ queue: inout SurvivorQueue,
    _ progress: inout ProgressLine
  ) throws(ToolError) -> [Item] {
    let name = found.function.name
    try workspace.restore()
    let trace = try workspace.trace(name)
    let comparisons = try workspace.comparisons(
      of: subjects.compactMap(\.source), in: found, called: testName, usual: trace)
    var behaviors: [MutantSubject: [Behavior]] = [:]
    for subject in subjects {
      behaviors[subject] =
        switch subject {
        case .behavior(let behavior): [behavior]
        case .source(let mutant): comparisons[mutant]?.behaviors ?? []
        }
    }
    var plan = SplitPlan(
      try workspace.read(found, trace, acceptsFocused: true),
      exercising: Set(behaviors.values.joined()).sorted(), taken: found.typeNames)
    try workspace.search(&plan, of: found, &progress)
    let naming = TestNaming(beside: found.function, taken: taken)
    var tests = plan.choice(naming: naming).tests
    func covers(_ test: FocusedTest, _ subject: MutantSubject) -> Bool {
      test.behaviors.contains { behaviors[subject]?.contains($0) == true }
    }
    func isWritten(_ subject: MutantSubject) -> Bool {
      tests.contains { covers($0, subject) }
    }
    var effects: [MutantSubject: Behavior] = [:]
    for subject in subjects where !isWritten(subject) {
      effects[subject] = behaviors[subject]?.first { $0.outcome.kind.sign == .effect }
    }
    try workspace.addAbsences(of: effects, to: &plan, of: found, &progress)
    tests = plan.choice(naming: naming).tests
    for subject in subjects where !isWritten(subject) {
      let reasons = behaviors[subject]?.map { plan.obstacle(to: $0) }
      let reason =
        reasons?.first ?? subject.source.flatMap { comparisons[$0]?.obstacle }
        ?? "no run with it could be compared"
      queue.fail(subject, in: name.description, reason)
    }
    return tests.map { test in
      Item(
        found: found, template: plan.template, test: test,
        subjects: subjects.filter { covers(test, $0) })
    }
  }

  // MARK: - Proving

  /// Keeps the tests that pass, and that fail with at least one of their mutants.
  ///
  /// - Returns: The files that contain the kept tests.
  private func prove(
    _ items: inout [Item], in workspace: SplitWorkspace, _ queue: inout SurvivorQueue
  ) throws(ToolError) -> [PatchedFile] {
    var files: [PatchedFile] = []
    while !items.isEmpty {
      let proof = try Prover(workspace: workspace).passing(drafts(of: items))
      files = proof.files
      let evidence =
        proof.isEmpty
        ? nil
        : try workspace.mutants(
          of: proof.tests, among: Set(items.flatMap(\.subjects)), triesAll: true)
      let failures = Dictionary(
        proof.failures.map { ($0.name, "what was written: \($0.reason)") },
        uniquingKeysWith: { first, _ in first })
      var obstacles: [MutantSubject: (test: String, reason: String)] = [:]
      var killed: Set<MutantSubject> = []
      let before = items.count
      for index in items.indices {
        let item = items[index]
        items[index].subjects.removeAll { subject in
          let obstacle =
            failures[item.name]
            ?? evidence?.obstacle(to: subject, in: item.name)
          if let obstacle {
            obstacles[subject] = (item.found.function.name.description, obstacle)
            return true
          }
          // One killing test per survivor is enough.
          return !killed.insert(subject).inserted
        }
      }
      items.removeAll(where: \.subjects.isEmpty)
      let kept = Set(items.flatMap(\.subjects))
      for (subject, obstacle) in obstacles where !kept.contains(subject) {
        queue.fail(subject, in: obstacle.test, obstacle.reason)
      }
      if items.count == before { break }
    }
    for subject in items.flatMap(\.subjects) { queue.succeed(subject) }
    return items.isEmpty ? [] : files
  }

  private func drafts(of items: [Item]) -> [Draft] {
    Dictionary(grouping: items) { $0.found.function.name }
      .sorted { $0.key.description < $1.key.description }
      .map { Draft(found: $1[0].found, template: $1[0].template, tests: $1.map(\.test)) }
  }
}

extension MutantEvidence {
  /// The reason why a test does not kill a mutant; `nil` if it does.
  fileprivate func obstacle(to subject: MutantSubject, in test: TestName) -> String? {
    let trials = mutants.filter { $0.subject == subject }.flatMap(\.tests)
      .filter { TestName($0.test.name) == test }
    if trials.contains(where: \.result.isKill) { return nil }
    return trials.lazy.compactMap(\.reason).first.map { "it cannot be switched off: \($0)" }
      ?? "what was written passes with it\(subject.source == nil ? " off" : "")"
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
  private let testCount: Int
  private let unwritten: [(subject: MutantSubject, reasons: [String])]
  private let output: String
  private let isOfSource: Bool

  /// The maximum number of reasons per survivor.
  private static let reasonLimit = 3

  package init(
    testCount: Int, unwritten: [(subject: MutantSubject, reasons: [String])], output: String,
    isOfSource: Bool = false
  ) {
    self.testCount = testCount
    self.unwritten = unwritten
    self.output = output
    self.isOfSource = isOfSource
  }

  package var text: String {
    if testCount == 0, unwritten.isEmpty { return "No mutant survived, so no test was written." }
    let proof = testCount == 1 ? "it passes, and fails" : "each passes, and fails"
    let fault = isOfSource ? "its mutant on" : "its behavior off"
    let written =
      testCount == 0
      ? "No test was written."
      : "The diff in \(output) adds \(count(testCount, "test")): \(proof) with \(fault)."
    guard !unwritten.isEmpty else { return written }
    return
      ([written, "\(unwritten.count) could not be written:"]
      + unwritten.flatMap { subject, reasons in
        ["  \(subject.description.oneLine)"]
          + reasons.prefix(Self.reasonLimit).map { "    " + $0.oneLine }
      }).joined(separator: "\n")
  }
}
