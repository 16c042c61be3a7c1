extension Document {
  /// The maximum width of sentences and tables. Names and code are longer if necessary, because readers copy them.
  private static let width = 80

  /// The maximum number of items of a list.
  private static let limit = 100

  /// The document as text for a terminal, without its title.
  package func text(_ style: TextStyle) -> String {
    parts.map { part in
      switch part {
      case .paragraph(let text, let color): style.lines(of: text, color)
      case .result(let text): [text]
      case .table(let table): table.lines(style, width: Self.width)
      case .list(let list):
        list.items.isEmpty
          ? []
          : style.lines(of: list.heading, list.color) + style.lines(of: list.explanation)
            + list.items.lines(limit: Self.limit, rest: "; --html and --json list them")
      }
    }
    .filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }
}

extension TextStyle {
  fileprivate func lines(of text: String, _ color: Color? = nil) -> [String] {
    text.oneLine.wrapped(to: 80).map { line in color.map { self($0, line) } ?? line }
  }
}

extension [Document.Item] {
  /// The lines of the first items, and the number of the others. If items have code, an empty line is above each item.
  fileprivate func lines(limit: Int, indent: String = "  ", rest: String = "") -> [String] {
    let space = contains { $0.details.contains { !$0.code.isEmpty } } ? [""] : []
    return prefix(limit).flatMap { space + $0.lines(indent: indent) }
      + (count > limit ? ["\(indent)and \(count - limit) more\(rest)"] : [])
  }
}

extension Document.Item {
  /// The name and the note, on one line if they fit, and the details.
  fileprivate func lines(indent: String) -> [String] {
    let line = "\(indent)\(name.oneLine)  \(note.oneLine)"
    let head =
      note.isEmpty || line.count > 80
      ? [indent + name.oneLine] + (note.isEmpty ? [] : ["\(indent)  \(note.oneLine)"]) : [line]
    return head + details.flatMap { $0.lines(indent: indent + "  ") }
  }
}

extension Document.Detail {
  fileprivate func lines(indent: String) -> [String] {
    let inner = text.isEmpty ? indent : indent + "  "
    return text.oneLine.wrapped(to: 80 - indent.count).map { indent + $0 }
      + items.lines(limit: 3, indent: inner)
      + code.map { isDifference ? inner + $0.oneLine : "\(inner)  \($0)" }
  }
}

extension Document.Table {
  fileprivate func lines(_ style: TextStyle, width: Int) -> [String] {
    let numberWidth = titles.reduce(0) { $0 + 2 + $1.count }
    let names = rows.map(\.name.oneLine) + ["Feature"]
    let nameWidth = min(width - numberWidth, names.map(\.count).max() ?? 0)
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
      + [rule, line("All", total)]
  }
}
