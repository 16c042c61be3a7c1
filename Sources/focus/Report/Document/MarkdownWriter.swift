extension Document {
  /// The document as Markdown, in parts that can be left out at the end.
  package var markdown: [String] {
    ["## \(title.escapedForHTML)\n"]
      + parts.flatMap { part in
        switch part {
        case .paragraph(let text, _), .result(let text): [text.escapedForHTML + "\n"]
        case .table(let table): [table.markdown]
        case .list(let list):
          list.items.isEmpty ? [] : [list.markdown] + list.items.map(\.markdown)
        }
      }
  }
}

extension Document.List {
  fileprivate var markdown: String {
    "### \(heading.escapedForHTML)\n" + (explanation.isEmpty ? "" : "\n\(explanation)\n")
  }
}

extension Document.Item {
  private var head: String {
    name.escapedForMarkdown + (note.isEmpty ? "" : " " + note.escapedForMarkdown)
  }

  /// A line, or a name that unfolds to items and code.
  fileprivate var markdown: String {
    if details.allSatisfy({ $0.items.isEmpty && $0.code.isEmpty }) {
      return (["- \(head)"] + details.map(\.text.escapedForHTML)).joined(separator: ", ")
    }
    let lines = details.map { $0.markdown + "\n" }
    return "<details><summary>\(head)</summary>\n\n\(lines.joined(separator: "\n"))\n</details>"
  }
}

extension Document.Detail {
  fileprivate var markdown: String {
    var fence = "```"
    while code.contains(where: { $0.contains(fence) }) { fence += "`" }
    let lines =
      (text.isEmpty ? [] : [text.escapedForHTML, ""]) + items.map(\.markdown)
      + (code.isEmpty ? [] : [fence + (isDifference ? "diff" : "swift")] + code + [fence])
    return lines.joined(separator: "\n")
  }
}

extension Document.Table {
  fileprivate var markdown: String {
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
    let lines =
      [line(["Feature"] + titles), line(["---"] + titles.map { _ in "--:" })]
      + rows.map { line([$0.name.escapedForMarkdown] + $0.cells.map(\.text)) }
      + [line(["All"] + total.map(\.text))]
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  /// The text, escaped so that Markdown shows it literally, in a table too.
  package var escapedForMarkdown: String {
    "<code>" + oneLine.escapedForHTML.replacingOccurrences(of: "|", with: "&#124;") + "</code>"
  }
}
