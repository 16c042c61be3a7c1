import Core

extension FailureMessages {
  /// - Parameter step: The step after which the state was compared. `nil` for a call of `assert`.
  static func unexpectedState<State, Action>(
    _ failure: UnmetExpectation, by call: TestCall<State, Action>, on store: String,
    after step: Step<Action>?, context: StepContext<Action>?
  ) -> String {
    let later = context?.later
    let isMovable = later?.holdsClosure == true
    let state = call.lens == nil ? "state" : "state of \(call.name)"
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
      let inPlace = context.flatMap { changeInPlace(of: FieldPath.objects(in: $0.before)) }
      message = MessageBuilder(
        """
        Expected a change of the \(state)\(place), but the closure changes nothing\
        \(inPlace == nil ? ", and nothing changed" : " that the store can see").
        The closure sets values that were already set. Assert a field that should have changed, or remove the closure.
        """)
      if let inPlace {
        message.add(
          "\(inPlace) To assert it, set the field to another object with the expected values.")
      }

    case .unasserted(let change):
      message = MessageBuilder(
        "Expected no change of the \(state)\(place), because there is no closure, but it changed.")
      message.add(lines(change))
      // `assert` has a closure.
      guard let step else { break }
      let statements = AssertionCode.statements(for: change.fieldChanges)
      let (request, code) = request(
        asserting: statements,
        by: call.code(
          step.action, isSent: step.isSent, assigning: statements, on: store))
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
      if step != nil, !isMovable { addCause(of: difference, context, to: &message) }

    case .outsideScope(let difference):
      message = MessageBuilder("The state is not as expected\(place).")
      message.add(lines(difference))
      message.add(
        """
        A closure of \(call.name) can change only its own state. Assert the rest with the store: \
        `\(store)`.
        """)

    case .fields(let mismatches, let isUnchanged):
      message = MessageBuilder("The \(state) is not as expected\(place).")
      message.add(mismatches.flatMap(lines) + [legend])
      let instead = changedInstead(of: mismatches, context)
      let isShown = isUnchanged && later == nil && instead.count < mismatches.count
      if context != nil, isShown {
        let subject =
          mismatches.count > 1
          ? "These fields were" : mismatches[0].path.isRoot ? "The \(state) was" : "This field was"
        let others = changed.isEmpty ? "" : " The step changed \(enumerated(changed))."
        let fact = changeInPlace(of: mismatches) ?? "\(subject) not changed at all."
        message.add("\(fact)\(others)")
      }
      message.add(instead.joined(separator: "\n"))

    case .missingState(let isNew):
      let (fact, cure) = missingState(call.lens, isNew: isNew)
      return "Expected to check the state of \(call.name)\(place), but \(fact).\n\(cure)"
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
    if later.holdsClosure {
      message.add(
        """
        The state is as expected after \(name(later.action)) is received: move the closure to `receive`\
        \(later.lasts ? ", or to `assert`" : "").
        """)
      return
    }
    let isOne = later.fields.count == 1 || later.fields.contains(where: \.isRoot)
    let subject =
      later.fields.contains(where: \.isRoot)
      ? "The state" : enumerated(later.fields.map(\.description))
    message.add(
      """
      \(subject) \(isOne ? "is" : "are") as expected only after \(name(later.action)) \
      is received. Assert that there:
      """, indented(later.code), atMost: 14)
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
    let mismatches = difference.mismatches
    guard let step = context.change else {
      let limit = FieldPath.objects(in: context.before).isEmpty ? "" : " that the store can see"
      return message.add(changeInPlace(of: mismatches) ?? "The action changed nothing\(limit).")
    }
    // A change that the closure asserts correctly doesn't replace another one.
    let paths = FieldPathSet(mismatches.map(\.path))
    let instead = changedInstead(of: mismatches, context, where: paths.overlaps)
    guard instead.isEmpty else { return message.add(instead.joined(separator: "\n")) }
    let leftOut = difference.fieldChanges.filter { change in
      change.path.value(in: context.before).map { areEqual($0, change.old) } ?? false
    }
    // A field that gets its expected value later has another value now.
    let later = FieldPathSet(context.later?.fields ?? [])
    let now = step.fieldChanges.filter { later.overlaps($0.path) }
    message.add(
      now.isEmpty
        ? "If the change is meant, add to the closure:"
        : "If the change is meant, assert it in this closure:",
      indented(AssertionCode.statements(for: leftOut + now).map(\.text)), atMost: 10)
  }

  /// The limit of what a store can see of the objects in some fields. `nil` if no field holds one.
  private static func changeInPlace(of mismatches: [FieldMismatch]) -> String? {
    changeInPlace(of: mismatches.flatMap { FieldPath.objects(in: $0.actual, at: $0.path) })
  }

  private static func changeInPlace(of objects: [FieldPath]) -> String? {
    let names = objects.map { $0.isRoot ? "The state" : "`\($0)`" }
    if names.isEmpty { return nil }
    let hold = names.count == 1 ? "holds an object" : "hold objects"
    return """
      \(enumerated(names)) \(hold) that the step may have changed in place. The store can't see such a \
      change.
      """
  }

  private static func changedInstead<Action>(
    of mismatches: [FieldMismatch], _ context: StepContext<Action>?,
    where isWrong: (FieldPath) -> Bool = { _ in true }
  ) -> [String] {
    mismatches.prefix(4).filter { FieldPath.objects(in: $0.actual).isEmpty }.compactMap {
      mismatch in
      context?.changedInstead(of: mismatch, where: isWrong)
        .map { "\($0) changed instead of \(mismatch.path)." }
    }
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
