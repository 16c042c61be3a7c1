import Core

extension FailureMessages {
  /// What a state was compared after.
  enum Moment<Action> {
    case send(Action)
    case receive(Action)
    case assert

    fileprivate var place: String {
      switch self {
      case .send(let action): " after sending \(name(action))"
      case .receive(let action): " after receiving \(name(action))"
      case .assert: ""
      }
    }

    fileprivate var isStep: Bool {
      if case .assert = self { false } else { true }
    }
  }

  static func unexpectedState<State, Action>(
    _ failure: UnmetExpectation<State>, after moment: Moment<Action>, later: Action?
  ) -> String {
    let place = moment.place
    var letter: Letter
    switch failure.reason {
    case .threw(let error):
      letter = Letter("The assert closure\(place) threw an error, so the state was not compared:")
      letter.add(indented(String(describing: error)))

    case .changesNothing:
      letter = Letter(
        """
        Expected a change of the state\(place), but the closure changes nothing, and nothing changed.
        Remove the closure.
        """)

    case .unasserted(let before, let actual):
      letter = Letter(
        "Expected no change of the state\(place), as there is no closure, but it changed.")
      letter.add(difference(before, actual))
      letter.add(
        "If the change is meant, assert it:",
        moment.statement(assigning: AssertionCode.statements(from: before, to: actual)))

    case .state(let before, let expected, let actual):
      letter = Letter("The state is not as expected\(place).")
      letter.add(difference(expected, actual))
      if moment.isStep, later == nil {
        letter.add(cause(before: before, expected: expected, actual: actual))
      }

    case .fields(let mismatches, let isUnchanged):
      letter = Letter("The state is not as expected\(place).")
      letter.add(mismatches.flatMap(lines) + [legend])
      if moment.isStep, isUnchanged, later == nil {
        let subject =
          mismatches.count > 1
          ? "These fields were" : mismatches[0].path.isRoot ? "The state was" : "This field was"
        letter.add("\(subject) not changed at all.")
      }
    }
    if let later {
      letter.add(
        """
        The state is as expected after \(name(later)) is received: move the closure to `receive`, \
        or to `assert`.
        """)
    }
    return letter.text
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

  /// The difference between two values, with a legend.
  static func difference(_ expected: Any, _ actual: Any, limit: Int = 34) -> [String] {
    let lines =
      ValueDiff.lines(expected, actual, limit: limit)
      // Not equal by their own `==`, and nothing that reflection sees differs.
      ?? [
        "  \(TypeName.of(type(of: actual))) values that are not equal (!=), although they print alike"
      ]
    return lines + [legend]
  }

  /// One field, expected and actual, under its path.
  private static func lines(_ mismatch: FieldMismatch) -> [String] {
    let path = mismatch.path.description
    let lines =
      ValueDiff.lines(mismatch.expected, mismatch.actual, limit: 16)
      ?? ["  // these are not equal (!=), although they print alike"]
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

  /// Why a whole state may differ, where that can be told.
  private static func cause<State: Equatable>(
    before: State, expected: State, actual: State
  ) -> String {
    if actual == before { return "The action changed nothing." }
    let missing = FieldChanges.between(expected, actual).filter { change in
      // Looked up field by field: to compare the two states as a whole would cost as much again.
      guard case .found(let old) = change.path.lookUp(in: before),
        case .found(let said) = change.path.lookUp(in: expected)
      else { return false }
      return areEqual(old, said)
    }
    let code = AssertionCode.statements(for: missing)
    guard !code.isEmpty else { return "" }
    let shown = Letter.cut(code.flatMap { indented($0) }, to: 10)
    return (["The closure leaves out, if it is meant:"] + shown).joined(separator: "\n")
  }
}

extension FailureMessages.Moment {
  /// The statement that this is about, with a closure.
  fileprivate func statement(assigning assignments: [String]) -> [String] {
    let code =
      switch self {
      case .send(let action): AssertionCode.send(action, assigning: assignments)
      case .receive(let action): AssertionCode.receive(action, assigning: assignments)
      case .assert: assignments
      }
    return FailureMessages.indented(code.joined(separator: "\n"), atMost: 14)
  }
}
