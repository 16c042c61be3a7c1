import Foundation

/// The text of a value or of a difference, before it is broken into lines.
indirect enum TextNode {
  case text(String)
  /// A line that no comma follows: a line of a multiline string, or a remark.
  case line(String)
  /// The lines of a string, and the string on one line.
  case multilineString([String], onOneLine: String)
  case group(Group)
  /// A value that replaces another one, and their difference if both print the same text.
  case replaced(TextNode, TextNode, reason: String? = nil)

  struct Group {
    var opening: String
    var closing: String
    var items: [Item]
    /// Whether short items may share one line.
    var mayStandOnOneLine = false
    /// The instance that the group shows, if it may appear again.
    var instance: Instance?
  }

  struct Item {
    var label: String?
    var node: TextNode
    /// The side that the item's value belongs to.
    var side = Side.both
  }

  enum Side: String {
    case both = "  "
    case expected = "− "
    case actual = "+ "
  }

  /// An instance of a class, kept alive so that no other instance can reuse its identity.
  final class Instance {
    let object: AnyObject
    /// The instance's number. Set when the instance appears again.
    var number: Int?

    init(_ object: AnyObject) { self.object = object }
  }
}

extension TextNode {
  /// The node on one line of any length.
  var onOneLine: String { line(isForced: true) ?? "" }

  /// The node on one line. `nil` if a part needs more lines, unless `isForced` is `true`.
  fileprivate func line(isForced: Bool) -> String? {
    switch self {
    case .text(let text), .line(let text):
      guard text.contains(where: \.isNewline) else { return text }
      return isForced ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : nil
    case .multilineString(_, let text):
      return isForced ? text : nil
    case .group(let group):
      guard isForced || group.mayStandOnOneLine || group.items.isEmpty else { return nil }
      var parts: [String] = []
      for item in group.items {
        guard let part = item.node.line(isForced: isForced) else { return nil }
        // Positions help if each element is on a separate line. On one line, they are noise.
        let label = item.label.flatMap { $0.hasPrefix("[") ? nil : "\($0): " }
        parts.append((label ?? "") + part)
      }
      return group.numberedOpening + parts.joined(separator: ", ") + group.closing
    case .replaced:
      return nil
    }
  }
}

extension TextNode.Group {
  fileprivate var numberedOpening: String {
    (instance?.number.map { "#\($0) " } ?? "") + opening
  }
}

/// Breaks nodes into lines.
struct TextLayout {
  struct Line {
    var side: TextNode.Side
    var depth: Int
    var text: String

    var indented: String {
      text.isEmpty ? "" : String(repeating: "  ", count: depth) + text
    }
  }

  private(set) var lines: [Line] = []
  /// The maximum number of lines for a value of one side.
  private let linesOfOneSide = 20
  private let limit: Int

  /// - Parameters:
  ///   - comma: The text after the item: a comma, or nothing.
  ///   - limit: The maximum number of shown lines. Both sides of a replaced value are visible in them.
  init(_ item: TextNode.Item, comma: String = "", limit: Int = .max) {
    self.limit = limit
    add(item, comma: comma, depth: 0)
  }

  init(_ node: TextNode) { self.init(TextNode.Item(node: node)) }

  private mutating func add(
    _ item: TextNode.Item, comma: String, depth: Int, most: Int = .max
  ) {
    let label = item.label.map { "\($0): " } ?? ""
    switch item.node {
    case .replaced(let old, let new, let reason):
      let (old, new) = (block(of: item.label, old, comma), block(of: item.label, new, comma))
      let room = max(limit - lines.count - depth, 4)
      add(old, .expected, most: max(room / 2, room - new.count), depth: depth)
      add(new, .actual, most: max(room - room / 2, room - old.count), depth: depth)
      if let reason { add("// \(reason)", depth: depth) }
    case _ where item.side != .both:
      add(block(of: item.label, item.node, comma), item.side, most: most, depth: depth)
    case .line(let text):
      add(text, depth: depth)
    case .text(let text):
      for line in (label + text + comma).lines { add(String(line), depth: depth) }
    case .multilineString(let lines, _):
      add(label + "\"\"\"", depth: depth)
      for line in lines { add(line, depth: depth + 1) }
      add("\"\"\"" + comma, depth: depth)
    case .group(let group):
      if let line = item.node.line(isForced: false), line.count <= 72 {
        return add(label + line + comma, depth: depth)
      }
      add(label + group.numberedOpening, depth: depth)
      let most = linesPerItem(of: group, depth: depth + 1)
      for (index, item) in group.items.enumerated() {
        add(item, comma: index < group.items.count - 1 ? "," : "", depth: depth + 1, most: most)
      }
      add(group.closing + comma, depth: depth)
    }
  }

  /// The number of lines for each value of one side, so that the values of both sides are visible.
  private func linesPerItem(of group: TextNode.Group, depth: Int) -> Int {
    let sided = group.items.filter { $0.side != .both }
    guard limit < .max, sided.count > 1 else { return .max }
    let needed = sided.map { min(TextLayout($0.node).lines.count, linesOfOneSide) }.reduce(0, +)
    let room = limit - lines.count - depth - (group.items.count - sided.count)
    return needed <= room ? .max : max(4, room / sided.count)
  }

  private func block(of label: String?, _ node: TextNode, _ comma: String) -> [Line] {
    TextLayout(TextNode.Item(label: label, node: node), comma: comma).lines
  }

  private mutating func add(_ block: [Line], _ side: TextNode.Side, most: Int, depth: Int) {
    var block = block
    let excess = block.count - min(most, linesOfOneSide)
    if excess > 0 {
      block.removeLast(excess + 1)
      block.append(Line(side: side, depth: 1, text: "… \(counted(excess + 1, "more line"))"))
    }
    for line in block { add(line.text, side, depth: depth + line.depth) }
  }

  private mutating func add(_ text: String, _ side: TextNode.Side = .both, depth: Int) {
    lines.append(Line(side: side, depth: depth, text: text))
  }
}

extension StringProtocol {
  /// The lines, including empty ones, for any kind of line ending.
  package var lines: [SubSequence] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}

/// A number and its noun: `1 element`, `9,940 elements`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// A number with commas between its thousands, in every locale.
package func grouped(_ count: Int) -> String {
  count.formatted(.number.locale(Locale(identifier: "en_US")))
}
