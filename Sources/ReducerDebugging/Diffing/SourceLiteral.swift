import Core
import Foundation

/// A value rendered as Swift source that can be pasted into a test.
///
/// Structs are rendered by their memberwise initializers, and enums by their cases, without their types if the context
/// determines them.
package struct SourceLiteral {
  /// The source code, with `…` instead of each part that has no literal.
  package private(set) var text = ""
  /// The first part without a literal: `Handle`, `[Int] of 1,000 elements`.
  package private(set) var missingPart: String?

  private var values = 0
  private var depth = 0

  package init(_ value: Any) { text = text(value) }

  /// Whether every part has a literal.
  package var isComplete: Bool { missingPart == nil }

  /// Whether a reader can paste the literal: it compiles, and is short enough to be shown in full.
  package var isPasteable: Bool { isComplete && isShort }

  /// Whether the text is short enough. Messages cut longer lines and longer texts.
  package var isShort: Bool {
    let lines = text.lines
    return lines.count <= 40 && lines.allSatisfy { $0.utf8.count <= 340 }
  }
}

extension SourceLiteral {
  private static var depthLimit: Int { 32 }
  private static var valueLimit: Int { 2_000 }
  /// A literal with more elements is too long to read, and too slow to type-check.
  private static var elementLimit: Int { 500 }
  private static var widthOfOneLine: Int { 100 }

  private mutating func text(_ value: Any) -> String {
    values += 1
    guard depth < Self.depthLimit, values <= Self.valueLimit else { return missing(value) }
    depth += 1
    defer { depth -= 1 }
    switch Self.shown(of: value) {
    case .plain(let plain):
      return plain.literal ?? missing(value)
    case .string(let string):
      return string.sourceLiteral
    case .description:
      return rawValueLiteral(value) ?? bare(value) ?? missing(value)
    case .structure(let structure):
      return text(structure, of: value)
    }
  }

  private mutating func text(_ structure: ValueStructure, of value: Any) -> String {
    switch structure {
    case .absent:
      return "nil"
    case .present(let wrapped):
      if let inner = wrapped as? any OptionalValue, inner.wrapped == nil { return ".some(nil)" }
      if let choice = ShownValue(of: wrapped).composite, choice.caseName == "none" {
        return choice.typeName + text(wrapped)
      }
      return text(wrapped)
    case .composite(let composite):
      return text(composite, value)
    case .list(let list):
      let type = type(of: value)
      let isLiteral = type is any ExpressibleByArrayLiteral.Type
      guard list.isNumberedInOrder, isLiteral || !(value is any CustomReflectable) else {
        return missing(value)
      }
      let elements = elements(list.elementCount, of: value) { list.element(at: $0) }
      return isLiteral ? elements : "\(TypeName.of(type))(\(elements))"
    case .keyed(let dictionary):
      let entries = dictionary.boxedValues.sortedByKey
      if type(of: dictionary).isSet {
        return elements(entries.count, of: value) { entries[$0].value }
      }
      guard entries.count <= Self.elementLimit else { return missing(value, entries.count) }
      let pairs = entries.map { key, value in "\(text(key.base)): \(text(value))" }
      return pairs.isEmpty ? "[:]" : bracketed(pairs)
    case .type, .opaque:
      return missing(value)
    }
  }

  /// Renders a value itself, even if another value represents it in messages.
  private static func shown(of value: Any) -> ShownValue {
    value is any DumpRepresentable && !(value is any OptionalValue)
      ? ShownValue(itself: value) : ShownValue(of: value)
  }

  /// A type that hides its storage, or has unnamed storage, has no memberwise initializer.
  private static func isRenderedByFields(_ record: ValueStructure.Composite, _ value: Any) -> Bool {
    if value is DateComponents { return true }
    guard case .record(_, isCustom: false) = record.kind, !record.isAtomic else { return false }
    return record.fields.allSatisfy { $0.property != nil }
  }

  private mutating func elements(_ count: Int, of value: Any, element: (Int) -> Any) -> String {
    guard count <= Self.elementLimit else { return missing(value, count) }
    return bracketed((0..<count).map { text(element($0)) })
  }

  /// The elements in brackets, on one line if that is short, otherwise with one element per line.
  private func bracketed(_ elements: [String]) -> String {
    let line = "[\(elements.joined(separator: ", "))]"
    guard line.count > Self.widthOfOneLine else { return line }
    let lines = elements.map { $0.replacing("\n", with: "\n  ") }.joined(separator: ",\n  ")
    return "[\n  \(lines)\n]"
  }

  private mutating func text(_ composite: ValueStructure.Composite, _ value: Any) -> String {
    let fields = composite.fields
    switch composite.kind {
    case .record:
      guard Self.isRenderedByFields(composite, value) else { return missing(value) }
      return composite.typeName + arguments(fields)
    case .choice(let name):
      guard Self.isName(name) else {
        return rawValueLiteral(value) ?? missing(value)
      }
      let isReserved = ["init", "self", "Type"].contains(name)
      return (isReserved ? ".`\(name)`" : ".\(name)")
        + (fields.isEmpty ? "" : arguments(fields))
    case .tuple:
      return arguments(fields)
    }
  }

  private mutating func arguments(_ fields: [ValueStructure.Field]) -> String {
    let arguments = fields.map { field in
      (field.label.map { "\($0): " } ?? "") + text(field.value)
    }
    return "(\(arguments.joined(separator: ", ")))"
  }

  private mutating func rawValueLiteral(_ value: Any) -> String? {
    guard let raw = value as? any RawRepresentable else { return nil }
    let mark = Mirror(reflecting: value).displayStyle == .enum ? "!" : ""
    return "\(TypeName.of(type(of: value)))(rawValue: \(text(raw.rawValue)))\(mark)"
  }

  /// The literal of a metatype is its name. A struct without stored properties has an initializer without arguments.
  private func bare(_ value: Any) -> String? {
    if value is any Any.Type, case .description(let text) = ShownValue(of: value) { return text }
    if let number = value as? any BinaryFloatingPoint {
      if number.isNaN { return ".nan" }
      return number.isInfinite ? "\(number.sign == .minus ? "-" : "").infinity" : "\(number)"
    }
    if value is any BinaryInteger { return "\(value)" }
    let type = type(of: value)
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct, mirror.children.isEmpty,
      !TypeName.isFromToolchain(type), !(value is any CustomReflectable)
    else { return nil }
    return "\(TypeName.of(type))()"
  }

  private mutating func missing(_ value: Any, _ count: Int? = nil) -> String {
    let size = count.map { " of \(counted($0, "element"))" } ?? ""
    missingPart = missingPart ?? "\(TypeName.of(type(of: value)))\(size)"
    return "…"
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

extension ArrayBacked {
  /// Whether a new collection with the same elements has the same IDs. A new stack numbers its elements in order, so no
  /// source code can create a stack whose IDs have gaps.
  fileprivate var isNumberedInOrder: Bool {
    let ids = (0..<elementCount).compactMap { elementID(at: $0)?.base as? StackElementID }
    return zip(ids, ids.dropFirst()).allSatisfy { $0.generation + 1 == $1.generation }
  }
}
