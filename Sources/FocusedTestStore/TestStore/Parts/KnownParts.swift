import Core

/// The parts of a store that the test asserts by themselves, and still has.
final class KnownParts<State, Action> {
  private struct KnownPart {
    let part: any StorePart<State, Action>
    weak var user: AnyObject?
  }

  /// `nil` as long as there is none, as in most stores.
  private var known: [KnownPart]?
  private let lock = Lock(())
  private var parts: [KnownPart] { lock.withLock { _ in RuntimeConfined(known) }.value ?? [] }

  /// Notes a part. One of the same line that the test no longer has is forgotten.
  func note(_ part: any StorePart<State, Action>, usedBy user: AnyObject) {
    // The old ones are released after the lock, because they hold closures of the test.
    withExtendedLifetime(parts) {
      lock.withLock { _ in
        known =
          (known ?? []).filter { $0.user != nil || $0.part.callSite != part.callSite }
          + [KnownPart(part: part, user: user)]
      }
    }
  }

  /// Notes which parts are there after a step.
  func watch(_ state: State, step: Int, sentAt callSite: CallSite?) {
    if lock.withLock({ _ in known == nil }) { return }
    for known in parts { known.part.watch(state, step: step, sentAt: callSite) }
  }

  /// The `receive` of a part that the test still has below a line, if all that changed lies in it.
  func receive(
    _ action: Action, before: State, after: State, below callSite: CallSite
  ) -> [String]? {
    parts.reversed().lazy.compactMap { known in
      let part = known.part
      guard known.user != nil, let variable = part.source.variable,
        part.callSite.isAbove(callSite),
        part.holdsDifference(before, after)
      else { return nil }
      return part.call(
        action, isSent: false, on: variable,
        assigning: part.statements(from: before, to: after))
    }
    .first
  }
}

extension CallSite {
  /// Whether a variable of this line can have the same name at another one.
  fileprivate func isAbove(_ other: CallSite) -> Bool {
    filePath.description == other.filePath.description && line < other.line
  }
}
