/// What tells one child feature from another that takes its place: its id, if its state has one, and
/// the case, if its state is an enum.
struct CaseIdentity: Equatable {
  private let tag: UInt32?
  private let id: AnyHashable?

  /// Of a struct without an id this is always the same, and costs two look-ups of its type.
  init<Value>(of value: Value) {
    if Value.self is any Identifiable.Type, let value = value as? any Identifiable {
      id = Self.id(of: value)
      tag = nil
    } else if let layout = EnumLayout.of(Value.self) {
      let tag = withUnsafePointer(to: value) { layout.tag(at: $0) }
      self.tag = tag
      id = layout.payload(ofTag: tag).flatMap { Self.id(of: $0, of: layout, in: value) }
    } else {
      tag = nil
      id = nil
    }
  }

  private static func id(of value: some Identifiable) -> AnyHashable {
    AnyHashable(value.id)
  }

  private static func id<Value>(
    of payload: EnumLayout.Payload, of layout: EnumLayout, in value: Value
  ) -> AnyHashable? {
    guard payload.type is any Identifiable.Type else { return nil }
    return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
      guard let address = memory.baseAddress else { return nil }
      address.initialize(to: value)
      var owned = OwnedPayload(address)
      guard owned.peel(payload, of: layout) else { return nil }
      return owned.cast(to: (any Identifiable).self).map { id(of: $0) }
    }
  }
}
