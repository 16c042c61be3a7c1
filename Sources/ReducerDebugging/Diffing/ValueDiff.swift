import Core

/// The difference between two values, or `nil` if there is no visible difference.
///
/// Lines that begin with `−` belong to the expected value, lines that begin with `+` to the actual one. Parts
/// that are the same on both sides are left out, and counted. Two values that are equal by their own `==`
/// have no difference, even if they print differently. If two unequal values print the same text, a comment
/// states the difference.
///
/// ```swift
/// let difference = diff(Person(name: "Blob", age: 33), Person(name: "Blob", age: 34))
/// ```
///
/// ```
///   Person(
///     … (1 unchanged),
/// −   age: 33
/// +   age: 34
///   )
/// ```
///
/// - Parameters:
///   - expected: The value whose lines begin with `−`.
///   - actual: The value whose lines begin with `+`.
/// - Returns: At most about 50 lines; the last one states that lines are left out.
/// - Complexity: One comparison of the values, and reflection of the differences. Unchanged
///   elements of arrays are compared and never reflected. Values without `==` are compared part by
///   part.
public func diff<T>(_ expected: T, _ actual: T) -> String? {
  // A NaN is shown as a difference only if there is no other difference.
  let isUnequal = equatableResult(expected, actual) == false
  let difference =
    Difference.between(expected, actual) ?? (isUnequal ? .whole(expected, actual) : nil)
  return difference?.lines().joined(separator: "\n")
}

extension Difference {
  /// The lines of a diff. Lines of the old value begin with `−`, lines of the new value with `+`.
  ///
  /// - Parameter path: The path to the values, which the diff shows.
  package func lines(of path: FieldPath = FieldPath(), limit: Int = 50) -> [String] {
    var builder = DiffBuilder(limit: limit)
    let label = path.isRoot ? nil : path.description
    let item = TextNode.Item(label: label, node: builder.node(for: self, depth: 0))
    let layout = TextLayout(item, limit: limit)
    let lines = layout.lines.prefix(limit + 1).map { $0.side.rawValue + $0.indented }
    guard lines.count > limit else { return lines }
    return lines.dropLast() + ["  … (cut after \(limit) lines; there are more differences)"]
  }
}

private struct DiffBuilder {
  let limit: Int
  private var changes = 0
  private let depthLimit = 16

  init(limit: Int) { self.limit = limit }

  /// A part of the text between brackets.
  private enum Piece {
    case unchanged(Int)
    case changed(Difference.Change, label: String?)
    case remark(String, TextNode.Side)
  }

  mutating func node(for difference: Difference, depth: Int) -> TextNode {
    let (old, new) = (difference.old, difference.new)
    guard depth < depthLimit else { return replaced(old, new) }
    switch difference.cause {
    case .wrapped(let inner):
      return node(for: inner, depth: depth)
    case .fields(let composite, let parts) where composite.isRecord || !areShort(old, new):
      return group(composite.opening, ")", pieces(parts), depth)
    case .elements(let elements) where type(of: new) == [TextLine].self:
      return group("\"\"\"", "\"\"\"", pieces(elements, of: "line"), depth, ofLines: true)
    case .elements(let elements) where !isOneEmpty(old, new):
      return group("[", "]", pieces(elements, of: "element"), depth)
    case .entries(let entries, let unchanged, let isSet) where !isOneEmpty(old, new):
      let changed = entries.map { key, change in
        Piece.changed(change, label: isSet ? nil : String(dumpingOnOneLine: key.base))
      }
      let pieces = [.unchanged(unchanged)] + changed
      return group(isSet ? "Set([" : "[", isSet ? "])" : "]", pieces, depth)
    case .whole, .fields, .elements, .entries:
      if case (.string(let old), .string(let new)) = (ShownValue(of: old), ShownValue(of: new)) {
        if let lines = TextLine.difference(old, new) { return node(for: lines, depth: depth) }
        if old.count > 200, new.count > 200 { return excerpts(Array(old), Array(new)) }
      }
      return replaced(old, new)
    }
  }

  /// Whether both values print on one line, so that two lines show the whole difference.
  private func areShort(_ old: Any, _ new: Any) -> Bool {
    [old, new].allSatisfy { ValueDump.lines(of: $0).count == 1 }
  }

  /// Whether one of two collections is empty, so that no elements can be matched.
  private func isOneEmpty(_ old: Any, _ new: Any) -> Bool {
    [old, new].contains { ShownValue(of: $0).structure?.elementCount == 0 }
  }

  // MARK: - Parts

  private func pieces(
    _ parts: [(field: ValueStructure.Field, difference: Difference?)]
  ) -> [Piece] {
    parts.map { field, difference in
      difference.map { .changed(.changed($0), label: field.label) } ?? .unchanged(1)
    }
  }

  private func pieces(_ elements: Difference.Elements, of noun: String) -> [Piece] {
    let lists = elements.lists
    let isNew = elements.isOfNewStack
    let moves = isNew || !elements.showsOrder ? [:] : elements.moves
    let moved = Set(moves.values)
    func label(_ list: any ArrayBacked, _ offset: Int) -> String? {
      noun == "line" ? nil : list.component(at: offset).description
    }
    let matches = elements.steps.count(where: \.isMatch)
    let counts = [lists.oldMiddle.count - matches, lists.newMiddle.count - matches]
    let hasBothSides = !isNew && moves.isEmpty && !counts.contains(0)
    let lines = hasBothSides ? ValueDump.lines(of: lists.old.element(at: lists.prefix)).count : 0
    let most = (counts[0] + counts[1]) * lines > limit - 4 ? max(1, limit / 3 / lines) : .max
    var shown = [0, 0]
    /// One of the removals, or of the additions. If there are too many, only a few of each are shown.
    func limited(_ change: Difference.Change, _ label: String?, isAdded: Bool) -> [Piece] {
      let side = isAdded ? 1 : 0
      shown[side] += 1
      if shown[side] <= most { return [.changed(change, label: label)] }
      let rest = "… \(counted(counts[side] - most, "more \(noun)"))"
      return shown[side] == most + 1 ? [.remark(rest, isAdded ? .actual : .expected)] : []
    }
    func matched(_ j: Int, _ difference: Difference?) -> [Piece] {
      [difference.map { .changed(.changed($0), label: label(lists.new, j)) } ?? .unchanged(1)]
    }
    let pieces = (isNew ? lists.stepsByPosition : elements.steps).flatMap { step -> [Piece] in
      switch step {
      case .matched(_, let j, let difference): matched(j, difference)
      case .removed(let i) where moved.contains(i): []
      case .added(let j) where moves[j] != nil:
        matched(j, .between(lists.old.element(at: moves[j]!), lists.new.element(at: j)))
      case .removed(let i):
        limited(.removed(lists.old.element(at: i)), label(lists.old, i), isAdded: false)
      case .added(let j):
        limited(.added(lists.new.element(at: j)), label(lists.new, j), isAdded: true)
      case .unmatched(let removed, let added):
        [
          .remark("… \(counted(removed.count, noun)) removed", .expected),
          .remark("… \(counted(added.count, noun)) added", .actual),
        ]
      }
    }
    if isNew {
      return [.remark(ids(lists.old), .expected), .remark(ids(lists.new), .actual)] + pieces
    }
    let count = elements.moves.count
    var remarks: [Piece] =
      count > 0 ? [.remark("// \(counted(count, "element")) moved", .both)] : []
    if !moves.isEmpty {
      remarks += [
        .remark(ids(lists.old, in: lists.oldMiddle, atMost: 20), .expected),
        .remark(ids(lists.new, in: lists.newMiddle, atMost: 20), .actual),
      ]
    }
    return remarks + [.unchanged(lists.prefix)] + pieces + [.unchanged(lists.suffix)]
  }

  /// The IDs of a range of elements, or of all, with an ellipsis for those before and after.
  private func ids(
    _ list: any ArrayBacked, in range: Range<Int>? = nil, atMost limit: Int = 8
  ) -> String {
    let range = range ?? 0..<list.elementCount
    let ids = range.prefix(limit).compactMap { list.elementID(at: $0) }
      .map { String(dumpingOnOneLine: $0.base) }
    let isCut = range.count > limit || range.upperBound < list.elementCount
    let parts = (range.lowerBound > 0 ? ["…"] : []) + ids + (isCut ? ["…"] : [])
    return "// ids: \(parts.joined(separator: ", "))"
  }

  /// Creates only the lines within the limit, because further lines would be cut.
  private mutating func group(
    _ opening: String, _ closing: String, _ pieces: [Piece], _ depth: Int, ofLines: Bool = false
  ) -> TextNode {
    var items: [TextNode.Item] = []
    var unchanged = 0
    func addUnchanged() {
      guard unchanged > 0 else { return }
      let text = "… (\(grouped(unchanged)) unchanged)"
      items.append(.init(node: ofLines ? .line(text) : .text(text)))
      unchanged = 0
    }
    for piece in pieces where changes <= limit {
      switch piece {
      case .unchanged(let count):
        unchanged += count
      case .changed(let change, let label):
        addUnchanged()
        items.append(item(for: change, label: label, depth: depth + 1))
      case .remark(let text, let side):
        addUnchanged()
        items.append(.init(node: .line(text), side: side))
      }
    }
    addUnchanged()
    return .group(.init(opening: opening, closing: closing, items: items))
  }

  private mutating func item(
    for change: Difference.Change, label: String?, depth: Int
  ) -> TextNode.Item {
    switch change {
    case .changed(let difference):
      return .init(label: label, node: node(for: difference, depth: depth))
    case .removed(let value):
      changes += 1
      return .init(label: label, node: ValueDump.node(of: value), side: .expected)
    case .added(let value):
      changes += 1
      return .init(label: label, node: ValueDump.node(of: value), side: .actual)
    }
  }

  // MARK: - Values

  private mutating func replaced(_ old: Any, _ new: Any) -> TextNode {
    changes += 1
    let nodes = [old, new].map { ValueDump.node(of: $0) }
    let texts = nodes.map { TextLayout($0).lines.map(\.indented) }
    return .replaced(
      nodes[0], nodes[1], reason: texts[0] == texts[1] ? reason(old, new) : nil)
  }

  /// The reason for the difference of two values that print the same text.
  private func reason(_ old: Any, _ new: Any) -> String {
    let types = (type(of: old), type(of: new))
    if types.0 != types.1 {
      return "different types: \(TypeName.of(types.0)) and \(TypeName.of(types.1))"
    }
    if equatableResult(old, old) == false {
      return "these are never equal (!=), even to themselves"
    }
    if equatableResult(old, new) != nil {
      return "these are not equal (!=), although they print alike"
    }
    return types.0 is AnyClass
      ? "these are two instances that print alike" : "these differ deeper down than is printed"
  }

  /// The parts of two long lines that differ, with a little of their context.
  private mutating func excerpts(_ old: [Character], _ new: [Character]) -> TextNode {
    changes += 1
    let lists = ListPair(old, new)
    let excerpts = [old, new].map { characters in
      let start = max(0, lists.prefix - 20)
      let end = min(characters.count, characters.count - lists.suffix + 20, start + 400)
      let text = String(characters[start..<end]).sourceLiteral
      return TextNode.text("\(start > 0 ? "…" : "")\(text)\(end < characters.count ? "…" : "")")
    }
    return .replaced(excerpts[0], excerpts[1])
  }
}

/// A line of a multiline string, which is printed without quotes, but with the escapes of source code.
struct TextLine: Equatable, PlainValue {
  let text: String
  package var dumpText: String { text.count <= 500 ? text : "\(text.prefix(500))…" }
  package var literal: String? { nil }

  /// The difference of two multiline strings, line by line.
  static func difference(_ old: String, _ new: String) -> Difference? {
    let lines = [old, new].map { $0.sourceLines.map(TextLine.init) }
    return lines.contains { $0.count < 2 } ? nil : Difference.between(lines[0], lines[1])
  }
}
