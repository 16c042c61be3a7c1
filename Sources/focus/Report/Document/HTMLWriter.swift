extension Document {
  /// The document as one self-contained page. The lists come first, and the matrix last.
  ///
  /// The page can be read without scripts, printed, and searched. The script adds a filter.
  package func html(_ matrix: Matrix) -> String {
    var markup = ""
    for case .paragraph(let text, _) in parts { markup += "<p>\(text.escapedForHTML)</p>\n" }
    for case .result(let text) in parts { markup += "<p>\(text.escapedForHTML)</p>\n" }
    for case .list(let list) in parts where !list.items.isEmpty { markup += list.html }
    for case .table(let table) in parts { markup += table.html }
    return """
      \(String(headOfPageTitled: title, style: PackageResources.page_css, runsScripts: true))
      <body>
      <header>
      <h1>\(title.escapedForHTML)</h1>
      <input type="search" id="filter" placeholder="Filter" aria-label="Filter" \
      autocomplete="off" spellcheck="false">
      <output id="shown" for="filter" aria-live="polite"></output>
      </header>
      <main>
      \(markup)\(matrix.html)</main>
      <script>
      \(String(resource: PackageResources.page_js))
      </script>
      </body>
      </html>

      """
  }
}

extension Document.List {
  fileprivate var html: String {
    // The items of the most important lists are open.
    let items = items.map { $0.html(isOpen: color == .red) }
    return """
      <section>
      <h2>\(heading.escapedForHTML)</h2>
      \(explanation.isEmpty ? "" : "<p>\(explanation.escapedForHTML)</p>\n")\
      <ul class="items">
      \(items.joined(separator: "\n"))
      </ul>
      </section>

      """
  }
}

extension Document.Item {
  fileprivate func html(isOpen: Bool = false) -> String {
    let head =
      "<code>\(name.escapedForHTML)</code>"
      + (note.isEmpty ? "" : " <small>\(note.escapedForHTML)</small>")
    if details.isEmpty { return "<li>\(head)</li>" }
    // A link to the anchor opens the details around it.
    let anchor = id.map { " id=\"\($0)\"" } ?? ""
    return """
      <li><details\(isOpen ? " open" : "")><summary>\(head)</summary><div\(anchor)>\
      \(details.map(\.html).joined())</div></details></li>
      """
  }
}

extension Document.Detail {
  fileprivate var html: String {
    let lines = code.map { line in
      let tag = line.hasPrefix("+") ? "ins" : "del"
      return isDifference
        ? "<\(tag)>\(line.escapedForHTML)</\(tag)>" : line.escapedForHTML
    }
    return (text.isEmpty ? "" : "<p>\(text.escapedForHTML)</p>")
      + (items.isEmpty ? "" : "<ul>\(items.map { $0.html() }.joined())</ul>")
      + (code.isEmpty ? "" : "<pre>\(lines.joined(separator: "\n"))</pre>")
  }
}

extension Document.Table {
  fileprivate var html: String {
    func row(_ name: String, _ cells: [Cell]) -> String {
      """
      <tr><th scope="row">\(name.escapedForHTML)</th>\
      \(cells.map { "<td>\($0.text)</td>" }.joined())</tr>
      """
    }
    return """
      <section>
      <h2>Features</h2>
      <table class="numbers">
      <thead><tr><td></td>\(titles.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
      <tbody>
      \((rows.map { row($0.name, $0.cells) } + [row("All", total)]).joined(separator: "\n"))
      </tbody>
      </table>
      </section>

      """
  }
}
