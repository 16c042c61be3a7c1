extension String {
  /// The value as failure messages print it: its type and fields, indented by two.
  ///
  /// Large values are cut, and the text says where. A type's own description is used only where
  /// reflection shows nothing: for a type without stored properties, for a payload-less case of an
  /// enum that describes itself, and for structs of the standard library and Foundation.
  package init(dumping value: Any) {
    self = ValueDump.lines(of: value).joined(separator: "\n")
  }
}

extension String {
  /// The value on one line, for a key, an id or a place in a sentence.
  package init(dumpingOnOneLine value: Any) {
    self = ValueDump.line(of: value)
  }
}

/// Prints values by what reflection finds in them.
package enum ValueDump {
  /// How much of a value is printed.
  package struct Limits: Sendable {
    /// Elements of one collection.
    package var elements = 60
    /// Values inside values.
    package var depth = 16
    /// Values in all, which bounds the work as well as the text.
    package var values = 2_000
    /// Characters of one string.
    package var characters = 2_000

    package init() {}

    /// For values that share a message with others.
    static let brief: Limits = {
      var limits = Limits()
      limits.elements = 10
      limits.values = 200
      limits.characters = 500
      return limits
    }()
  }

  package static func lines(of value: Any, limits: Limits = Limits()) -> [String] {
    var builder = DumpBuilder(limits: limits)
    let node = builder.node(for: value)
    return DumpLayout(numbers: builder.numbers).lines(node)
  }

  package static func line(of value: Any) -> String {
    var builder = DumpBuilder(limits: .brief)
    let node = builder.node(for: value)
    return DumpLayout(numbers: builder.numbers).oneLine(node)
  }
}

/// A printed value before it is known what fits on a line.
indirect enum DumpNode {
  case text(String)
  case multilineString([String])
  case group(Group)

  struct Group {
    var opening: String
    var closing: String
    var items: [(label: String?, node: DumpNode)]
    /// Whether short parts may share one line.
    var mayStandOnOneLine = false
    /// The instance, for its number when it is met again.
    var object: ObjectIdentifier?
  }
}

private struct DumpBuilder {
  let limits: ValueDump.Limits
  /// The numbers of instances that were met more than once.
  private(set) var numbers: [ObjectIdentifier: Int] = [:]
  /// Kept alive until the end, so that no other instance can take the identity of a computed one.
  private var seen: [ObjectIdentifier: AnyObject] = [:]
  private var depth = 0
  private var valueCount = 0

  init(limits: ValueDump.Limits) { self.limits = limits }

  mutating func node(for value: Any) -> DumpNode {
    valueCount += 1
    guard valueCount <= limits.values else { return .text("…") }
    guard depth < limits.depth else { return .text("… (nested deeper than \(limits.depth))") }
    depth += 1
    defer { depth -= 1 }
    switch Shape(of: value) {
    case .plain(let value): return .text(value.dumpText)
    case .opaque(let text): return .text(text)
    case .absent: return .text("nil")
    case .present(let wrapped): return node(for: wrapped)
    case .string(let string): return node(for: string)
    case .record(let record): return node(for: record)
    case .choice(let choice): return node(for: choice)
    case .tuple(let fields): return inlined("(", fields)
    case .list(let list):
      return elements(list.count, "[", "]", noun: "element") { ("[\($0)]", list[$0]) }
    case .set(let set):
      let sorted = set.sortedElements()
      return elements(sorted.count, "Set([", "])", noun: "element") { (nil, sorted[$0]) }
    case .dictionary(let dictionary):
      guard dictionary.count > 0 else { return .text("[:]") }
      let pairs = dictionary.sortedPairs()
      return elements(pairs.count, "[", "]", noun: "pair") {
        (String(dumpingOnOneLine: pairs[$0].key.base), pairs[$0].value)
      }
    }
  }

  private func node(for string: String) -> DumpNode {
    let shown = string.prefix(limits.characters)
    let dropped = string.count - shown.count
    let note = dropped > 0 ? "… \(counted(dropped, "more character"))" : nil
    guard shown.contains(where: \.isNewline) else {
      return .text(shown.debugDescription + (note.map { " \($0)" } ?? ""))
    }
    return .multilineString(StringLines.of(String(shown)) + (note.map { [$0] } ?? []))
  }

  private mutating func node(for record: Shape.Record) -> DumpNode {
    var object: ObjectIdentifier?
    if let instance = record.object {
      let id = ObjectIdentifier(instance)
      if seen[id] != nil {
        let number = numbers[id] ?? numbers.count + 1
        numbers[id] = number
        return .text("#\(number) \(record.typeName)(↩︎)")
      }
      seen[id] = instance
      object = id
    }
    let items = fields(record.fields)
    return .group(
      .init(opening: "\(record.typeName)(", closing: ")", items: items, object: object))
  }

  private mutating func node(for choice: Shape.Choice) -> DumpNode {
    guard !choice.payload.isEmpty else { return .text(".\(choice.caseName)") }
    return inlined(".\(choice.caseName)(", choice.payload)
  }

  private mutating func inlined(_ opening: String, _ fields: [Shape.Field]) -> DumpNode {
    let items = self.fields(fields)
    return .group(
      .init(opening: opening, closing: ")", items: items, mayStandOnOneLine: true))
  }

  private mutating func fields(
    _ fields: [Shape.Field]
  ) -> [(label: String?, node: DumpNode)] {
    var items: [(label: String?, node: DumpNode)] = []
    for field in fields { items.append((field.label, node(for: field.value))) }
    return items
  }

  private mutating func elements(
    _ count: Int, _ opening: String, _ closing: String, noun: String,
    element: (Int) -> (String?, Any)
  ) -> DumpNode {
    var items: [(label: String?, node: DumpNode)] = []
    while items.count < min(count, limits.elements), valueCount < limits.values {
      let (label, value) = element(items.count)
      items.append((label, node(for: value)))
    }
    if items.count < count {
      items.append((nil, .text("… \(counted(count - items.count, "more \(noun)"))")))
    }
    return .group(.init(opening: opening, closing: closing, items: items))
  }
}

/// Breaks printed values into lines.
struct DumpLayout {
  var numbers: [ObjectIdentifier: Int] = [:]
  private let widthOfOneLine = 72

  init(numbers: [ObjectIdentifier: Int]) { self.numbers = numbers }

  func lines(_ node: DumpNode) -> [String] {
    switch node {
    case .text(let text):
      return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .map(String.init)
    case .multilineString(let lines):
      return ["\"\"\""] + lines.map { $0.isEmpty ? "" : "  \($0)" } + ["\"\"\""]
    case .group(let group):
      if let line = fittingLine(node) { return [line] }
      var result = [opening(of: group)]
      for (index, item) in group.items.enumerated() {
        var lines = lines(item.node)
        if let label = item.label { lines[0] = "\(label): \(lines[0])" }
        if index < group.items.count - 1 { lines[lines.count - 1] += "," }
        result += lines.map { $0.isEmpty ? "" : "  \($0)" }
      }
      return result + [group.closing]
    }
  }

  func oneLine(_ node: DumpNode) -> String {
    switch node {
    case .text(let text): text.split(whereSeparator: \.isNewline).joined(separator: " ")
    case .multilineString(let lines): lines.joined(separator: "\n").debugDescription
    case .group(let group):
      line(
        of: group,
        group.items.map { item in
          // Positions help a reader of lines; on one line they are noise.
          let label = item.label.flatMap { $0.hasPrefix("[") ? nil : $0 }
          return label.map { "\($0): \(oneLine(item.node))" } ?? oneLine(item.node)
        })
    }
  }

  private func fittingLine(_ node: DumpNode) -> String? {
    switch node {
    case .text(let text):
      return text.contains(where: \.isNewline) ? nil : text
    case .multilineString:
      return nil
    case .group(let group):
      guard group.mayStandOnOneLine || group.items.isEmpty else { return nil }
      var parts: [String] = []
      for item in group.items {
        guard let part = fittingLine(item.node) else { return nil }
        parts.append(item.label.map { "\($0): \(part)" } ?? part)
      }
      let line = line(of: group, parts)
      return line.count <= widthOfOneLine ? line : nil
    }
  }

  private func line(of group: DumpNode.Group, _ parts: [String]) -> String {
    opening(of: group) + parts.joined(separator: ", ") + group.closing
  }

  private func opening(of group: DumpNode.Group) -> String {
    guard let number = group.object.flatMap({ numbers[$0] }) else { return group.opening }
    return "#\(number) \(group.opening)"
  }
}

/// Strings as blocks of lines.
enum StringLines {
  static func of(_ string: String) -> [String] {
    string.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }
}
