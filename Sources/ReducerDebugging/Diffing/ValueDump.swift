import Core

extension String {
  /// Creates the text with which failure messages print a value: its type and fields, indented by two spaces.
  ///
  /// ```swift
  /// #expect(String(dumping: Row(id: 1)) == "Row(\n  id: 1,\n  title: \"\"\n)")
  /// ```
  ///
  /// Large values are cut, and the text shows where. A type's own description is used only where reflection
  /// shows nothing: for a type without stored properties, for a payload-less case of an enum that describes
  /// itself, and for structs of the standard library and Foundation. The same value gives the same text in
  /// each run: sets and dictionaries are sorted.
  public init(dumping value: Any) {
    self = ValueDump.lines(of: value).joined(separator: "\n")
  }

  /// The value on one line, for a key, an ID, or a place in a sentence.
  package init(dumpingOnOneLine value: Any) {
    self = ValueDump.node(of: value).onOneLine
  }
}

/// Prints values by reflection.
package enum ValueDump {
  package static func lines(of value: Any) -> [String] {
    TextLayout(node(of: value)).lines.map(\.indented)
  }

  static func node(of value: Any) -> TextNode {
    var builder = DumpBuilder()
    return builder.node(for: value)
  }
}

private struct DumpBuilder {
  /// The limits of the output: per collection, per string, and in total.
  private let limits = (elements: 10, characters: 500, values: 200, depth: 16)
  private var instances: [ObjectIdentifier: TextNode.Instance] = [:]
  private var depth = 0
  private var valueCount = 0

  mutating func node(for value: Any) -> TextNode {
    valueCount += 1
    guard valueCount <= limits.values else { return .text("…") }
    guard depth < limits.depth else { return .text("… (nested deeper than \(limits.depth))") }
    depth += 1
    defer { depth -= 1 }
    switch ShownValue(of: value) {
    case .plain(let line as TextLine): return .line(line.dumpText)
    case .plain(let value): return .text(value.dumpText)
    case .description(let text): return .text(text.escapingInvisibleScalars)
    case .string(let string): return node(for: string)
    case .structure(let structure): return node(for: structure, of: value)
    }
  }

  private mutating func node(for structure: ValueStructure, of value: Any) -> TextNode {
    switch structure {
    case .type, .opaque: return .text(TypeName.of(type(of: value)))
    case .absent: return .text("nil")
    case .present(let wrapped): return node(for: wrapped)
    case .composite(let composite): return node(for: composite)
    case .list(let list):
      return elements(list.elementCount, "[", "]", noun: "element") {
        (list.component(at: $0).description, list.element(at: $0))
      }
    case .keyed(let dictionary):
      let isSet = type(of: dictionary).isSet
      guard isSet || dictionary.count > 0 else { return .text("[:]") }
      let entries = dictionary.boxedValues.sortedByKey
      return elements(
        entries.count, isSet ? "Set([" : "[", isSet ? "])" : "]", noun: isSet ? "element" : "pair"
      ) {
        (isSet ? nil : String(dumpingOnOneLine: entries[$0].key.base), entries[$0].value)
      }
    }
  }

  private func node(for string: String) -> TextNode {
    let shown = String(string.prefix(limits.characters))
    let dropped = string.count - shown.count
    let note = dropped > 0 ? "… \(counted(dropped, "more character"))" : nil
    let onOneLine = shown.sourceLiteral + (note.map { " \($0)" } ?? "")
    guard shown.contains(where: \.isNewline) else { return .text(onOneLine) }
    return .multilineString(shown.sourceLines + (note.map { [$0] } ?? []), onOneLine: onOneLine)
  }

  private mutating func node(for composite: ValueStructure.Composite) -> TextNode {
    if composite.fields.isEmpty, let name = composite.caseName { return .text(".\(name)") }
    var instance: TextNode.Instance?
    if let object = composite.object {
      let id = ObjectIdentifier(object)
      if let known = instances[id] {
        let number = known.number ?? instances.values.count { $0.number != nil } + 1
        known.number = number
        return .text("#\(number) \(composite.opening)↩︎)")
      }
      instance = TextNode.Instance(object)
      instances[id] = instance
    }
    return .group(
      .init(
        opening: composite.opening, closing: ")",
        items: composite.fields.map { .init(label: $0.label, node: node(for: $0.value)) },
        mayStandOnOneLine: !composite.isRecord, instance: instance))
  }

  private mutating func elements(
    _ count: Int, _ opening: String, _ closing: String, noun: String,
    element: (Int) -> (String?, Any)
  ) -> TextNode {
    var items: [TextNode.Item] = []
    while items.count < min(count, limits.elements), valueCount < limits.values {
      let (label, value) = element(items.count)
      items.append(.init(label: label, node: node(for: value)))
    }
    if items.count < count {
      items.append(.init(node: .text("… \(counted(count - items.count, "more \(noun)"))")))
    }
    return .group(.init(opening: opening, closing: closing, items: items))
  }
}

extension Dictionary where Key == AnyHashable {
  /// The entries in the order in which they are shown: sorted by key if keys are comparable, otherwise by the
  /// keys' dumps.
  package var sortedByKey: [Element] {
    func sorted<Base: Comparable>(as _: Base) -> [Element]? {
      let entries = compactMap { entry in (entry.key.base as? Base).map { (entry, $0) } }
      return entries.count == count ? entries.sorted { $0.1 < $1.1 }.map(\.0) : nil
    }
    return (keys.first?.base as? any Comparable).flatMap { sorted(as: $0) }
      ?? map { ($0, String(dumpingOnOneLine: $0.key.base)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
