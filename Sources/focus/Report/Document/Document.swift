import TestEvents

/// A report, independent of its output: a title, and paragraphs, tables, and lists below it.
///
/// Three writers print it: as text for a terminal, as Markdown for the page of a job in GitHub Actions, and as HTML.
package struct Document: Hashable, Sendable {
  /// The main result. The terminal shows it as a table or as the last line.
  package var title: String
  package var parts: [Part] = []

  package enum Part: Hashable, Sendable {
    case paragraph(String, TextStyle.Color? = nil)
    /// A result, on one line in each output.
    case result(String)
    case table(Table)
    case list(List)
  }

  /// Numbers with a row per feature, and a row for the total.
  package struct Table: Hashable, Sendable {
    package struct Cell: Hashable, Sendable {
      var text: String
      var color: TextStyle.Color?
    }

    package struct Row: Hashable, Sendable {
      var name: String
      var cells: [Cell]
    }

    var titles: [String]
    var rows: [Row]
    var total: [Cell]
  }

  /// A titled list. Writers leave it out if it has no items.
  package struct List: Hashable, Sendable {
    var title: String
    /// The number in the title, if it differs from the number of items.
    var count: String?
    var explanation = ""
    var color: TextStyle.Color? = .yellow
    var items: [Item]
  }

  /// A name that readers copy, such as a behavior, a test, or a line of the source, and its details.
  package struct Item: Hashable, Sendable {
    /// The anchor on the page.
    var id: String?
    var name: String
    /// A location, or a number.
    var note = ""
    var details: [Detail] = []
  }

  /// A sentence, and items or code below it.
  package struct Detail: Hashable, Sendable {
    var text = ""
    var items: [Item] = []
    var code: [String] = []
    /// Whether the code is the lines of a difference, which begin with `-` and `+`.
    var isDifference = false
  }
}

extension Tally {
  /// The cells of a row: all results, the good ones, their percentage, and two other numbers.
  func cells(_ others: (number: Int, color: TextStyle.Color)...) -> [Document.Table.Cell] {
    let isWhole = judged > 0 && self[.good] == judged
    return [
      .init(text: "\(all)"), .init(text: "\(self[.good])"),
      .init(text: percent.map { "\($0.shortText) %" } ?? "–", color: isWhole ? .green : nil),
    ] + others.map { .init(text: "\($0.number)", color: $0.number > 0 ? $0.color : nil) }
  }
}

extension Document.Part {
  /// A list with a title, its items, and other properties.
  static func list(
    _ title: String, _ items: [Document.Item], count: String? = nil, _ explanation: String = "",
    color: TextStyle.Color? = .yellow
  ) -> Self {
    .list(
      Document.List(
        title: title, count: count, explanation: explanation, color: color, items: items))
  }
}

extension Document.List {
  /// The title, with the number of items.
  var heading: String { "\(title): \(count ?? "\(items.count)")" }
}

extension Document.Item {
  /// A test with a location: that of the test, or that of another line.
  init(_ test: LedgerTest, at place: LedgerLocation? = nil, _ details: [Document.Detail] = []) {
    self.init(name: test.name, note: (place ?? test.location).description, details: details)
  }
}
