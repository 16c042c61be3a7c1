/// The rendering of values and types in messages.
package enum SourceRendering {
  /// Nested cases as code, starting with the outermost: `.child(.loaded)`.
  package static func nested(_ cases: some BidirectionalCollection<String>) -> String? {
    cases.reversed().reduce(nil) { inner, name in ".\(name)\(inner.map { "(\($0))" } ?? "")" }
  }

  /// An action in source code: `.editor(.presented(.tapped))`. A long action is shortened.
  static func brief(_ value: Any) -> String { shortened(rendered(value, depth: 0), to: 120) }

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
    guard let name = ActionPath(of: value).names.first else { return TypeName.of(type(of: value)) }
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
      let payload = arguments(choice.fields, depth: depth + 1)
      return ".\(choice.caseName!)" + (choice.fields.isEmpty ? "" : "(\(payload))")
    case .composite(let tuple) where !tuple.isRecord:
      return arguments(tuple.fields, depth: depth)
    case .composite(let record)
    where record.object != nil
      || !record.fields.isEmpty && !(value is any CustomStringConvertible):
      return "\(TypeName.of(record.type))(…)"
    case .list(let list):
      return listed(list.elementCount) { rendered(list.element(at: $0), depth: depth + 1) }
    case .keyed(let elements):
      let entries = Array(elements.boxedValues.prefix(8))
      let isSet = Swift.type(of: elements).isSet
      return listed(elements.count) {
        let value = rendered(entries[$0].value, depth: depth + 1)
        return isSet ? value : "\(rendered(entries[$0].key.base, depth: depth + 1)): \(value)"
      }
    case .composite, .type, .opaque:
      return (value as? String)?.sourceLiteral ?? "\(value)"
    }
  }

  private static func listed(_ count: Int, _ text: (Int) -> String) -> String {
    let texts = (0..<min(count, 8)).map(text)
    return "[\(texts.joined(separator: ", "))\(count > 8 ? ", …" : "")]"
  }

  private static func arguments(_ fields: [ValueStructure.Field], depth: Int) -> String {
    fields.map { field in
      let value = rendered(field.value, depth: depth)
      return field.label.map { "\($0): \(value)" } ?? value
    }
    .joined(separator: ", ")
  }
}

extension String {
  /// The string in source code: in quotes, with escaped characters. The standard library also escapes apostrophes.
  package var sourceLiteral: String { debugDescription.replacing("\\'", with: "'") }
}
