/// The current case of an enum.
///
/// Cases that differ only in their labels, such as `a(x:)` and `a(y:)`, share a name. Their payloads have different
/// types.
package struct CaseName: Hashable, Sendable {
  /// Whether mirrors read cases, because the runtime doesn't have its function. A mirror takes three times as long
  /// (`make bench`, "case path, miss"). Tests set it.
  @TaskLocal package static var isReadByMirror = EnumCaseNameFunction.isMissing

  /// The case as the source writes it.
  let text: String

  /// `nil` for a value that is not an enum, and for an enum of a module without reflection
  /// metadata.
  package init?<Value>(of value: Value) {
    let text =
      Self.isReadByMirror ? Self.name(inMirrorOf: value) : EnumCaseNameFunction.name(of: value)
    guard let text else { return nil }
    self.text = text
  }

  private static func name(inMirrorOf value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional where value is any ExpressibleByNilLiteral:
      return mirror.children.isEmpty ? "none" : "some"
    case .enum where !(value is any CustomReflectable):
      if let label = mirror.children.first?.label { return label }
      let describesItself =
        value is any CustomStringConvertible || value is any CustomDebugStringConvertible
        || value is any TextOutputStreamable
      let description = String(describing: value)
      // Without reflection metadata, each case is described by its type.
      return describesItself || description == String(describing: type(of: value))
        ? nil : description
    default:
      return nil
    }
  }
}

/// The current case of an enum of unknown type.
package func caseName(of value: Any) -> CaseName? {
  func name<Value>(_: Value.Type) -> CaseName? { (value as? Value).flatMap { CaseName(of: $0) } }
  // The dynamic type of the value, because an `Any` can contain an existential that contains the value.
  let type = type(of: value)
  return name(type)
}
