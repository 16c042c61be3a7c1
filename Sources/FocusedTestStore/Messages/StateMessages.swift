import Core

extension FailureMessages {
  /// - Parameters:
  ///   - lens: The lens of the called store, if it is a scoped store.
  ///   - calledStore: The name of the called store.
  ///   - step: The step after which the state was compared. `nil` for a call of `assert`.
  ///   - before: The state before the step, as the called store shows it.
  ///   - later: The later step after which the state is as expected, if there is one.
  static func unexpectedState<State, Action>(
    _ failure: UnmetExpectation, of lens: StoreLens<State, Action>?, named calledStore: String,
    on store: String, after step: Step<Action>?, from before: Any?, later: LaterMatch<Action>?
  ) -> String {
    let state = lens == nil ? "state" : "state of \(calledStore)"
    let place =
      step.map { " after \($0.isSent ? "sending" : "receiving") \(name($0.action))" } ?? ""
    var message: MessageBuilder
    switch failure {
    case .threw(let error):
      message = MessageBuilder(
        "The assert closure\(place) threw an error, so the state was not compared:")
      message.add(indented([String(describing: error)]), atMost: 20)

    case .changesNothing:
      message = MessageBuilder(
        """
        Expected a change of the \(state)\(place), but the closure changes nothing.
        The closure sets values that were already set. Assert a field that should have changed, or remove the closure.
        """)

    case .unasserted(let change):
      message = MessageBuilder(
        "Expected no change of the \(state)\(place), because there is no closure, but it changed.")
      message.add(lines(change))
      message.add(
        "If the change is meant, assert it in a closure of `\(lens == nil ? store : calledStore)`:",
        code(for: change.fieldChanges))

    case .missed(let missed):
      message = MessageBuilder("The state is not as expected\(place).")
      for mutation in missed.prefix(4) {
        message.add(
          "The closure changes \(mutation.subject), but there is none.\(mutation.context)")
      }
      message.add(
        "State values of elements that exist. To assert that it is gone, set it to `nil`.")

    case .state(let difference):
      message = MessageBuilder("The \(state) is not as expected\(place).")
      message.add(lines(difference))
      let leftOut = difference.fieldChanges.filter { change in
        before.flatMap(change.path.value).map { areEqual($0, change.old) } ?? false
      }
      message.add("If the change is meant, add to the closure:", code(for: leftOut), atMost: 10)

    case .outsideScope(let difference):
      message = MessageBuilder("The state is not as expected\(place).")
      message.add(lines(difference))
      message.add(
        """
        A closure of \(calledStore) can change only its own state. Assert the rest with the store: \
        `\(store)`.
        """)

    case .fields(let mismatches):
      message = MessageBuilder("The \(state) is not as expected\(place).")
      message.add(mismatches.flatMap(lines) + [legend])

    case .missingState(let isNew):
      let (fact, cure) = missingState(lens, isNew: isNew)
      return "Expected to check the state of \(calledStore)\(place), but \(fact).\n\(cure)"
    }
    if let later {
      let fields = later.fields.map(\.description).joined(separator: ", ")
      message.add(
        """
        As expected after \(name(later.action)) is received: \(fields.isEmpty ? "the state" : fields). Move the \
        assertion to `receive`\(later.lasts ? ", or to `assert`" : "").
        """)
    }
    return message.text
  }

  static func stateNotKept<Action>(_ action: Action, limit: Int) -> String {
    """
    Expected to check the state after \(name(action)), but it was not kept: \(grouped(limit)) or more \
    actions that were received before it are not asserted.
    Assert `store.state`, or call `skipReceivedActions` before the action is received.
    """
  }

  // MARK: - Parts

  private static let legend = "(− expected, + actual)"

  /// The lines of a difference, with a legend.
  static func lines(_ difference: Difference, limit: Int = 34) -> [String] {
    difference.lines(limit: limit) + [legend]
  }

  /// The expected and the actual value of one field, with its path.
  private static func lines(_ mismatch: FieldMismatch) -> [String] {
    let difference =
      Difference.between(mismatch.expected, mismatch.actual)
      ?? .whole(mismatch.expected, mismatch.actual)
    return difference.lines(of: mismatch.path, limit: 16)
  }

  /// The statements of an assert closure that makes the changes.
  private static func code(for changes: [FieldChange]) -> [String] {
    indented(AssertionCode.statements(for: changes).map(\.text))
  }
}

/// A received action after which the mismatched fields have their expected values.
struct LaterMatch<Action> {
  let action: Action
  /// Whether the fields still have these values once all effects are idle, which is when `assert` compares.
  let lasts: Bool
  /// The fields, or the root for the whole state.
  let fields: [FieldPath]
}

extension FailureMessages {
  /// The message about fields that no comparison reaches.
  static func notCompared(_ fields: [String]) -> String {
    var message = MessageBuilder(
      "These fields cannot be compared, so no assertion notices if they change:")
    message.add(list(fields) { $0 })
    message.add("To assert one, call the function in the test, and assert its result.")
    return message.text
  }
}
