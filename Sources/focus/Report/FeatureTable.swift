/// A table of numbers, with a row per feature and a row for the total.
struct FeatureTable {
  typealias Cell = (text: String, color: TextStyle.Color?)

  let titles: [String]
  let rows: [(name: String, cells: [Cell])]
  let all: [Cell]

  /// The title of the column with percentages.
  static let share = "Share"

  /// The table as text, in 80 columns.
  func lines(_ style: TextStyle) -> [String] {
    let numberWidth = titles.reduce(0) { $0 + 2 + $1.count }
    let names = rows.map(\.name.oneLine) + ["Feature"]
    let nameWidth = min(80 - numberWidth, names.map(\.columnCount).max() ?? 0)
    let rule = style(.dim, String(repeating: "─", count: nameWidth + numberWidth))
    let header = titles.reduce("Feature".padded(to: nameWidth)) { $0 + "  " + $1 }
    func line(_ name: String, _ cells: [Cell]) -> String {
      zip(titles, cells).reduce(name.truncated(to: nameWidth).padded(to: nameWidth)) {
        let text = $1.1.text.leftPadded(to: $1.0.count)
        // A percentage such as `100.0 %` can be wider than its title. The gap is then narrower.
        let gap = text.count > $1.0.count ? " " : "  "
        return $0 + gap + ($1.1.color.map { style($0, text) } ?? text)
      }
    }
    return [style(.bold, header), rule] + rows.map { line($0.name.oneLine, $0.cells) }
      + [rule, line("All", all)]
  }

  /// The table in Markdown, without percentages and the total.
  var markdown: [String] {
    let columns = titles.indices.filter { titles[$0] != Self.share }
    func line(_ name: String, _ texts: [String]) -> String {
      "| \(name) | \(columns.map { texts[$0] }.joined(separator: " | ")) |"
    }
    return [line("Feature", titles), "|---" + columns.map { _ in "|--:" }.joined() + "|"]
      + rows.map { line($0.name.escapedForMarkdown, $0.cells.map(\.text)) }
  }
}

extension BehaviorReport {
  /// The number of behaviors of each feature, by protection.
  var table: FeatureTable {
    FeatureTable(
      titles: ["Behaviors", "Asserted", FeatureTable.share, "Read", "Unasserted"],
      rows: features.map { ($0.name, cells($0.entries)) }, all: cells(entries))
  }

  private func cells(_ entries: [Entry]) -> [FeatureTable.Cell] {
    let counts = entries.counts
    let isWhole = counts.all > 0 && counts[.asserted] == counts.all
    return [
      ("\(counts.all)", nil),
      ("\(counts[.asserted])", nil),
      (counts.percent.map { "\($0.shortText) %" } ?? "–", isWhole ? .green : nil),
      ("\(counts[.read])", counts[.read] > 0 ? .yellow : nil),
      ("\(counts[.unasserted])", counts[.unasserted] > 0 ? .red : nil),
    ]
  }
}

extension MutantEvidence {
  /// The number of mutants of each feature, by verdict.
  var table: FeatureTable {
    FeatureTable(
      titles: ["Mutants", "Killed", FeatureTable.share, "Survived", "Not counted"],
      rows: Dictionary(grouping: mutants, by: \.subject.shownFeature)
        .map { (name: $0, cells: cells($1)) }.sorted { $0.name < $1.name },
      all: cells(mutants))
  }

  private func cells(_ mutants: [Mutant]) -> [FeatureTable.Cell] {
    let (counts, tried) = (mutants.counts, mutants.triedCount)
    let isWhole = counts.judged > 0 && counts[.killed] == tried
    let unjudged = counts.all - counts.judged
    return [
      ("\(counts.all)", nil),
      ("\(counts[.killed])", nil),
      (tried == 0 ? "–" : "\(counts[.killed] * 100 / tried) %", isWhole ? .green : nil),
      ("\(counts[.survived])", counts[.survived] > 0 ? .red : nil),
      ("\(unjudged)", unjudged > 0 ? .yellow : nil),
    ]
  }
}
