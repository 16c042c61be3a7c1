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
    func id(of owner: some Identifiable) -> AnyHashable { AnyHashable(owner.id) }
    let isIdentifiable = Value.self is any Identifiable.Type
    caseName = isIdentifiable ? nil : CaseName(of: value)
    let owner: Any? =
      isIdentifiable ? value : caseName.flatMap { _ in Part(value).parts?.first?.value }
    self.id = (owner as? any Identifiable).map { id(of: $0) }
  }
}
