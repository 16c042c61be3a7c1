import Core

extension FailureMessages {
  /// The call that a state was compared after.
  enum Moment<Action> {
    case step(Action, isSent: Bool)
    case assert

    fileprivate var place: String {
      switch self {
      case .step(let action, let isSent):
        " after \(isSent ? "sending" : "receiving") \(name(action))"
      case .assert: ""
      }
    }

    fileprivate var isStep: Bool {
      if case .assert = self { false } else { true }
    }
  }

  static func unexpectedState<State, Action>(
    _ failure: UnmetExpectation<State>, by call: PartCall<Action>? = nil,
    after moment: Moment<Action>, later: Action?
  ) -> String {
    let state = failure.isOfPart ? call.map { "state of \($0.name)" } ?? "state" : "state"
    let place = moment.place
    var message: MessageBuilder
    switch failure.reason {
    case .threw(let error):
      message = MessageBuilder(
        "The assert closure\(place) threw an error, so the state was not compared:")
      message.add(indented(String(describing: error)))

    case .changesNothing:
      message = MessageBuilder(
        """
        Expected a change of the \(state)\(place), but the closure changes nothing, and nothing changed.
        The closure sets values that were already set. Assert what should have differed, or leave it out.
        """)

    case .unasserted(let change):
      message = MessageBuilder(
        "Expected no change of the \(state)\(place), as there is no closure, but it changed.")
      message.add(lines(change))
      message.add(
        "If the change is meant, assert it:",
        moment.statement(
          assigning: AssertionCode.statements(for: change.fieldChanges),
          by: failure.isOfPart ? call : nil))

    case .missed(let missed):
      message = MessageBuilder("The state is not as expected\(place).")
      for mutation in missed.prefix(4) {
        message.add(
          "The closure changes \(mutation.subject), but there is none.\(mutation.context)")
        message.add("Change what is there. That it is gone is said by setting it to `nil`.")
      }

    case .state(let before, let difference):
      message = MessageBuilder("The \(state) is not as expected\(place).")
      message.add(lines(difference))
      if let call, !failure.isOfPart {
        message.add(
          """
          A closure of \(call.name) changes only what is in it. Assert the rest by the store: \
          `\(call.store)`.
          """)
      } else if moment.isStep, later == nil {
        message.add(cause(before: before, difference))
      }

    case .fields(let mismatches, let isUnchanged):
      message = MessageBuilder("The \(state) is not as expected\(place).")
      message.add(mismatches.flatMap(lines) + [legend])
      if moment.isStep, isUnchanged, later == nil {
        let subject =
          mismatches.count > 1
          ? "These fields were" : mismatches[0].path.isRoot ? "The \(state) was" : "This field was"
        message.add("\(subject) not changed at all.")
      }

    case .partIsMissing(let isNew):
      guard let call else { preconditionFailure("Only the closure of a part misses it (no part)") }
      return isNew ? partIsNew(call, after: place) : partIsMissing(call, after: place)
    }
    if let later {
      message.add(
        """
        The state is as expected after \(name(later)) is received: move the closure to `receive`, \
        or to `assert`.
        """)
    }
    return message.text
  }

  static func stateNotKept<Action>(_ action: Action, limit: Int) -> String {
    """
    Expected to check the state after \(name(action)), but it is no longer kept: more than \
    \(grouped(limit)) actions were received after it.
    Assert `store.state`, or receive one of the latest \(grouped(limit)) actions.
    """
  }

  // MARK: - Parts

  private static let legend = "(− expected, + actual)"

  /// The difference between two values that are not equal, with a legend.
  static func difference(_ expected: Any, _ actual: Any, limit: Int = 34) -> [String] {
    lines(Difference.between(expected, actual) ?? .whole(expected, actual), limit: limit)
  }

  static func difference<Value>(_ first: Value, _ second: Value, opening: String) -> String {
    var message = MessageBuilder(opening)
    let difference = diff(first, second) ?? ""
    message.add(indented(difference, atMost: 60) + ["  (− first, + second)"], atMost: 60)
    return message.text
  }

  private static func lines(_ difference: Difference, limit: Int = 34) -> [String] {
    difference.lines(limit: limit) + [legend]
  }

  /// One field, expected and actual, under its path.
  private static func lines(_ mismatch: FieldMismatch) -> [String] {
    let path = mismatch.path.description
    let difference =
      Difference.between(mismatch.expected, mismatch.actual)
      ?? .whole(mismatch.expected, mismatch.actual)
    let lines = difference.lines(limit: 16)
    guard !path.isEmpty else { return lines }
    let isBrief =
      lines.count >= 2 && lines[0].hasPrefix("− ") && lines[1].hasPrefix("+ ")
      && lines.dropFirst(2).allSatisfy { $0.hasPrefix("  //") }
    if isBrief {
      return lines.map { line in
        line.hasPrefix("  ") ? line : "\(line.prefix(2))\(path): \(line.dropFirst(2))"
      }
    }
    guard lines[0].hasPrefix("  ") else {
      return ["  \(path):"] + lines.map { "\($0.prefix(2))  \($0.dropFirst(2))" }
    }
    return ["  \(path): \(lines[0].dropFirst(2))"] + lines.dropFirst()
  }

  /// The likely reason why a whole state differs, if there is one.
  private static func cause(before: Any, _ difference: Difference) -> String {
    if areEqual(difference.new, before) { return "The action changed nothing." }
    let missing = difference.fieldChanges.filter { change in
      change.path.value(in: before).map { areEqual($0, change.old) } ?? false
    }
    let code = AssertionCode.statements(for: missing)
    guard !code.isEmpty else { return "" }
    let shown = MessageBuilder.cut(code.flatMap { indented($0.text) }, to: 10)
    return (["The closure leaves out, if it is meant:"] + shown).joined(separator: "\n")
  }
}

extension FailureMessages.Moment {
  /// The statement that this is about, with a closure.
  fileprivate func statement(
    assigning statements: [AssertionCode.Statement], by call: PartCall<Action>?
  ) -> [String] {
    let code =
      switch self {
      case .step(let action, let isSent):
        call?.code(action, isSent, statements)
          ?? AssertionCode.call(action, isSent: isSent, assigning: statements)
      case .assert: statements.map(\.text)
      }
    return FailureMessages.indented(code.joined(separator: "\n"), atMost: 14)
  }
}
