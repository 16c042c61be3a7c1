import TestEvents

/// The evidence as text: first the survivors with the code that kills them, then the mutants without a verdict, then
/// the tests that kill no mutant.
package struct MutantReport {
  let evidence: MutantEvidence
  let style: TextStyle

  /// The maximum width in columns. Names and code are not wrapped, because readers copy them.
  package static let width = 80

  package var text: String {
    let table = evidence.table
    let sections = [
      [stopped, evidence.scope.flatMap(Self.paragraph), survivors, accepted],
      [evidence.vacuousAssertions.section.text(style)], unjudged, [unreached],
      evidence.missing.sections.map { $0.text(style) },
      [
        dropped, leftOut, idleTests, slow,
        table.rows.count < 2 ? [] : table.lines(style), [total],
      ],
    ]
    return sections.joined().filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  private var stopped: [String] {
    if evidence.isComplete { return [] }
    let (counts, tried) = (evidence.counts, evidence.mutants.triedCount)
    let rest =
      counts[.notTried] == 0
      ? ""
      : """
       \(counts[.notTried]) of \(count(counts.all, "mutant")) were not tried in each of their tests.\
      \(tried == 0 ? "" : " Shares are based on the \(count(tried, "mutant")) that at least one test tried.")
      """
    return Self.paragraph("Stopped early. These are the results so far.\(rest)")
      .map { style(.yellow, $0) }
  }
}

// MARK: - What could not be judged

extension MutantReport {
  private var accepted: [String] {
    ReportSection(
      id: "accepted", title: "Accepted survivors (not counted)", label: "Accepted",
      items: evidence.mutants(.accepted).map { ($0.subject.description, [$0.reason ?? ""]) }
    ).text(style)
  }

  private var unjudged: [[String]] {
    let kinds: KeyValuePairs<MutantVerdict, String> = [
      .undecided:
        "Undecided: no test fails, but some tests could not be judged",
      .untested: "Untested: the field could not be restored in any test",
      .equivalent:
        "Equivalent: the state is the same without it in every test",
      .notReached: "Not reached: it occurred only in the first run",
    ]
    return kinds.map { verdict, title in
      style.section("\(title) (not counted)", evidence.mutants(verdict)) { mutant in
        ["  " + mutant.subject.description.oneLine.truncated(to: Self.width - 2)]
          + (mutant.subject.source?.diff.map { "    " + $0 } ?? [])
          + ([.undecided, .untested].contains(verdict) ? Self.obstacles(to: mutant) : [])
      }
    }
  }

  /// The source mutants that no test runs, by line. A mutant has a column if tests run the rest of its line, such as
  /// all but the right side of `??`.
  private var unreached: [String] {
    guard let source = evidence.source, !source.unreached.isEmpty else { return [] }
    let reached = Set(
      evidence.mutants.compactMap(\.subject.source).map { "\($0.file):\($0.line)" })
    let places = Dictionary(grouping: source.unreached) { mutant in
      let line = "\(mutant.file):\(mutant.line)"
      return reached.contains(line) ? "\(line):\(mutant.column)" : line
    }
    return style.section(
      "Not tried, because no test runs this code (not counted)",
      places.sorted { $0.value[0] < $1.value[0] },
      count: count(source.unreached.count, "mutant")
    ) { place, mutants in
      ["  \(place)  \(mutants[0].before)".oneLine]
    }
  }

  /// The source mutants that do not compile.
  private var dropped: [String] {
    guard let source = evidence.source, !source.dropped.isEmpty else { return [] }
    let kinds = source.dropped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    let all = source.dropped.values.reduce(0, +)
    return Self.paragraph(
      "Dropped, because they do not compile: \(all) of \(source.found) (\(kinds)).")
  }

  /// The tests that could not be judged, each with its reason.
  private static func obstacles(to mutant: MutantEvidence.Mutant) -> [String] {
    list(of: mutant.trials.filter { $0.reason != nil }) { test in
      (test.reason ?? "").oneLine.wrapped(to: width - 6).map { "      " + $0 }
    }
  }

  private var leftOut: [String] {
    style.section(
      "Left out, because these tests failed or did not end without a mutant", evidence.flakyTests
    ) { ["  \($0.oneLine)"] }
      + style.section(
        "Left out, because no test framework identifies the test that created these stores",
        evidence.unknownTests
      ) { ["  \($0.oneLine)"] }
  }
}

// MARK: - Tests

extension MutantReport {
  private var idleTests: [String] {
    let explanation = """
      These tests pass with every mutant. That is correct for a test that asserts an absence. \
      Without --source, it is also correct for a test of a dependency call, a guard, or a constant.
      """
    return style.section("Tests that kill no mutant", evidence.idleTests, explanation) {
      $0.lines(indent: "  ")
    }
  }

  /// The slow tests that delayed the session.
  private var slow: [String] {
    style.section(
      "Slow tests, which try only mutants that no other test kills", evidence.slowTests, color: nil
    ) {
      ["  \($0.name.oneLine)  \($0.seconds.shortText) s in each of \(count($0.rounds, "round"))"]
    }
  }
}

// MARK: - Totals

extension MutantReport {
  private var total: String {
    let counts = evidence.counts
    let unjudged: [(MutantVerdict, String)] = [
      (.accepted, "accepted"), (.undecided, "undecided"), (.untested, "untested"),
      (.equivalent, "equivalent"),
      (.notReached, "not reached"), (.notTried, "not fully tried"),
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
  static func paragraph(_ text: String) -> [String] { text.wrapped(to: width) }
}
