import TestEvents

/// A titled list of a report. The terminal, the summary of a job, and the page show the same items.
struct ReportSection {
  /// A name that readers copy, such as a line, a feature, or a mutant, and its details.
  typealias Item = (name: String, details: [String])

  /// The section's anchor in links.
  var id: String
  var title: String
  var color = TextStyle.Color.yellow
  var explanation = ""
  /// The prefix of an item in a summary.
  var label: String
  var items: [Item]

  /// The section as text, empty without items.
  ///
  /// - Parameter rest: A hint on how to list the remaining items, if there are more than the limit.
  func text(
    _ style: TextStyle, limit: Int = 100, rest: String = "--json lists them"
  ) -> [String] {
    style.section(
      title, items, explanation, color: color, limit: limit, rest: rest
    ) { item in
      ["  " + item.name.oneLine.truncated(to: 78)]
        + item.details.flatMap { $0.oneLine.wrapped(to: 76).map { "    " + $0 } }
    }
  }

  /// The section as parts of a summary.
  var markdown: [String] {
    items.map { item in
      "- \(label): "
        + ([item.name] + item.details).map(\.escapedForMarkdown).joined(separator: ", ")
    }
  }

  /// The section as part of the page, empty without items.
  var markup: String {
    if items.isEmpty { return "" }
    let list = items.map { item in
      "<li><p><code>\(item.name.escapedForHTML)</code> "
        + "\(item.details.joined(separator: " ").escapedForHTML)</p></li>"
    }
    return """

      <aside id="\(id)" aria-labelledby="\(id)-name">
      <h2 id="\(id)-name">\(title.escapedForHTML)</h2>
      <p class="counts">\(explanation.escapedForHTML)</p>
      <ul>
      \(list.joined(separator: "\n"))
      </ul>
      </aside>
      """
  }
}

extension TextStyle {
  /// A section with a title, a number, and items, in 80 columns; empty without items.
  ///
  /// - Parameters:
  ///   - count: The number, if it differs from the number of items.
  ///   - rest: A hint on how to list the remaining items, if there are more than the limit.
  func section<Item>(
    _ title: String, _ items: [Item], count: String? = nil, _ explanation: String = "",
    color: Color? = .yellow, limit: Int = 100, rest: String = "--json lists them",
    lines: (Item) -> [String]
  ) -> [String] {
    if items.isEmpty { return [] }
    return "\(title): \(count ?? "\(items.count)")".wrapped(to: 80)
      .map { line in color.map { self($0, line) } ?? line }
      + explanation.wrapped(to: 80)
      + items.lines(limit: limit, rest: "; \(rest)", of: lines)
  }
}

extension Array {
  /// The lines of the first elements, and the number of the remaining elements.
  func lines(
    limit: Int, indent: String = "  ", rest: String = "", of lines: (Element) -> [String]
  ) -> [String] {
    prefix(limit).flatMap(lines)
      + (count > limit ? ["\(indent)and \(count - limit) more\(rest)"] : [])
  }
}

extension LedgerTest {
  /// The name of a test and a location, on one line if they fit. They are never truncated, because readers copy them.
  func lines(
    at place: LedgerLocation? = nil, indent: String = "    ", width: Int = 80
  ) -> [String] {
    let name = indent + self.name.oneLine
    let place = (place ?? location).description.oneLine
    let line = "\(name)  \(place)"
    return line.columnCount <= width ? [line] : [name, "\(indent)  \(place)"]
  }
}
