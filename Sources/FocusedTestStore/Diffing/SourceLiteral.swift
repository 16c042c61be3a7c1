import Foundation

/// Spells values as Swift source that can be pasted into a test.
///
/// Structs are spelled by their memberwise initializer and enums by their case, without their type
/// where the context gives it. What has no literal becomes a comment that says so.
package enum SourceLiteral {
  package static func text(_ value: Any) -> String { text(value, depth: 0) }

  /// A string in quotes on one line.
  static func quoted(_ string: String) -> String {
    "\"\(escaped(string, newline: "\\n"))\""
  }

  /// A bound of a range, kept apart from the operator where it starts with a sign or a dot.
  static func operand(_ value: Any) -> String {
    let text = text(value)
    return text.hasPrefix("-") || text.hasPrefix(".") ? "(\(text))" : text
  }

  private static func text(_ value: Any, depth: Int) -> String {
    guard depth < 32 else { return missing(value) }
    func part(_ value: Any) -> String { text(value, depth: depth + 1) }
    switch shape(of: value) {
    case .plain(let plain):
      return plain.literal ?? missing(value)
    case .string(let string):
      return string.contains("\n") ? block(string) : quoted(string)
    case .absent:
      return "nil"
    case .present(let wrapped):
      if let inner = wrapped as? any OptionalValue, inner.wrapped == nil { return ".some(nil)" }
      if case .choice(let choice) = Shape(of: wrapped), choice.caseName == "none" {
        return choice.typeName + part(wrapped)
      }
      return part(wrapped)
    case .record(let record):
      let isSpelledByFields =
        record.object == nil && (!TypeName.isFromToolchain(record.type) || value is DateComponents)
      guard isSpelledByFields else { return missing(value) }
      return record.typeName + "(\(arguments(record.fields, part)))"
    case .choice(let choice):
      return self.choice(choice, value, part)
    case .tuple(let parts):
      return "(\(arguments(parts, part)))"
    case .list(let list):
      guard list.count <= elementLimit else { return missing(value, list.count) }
      let elements = (0..<list.count).map { part(list[$0]) }.joined(separator: ", ")
      guard type(of: value) is any ExpressibleByArrayLiteral.Type else {
        return "\(TypeName.of(type(of: value)))([\(elements)])"
      }
      return "[\(elements)]"
    case .set(let set):
      guard set.count <= elementLimit else { return missing(value, set.count) }
      return "[\(set.sortedElements().map(part).joined(separator: ", "))]"
    case .dictionary(let dictionary):
      guard dictionary.count > 0 else { return "[:]" }
      guard dictionary.count <= elementLimit else { return missing(value, dictionary.count) }
      let pairs = dictionary.sortedPairs().map { "\(part($0.key.base)): \(part($0.value))" }
      return "[\(pairs.joined(separator: ", "))]"
    case .opaque:
      return rawValueLiteral(value, part) ?? bare(value) ?? missing(value)
    }
  }

  /// A value that shows another one in its place is still spelled as what it is.
  private static func shape(of value: Any) -> Shape {
    value is any DumpRepresentable && !(value is any OptionalValue)
      ? Shape(reflecting: value) : Shape(of: value)
  }

  private static func choice(
    _ choice: Shape.Choice, _ value: Any, _ part: (Any) -> String
  ) -> String {
    guard isName(choice.caseName) else { return rawValueLiteral(value, part) ?? missing(value) }
    let name =
      ["init", "self", "Type"].contains(choice.caseName)
      ? "`\(choice.caseName)`" : choice.caseName
    return choice.payload.isEmpty ? ".\(name)" : ".\(name)(\(arguments(choice.payload, part)))"
  }

  private static func arguments(_ fields: [Shape.Field], _ part: (Any) -> String) -> String {
    fields.map { field in field.label.map { "\($0): \(part(field.value))" } ?? part(field.value) }
      .joined(separator: ", ")
  }

  private static func rawValueLiteral(_ value: Any, _ part: (Any) -> String) -> String? {
    guard let raw = value as? any RawRepresentable else { return nil }
    let mark = Mirror(reflecting: value).displayStyle == .enum ? "!" : ""
    return "\(TypeName.of(type(of: value)))(rawValue: \(part(raw.rawValue)))\(mark)"
  }

  /// Metatypes are source already; a struct without stored properties is made from nothing.
  private static func bare(_ value: Any) -> String? {
    if value is any Any.Type, case .opaque(let text) = Shape(of: value) { return text }
    let mirror = Mirror(reflecting: value)
    if value is any BinaryInteger || value is any BinaryFloatingPoint { return "\(value)" }
    let type = Swift.type(of: value)
    guard mirror.displayStyle == .struct, mirror.children.isEmpty,
      !TypeName.isFromToolchain(type)
    else { return nil }
    return "\(TypeName.of(type))()"
  }

  private static func missing(_ value: Any) -> String {
    "/* no literal for \(TypeName.of(type(of: value))) */"
  }

  /// Nobody reads, and few compilers check in time, a literal of more elements than this.
  private static let elementLimit = 500

  private static func missing(_ value: Any, _ count: Int) -> String {
    "/* no literal for \(TypeName.of(type(of: value))) of \(counted(count, "element")) */"
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  private static func block(_ string: String) -> String {
    let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "  " + escaped(String($0), newline: "\\n") }
    return (["\"\"\""] + lines + ["  \"\"\""]).joined(separator: "\n")
  }

  private static func escaped(_ string: String, newline: String) -> String {
    var result = ""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += newline
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0": result += "\\0"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F || isInvisible(scalar):
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Line separators and marks that change the direction of the text around them.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    (0x2028...0x202E).contains(scalar.value) || (0x200B...0x200F).contains(scalar.value)
      || scalar.value == 0x85 || scalar.value == 0xFEFF
  }
}
