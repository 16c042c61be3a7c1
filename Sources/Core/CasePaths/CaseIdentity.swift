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
