import TestEvents

/// The evidence as text: the survivors with the code that kills them, then what could not be judged, then the
/// tests that kill nothing or what others kill.
package struct MutantReport {
  private let evidence: MutantEvidence
  private let style: TextStyle

  /// How many columns the text takes, but for names and code, which are there to be copied.
  package static let width = 80

  /// How many tests of a mutant are listed.
  private static let testLimit = 3

  /// How many behaviors or tests a list has.
  private static let limit = 100

  package init(_ evidence: MutantEvidence, style: TextStyle) {
    self.evidence = evidence
    self.style = style
  }

  package var text: String {
    let sections = [
      stopped, scope, survivors, accepted, vacuous, unjudged, unreached, missing, dropped, leftOut,
      idleTests,
      twins,
      hint, slow, table, [total],
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  private var stopped: [String] {
    if evidence.isComplete { return [] }
    let counts = evidence.counts
    let rest =
      counts[.notTried] == 0
      ? ""
      : """
       \(counts[.notTried]) of \(count(counts.all, "mutant")) were not tried in each of their tests\
      \(counts.tried == 0 ? "." : "; shares are of the \(counts.tried) that some test has been tried with.")
      """
    return warning("Stopped before the end. These are the results so far.\(rest)")
  }
}

// MARK: - What it is about

extension MutantReport {
  private var scope: [String] { evidence.scope.flatMap(Self.paragraph) }
}

// MARK: - Survivors

extension MutantReport {
  private var survivors: [String] {
    let survivors = evidence.mutants(.survived)
    if survivors.isEmpty { return [] }
    let explanation =
      evidence.source == nil
      ? """
      A mutant is the feature with one behavior switched off: a field that keeps its old value, an \
      action that does not arrive. A mutant with which all tests still pass has survived: no test \
      protects the behavior.
      """
      : """
      A mutant is the feature with one fault in its source. A mutant with which all tests still pass has \
      survived: no test would notice the fault.
      """
    return [style(.red, "Survived: \(survivors.count)")]
      + Self.paragraph(explanation)
      + Self.list(survivors) { [""] + lines(ofSurvivor: $0) } + suggestionsHint(survivors)
  }

  /// A note below several suggestions, which were made one by one and not tried.
  private func suggestionsHint(_ survivors: [MutantEvidence.Mutant]) -> [String] {
    guard survivors.count(where: { $0.tests.contains { $0.code != nil } }) > 1 else { return [] }
    return [""]
      + Self.paragraph(
        """
        One piece of this code may kill several mutants, and none of it was tried. --write-tests FILE \
        writes a test for each survivor, and tries it.
        """)
  }

  private func lines(ofSurvivor mutant: MutantEvidence.Mutant) -> [String] {
    let tests = mutant.tests
    if let source = mutant.subject.source { return lines(of: source, in: tests) }
    let whatHappened =
      tests.count == 1
      ? "Switched off in the one test in which it happens, which passes:"
      : "Switched off in each of the \(tests.count) tests in which it happens, and all pass:"
    let name = mutant.subject.description.oneLine.truncated(to: Self.width)
    var lines = [style(.bold, name)]
    if let place = mutant.handledAt { lines.append("  Handled at \(place.description.oneLine)") }
    lines.append("  " + whatHappened)
    lines += Self.list(of: tests)
    return lines + (mutant.behavior.map { cure(of: $0, in: tests) } ?? [])
  }

  /// A source mutant, as a diff of one line, and the step of a test that would notice it.
  private func lines(of mutant: SourceMutant, in tests: [MutantEvidence.Test]) -> [String] {
    [style(.bold, mutant.description.oneLine)] + mutant.diff.map { "  " + $0 }
      + ["  Key: \(MutantSubject.source(mutant).key)", "  \(tests.sentenceOnPassing):"]
      + Self.list(of: tests)
      + (mutant.cure.map { Self.indented("To protect it, \($0)") } ?? [])
  }

  /// - Parameter details: The lines below a test's name.
  private static func list(
    of tests: [MutantEvidence.Test], details: (MutantEvidence.Test) -> [String] = { _ in [] }
  ) -> [String] {
    tests.prefix(testLimit).flatMap { lines(of: $0.test) + details($0) }
      + (tests.count > testLimit ? ["    and \(tests.count - testLimit) more"] : [])
  }

  /// The code that kills a mutant, in the test that has the least else to do.
  private func cure(of behavior: Behavior, in tests: [MutantEvidence.Test]) -> [String] {
    let counts = mutantCounts
    let best = tests.filter { $0.code != nil }
      .min { (counts[$0.test.name] ?? 0, $0.test) < (counts[$1.test.name] ?? 0, $1.test) }
    guard let best, let code = best.code else {
      if behavior.outcome.kind.sign == .state {
        return Self.indented(
          "There is no code to suggest: the value cannot be written out, or is too long. A check "
            + "of the store's state may tell.")
      }
      return Self.indented(
        "There is no code to suggest: the store sees nothing of it. A dependency may tell.")
    }
    let advice = code.advice
    let start =
      tests.count == 1
      ? Self.indented("To protect it, \(advice):")
      : ["  To protect it, in", "    " + best.test.name.oneLine] + Self.indented(advice + ":")
    let doubts = (code.notes ?? []).flatMap { Self.indented($0.oneLine) }
    return start + [""] + code.lines.map { "      " + $0 } + (doubts.isEmpty ? [] : [""] + doubts)
  }
}

// MARK: - What could not be judged

extension MutantReport {
  private var accepted: [String] {
    ReportSection(
      id: "accepted", title: "Accepted survivors (not counted)", label: "Accepted",
      items: evidence.mutants(.accepted).map { .init($0.subject.description, $0.reason ?? "") }
    ).text(style)
  }

  private var unjudged: [String] {
    let kinds: [(MutantVerdict, String)] = [
      (
        .undecided,
        "Undecided: no test fails without it, and some that could not be judged may protect it"
      ),
      (.untested, "Untested: the field could not be put back in any test"),
      (
        .equivalent,
        "Equivalent: the state would be equal without it, in every test, so none can notice"
      ),
      (.notReached, "Not reached: what happened in the first run did not happen again"),
    ]
    let sections = kinds.map { verdict, title -> [String] in
      let found = evidence.mutants(verdict)
      if found.isEmpty { return [] }
      return warning("\(title) (not counted): \(found.count)")
        + Self.list(found) { mutant in
          ["  " + mutant.subject.description.oneLine.truncated(to: Self.width - 2)]
            + (mutant.subject.source?.diff.map { "    " + $0 } ?? [])
            + (verdict == .undecided || verdict == .untested ? Self.obstacles(to: mutant) : [])
        }
    }
    return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// The mutants of the source that no test runs: by their lines, or by their columns where tests run the rest of the
  /// line, such as all but the right side of `??`.
  private var unreached: [String] {
    guard let source = evidence.source, !source.unreached.isEmpty else { return [] }
    let reached = Set(
      evidence.mutants.compactMap(\.subject.source).map { "\($0.file):\($0.line)" })
    let places = Dictionary(grouping: source.unreached) { mutant in
      let line = "\(mutant.file):\(mutant.line)"
      return reached.contains(line) ? "\(line):\(mutant.column)" : line
    }
    return warning(
      "Not tried, because no test runs this code (not counted): "
        + count(source.unreached.count, "mutant"))
      + Self.list(places.sorted { $0.value[0] < $1.value[0] }) { place, mutants in
        ["  \(place)  \(mutants[0].before)".oneLine]
      }
  }

  private var vacuous: [String] { evidence.vacuousAssertions.section.text(style) }

  private var missing: [String] {
    Array(
      evidence.missing.sections.map { $0.text(style) }.filter { !$0.isEmpty }.joined(separator: [""]
      ))
  }

  /// The mutants of the source that the compiler has not taken.
  private var dropped: [String] {
    guard let source = evidence.source, !source.dropped.isEmpty else { return [] }
    let kinds = source.dropped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    let all = source.dropped.values.reduce(0, +)
    return Self.paragraph(
      "Dropped, because they do not compile: \(all) of \(source.found) (\(kinds)).")
  }

  /// The tests that could not be judged, and why.
  private static func obstacles(to mutant: MutantEvidence.Mutant) -> [String] {
    list(of: mutant.tests.filter { $0.reason != nil }) { test in
      (test.reason ?? "").oneLine.wrapped(to: width - 6).map { "      " + $0 }
    }
  }

  private var leftOut: [String] {
    func list(_ title: String, _ names: [String]) -> [String] {
      if names.isEmpty { return [] }
      return warning("\(title): \(names.count)") + Self.list(names) { ["  \($0.oneLine)"] }
    }
    return list(
      "Left out, because they failed or did not end without a mutant, and verdicts do not rest "
        + "on luck",
      evidence.flakyTests)
      + list(
        "Left out, because no test framework says which test made these stores",
        evidence.unknownTests)
  }
}

// MARK: - Tests

extension MutantReport {
  private var mutantCounts: [String: Int] {
    evidence.mutants.reduce(into: [:]) { counts, mutant in
      for test in mutant.tests { counts[test.test.name, default: 0] += 1 }
    }
  }

  private var idleTests: [String] {
    let works = evidence.testWorks.filter { $0.isComplete && $0.isJudged && $0.hasOnlyPassed }
    if works.isEmpty { return [] }
    let explanation =
      evidence.source == nil
      ? """
      They pass whatever is switched off. That is right for a test that claims that something does \
      not happen, or of what mutants do not see: that a dependency is called, a guard, a constant.
      """
      : """
      They pass with each mutant that they were tried with. That is right for a test that claims that \
      something does not happen.
      """
    return [style(.yellow, "Tests that kill nothing: \(works.count)")]
      + Self.paragraph(explanation)
      + Self.list(works) { Self.lines(of: $0.test, indent: "  ") }
  }

  /// How many tests may kill nothing and are not listed, and why.
  private var hint: [String] {
    let count = evidence.testWorks.count { !$0.isComplete && $0.isJudged && $0.kills.isEmpty }
    if evidence.triesAll || !evidence.isComplete || count == 0 { return [] }
    return Self.paragraph(
      """
      \(count == 1 ? "1 test was" : "\(count) tests were") not tried with all that \
      \(count == 1 ? "it exercises" : "they exercise"), because others had killed it by then: \
      whether \(count == 1 ? "it kills" : "they kill") anything is seen with --all.
      """)
  }

  /// The tests that the session has waited for.
  private var slow: [String] {
    if evidence.slowTests.isEmpty { return [] }
    return Self.paragraph(
      "Slow tests, which try what no other test kills: \(evidence.slowTests.count)")
      + Self.list(evidence.slowTests) {
        ["  \($0.name.oneLine)  \($0.seconds.shortText) s in each of \(count($0.rounds, "round"))"]
      }
  }

  private var twins: [String] {
    let works = evidence.testWorks.filter { $0.isComplete && $0.isJudged && !$0.kills.isEmpty }
    let groups = Dictionary(grouping: works, by: \.kills).values
      .filter { $0.count > 1 }
      .map { $0.sorted { $0.test < $1.test } }
      .sorted { $0[0].test < $1[0].test }
    if groups.isEmpty { return [] }
    return
      [style(.yellow, "Tests that kill exactly what another one kills: \(groups.count)")]
      + Self.list(groups) { group in
        let kills = group[0].kills.count
        return ["  the same \(kills == 1 ? "mutant" : "\(kills) mutants"):"]
          + group.flatMap { Self.lines(of: $0.test) }
      }
  }
}

extension MutantEvidence {
  /// The results of one test with all mutants that it exercises.
  fileprivate struct TestWork {
    var test: LedgerTest

    /// The mutants that it kills, by their places in ``MutantEvidence/mutants``.
    var kills: Set<Int> = []

    /// Whether it was tried with each of them.
    var isComplete = true

    /// Whether each that was tried said what the test does without the behavior.
    var isJudged = true

    /// Whether it passed without a behavior, and never failed.
    var hasOnlyPassed: Bool { hasPassed && kills.isEmpty }
    var hasPassed = false
  }

  /// The same for each test, in the order of their names. A test without mutants is not included.
  fileprivate var testWorks: [TestWork] {
    var works: [String: TestWork] = [:]
    for (index, mutant) in mutants.enumerated() {
      for test in mutant.tests where test.result != .leftOut {
        var work = works[test.test.name] ?? TestWork(test: test.test)
        switch test.result {
        case .killed: work.kills.insert(index)
        case .survived: work.hasPassed = true
        case .notTried: work.isComplete = false
        default: if !test.result.isJudgment { work.isJudged = false }
        }
        works[test.test.name] = work
      }
    }
    return works.values.sorted { $0.test < $1.test }
  }
}

// MARK: - Totals

extension MutantReport {
  private var table: [String] {
    let groups = Dictionary(grouping: evidence.mutants, by: \.subject.shownFeature)
      .map { (name: $0.oneLine, cells: cells(MutantEvidence.Counts($1))) }
      .sorted { $0.name < $1.name }
    if groups.count < 2 { return [] }
    return TextTable(
      titles: ["Mutants", "Killed", "Share", "Survived", "Not counted"], width: Self.width,
      style: style
    ).lines(groups, all: cells(evidence.counts))
  }

  private func cells(_ counts: MutantEvidence.Counts) -> [TextTable.Cell] {
    let isWhole = counts.judged > 0 && counts[.killed] == counts.tried
    let unjudged = counts.all - counts.judged
    return [
      ("\(counts.all)", nil),
      ("\(counts[.killed])", nil),
      (
        counts.tried == 0 ? "–" : "\(counts[.killed] * 100 / counts.tried) %",
        isWhole ? .green : nil
      ),
      ("\(counts[.survived])", counts[.survived] > 0 ? .red : nil),
      ("\(unjudged)", unjudged > 0 ? .yellow : nil),
    ]
  }

  private var total: String {
    let counts = evidence.counts
    let unjudged: [(MutantVerdict, String)] = [
      (.accepted, "accepted"), (.undecided, "undecided"), (.untested, "untested"),
      (.equivalent, "equivalent"),
      (.notReached, "not reached"), (.notTried, "not tried to the end"),
    ]
    let rest = unjudged.filter { counts[$0.0] > 0 }.map { ", \(counts[$0.0]) \($0.1)" }
    return """
      \(count(counts.all, "mutant")): \(counts[.killed]) killed, \(counts[.survived]) survived\
      \(rest.joined()), in \(evidence.seconds.shortText) s and \(count(evidence.rounds, "round")).
      """
  }
}

// MARK: - Lines

extension MutantReport {
  private static func paragraph(_ text: String) -> [String] { text.wrapped(to: width) }

  private func warning(_ text: String) -> [String] {
    Self.paragraph(text).map { style(.yellow, $0) }
  }

  private static func indented(_ text: String) -> [String] {
    text.wrapped(to: width - 2).map { "  " + $0 }
  }

  private static func lines(of test: LedgerTest, indent: String = "    ") -> [String] {
    let name = indent + test.name.oneLine
    let place = test.location.description.oneLine
    let line = "\(name)  \(place)"
    return line.columnCount <= width ? [line] : [name, "\(indent)  \(place)"]
  }

  /// The lines of the first items, and how many more there are.
  private static func list<Item>(_ items: [Item], _ lines: (Item) -> [String]) -> [String] {
    items.prefix(limit).flatMap(lines)
      + (items.count > limit ? ["  and \(items.count - limit) more; --json has them all"] : [])
  }
}

extension SourceMutant {
  /// The line as it is, and as it becomes.
  package var diff: [String] { ["- " + before] + (after.isEmpty ? [] : ["+ " + after]) }
}
