import Core

extension FailureMessages {
  /// - Parameters:
  ///   - lens: The lens of the called store, if it is a scoped store.
  ///   - calledStore: The name of the called store.
  ///   - step: The step after which the state was compared. `nil` for a call of `assert`.
  ///   - code: Returns the code of the call, with the statements of a closure.
  static func unexpectedState<State, Action>(
    _ failure: UnmetExpectation, of lens: StoreLens<State, Action>?, named calledStore: String,
    on store: String, after step: Step<Action>?, context: StepContext<Action>?,
    code: (Step<Action>, [AssertionCode.Statement]) -> [String]
  ) -> String {
    let later = context?.later
    let state = lens == nil ? "state" : "state of \(calledStore)"
    let place =
      step.map { " after \($0.isSent ? "sending" : "receiving") \(name($0.action))" } ?? ""
    let changedFields = (context?.change?.fieldChanges ?? []).map(\.path.description)
    let changed = changedFields.filter { !$0.isEmpty }
    var message: MessageBuilder
    switch failure.reason {
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
      // `assert` has a closure.
      guard let step else { break }
      let statements = AssertionCode.statements(for: change.fieldChanges)
      let (request, code) = request(asserting: statements, by: code(step, statements))
      message.add("If the change is meant, \(request)", indented(code))

    case .missed(let missed):
      message = MessageBuilder("The state is not as expected\(place).")
      for mutation in missed.prefix(4) {
        message.add(
          "The closure changes \(mutation.subject), but there is none.\(mutation.context)")
      }
      message.add(changed.isEmpty ? "" : "The step changed \(enumerated(changed)).")
      message.add(
        "State values of elements that exist. To assert that it is gone, set it to `nil`.")

    case .state(let difference):
      message = MessageBuilder("The \(state) is not as expected\(place).")
      message.add(lines(difference))
      if step != nil { addCause(of: difference, context, to: &message) }

    case .outsideScope(let difference):
      message = MessageBuilder("The state is not as expected\(place).")
      message.add(lines(difference))
      message.add(
        """
        A closure of \(calledStore) can change only its own state. Assert the rest with the store: \
        `\(store)`.
        """)

    case .fields(let mismatches, let isUnchanged):
      message = MessageBuilder("The \(state) is not as expected\(place).")
      message.add(mismatches.flatMap(lines) + [legend])
      // A step can change an object in place, which the store can't see.
      let holdObjects = mismatches.contains { !FieldPath.objects(in: $0.actual).isEmpty }
      if context != nil, isUnchanged, later == nil, !holdObjects {
        let subject =
          mismatches.count > 1
          ? "These fields were" : mismatches[0].path.isRoot ? "The \(state) was" : "This field was"
        let others = changed.isEmpty ? "" : " The step changed \(enumerated(changed))."
        message.add("\(subject) not changed at all.\(others)")
      }

    case .missingState(let isNew):
      let (fact, cure) = missingState(lens, isNew: isNew)
      return "Expected to check the state of \(calledStore)\(place), but \(fact).\n\(cure)"
    }
    addNewStacks(in: failure, to: &message)
    if let later { add(later, to: &message) }
    return message.text
  }

  /// The fact that the closure created stacks, if it did.
  private static func addNewStacks(
    in failure: UnmetExpectation, to message: inout MessageBuilder
  ) {
    let changes = failure.mismatches.flatMap { $0.difference?.fieldChanges ?? [] }
    guard changes.contains(where: { $0.elements?.isOfNewStack == true }) else { return }
    message.add(
      """
      `StackState([…])` gives its elements new ids, but the store's have theirs since they were pushed. \
      Set them by those ids, `[id: …] = …`.
      """)
  }

  private static func add<Action>(
    _ later: StepContext<Action>.Later, to message: inout MessageBuilder
  ) {
    let isWhole = later.fields.contains(where: \.isRoot)
    let subject = isWhole ? "The state" : enumerated(later.fields.map(\.description))
    message.add(
      """
      \(subject) \(isWhole || later.fields.count == 1 ? "is" : "are") as expected after \(name(later.action)) \
      is received: move the assertion to `receive`\(later.lasts ? ", or to `assert`" : "").
      """)
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

  static func difference<Value>(_ first: Value, _ second: Value, opening: String) -> String {
    var message = MessageBuilder(opening)
    let difference = diff(first, second) ?? ""
    message.add(indented([difference]) + ["  (− first, + second)"], atMost: 60)
    return message.text
  }

  /// The lines of a difference, with a legend.
  static func lines(_ difference: Difference, limit: Int = 34) -> [String] {
    difference.lines(limit: limit) + [legend]
  }

  /// The expected and the actual value of one field, with its path.
  private static func lines(_ mismatch: FieldMismatch) -> [String] {
    let difference = mismatch.difference ?? .whole(mismatch.expected, mismatch.actual)
    return difference.lines(of: mismatch.path, limit: 16)
  }

  /// Adds the likely reason why a whole state differs, if there is one.
  private static func addCause<Action>(
    of difference: Difference, _ context: StepContext<Action>?, to message: inout MessageBuilder
  ) {
    guard let context else { return }
    if context.change == nil {
      // A step can change an object in place, which the store can't see.
      if FieldPath.objects(in: context.before).isEmpty {
        message.add("The action changed nothing.")
      }
      return
    }
    let leftOut = difference.fieldChanges.filter { change in
      change.path.value(in: context.before).map { areEqual($0, change.old) } ?? false
    }
    message.add(
      "If the change is meant, add to the closure:",
      indented(AssertionCode.statements(for: leftOut).map(\.text)), atMost: 10)
  }
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
