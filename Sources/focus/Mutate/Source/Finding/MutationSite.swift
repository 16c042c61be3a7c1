import SourceReading

/// A place of a source that can be wrong in one way or more, and the switch that makes it so.
///
/// Ranges are of bytes. The switch is written on the lines that are there, so that all lines keep their numbers.
package struct MutationSite: Hashable, Sendable {
  /// One way to be wrong: what a person would have to write, and where.
  package struct Fault: Hashable, Sendable {
    package let `operator`: MutationOperator
    package let range: Range<Int>
    package let replacement: String
  }

  /// A part of the switch. `@` stands for the number of the first fault.
  enum Edit: Hashable, Sendable {
    case open(at: Int, String)
    case close(at: Int, String)
    case replace(Range<Int>, String)
  }

  /// The faults; their numbers follow each other.
  package let faults: [Fault]
  let edits: [Edit]

  /// A switch around some bytes.
  init(_ faults: [Fault], around range: Range<Int>, _ opening: String, _ closing: String) {
    self.init(
      faults, edits: [.open(at: range.lowerBound, opening), .close(at: range.upperBound, closing)])
  }

  init(_ faults: [Fault], edits: [Edit]) {
    self.faults = faults
    self.edits = edits
  }

  /// The first bytes of what the switch is written at.
  package var places: [Int] {
    edits.map {
      switch $0 {
      case .open(let place, _): place
      case .close(let place, _): place - 1
      case .replace(let range, _): range.lowerBound
      }
    }
  }
}

/// A source with switches in it.
package struct SwitchedSource: Hashable, Sendable {
  package let text: String
  /// The bytes from the first to the last of each switch, by the order of its site.
  let spans: [Int: Range<Int>]

  /// The switches around a line and a column, the innermost one first.
  package func sites(atLine line: Int, column: Int) -> [Int] {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let byte = lines.prefix(line - 1).reduce(0) { $0 + $1.count + 1 } + column - 1
    return spans.filter { $0.value.contains(byte) }
      .sorted { ($0.value.count, $1.key) < ($1.value.count, $0.key) }.map(\.key)
  }
}

extension SwiftSource {
  /// The source with switches at some places. Of two that begin at the same byte, the outer one stands first.
  ///
  /// - Parameters:
  ///   - sites: Each with the number of its first fault.
  ///   - switches: The functions that the switches call, if this file is to declare them.
  package func text(
    switching sites: [(number: Int, site: MutationSite)], adding switches: MutationSwitches? = nil
  ) -> SwitchedSource {
    struct Part {
      let place: Int
      /// Closings come before openings, and those before what is replaced.
      let rank: Int
      /// The switch that it is of. The inner ones are closed first.
      let order: Int
      let end: Int
      let text: String
      var position: (Int, Int, Int) { (place, rank, rank == 0 ? -order : order) }
    }
    var parts: [Part] = []
    for (order, entry) in sites.enumerated() {
      for edit in entry.site.edits {
        func text(_ text: String) -> String { text.replacing("@", with: "\(entry.number)") }
        switch edit {
        case .open(let place, let opening):
          parts.append(Part(place: place, rank: 1, order: order, end: place, text: text(opening)))
        case .close(let place, let closing):
          parts.append(Part(place: place, rank: 0, order: order, end: place, text: text(closing)))
        case .replace(let range, let replacement):
          parts.append(
            Part(
              place: range.lowerBound, rank: 2, order: order, end: range.upperBound,
              text: text(replacement)))
        }
      }
    }
    parts.sort { $0.position < $1.position }
    // An import stands before the first token, on its line.
    let first = tokens.first?.range.lowerBound ?? 0
    var result = string(bytes: 0..<first) + (switches?.imports ?? "")
    var end = first
    var spans: [Int: Range<Int>] = [:]
    for part in parts {
      result += string(bytes: end..<max(end, part.place))
      let start = result.utf8.count
      result += part.text
      end = max(end, part.end)
      spans[part.order] = (spans[part.order]?.lowerBound ?? start)..<result.utf8.count
    }
    result += string(bytes: end..<Int.max) + (switches?.code ?? "")
    return SwitchedSource(text: result, spans: spans)
  }
}
