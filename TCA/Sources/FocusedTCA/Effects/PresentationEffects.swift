import ComposableArchitecture

/// The effects with which TCA waits for the dismissal of a presented feature. They never end by themselves.
enum PresentationEffects {
  /// Cancels them, as TCA's store does in `finish` and at its end.
  ///
  /// TCA cancels them by an ID whose type is not public, so the type is looked up by its name. Without it, they are reported
  /// as effects in flight.
  static func cancelAll() {
    guard let id else { return }
    withDependencies {
      $0 = DependencyValues()
    } operation: {
      cancel(id)
    }
  }

  private static func cancel(_ id: some Hashable & Sendable) { Task<Never, Never>.cancel(id: id) }

  private static let id: (any Hashable & Sendable)? = {
    guard
      let type = _typeByName("22ComposableArchitecture15OnFirstAppearIDV")
        as? any (Hashable & Sendable).Type
    else { return nil }
    return emptyValue(of: type)
  }()

  private static func emptyValue<ID: Hashable & Sendable>(of type: ID.Type) -> ID? {
    MemoryLayout<ID>.size == 0 ? unsafeBitCast((), to: type) : nil
  }
}
