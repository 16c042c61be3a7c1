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

/// The identity of a child feature, which distinguishes it from a child that replaces it: the state's ID, if
/// there is one, and the case, if the state is an enum.
package struct CaseIdentity: Hashable {
  private let caseName: CaseName?
  private let id: AnyHashable?

  /// For a struct without an ID, the identity is constant, and costs two lookups of its type.
  init<Value>(of value: Value) {
    if Value.self is any Identifiable.Type, let value = value as? any Identifiable {
      id = Self.id(of: value)
      caseName = nil
    } else if let caseName = CaseName(of: value) {
      self.caseName = caseName
      id = (Part(value).parts?.first?.value as? any Identifiable).map { Self.id(of: $0) }
    } else {
      caseName = nil
      id = nil
    }
  }

  /// Whether the identity of a value is stored in the value. An `id` that is computed, or that is stored in an object,
  /// may change although the value doesn't.
  static func isStored<Value>(in value: Value?) -> Bool {
    guard let value else { return true }
    let isPayload = !(Value.self is any Identifiable.Type) && CaseName(of: value) != nil
    let part: Any = isPayload ? Part(value).parts?.first?.value ?? value : value
    if type(of: part) is AnyClass { return false }
    return !(part is any Identifiable)
      || !(part is any CustomReflectable)
        && Mirror(reflecting: part).children.contains { $0.label == "id" }
  }

  private static func id(of value: some Identifiable) -> AnyHashable {
    AnyHashable(value.id)
  }
}
