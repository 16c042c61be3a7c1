import Foundation
import TestEvents

/// The report as one self-contained page: a matrix per feature, with a row per action and a column per outcome.
///
/// The tables are part of the markup, so the page can be read without scripts, printed, and searched. The script adds
/// the filter, the arrow keys, and the list of a cell's tests. The page loads no other files: its security policy
/// forbids that.
package struct ReportPage {
  let report: BehaviorReport
  var runs: [CountedRuns] = []

  package var text: String {
    let counts = report.counts
    let numbers = Dictionary(uniqueKeysWithValues: zip(report.entries.map(\.behavior), 0...))
    let features = report.features.enumerated().flatMap { number, feature in
      let parts = feature.matrices
      let counts = feature.counts
      return parts.indices.map { index in
        section(
          feature.name, counts, entries: parts[index], numbers, index: index,
          of: parts.count, id: "feature-\(number)")
      }
    }
    let index = report.features.enumerated().map { indexEntry($1, id: "feature-\($0)") }
    let share = counts.percent.map { "\($0.shortText) %" } ?? "–"
    return """
      \(String(
        headOfPageTitled: "\(share) of the behaviors are asserted",
        style: PackageResources.page_css, runsScripts: true))
      <body>
      <header>
      <h1>Behaviors</h1>
      <p class="share"><strong>\(share)</strong> asserted, \(counts[.asserted]) of \
      \(counts.all)</p>
      \(bar(counts))\(summary)
      </header>
      <form id="filter" role="search" aria-label="Behaviors">
      <input type="search" id="name" placeholder="Filter by feature, action, or outcome" \
      aria-label="Filter by feature, action, or outcome" autocomplete="off" spellcheck="false">
      <fieldset>
      <legend>Show</legend>
      \(kinds.map { toggle($0, counts[$0]) }.joined(separator: "\n"))
      </fieldset>
      <output id="shown" for="name" aria-live="polite">\(counts.all) behaviors</output>
      </form>
      <nav aria-label="Features">
      \(index.joined(separator: "\n"))
      </nav>\(report.evidenceOfSource.map(Self.survivors) ?? "")\(sections.map(\.markup).joined())
      <main>
      \(features.joined(separator: "\n"))
      <p id="none" hidden>No behavior matches. <button type="reset" form="filter">Show all</button></p>
      </main>
      <footer>
      <p>A behavior is one outcome of one action. To see the tests of a cell, point to it, or \
      move to it with the arrow keys. Page Up and Page Down move between features. Press / to \
      filter.</p>
      <dl>
      <div><dt class="asserted">●</dt><dd>asserted: a test fails if the outcome differs</dd></div>
      <div><dt class="read">◐</dt><dd>read: a test reads it from <code>store.state</code></dd></div>
      <div><dt class="unasserted">○</dt><dd>unasserted: a test exercises it, but none checks \
      it</dd></div>
      <div><dt class="idle">–</dt><dd>the action had no outcome (not counted)</dd></div>
      <div><dt>second</dt><dd>another effect with the same name, which the same action starts at \
      another line</dd></div>\
      \(evidenceLegend)
      </dl>
      </footer>
      <div id="tests" role="tooltip" hidden></div>
      <script type="application/json" id="data">\(json)</script>
      <script>
      \(String(resource: PackageResources.page_js))
      </script>
      </body>
      </html>

      """
  }
}

// MARK: - Parts

extension ReportPage {
  private var sections: [ReportSection] {
    [report.vacuousAssertions.section] + report.missing.sections
  }

  private var kinds: [BehaviorReport.Protection] { BehaviorReport.Protection.allCases }

  private func bar(_ counts: Tally<BehaviorReport.Protection>) -> String {
    let spans = kinds.filter { counts[$0] > 0 }.map {
      #"<i class="\#($0)" style="flex-grow:\#(counts[$0])"></i>"#
    }
    let summary = kinds.map { "\(counts[$0]) \($0)" }.joined(separator: ", ")
    return """
      <div class="bar" role="img" aria-label="\(summary)">\(spans.joined())</div>
      """
  }

  /// A summary of the mutants, and of the counted runs if the directory has more than one run.
  private var summary: String {
    var sentences = report.evidenceOfSource?.sentencesOnSource ?? []
    if report.hasEvidence {
      let counts = report.entries.verdicts
      sentences.append(
        "Behavior mutants: \(counts[.killed]) killed, \(counts[.survived]) survived.")
    }
    return (sentences + runs.flatMap(\.sentences))
      .map { "\n<p class=\"mutants\">\($0.escapedForHTML)</p>" }.joined()
  }

  private var evidenceLegend: String {
    if !report.hasEvidence { return "" }
    return """

      <div><dt>✓</dt><dd>killed: a test fails when it is switched off</dd></div>
      <div><dt>✗</dt><dd>survived: no test fails when it is switched off</dd></div>
      <div><dt>?</dt><dd>undecided: no test fails, but some could not be judged</dd></div>
      """
  }

  private func toggle(_ protection: BehaviorReport.Protection, _ count: Int) -> String {
    let name = protection.rawValue
    return """
      <label><input type="checkbox" name="state" value="\(name)" checked>\
      <span class="\(name)"><b aria-hidden="true">\(protection.glyph)</b>\(name) \
      <small>\(count)</small></span></label>
      """
  }

  private func indexEntry(_ feature: BehaviorReport.Feature, id: String) -> String {
    let counts = feature.counts
    return """
      <a href="#\(id)"><span>\(feature.name.escapedForHTML)</span>\(bar(counts))\
      <small aria-hidden="true">\(counts[.asserted])/\(counts.all)</small></a>
      """
  }

  /// A section with one matrix. A feature with very many behaviors has several sections.
  ///
  /// - Parameter numbers: The numbers of the cells, by their behaviors.
  private func section(
    _ name: String, _ counts: Tally<BehaviorReport.Protection>, entries: [BehaviorReport.Entry],
    _ numbers: [Behavior: Int], index: Int, of count: Int, id: String
  ) -> String {
    let partID = index == 0 ? id : "\(id)-\(index)"
    let outcomes = Set(entries.map(\.behavior.outcome)).sorted()
    let headers = outcomes.map { #"<th scope="col"><span>\#($0.markup)</span></th>"# }
    let columns = Dictionary(uniqueKeysWithValues: zip(outcomes, outcomes.indices))
    let rows = entries.rows
    let body = rows.map { row in
      var cells = Array(repeating: "<td></td>", count: outcomes.count)
      for entry in row {
        cells[columns[entry.behavior.outcome]!] = cell(
          entry, number: numbers[entry.behavior]!, isFirst: entry == entries[0])
      }
      return """
        <tr><th scope="row">.\(row[0].behavior.action.escapedForHTML)</th>\(cells.joined())</tr>
        """
    }
    let others = kinds.dropFirst().filter { counts[$0] > 0 }.map { " · \(counts[$0]) \($0)" }
    // The height that a browser reserves for a matrix before it lays it out.
    let height = 300 + rows.count * 34
    return """
      <section id="\(partID)" data-feature="\(id)" aria-labelledby="\(partID)-name" style="contain-intrinsic-height:auto \
      \(height)px">
      <h2 id="\(partID)-name">\(name.escapedForHTML)</h2>
      <p class="counts">\(counts[.asserted]) of \(counts.all) asserted\
      \(others.joined())\(count > 1 ? " · part \(index + 1) of \(count)" : "")</p>
      <div class="scroll"><table role="grid" aria-labelledby="\(partID)-name" aria-readonly="true">
      <thead><tr><td></td>\(headers.joined())</tr></thead>
      <tbody>
      \(body.joined(separator: "\n"))
      </tbody>
      </table></div>
      </section>
      """
  }

  private func cell(_ entry: BehaviorReport.Entry, number: Int, isFirst: Bool) -> String {
    let state = entry.counts ? entry.protection.rawValue : "idle"
    let glyph = entry.counts ? entry.protection.glyph : "–"
    var label = "\(entry.behavior.action), \(entry.behavior.outcome): \(entry.sentence)"
    var mutant = ""
    if report.hasEvidence, entry.counts {
      label += "; " + entry.evidenceSentence
      mutant = #" data-mutant="\#(entry.evidenceName)""#
    }
    if let place = entry.handledAt { label += "; handled at \(place.description)" }
    return """
      <td class="\(state)"\(mutant) data-cell="\(number)" tabindex="\(isFirst ? 0 : -1)" \
      aria-label="\(label.escapedForHTML)"><b>\(glyph)</b>\(entry.tests.count)</td>
      """
  }

  /// The tests of each cell, as JSON that is safe in a script element.
  private var json: String {
    let tests = report.entries.flatMap { $0.tests.map(\.test) }.uniqued
    let numbers = Dictionary(uniqueKeysWithValues: zip(tests, 0...))
    let cells = report.entries.map { entry in
      let results = entry.results
      return entry.tests.map { credit -> [Any] in
        [numbers[credit.test]!, credit.mark.rawValue, credit.assertedAt.map(\.description)]
          + (results[credit.test.name].map { [$0.rawValue] } ?? [])
      }
    }
    // Encoding can't fail, because the arrays contain only strings and integers.
    let data = try! JSONSerialization.data(
      withJSONObject: [
        "tests": tests.map { [$0.name, $0.location.description] }, "cells": cells,
      ], options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self).replacingOccurrences(of: "<", with: "\\u003c")
  }
}

extension BehaviorReport.Feature {
  /// The behaviors in parts, so that a browser can lay out each part's matrix.
  ///
  /// A matrix grows quadratically if each action has separate outcomes, for example, if the actions are numbers. Up
  /// to 40,000 fields, a single matrix is easier to read. Beyond that, each part has about 1,000.
  fileprivate var matrices: [[BehaviorReport.Entry]] {
    func fieldCount(_ entries: [BehaviorReport.Entry]) -> Int {
      Set(entries.map(\.behavior.action)).count * Set(entries.map(\.behavior.outcome)).count
    }
    if fieldCount(entries) <= 40_000 { return [entries] }
    var parts: [[BehaviorReport.Entry]] = []
    for row in entries.rows {
      if let last = parts.last, fieldCount(last + row) <= 1000 {
        parts[parts.count - 1] += row
      } else {
        parts.append(row)
      }
    }
    return parts
  }
}

extension [BehaviorReport.Entry] {
  /// The behaviors of each action. The behaviors of an action are neighbors.
  fileprivate var rows: [[BehaviorReport.Entry]] {
    reduce(into: []) { rows, entry in
      if rows.last?.last?.behavior.action == entry.behavior.action {
        rows[rows.count - 1].append(entry)
      } else {
        rows.append([entry])
      }
    }
  }
}

extension BehaviorReport.Protection {
  /// A symbol for the protection, for readers who don't see the color.
  fileprivate var glyph: String {
    switch self {
    case .asserted: "●"
    case .read: "◐"
    case .unasserted: "○"
    }
  }
}

extension BehaviorReport.Entry {
  /// The number of tests at the highest coverage level: `asserted by 2 of 3 tests`.
  fileprivate var sentence: String {
    let all = tests.count == 1 ? "1 test" : "\(tests.count) tests"
    guard counts else { return "no outcome in \(all)" }
    func some(_ mark: Behavior.Mark) -> String {
      let number = tests.count { $0.mark == mark }
      return number == tests.count ? all : "\(number) of \(all)"
    }
    return switch protection {
    case .asserted: "asserted by \(some(.asserted))"
    case .read: "read by \(some(.read)), asserted by none"
    case .unasserted: "exercised by \(all), asserted by none"
    }
  }

  /// The result of `focus mutate` as a clause: `a test fails without it`.
  fileprivate var evidenceSentence: String {
    switch evidence?.verdict {
    case .killed: "a test fails without it"
    case .survived: "no test fails without it"
    case .accepted: "no test fails without it (accepted)"
    case .equivalent: "the state is the same without it"
    case .undecided: "no test fails without it, but some could not be judged"
    case .untested, .notReached, .notTried, nil: "not tried without it"
    }
  }
}

extension Behavior.Outcome {
  /// The outcome as a column's header: its kind, then its subject.
  fileprivate var markup: String {
    [kind.verb.map { "<i>\($0)</i>" }, subject?.escapedForHTML].compactMap { $0 }
      .joined(separator: " ")
  }
}

// The source mutants: the survivors per feature, and the number of killed mutants.

extension ReportPage {
  static func survivors(of evidence: MutantEvidence) -> String {
    let features = Dictionary(grouping: evidence.mutants, by: \.subject.shownFeature)
      .map { (name: $0, survivors: $1.filter { $0.verdict == .survived }, counts: counts($1)) }
      .sorted { ($0.survivors.isEmpty ? 1 : 0, $0.name) < ($1.survivors.isEmpty ? 1 : 0, $1.name) }
    let parts = features.map { name, survivors, counts in
      """
      <h3>\(name.escapedForHTML)</h3>
      <p class="counts">\(counts)</p>\
      \(survivors.isEmpty ? "" : "\n<ul>\n\(survivors.map(item).joined(separator: "\n"))\n</ul>")
      """
    }
    return """

      <aside id="source" aria-labelledby="source-name">
      <h2 id="source-name">Source mutants</h2>
      \(parts.joined(separator: "\n"))
      </aside>
      """
  }

  private static func counts(_ mutants: [MutantEvidence.Mutant]) -> String {
    let counts = mutants.counts
    let rest = counts.all - counts.judged
    return "\(counts[.killed]) of \(counts.all) killed"
      + (counts[.survived] > 0 ? " · \(counts[.survived]) survived" : "")
      + (rest > 0 ? " · \(rest) not counted" : "")
  }

  private static func item(_ mutant: MutantEvidence.Mutant) -> String {
    guard let source = mutant.subject.source else { return "" }
    let place = "\(source.file):\(source.line):\(source.column)".escapedForHTML
    let diff = source.diff.map {
      $0.hasPrefix("+")
        ? "<ins>\($0.escapedForHTML)</ins>" : "<del>\($0.escapedForHTML)</del>"
    }
    let tests = mutant.trials.map {
      "<li><code>\($0.test.name.escapedForHTML)</code> <small>\($0.test.location.description.escapedForHTML)</small></li>"
    }
    return """
      <li><p><code>\(place)</code> \(source.operator.escapedForHTML)</p>
      <pre>\(diff.joined())</pre>
      <details><summary>\(mutant.trials.passing(with: mutant.subject).capitalizedFirst)</summary>\
      <ul>\(tests.joined())</ul></details></li>
      """
  }
}

extension MutantEvidence {
  /// The lines about source mutants at the head of the page.
  var sentencesOnSource: [String] {
    let counts = counts
    var sentences = [
      "Source mutants: \(counts[.killed]) killed, \(counts[.survived]) survived."
    ]
    if let unreached = source?.unreached.count, unreached > 0 {
      sentences.append("No test runs the code of \(count(unreached, "more mutant")).")
    }
    if !isComplete { sentences.append("The session stopped early.") }
    return sentences + scope
  }
}
