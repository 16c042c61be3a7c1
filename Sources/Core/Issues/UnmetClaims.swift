import Synchronization

// A closure that states right values changes nothing, and neither does one that adds an element whose id
// is there, or changes what is not there. Collections with ids and presented states tell which it was.

/// Something that an assert closure asks for and that is not so.
package struct UnmetClaim {
  package enum Kind {
    /// A change of an element, or of a presented state, that is not there.
    case changesNothing
    /// An element to be added, where another value has its id. Some are merged in: "if it is not there yet".
    case adds(Any, over: Any, isMerge: Bool)
  }

  package let kind: Kind
  /// `the Row.State with the id 7`
  package let subject: String
  /// What is there instead.
  package let context: String
}

/// Takes what an assert closure asks for and is not so. Asked for only where an app would find nothing.
package final class UnmetClaims: Sendable {
  private let claims = Lock<RuntimeConfined<[UnmetClaim]>>(RuntimeConfined([]))
  /// Spares almost all closures the lock.
  private let isEmpty = Atomic(true)

  package init() {}

  func add(_ claim: UnmetClaim) {
    let added = RuntimeConfined(claim)
    claims.withLock { $0 = RuntimeConfined($0.value + [added.value]) }
    isEmpty.store(false, ordering: .releasing)
  }

  /// Returns the claims since the last call.
  package func take() -> [UnmetClaim] {
    guard !isEmpty.load(ordering: .acquiring) else { return [] }
    isEmpty.store(true, ordering: .relaxed)
    let taken = claims.withLock { claims in
      defer { claims = RuntimeConfined([]) }
      return claims
    }
    return taken.value
  }
}

extension UnmetClaim {
  /// An element of a collection with ids is not there.
  static func noElement<Element>(
    _: Element.Type, id: some Any, among ids: some Collection
  ) -> UnmetClaim {
    let list = ids.prefix(8).map { "\($0)" }.joined(separator: ", ")
    return UnmetClaim(
      kind: .changesNothing, subject: "the \(Spelling.shortName(Element.self)) with the id \(id)",
      context: ids.isEmpty
        ? " There are no others." : " Those that are there: \(list)\(ids.count > 8 ? ", …" : "")")
  }

  /// A state that a wrapper would present is not there.
  static func nothingPresented<State>(_: State.Type) -> UnmetClaim {
    UnmetClaim(
      kind: .changesNothing, subject: "the \(Spelling.shortName(State.self)) that is presented",
      context: "")
  }
}
