import Foundation

/// A timeline as a table: a column for the test, one for its stores, and one for each effect in flight.
struct StoryTable {
  private let story: TestStory
  private let lanes: Int

  init(_ story: TestStory) {
    self.story = story
    lanes = story.columnCount
  }

  /// A row of the table: an event, and the effects that its step starts and cancels.
  private struct Line {
    var main: Int
    var others: [Int] = []
    var all: [Int] { [main] + others }
    var last: Int { others.last ?? main }
  }

  var markup: String {
    if story.rows.isEmpty { return "<p>\(TestStory.nothingHappened)</p>" }
    let width = lanes <= 2 ? 16 : lanes <= 4 ? 13 : 10
    let stores = Set(story.stores).sorted().joined(separator: ", ")
    let failure = story.firstFailure
    let rows = lines.map { row($0, isFirstFailure: $0.main == failure) }
    return """
      <div class="scroll" role="region" aria-label="Events" tabindex="0">
      <table class="story" style="width:\(40 + lanes * width)rem">
      <caption class="hidden">The events in order, one per row</caption>
      <colgroup><col style="width:4rem"><col style="width:15rem"><col style="width:21rem">\
      \(lanes > 0 ? "<col span=\"\(lanes)\" style=\"width:\(width)rem\">" : "")</colgroup>
      <thead><tr><th scope="col">Line</th><th scope="col">Test</th>\
      <th scope="col">\(stores.isEmpty ? "Store" : stores.escapedForHTML)</th>\
      \(lanes > 0 ? "<th scope=\"colgroup\" colspan=\"\(lanes)\">Effects in flight</th>" : "")</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      """
  }

  private var lines: [Line] {
    var lines: [Line] = []
    for (index, row) in story.rows.enumerated() {
      let cause =
        row.kind == .start ? story.effect(of: row).flatMap { story.effects[$0].cause } : nil
      let follows =
        row.kind == .start && cause == lines.last?.main
        || row.kind == .cancel && row.actor != row.target
      if follows, let last = lines.last, story.rows[last.main].isStep {
        lines[lines.count - 1].others.append(index)
      } else {
        lines.append(Line(main: index))
      }
    }
    return lines
  }

  // MARK: - A row

  private func row(_ line: Line, isFirstFailure: Bool) -> String {
    let row = story.rows[line.main]
    let id = isFirstFailure ? "first-failure" : "e\(line.main)"
    let place = row.place.map { "\($0.line)" } ?? "·"
    let title = row.place.map { " title=\"\($0.brief.escapedForHTML)\"" } ?? ""
    let head = "<th scope=\"row\"\(title)><a href=\"#\(id)\">\(place)</a></th>"
    if row.isAcross {
      let count = 2 + lanes
      let rest = row.notes.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
      let sign = row.kind == .failure ? #"<b aria-hidden="true">✗</b> "# : ""
      return """
        <tr id="\(id)" class="\(row.kind.rawValue)">\(head)<td colspan="\(count)"><p>\(sign)\
        \(row.text.escapedForHTML)</p>\(rest.isEmpty ? "" : "<pre>\(rest.escapedForHTML)</pre>")</td></tr>
        """
    }
    let cells = (0..<(2 + lanes)).map { cell($0, in: line) }
    return #"<tr id="\#(id)" class="\#(row.kind.rawValue)">\#(head)\#(cells.joined())</tr>"#
  }

  /// The column of an actor: 0 for the test, 1 for stores, then effects.
  private func column(of actor: TestStory.Actor) -> Int? {
    switch actor {
    case .test: 0
    case .store: 1
    case .effect(let number): 2 + story.effects[number].column
    case .outside: nil
    }
  }

  private func cell(_ column: Int, in line: Line) -> String {
    var classes: [String] = []
    var style = ""
    var content = ""
    // Whether a line is drawn beside the text: outward to a column on the right, or inward from there.
    var rule = ""
    for index in line.all {
      let row = story.rows[index]
      let source = self.column(of: row.actor)
      let target = row.target.flatMap(self.column(of:))
      if let source, let target, source != target {
        if min(source, target) < column, column < max(source, target) { classes.append("through") }
        if column == source { classes.append(source < target ? "from" : "sends") }
        if column == target { classes.append("to") }
        if column < 2, column == min(source, target), rule != "in" {
          rule = source < target ? "out" : "in"
        }
      }
      content += self.content(of: row, in: column, isSource: column == source)
    }
    if column >= 2, let number = effect(inColumn: column - 2, at: line) {
      let effect = story.effects[number]
      style = StoryPage.color(ofEffect: number)
      classes.append("lane")
      if line.all.contains(effect.start) { classes.append("begins") }
      if let end = effect.end, line.all.contains(end) { classes.append("over") }
      if effect.wait(in: line.last) != nil, !line.all.contains(effect.start) {
        classes.append("waits")
      }
    }
    let names = classes.isEmpty ? "" : " class=\"\(Set(classes).sorted().joined(separator: " "))\""
    if !rule.isEmpty {
      let end = content.range(of: "</span>")?.upperBound ?? content.startIndex
      content =
        "<p>\(content[..<end])<i class=\"\(rule)\" aria-hidden=\"true\"></i></p>\(content[end...])"
    }
    return "<td\(names)\(style)>\(content.isEmpty ? "" : "<div>\(content)</div>")</td>"
  }

  /// The effect that a column shows in a table row.
  private func effect(inColumn column: Int, at line: Line) -> Int? {
    story.effects.indices.last { number in
      let effect = story.effects[number]
      return effect.column == column && effect.start <= line.last
        && effect.end.map { $0 >= line.main } ?? true
    }
  }

  /// The column that shows a row's text: where the event takes effect.
  private func column(shownBy row: TestStory.Row) -> Int {
    switch row.kind {
    case .call, .store, .clock, .answer, .failure, .known, .note, .leftOut: 0
    case .send, .action, .dismissal: 1
    case .start, .cancel: row.target.flatMap(column(of:)) ?? 1
    case .wait, .stubCall, .end, .inFlight: column(of: row.actor) ?? 1
    case .repeated: column(of: row.target ?? row.actor) ?? 0
    }
  }

  private func content(of row: TestStory.Row, in column: Int, isSource: Bool) -> String {
    let check = row.isAsserted ? #" <b class="check" title="asserted">✓</b>"# : ""
    guard column == self.column(shownBy: row) else {
      if row.kind == .answer, column == row.target.flatMap(self.column(of:)) {
        return "<span>answered</span>"
      }
      guard isSource else { return "" }
      if row.kind == .start, let cause = story.effect(of: row).flatMap({ story.effects[$0].cause }),
        !story.isNext(row, to: cause)
      {
        let before = story.rows[cause]
        let line = before.place.map { ", line \($0.line)" } ?? ""
        return "<span>of \(before.actionText.escapedForHTML)\(line)</span>"
      }
      return row.kind == .send ? "<span>send\(check)</span>" : aside(of: row)
    }
    if row.kind == .start, let number = story.effect(of: row) {
      let effect = story.effects[number]
      let origin = effect.origin.map { [$0] } ?? []
      return "<strong>\(effect.title.escapedForHTML)</strong>" + (origin + row.notes).asSmall
    }
    let store =
      story.stores.count > 1 && row.isStep
      ? row.target.map { "<small>\(story.name(of: $0).escapedForHTML)</small>" } ?? "" : ""
    let text = row.actionText
    // If an action's text is in another column, its notes stay in the effect's column.
    let isBeside = column != self.column(of: row.actor) && row.kind != .start
    let notes = isBeside && [.action, .repeated].contains(row.kind) ? [] : row.notes
    return "\(store)<span>\(text.escapedForHTML)\(row.kind == .send ? "" : check)</span>"
      + notes.asSmall + row.changes.markup
  }

  /// The note in the column of an acting effect, if the text is in another column.
  private func aside(of row: TestStory.Row) -> String {
    guard case .effect(let number) = row.actor else { return "" }
    return #"<span class="hidden">\#(story.effects[number].title.escapedForHTML) sends</span>"#
      + row.notes.asSmall
  }
}

extension [String] {
  fileprivate var asSmall: String { map { "<small>\($0.escapedForHTML)</small>" }.joined() }
}

extension TestStory {
  /// Whether an effect starts directly below the step that returned it.
  fileprivate func isNext(_ row: Row, to cause: Int) -> Bool {
    guard case .effect(let number)? = row.target else { return false }
    return rows[(cause + 1)..<max(cause + 1, effects[number].start)]
      .allSatisfy { $0.kind == .start || $0.kind == .cancel }
  }
}

extension TestStory.Row {
  /// The action of a step.
  fileprivate var actionText: String {
    kind == .send ? String(text.dropFirst("send ".count)) : text
  }

  fileprivate var isAcross: Bool { isLetter || kind == .leftOut }
}
