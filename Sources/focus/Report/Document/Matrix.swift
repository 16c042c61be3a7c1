import TestEvents

/// A matrix per feature, with a row per action and a column per outcome. Only the page shows it.
package struct Matrix: Sendable {
  package enum State: String, Sendable {
    case good, partial, bad, idle

    /// A symbol for readers who don't see the color.
    var sign: String {
      switch self {
      case .good: "●"
      case .partial: "◐"
      case .bad: "○"
      case .idle: "–"
      }
    }
  }

  package struct Cell: Sendable {
    var behavior: Behavior
    var state: State
    /// The symbol of the state, and a number.
    var sign: String
    /// The state as a clause: `asserted by 2 of 3 tests`.
    var label: String
    /// The anchor of the behavior's item, if it has one.
    var id: String?
  }

  /// The cells, in the order of feature, action, and outcome.
  var cells: [Cell]

  /// The meaning of each sign.
  var legend: KeyValuePairs<String, String>

  /// The sections of the page, one per feature.
  var html: String {
    if cells.isEmpty { return "" }
    let meanings = legend.map { "<dt>\($0)</dt><dd>\($1.escapedForHTML)</dd>" }
    return cells.chunked { $0.behavior.shownFeature }.map(Self.section).joined()
      + "<dl>\(meanings.joined())</dl>\n"
  }

  private static func section(_ cells: [Cell]) -> String {
    let outcomes = Set(cells.map(\.behavior.outcome)).sorted()
    let columns = Dictionary(uniqueKeysWithValues: zip(outcomes, outcomes.indices))
    let headers = outcomes.map {
      "<th scope=\"col\"><span>\($0.description.escapedForHTML)</span></th>"
    }
    let rows = cells.chunked { $0.behavior.action }.map { row in
      var markup = Array(repeating: "<td></td>", count: outcomes.count)
      for cell in row { markup[columns[cell.behavior.outcome]!] = cell.html }
      return """
        <tr><th scope="row">.\(row[0].behavior.action.escapedForHTML)</th>\(markup.joined())</tr>
        """
    }
    return """
      <section class="matrix">
      <h2>\(cells[0].behavior.shownFeature.escapedForHTML)</h2>
      <div class="scroll"><table>
      <thead><tr><td></td>\(headers.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      </section>

      """
  }
}

extension Matrix.Cell {
  fileprivate var html: String {
    let label = "\(behavior.action), \(behavior.outcome): \(label)".escapedForHTML
    let link = id.map { " href=\"#\($0)\"" } ?? ""
    return """
      <td class="\(state)"><a\(link) title="\(label)" aria-label="\(label)">\(sign)</a></td>
      """
  }
}

extension Array {
  /// The neighbors with the same key.
  fileprivate func chunked(by key: (Element) -> String) -> [[Element]] {
    reduce(into: []) { chunks, element in
      if let last = chunks.last?.last, key(last) == key(element) {
        chunks[chunks.count - 1].append(element)
      } else {
        chunks.append([element])
      }
    }
  }
}
