import TestEvents

/// A test's timeline as one self-contained page: a column for the test, one for its store, and one for each effect in
/// flight. Time runs downward.
///
/// The timeline is a table, which can be read from top to bottom without styles. The page has no scripts and loads no
/// files.
package struct StoryPage {
  private let test: ShownTest

  package init(_ test: ShownTest) { self.test = test }

  /// The attribute that sets the color of an effect.
  static func color(ofEffect number: Int) -> String { " style=\"--c:var(--e\(number % 6))\"" }

  package var text: String {
    let outcome = test.outcome
    return """
      \(String(headOfPageTitled: "\(test.name) \(outcome)", style: PackageResources.story_css))
      <body>
      <header>
      <h1>\(test.name.escapedForHTML) <span class="\(outcome)">\(outcome)</span></h1>
      \(banner)
      </header>
      <main>
      \(pair)\(StoryTable(test.story).markup)
      </main>
      <footer>
      <p>Time runs downward. A colored line is an effect from its start to its end, dashed while \
      it waits for a stub or a clock of the test. An arrow leads from a cause to its result. \
      Waits outside the store are unknown, and not drawn.</p>
      </footer>
      </body>
      </html>

      """
  }

  /// The first failure, and the issues about the orders, shown at the top.
  private var banner: String {
    var parts: [String] = []
    if let index = test.story.firstFailure {
      let row = test.story.rows[index]
      let place = row.place.map { "<b>\($0.brief.escapedForHTML)</b> " } ?? ""
      let details = row.notes.drop { $0.isEmpty }.prefix { !$0.isEmpty }.prefix(10).joined(
        separator: "\n"
      ).escapedForHTML
      parts.append(
        """
        <a class="banner" href="#first-failure"><span aria-hidden="true">✗</span><div>\(place)\
        \(row.text.escapedForHTML)\(details.isEmpty ? "" : "<pre>\(details)</pre>")</div></a>
        """)
    }
    for message in test.messages {
      let title = String(message.prefix { !$0.isNewline })
      let rest = String(message.dropFirst(title.count).drop(while: \.isNewline))
      parts.append(
        "<details class=\"message\"><summary>\(title.escapedForHTML)</summary>"
          + "<pre>\(rest.escapedForHTML)</pre></details>")
    }
    return parts.joined(separator: "\n")
  }

  // MARK: - Two orders

  private var pair: String {
    guard let pair = test.pair else { return "" }
    let first = pair.firstDifference
    let title = pair.other.firstFailure == nil ? "This order" : "The failing order"
    let rows = pair.lines.enumerated().map { index, line in
      let mark = index == first ? #" id="first-difference""# : ""
      let label = index == first ? #"<em class="first">first difference</em>"# : ""
      let isLeft = line.usual != nil
      let kind = line.isDifferent ? #" class="different""# : ""
      return "<tr\(mark)\(kind)>\(cell(line.usual, in: pair.usual, isLeft ? label : ""))"
        + "\(cell(line.other, in: pair.other, isLeft ? "" : label))</tr>"
    }
    return """
      <section aria-labelledby="orders">
      <h2 id="orders">Two orders</h2>
      <div class="scroll"><table class="pair">
      <thead><tr><th scope="col">The usual order</th><th scope="col">\(title)</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      </section>
      <h2>\(title), effect by effect</h2>

      """
  }

  private func cell(_ index: Int?, in story: TestStory, _ label: String) -> String {
    guard let index else { return #"<td class="none">\#(label)</td>"# }
    let row = story.rows[index]
    let notes =
      row.notes.isEmpty
      ? ""
      : row.isLetter
        ? "<pre>\(row.notes.drop(while: \.isEmpty).joined(separator: "\n").escapedForHTML)</pre>"
        : "<small>\(row.notes.joined(separator: " · ").escapedForHTML)</small>"
    let place = row.place.map { "<small>\($0.line)</small> " } ?? ""
    let color = story.effect(of: row).map(StoryPage.color(ofEffect:)) ?? ""
    let who =
      story.subject(of: row).map {
        "<b\(color)>\($0.escapedForHTML)</b>\(row.kind == .action ? " sends " : " ")"
      } ?? ""
    return """
      <td class="\(row.kind.rawValue)"><div style="margin-left:\(min(row.depth, 8)).2em">\(label)\(place)\(who)\
      \(row.text.escapedForHTML) \(notes)\(row.changes.markup)</div></td>
      """
  }
}

extension [TracedChange.Shown] {
  /// The diffs as markup. If there are very many, the rest is folded.
  var markup: String {
    let rest = dropFirst(TestStory.changeLimit)
    let folded =
      rest.isEmpty
      ? ""
      : "<details><summary>\(rest.count) more fields</summary>\(rest.map(\.markup).joined())</details>"
    return prefix(TestStory.changeLimit).map(\.markup).joined() + folded
  }
}

extension TracedChange.Shown {
  /// A small diff.
  fileprivate var markup: String {
    let field = "<code>\(self.field.escapedForHTML)</code>"
    if let lines {
      let lines = lines.map { line in
        let text = line.escapedForHTML
        return line.hasPrefix("+")
          ? "<ins>\(text)</ins>" : line.hasPrefix("−") ? "<del>\(text)</del>" : text
      }
      return
        #"<div class="diff">\#(field)<pre>\#(lines.joined(separator: "\n"))</pre></div>"#
    }
    return """
      <div class="diff">\(field) <del>\(old.escapedForHTML)</del> <span>→</span> \
      <ins>\(new.escapedForHTML)</ins></div>
      """
  }
}
