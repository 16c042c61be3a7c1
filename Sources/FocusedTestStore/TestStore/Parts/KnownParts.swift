import Core

/// The parts of a store that the test asserts by themselves, and still has.
final class KnownParts<State, Action>: Sendable {
  private struct KnownPart {
    let part: any StorePart<State, Action>
    weak var user: AnyObject?
  }

  private let known = Lock<RuntimeConfined<[KnownPart]>>(RuntimeConfined([]))
  private var parts: [KnownPart] { known.withLock { $0 }.value }

  /// Notes a part. One of the same line that the test no longer has is forgotten.
  func note(_ part: any StorePart<State, Action>, usedBy user: AnyObject) {
    let new = RuntimeConfined(KnownPart(part: part, user: user))
    // The old array is released after the lock.
    _ = known.withLock { known in
      let old = known
      known.value.removeAll { $0.user == nil && $0.part.callSite == new.value.part.callSite }
      known.value.append(new.value)
      return old
    }
  }

  /// Notes which parts are there after a step.
  func watch(_ state: State, step: Int, sentAt callSite: CallSite?) {
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
