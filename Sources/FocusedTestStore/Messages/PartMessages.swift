import Core

/// A call that a test makes by a part of a store, for messages.
struct PartCall<State: Equatable, Action> {
  let part: any StorePart<State, Action>
  let callSite: CallSite
  /// Why the part is not there: `it has been gone since .dismiss was sent at ProfileTests.swift:12`.
  let absence: String

  private var receiver: String { part.source.receiver(at: callSite) }

  /// The call as code, with a closure of the part.
  func code(
    for action: Action, isSent: Bool, assigning statements: [AssertionCode.Statement]
  ) -> [String]? {
    part.call(action, isSent: isSent, on: receiver, assigning: statements)
  }
}

extension FailureMessages {
  /// An action that was not sent, because the part that it is sent by is not there.
  static func sent<State, Action>(_ action: Action, by call: PartCall<State, Action>) -> String {
    let code = AssertionCode.send(action, by: call.part.source.store, assigning: [])
    return """
      Expected \(call.part.name) to be there for \(name(action)), but \(call.absence).
      The action was not sent. \(cure(for: call)) If the feature gets it all the same, send it by the store:
      \(code.map { "  \($0)" }.joined(separator: "\n"))
      """
  }

  static func partIsMissing<State, Action>(
    _ call: PartCall<State, Action>, after place: String
  ) -> String {
    """
    Expected to check the state of \(call.part.name)\(place), but \(call.absence).
    \(cure(for: call))
    """
  }

  static func partIsNew<State, Action>(
    _ call: PartCall<State, Action>, after place: String
  ) -> String {
    """
    Expected to check the state of \(call.part.name)\(place), but it was not there before.
    In `.on` a closure is applied to the state before. Assert what comes by the store: \
    `\(call.part.source.store)`.
    """
  }

  static func absence<State, Action>(
    of part: any StorePart<State, Action>, asOf step: Int?, in recorder: StepRecorder<State, Action>
  ) -> String {
    if let reason = part.unsupportedReason {
      return "its case path cannot be followed by reflection: \(reason)"
    }
    switch part.absence {
    case .sinceScope:
      return "it was not there when `scope` was called at \(part.callSite), and has not come since"
    case .sinceStep(let gone, _) where gone == step:
      return "that action removed it"
    case .sinceStep(let gone, let callSite) where step.map({ gone < $0 }) ?? true:
      let event = callSite == nil ? "received" : "sent"
      let place = (callSite ?? recorder.assertion(ofStep: gone)).map { " at \($0)" } ?? ""
      return "it has been gone since \(name(recorder.actions[gone])) was \(event)\(place)"
    case .sinceStep, nil:
      return "it was not there then"
    }
  }

  static func unreadable(_ part: String, reason: String) -> String {
    """
    Expected to find the state of \(part), but its case path cannot be followed by reflection: \(reason).
    Use `CasePath(embed:extract:)` instead.
    """
  }

  private static func cure<State, Action>(for call: PartCall<State, Action>) -> String {
    if call.part.unsupportedReason != nil { return "Use `CasePath(embed:extract:)` instead." }
    return switch call.part.absence {
    case .sinceScope: "Bring it about first, or look at the way to it."
    case .sinceStep, nil: "Move this line to where it is there, or look at what removes it."
    }
  }
}
