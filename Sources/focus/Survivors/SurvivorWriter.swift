import BehaviorLedger
import Foundation
import SourceReading

/// Writes a focused test for each survivor of a session, and proves it: green as it is, red with its mutant.
///
/// A test that comes to it shows the way; ``SurvivorQueue`` says which one is read. Of a mutant of the source, what
/// it makes of that test tells which behaviors to assert.
package struct SurvivorWriter {
  private let package: TestedPackage
  private let target: PackageDescription.Target
  private let output: String
  private let console: Console
  private let sources: [String: SwiftSource]
  private let suiteName: String

  /// - Throws: An error if the file would be in no test target.
  package init(
    _ package: TestedPackage, output: String, console: Console
  ) throws(ToolError) {
    guard let target = package.testTarget(ofFile: output) else {
      throw .input(
        "\(output) is in no test target. Expected a file in the directory of one, where its tests can "
          + "be proven.")
    }
    self.package = package
    self.target = target
    self.output = output
    self.console = console
    sources = package.sources(of: target)
    suiteName = SuiteNaming.name(ofFile: output) ?? "SurvivorTests"
  }

  /// A test, and the survivors that it is to kill.
  private struct Draft {
    let found: FoundTest
    let template: SuiteTemplate
    let test: FocusedTest
    var subjects: [MutantSubject]

    var name: String { test.name.withoutBackticks }

    /// Whether another one, of a test that was read before, does the same.
    func isSame(as other: Draft) -> Bool {
      found.path == other.found.path && found.function.name.types == other.found.function.name.types
        && unnamed == other.unnamed
    }

    private var unnamed: String {
      template.file(suite: "", [FocusedTest(name: "", candidate: test.candidate)]).text
    }
  }

  /// Writes the file, unless there is nothing to write.
  ///
  /// - Parameter switches: The package with the mutants of its source, if they are that.
  package func write(
    _ evidence: MutantEvidence, switches: (any SwitchedSources)? = nil
  ) throws(ToolError) -> SurvivorSummary {
    var progress = ProgressLine(console, isPaced: false)
    defer { progress.end() }
    var found: [String: FoundTest] = [:]
    var queue = SurvivorQueue(evidence, in: target.name) { name in
      refusal(of: name, adding: &found)
    }
    let ground = ProvingGround(
      package, for: queue.tests.sorted().compactMap { found[$0] }, switches: switches)
    var drafts: [Draft] = []
    var file = FocusedFile()
    if !queue.tests.isEmpty {
      progress.show("Building \(count(queue.tests.count, "test")) in \(ground.directory) …")
      try ground.build()
    }
    while case let next = queue.next, !next.isEmpty {
      var isNew = false
      for (number, (name, subjects)) in next.enumerated() {
        guard let test = found[name] else { continue }
        progress.show("Reading \(name), \(number + 1) of \(next.count) …")
        do throws(ToolError) {
          let read = try self.drafts(
            of: subjects, from: test, called: name, on: ground, taken: drafts.map(\.test.name),
            &queue, &progress)
          isNew = isNew || !read.isEmpty
          for draft in read {
            if let same = drafts.firstIndex(where: draft.isSame(as:)) {
              drafts[same].subjects += draft.subjects
            } else {
              drafts.append(draft)
            }
          }
        } catch {
          if Interruption.process.isRaised { throw error }
          for subject in subjects { queue.fail(subject, error.sentence) }
        }
      }
      guard isNew else { continue }
      progress.show("Proving \(count(drafts.count, "test")) …")
      try prove(&drafts, on: ground, &file, &queue)
    }
    progress.end()
    if !drafts.isEmpty { try OutputFile(output).write(file.text, what: "The tests") }
    return SurvivorSummary(
      testCount: drafts.count, unwritten: queue.obstacles, output: output,
      isOfSource: switches != nil)
  }

  /// Why a test cannot be read, as far as its source tells.
  private func refusal(of name: String, adding found: inout [String: FoundTest]) -> String? {
    if found[name] != nil { return nil }
    guard let test = TestName(name) else { return "\(name) is no name of a test." }
    do throws(ToolError) {
      let source = try package.find(test, in: target, sources)
      if let refusal = source.refusal { return refusal.text(of: test) }
      found[name] = source
      return nil
    } catch {
      return error.sentence
    }
  }

  // MARK: - Writing

  /// Reads a test, and chooses the ways to test what survived in it.
  private func drafts(
    of subjects: [MutantSubject], from found: FoundTest, called testName: String,
    on ground: ProvingGround, taken: [String], _ queue: inout SurvivorQueue,
    _ progress: inout ProgressLine
  ) throws(ToolError) -> [Draft] {
    let name = found.function.name
    let trace = try ground.trace(name)
    let comparisons = try ground.comparisons(
      of: subjects.compactMap(\.source), in: found, called: testName, usual: trace)
    var behaviors: [MutantSubject: [Behavior]] = [:]
    for subject in subjects {
      behaviors[subject] =
        switch subject {
        case .behavior(let behavior): [behavior]
        case .source(let mutant): comparisons[mutant]?.behaviors ?? []
        }
    }
    let plan = SplitPlan(
      try ground.read(found, trace, acceptsFocused: true),
      exercising: Set(behaviors.values.joined()).sorted())
    var naming = TestNaming(like: found.function, taken: taken)
    var choice = SplitPlan.Choice()
    if plan.subjects.contains(where: { !$0.candidates.isEmpty }) {
      choice = try ground.choice(by: plan, naming: naming, &progress)
    }
    var drafts = choice.tests.map { test in
      let topics = Set(choice.topics[test.name]?.compactMap(\.behavior) ?? [])
      return Draft(
        found: found, template: plan.template, test: test,
        subjects: subjects.filter { !topics.isDisjoint(with: behaviors[$0] ?? []) })
    }
    func isWritten(_ subject: MutantSubject) -> Bool {
      drafts.contains { $0.subjects.contains(subject) }
    }
    var effects: [MutantSubject: Behavior] = [:]
    for subject in subjects where !isWritten(subject) {
      effects[subject] = behaviors[subject]?.first { $0.outcome.kind.sign == .effect }
    }
    if !effects.isEmpty {
      progress.show("Trying to test effects by what does not come …")
      naming = TestNaming(like: found.function, taken: taken + choice.tests.map(\.name))
      drafts += try ground.testsOfAbsences(effects, plan, of: found, naming: naming).map {
        Draft(found: found, template: plan.template, test: $0.test, subjects: [$0.subject])
      }
    }
    for subject in subjects where !isWritten(subject) {
      let reasons = behaviors[subject]?.map { choice.obstacles[$0] ?? plan.obstacle(to: $0) }
      let reason =
        reasons?.first ?? subject.source.flatMap { comparisons[$0]?.obstacle }
        ?? "no run with it could be compared"
      queue.fail(subject, in: name.description, reason)
    }
    return drafts
  }

  // MARK: - Proving

  /// Keeps the tests that pass, and fail with a behavior of theirs off.
  private func prove(
    _ drafts: inout [Draft], on ground: ProvingGround, _ file: inout FocusedFile,
    _ queue: inout SurvivorQueue
  ) throws(ToolError) {
    var isProven = false
    while !drafts.isEmpty, !isProven {
      let suites = suites(of: drafts)
      file = FocusedFile(suites)
      let failures = try failures(of: drafts, in: &file, suites, on: ground)
      let isGreen = failures.isEmpty
      let evidence = isGreen ? try evidence(of: drafts, in: suites, on: ground) : nil
      isProven = isGreen
      var obstacles: [MutantSubject: (test: String, reason: String)] = [:]
      var killed: Set<MutantSubject> = []
      for index in drafts.indices {
        let draft = drafts[index]
        drafts[index].subjects.removeAll { subject in
          let obstacle =
            evidence?.obstacle(to: subject, in: draft.name) ?? failures[draft.name]
          if let obstacle {
            obstacles[subject] = (draft.found.function.name.description, obstacle)
          } else if evidence != nil, !killed.insert(subject).inserted {
            // One test of it is enough.
            return true
          }
          return obstacle != nil
        }
        if drafts[index].subjects.isEmpty { isProven = false }
      }
      drafts.removeAll(where: \.subjects.isEmpty)
      let kept = Set(drafts.flatMap(\.subjects))
      for (subject, obstacle) in obstacles where !kept.contains(subject) {
        queue.fail(subject, in: obstacle.test, obstacle.reason)
      }
    }
    for subject in drafts.flatMap(\.subjects) { queue.succeed(subject) }
  }

  /// The tests that do not compile, or else those that do not pass, each with what is said of it.
  private func failures(
    of drafts: [Draft], in file: inout FocusedFile, _ suites: [FocusedSuite],
    on ground: ProvingGround
  ) throws(ToolError) -> [String: String] {
    let build = try ground.build(&file)
    let errors = build.code == 0 ? [:] : file.errors(in: build.output)
    if !errors.isEmpty { return errors.mapValues { "what was written does not compile: \($0)" } }
    let passed = try ground.outcomes(of: build, suites: suites.map(\.name)).passed
    return drafts.reduce(into: [:]) { failures, draft in
      if !passed.contains(draft.name) { failures[draft.name] = "what was written does not pass" }
    }
  }

  private func evidence(
    of drafts: [Draft], in suites: [FocusedSuite], on ground: ProvingGround
  ) throws(ToolError) -> MutantEvidence {
    let names = suites.map(\.name).joined(separator: "|")
    return try ground.mutants(
      of: .matching("^\(target.name)\\.(\(names))/"), among: Set(drafts.flatMap(\.subjects)),
      triesAll: true)
  }

  /// A suite for each suite that was read, under the file's name if it is the only one.
  private func suites(of drafts: [Draft]) -> [FocusedSuite] {
    let groups = Dictionary(grouping: drafts) { draft in
      [draft.found.path] + draft.found.function.name.types
    }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    var taken = drafts.first?.found.typeNames ?? []
    return groups.map { _, drafts in
      let first = drafts[0].found
      let original =
        first.function.name.types.last
        ?? String((first.path as NSString).lastPathComponent.prefix { $0 != "." })
      let name = SuiteNaming.free(
        groups.count == 1 ? suiteName : SuiteNaming.base(of: original) + suiteName, taken: taken)
      taken.insert(name)
      let sections = Dictionary(grouping: drafts) { $0.found.function.lines.lowerBound }
        .sorted { $0.key < $1.key }.map { ($1[0].template, $1.map(\.test)) }
      return FocusedSuite(name, sections)
    }
  }
}

extension SplitPlan {
  /// Why no way to test a behavior is known.
  fileprivate func obstacle(to behavior: Behavior) -> String {
    if behavior.outcome.kind.sign == .effect { return "nothing of it can be seen by the store" }
    return template.test.exercised(behavior).occurrences.isEmpty
      ? "it comes about where no statement can be taken out: in a block, or in a helper"
      : "its value cannot be written in source"
  }
}

extension MutantEvidence {
  /// Why a test does not prove what it is about; `nil` if it does.
  fileprivate func obstacle(to subject: MutantSubject, in test: String) -> String? {
    if killers(of: subject).contains(test) { return nil }
    let trials = mutants.filter { $0.subject == subject }.flatMap(\.tests)
      .filter { TestName($0.test.name)?.function == test }
    return trials.lazy.compactMap(\.reason).first.map { "it cannot be switched off: \($0)" }
      ?? "what was written passes with it\(subject.source == nil ? " off" : "")"
  }
}

extension SplitPlan.Subject.Topic {
  fileprivate var behavior: Behavior? {
    if case .behavior(let behavior) = self { behavior } else { nil }
  }
}

extension ToolError {
  /// What it says, without who says it.
  fileprivate var sentence: String {
    switch self {
    case .usage(let message, _), .input(let message): message
    }
  }
}
