/// The rendering of values and types in messages.
package enum SourceRendering {
  /// Nested cases as code, starting with the outermost: `.child(.loaded)`.
  package static func nested(_ cases: some BidirectionalCollection<String>) -> String? {
    cases.reversed().reduce(nil) { inner, name in ".\(name)\(inner.map { "(\($0))" } ?? "")" }
  }

  /// An action in source code: `.editor(.presented(.tapped))`. A long action is shortened.
  package static func brief(_ value: Any) -> String {
    shortened(rendered(value, depth: 0), to: 120)
  }

  /// An element of a collection with its fields: `Row(id: 3, title: "Milk")`. A long element is shortened.
  static func element(_ value: Any) -> String {
    guard case .composite(let record) = ValueStructure(of: value), record.isRecord,
      record.object == nil, !(value is any CustomStringConvertible)
    else { return shortened(rendered(value, depth: 0), to: 400) }
    return shortened("\(record.type)(\(arguments(record.fields, depth: 1)))", to: 400)
  }

  private static func shortened(_ text: String, to limit: Int) -> String {
    text.count > limit ? "\(text.prefix(limit - 1))…" : text
  }

  /// The current case of an enum, `.main`, or the type of any other value.
  static func caseName(_ value: Any) -> String {
    guard case .composite(let choice) = ValueStructure(of: value), let name = choice.caseName
    else { return TypeName.of(type(of: value)) }
    return ".\(name)"
  }

  /// A field as source code, such as `\.rows`, or `nil` if its key path has no name.
  static func field(_ keyPath: AnyKeyPath) -> String? {
    let description = "\(keyPath)"
    guard !description.contains("<"), let dot = description.firstIndex(of: ".") else { return nil }
    return "\\\(description[dot...])"
  }

  /// A value with parts is never described as a whole, because a deep value would overflow the stack.
  private static func rendered(_ value: Any, depth: Int) -> String {
    guard depth < 8 else { return "…" }
    switch ValueStructure(of: value) {
    case .absent: return "nil"
    case .present(let wrapped): return rendered(wrapped, depth: depth + 1)
    case .composite(let choice) where choice.caseName != nil:
      let payload = arguments(choice.fields, depth: depth + 1, limit: 50)
      return ".\(choice.caseName!)" + (choice.fields.isEmpty ? "" : "(\(payload))")
    case .composite(let tuple) where !tuple.isRecord:
      return arguments(tuple.fields, depth: depth)
    case .composite(let record)
    where record.object != nil
      || !record.fields.isEmpty && !(value is any CustomStringConvertible):
      return "\(TypeName.of(record.type))(…)"
    case .list(let list): return list.elementCount == 0 ? "[]" : "[…]"
    case .keyed(let elements): return elements.count == 0 ? "[]" : "[…]"
    case .composite, .type, .opaque:
      if let string = value as? any StringProtocol { return String(string).sourceLiteral }
      if let character = value as? Character { return String(character).sourceLiteral }
      return "\(value)".escapingInvisibleScalars
    }
  }

  /// - Parameter limit: The length of the longest argument that is shown, unless it is a case.
  private static func arguments(
    _ fields: [ValueStructure.Field], depth: Int, limit: Int = .max
  ) -> String {
    fields.map { field in
      let text = rendered(field.value, depth: depth)
      let value = text.count > limit && !text.hasPrefix(".") ? "…" : text
      return field.label.map { "\($0): \(value)" } ?? value
    }
    .joined(separator: ", ")
  }
}

extension String {
  /// The string in source code: in quotes, with escaped characters. The standard library also escapes apostrophes.
  package var sourceLiteral: String {
    debugDescription.replacing("\\'", with: "'").escapingInvisibleScalars
  }

  /// The lines of the string, each as in source code, but with quotes as they are. A line ending other than `\n` is
  /// escaped, because all endings print alike.
  package var sourceLines: [String] {
    var lines: [String] = []
    var start = startIndex
    func line(to end: Index) -> String {
      self[start..<end].split(separator: "\"", omittingEmptySubsequences: false)
        .map { String($0).sourceLiteral.dropFirst().dropLast() }.joined(separator: "\"")
    }
    for index in indices where self[index].isNewline {
      let next = self.index(after: index)
      lines.append(line(to: self[index] == "\n" ? index : next))
      start = next
    }
    return lines + [line(to: endIndex)]
  }
}

extension StringProtocol {
  /// The text with an escape for each scalar that a reader can't see, or can't distinguish from a space.
  ///
  /// Each message that prints a string uses this escape. The scalars of an emoji stay as they are.
  package var escapingInvisibleScalars: String {
    guard unicodeScalars.contains(where: \.isInvisible) else { return String(self) }
    var text = ""
    for character in self {
      let isEmoji = character.isEmoji
      for scalar in character.unicodeScalars {
        text += scalar.isInvisible && !isEmoji ? scalar.escape : String(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether the scalar prints nothing, prints as a space, or changes the direction of text. A space, a tab, and a
  /// line feed don't count.
  fileprivate var isInvisible: Bool {
    if value < 0x7F { return value < 0x20 && value != 0x0A && value != 0x09 }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
      .unassigned:
      return true
    default:
      // Fillers and variation selectors.
      return properties.isDefaultIgnorableCodePoint || value == 0x2800
    }
  }

  fileprivate var escape: String {
    self == "\r" ? "\\r" : "\\u{\(String(value, radix: 16, uppercase: true))}"
  }
}

extension Character {
  fileprivate var isEmoji: Bool {
    guard let first = unicodeScalars.first, first.properties.isEmoji else { return false }
    // A keycap begins with a digit.
    return !first.isASCII || unicodeScalars.last?.value == 0x20E3
  }
}
