/// The spelling of values and types in messages.
enum Spelling {
  /// An action as code spells it: `.editor(.presented(.tapped))`, and not all of a long one.
  static func brief(_ value: Any) -> String {
    let text = spelled(value, depth: 0)
    return text.count > 120 ? "\(text.prefix(119))…" : text
  }

  /// The case that an enum is in, `.main`, or the type of any other value.
  static func caseName(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return shortName(type(of: value)) }
    return ".\(mirror.children.first?.label ?? "\(value)")"
  }

  /// `Editor.State` of `App.Editor.State`, and `Row` of the private `App.(unknown context at $1f0).Row`.
  static func shortName(_ type: Any.Type) -> String {
    let name = String(reflecting: type)
    let parts = name.split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }
    guard !parts.isEmpty, !name.hasPrefix("("), !name.contains("<") else { return "\(type)" }
    return parts.suffix(2).joined(separator: ".")
  }

  /// A field as code spells it, `\.rows`; `nil` if its key path has no name.
  static func field(_ keyPath: AnyKeyPath) -> String? {
    let description = "\(keyPath)"
    guard !description.contains("<"), let dot = description.firstIndex(of: ".") else { return nil }
    return "\\\(description[dot...])"
  }

  /// Values with children are never described as a whole, since a deep one would overflow the stack.
  private static func spelled(_ value: Any, depth: Int) -> String {
    let mirror = Mirror(reflecting: value)
    guard depth < 8 else { return "…" }
    switch mirror.displayStyle {
    case .enum:
      guard let (label, payload) = mirror.children.first else { return ".\(value)" }
      return ".\(label ?? "")(\(arguments(payload, depth: depth + 1)))"
    case .optional:
      return mirror.children.first.map { spelled($0.value, depth: depth + 1) } ?? "nil"
    case .collection, .set, .dictionary:
      let elements = mirror.children.prefix(8).map { arguments($0.value, depth: depth + 1) }
      return "[\(elements.joined(separator: ", "))\(mirror.children.count > 8 ? ", …" : "")]"
    case .struct where mirror.children.isEmpty || value is any CustomStringConvertible, nil:
      return value is String ? "\"\(value)\"" : "\(value)"
    default:
      return "\(shortName(type(of: value)))(…)"
    }
  }

  /// A payload is a tuple where a case has several, or one with a label.
  private static func arguments(_ payload: Any, depth: Int) -> String {
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle == .tuple else { return spelled(payload, depth: depth) }
    return mirror.children.map { label, value in
      let value = spelled(value, depth: depth)
      guard let label, !label.hasPrefix(".") else { return value }
      return "\(label): \(value)"
    }
    .joined(separator: ", ")
  }
}
