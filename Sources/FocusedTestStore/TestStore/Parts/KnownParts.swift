import Core

/// The parts of a store that the test asserts by themselves, and still has.
final class KnownParts<State, Action> {
  /// A class, because each step looks at the parts, and copying a weak reference takes time.
  private final class KnownPart {
    let part: any StorePart<State, Action>
    weak var user: AnyObject?

    init(_ part: any StorePart<State, Action>, usedBy user: AnyObject) {
      self.part = part
      self.user = user
    }
  }

  private var parts: [KnownPart] = []
  /// Whether there has been none. Stored, because asking the array looks up its type in each step.
  private(set) var isEmpty = true

  /// Notes a part. One of the same line that the test no longer has is forgotten.
  func note(_ part: any StorePart<State, Action>, usedBy user: AnyObject) {
    parts.removeAll { $0.user == nil && $0.part.callSite == part.callSite }
    parts.append(KnownPart(part, usedBy: user))
    isEmpty = false
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
