/// The identity of a child feature, which differs from that of another one in its place: its id, if its
/// state has one, and the case, if its state is an enum.
struct CaseIdentity: Equatable {
  private let caseName: CaseName?
  private let id: AnyHashable?

  /// Of a struct without an id this is always the same, and costs two look-ups of its type.
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

  private static func id(of value: some Identifiable) -> AnyHashable {
    AnyHashable(value.id)
  }
}
