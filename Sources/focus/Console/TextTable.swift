/// A table of numbers: a row for each name, and one for all.
struct TextTable {
  typealias Cell = (text: String, color: TextStyle.Color?)

  let titles: [String]
  /// How many columns it takes at most.
  let width: Int
  let style: TextStyle

  func lines(_ rows: [(name: String, cells: [Cell])], all: [Cell]) -> [String] {
    let numberWidth = titles.reduce(0) { $0 + 2 + $1.count }
    let names = rows.map(\.name) + ["Feature"]
    let nameWidth = min(width - numberWidth, names.map(\.columnCount).max() ?? 0)
    let rule = style(.dim, String(repeating: "─", count: nameWidth + numberWidth))
    let header = titles.reduce("Feature".padded(to: nameWidth)) { $0 + "  " + $1 }
    func line(_ name: String, _ cells: [Cell]) -> String {
      zip(titles, cells).reduce(name.truncated(to: nameWidth).padded(to: nameWidth)) {
        let text = $1.1.text.leftPadded(to: $1.0.count)
        // A share with a tenth is longer than its title.
        let gap = text.count > $1.0.count ? " " : "  "
        return $0 + gap + ($1.1.color.map { style($0, text) } ?? text)
      }
    }
    return [style(.bold, header), rule] + rows.map { line($0.name, $0.cells) }
      + [rule, line("All", all)]
  }
}
