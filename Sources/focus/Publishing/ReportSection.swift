/// A titled list of a report. The terminal, the summary of a job, and the page show the same items.
package struct ReportSection: Hashable, Sendable {
  package struct Item: Hashable, Sendable {
    /// A name that readers copy: a line, a feature, a mutant.
    package var name: String
    package var details: [String]

    package init(_ name: String, _ details: String...) {
      self.name = name
      self.details = details
    }
  }

  /// The section's name in links.
  var id: String
  var title: String
  var color = TextStyle.Color.yellow
  var explanation: String?
  /// The words before an item in a summary.
  var label: String
  var items: [Item]

  /// The section as text, empty without items.
  ///
  /// - Parameter rest: The way to list the other items if there are more than the limit.
  func text(
    _ style: TextStyle, width: Int = 80, limit: Int = 100, rest: String = "--json has them all"
  ) -> [String] {
    if items.isEmpty { return [] }
    var lines = "\(title): \(items.count)".wrapped(to: width).map { style(color, $0) }
    lines += explanation?.wrapped(to: width) ?? []
    for item in items.prefix(limit) {
      lines.append("  " + item.name.oneLine.truncated(to: width - 2))
      for detail in item.details {
        lines += detail.oneLine.wrapped(to: width - 4).map { "    " + $0 }
      }
    }
    if items.count > limit { lines.append("  and \(items.count - limit) more; \(rest)") }
    return lines
  }

  /// The section as parts of a summary.
  var markdown: [String] {
    items.map { item in
      "- \(label): "
        + ([item.name] + item.details).map(\.escapedForMarkdown).joined(separator: ", ")
    }
  }

  /// The section as a part of the page, empty without items.
  var markup: String {
    if items.isEmpty { return "" }
    let list = items.map { item in
      "<li><p><code>\(item.name.escapedForHTML)</code> "
        + "\(item.details.joined(separator: " ").escapedForHTML)</p></li>"
    }
    return """

      <aside id="\(id)" aria-labelledby="\(id)-name">
      <h2 id="\(id)-name">\(title.escapedForHTML)</h2>
      <p class="counts">\(explanation?.escapedForHTML ?? "")</p>
      <ul>
      \(list.joined(separator: "\n"))
      </ul>
      </aside>
      """
  }
}
