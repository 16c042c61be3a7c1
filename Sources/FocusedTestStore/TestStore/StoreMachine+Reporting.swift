import Core

extension StoreMachine {
  /// Reports that a state doesn't match a closure, unless an issue has already reported the cause: an error that the
  /// closure throws again, or an issue of the reducer.
  ///
  /// - Parameters:
  ///   - step: The step that the closure asserts. `nil` for a call of `assert`.
  ///   - before: The state before the step.
  ///   - after: The state that was compared.
  func report(
    _ failure: UnmetExpectation, by call: TestCall<State, Action>, of step: Int?,
    from before: State, to after: State
  ) {
    if case .threw(let error) = failure {
      if Issues.hasReported(error) { return }
    } else if let step, failedSteps.contains(step) {
      return
    }
    let compared = step.map { steps[$0] }
    let view = call.lens?.find ?? { $0 }
    let later = compared?.isSent == true ? laterMatch(of: failure, by: call, from: before) : nil
    var message = FailureMessages.unexpectedState(
      failure, of: call.lens, named: call.name, on: storeName, after: compared,
      from: step == nil ? nil : view(before), later: later)
    if step == nil, journal.lastCallSite != nil {
      message = FailureMessages.assertion(message, in: activity)
    }
    if let note = noteOnUncomparedFields(of: view(runtime.state)) {
      message += "\n\n" + note
    }
    Issues.report(message, at: call.callSite)
  }

  /// The first received action after which the fields have the expected values that the closure gets wrong.
  /// Only the first few actions are examined, since each takes a comparison of states.
  func laterMatch(
    of failure: UnmetExpectation, by call: TestCall<State, Action>, from before: State
  ) -> LaterMatch<Action>? {
    let own = call.lens?.find ?? { $0 }
    // A field that the closure doesn't write is independent of later actions.
    let wrong =
      if case .state = failure, let before = own(before) {
        failure.mismatches.filter { !$0.isMet(in: before) }
      } else {
        failure.mismatches
      }
    guard !wrong.isEmpty else { return nil }
    let match = journal.received.prefix(256).first { step in
      wrong.areMet(in: state(after: step).flatMap(own))
    }
    return match.map { step in
      LaterMatch(
        action: action(step), lasts: wrong.areMet(in: own(runtime.state)), fields: wrong.map(\.path)
      )
    }
  }
}

extension [FieldMismatch] {
  /// Whether all fields have their expected values in a state.
  func areMet(in state: Any?) -> Bool {
    state.map { state in allSatisfy { $0.isMet(in: state) } } ?? false
  }
}

/// The notes of `.off(showSkippedAssertions: true)`: one for each step, at its line.
extension StoreMachine {
  /// Reports notes about the step's changes that its closure doesn't assert.
  func noteSkippedChanges(
    of step: Int, by call: TestCall<State, Action>, before: State, after: State
  ) {
    if comparison.areEqual(before, after) || Difference.between(before, after) == nil { return }
    let action = self.action(step)
    func note(_ message: String) { Issues.report(message, severity: .note, at: call.callSite) }
    // The closure of a scoped store can't assert changes outside of the scope.
    if let lens = call.lens, !lens.holdsDifference(before, after) {
      let code = AssertionCode.call(
        action, isSent: journal.isSent(step), on: storeName, naming: caseNaming,
        assigning: AssertionCode.statements(from: before, to: after))
      return note(FailureMessages.changesOutsideScope(of: action, code: code))
    }
    func noteDifference(from before: State) {
      let view = call.lens?.find ?? { $0 }
      guard let old = view(before), let new = view(after) else { return }
      let statements = AssertionCode.statements(from: old, to: new)
      if !statements.isEmpty {
        note(FailureMessages.skippedChanges(of: action, statements: statements))
      }
    }
    guard let update = call.update else { return noteDifference(from: before) }
    let check = closureCheck(of: step, from: before)
    // A closure that describes a change has already run on the state before the step (S14). A closure that states
    // values might access elements there that the step added.
    let applied = try? check.reapplied(update, to: after, .actual(isAfterStep: true))
    let statesValues = applied.map { comparison.areEqual($0, after) } ?? false
    let isGrown = statesValues && hasLongerArrays(after, than: before)
    let start = isGrown ? withLongerArrays(before, after) as? State : before
    // In the state before the step, the closure might access elements that the step added.
    guard let start, !isGrown || !hasLongerArrays(after, than: start) else {
      return noteDifference(from: before)
    }
    if let asserted = try? check.reapplied(update, to: start, .other) {
      noteDifference(from: asserted)
    }
  }
}

// MARK: - Arrays that became longer

/// Whether an array in a value is longer than in another value.
private func hasLongerArrays(_ new: Any, than old: Any) -> Bool {
  (Difference.between(old, new)?.fieldChanges ?? []).contains { change in
    change.elements.map(\.lists).map {
      $0.new.elementAccess == .byPosition && $0.new.elementCount > $0.old.elementCount
    } ?? false
  }
}

/// The old value, except that arrays which are longer in the new value are taken from there, each with one more
/// element, so that none of them equals the new array.
///
/// An array stays short in a collection, in an enum, in an object, and in a constant.
private func withLongerArrays(_ old: Any, _ new: Any) -> Any {
  guard hasLongerArrays(new, than: old) else { return old }
  switch (ValueStructure(of: old), ValueStructure(of: new)) {
  case (.list(let list), .list(let other)) where list.elementCount != other.elementCount:
    func appendingLast<C: RangeReplaceableCollection>(_ list: C) -> Any {
      list + list.suffix(1)
    }
    return (new as? any RangeReplaceableCollection).map { appendingLast($0) } ?? old
  case (.composite(let record), .composite) where record.isRecord && !record.isAtomic:
    func replacingFields<Record>(_: Record.Type) -> Any {
      guard var copy = old as? Record, let new = new as? Record else { return old }
      forEachStoredProperty(of: Record.self) { _, keyPath in
        func replace<Value>(_: Value.Type) {
          guard let keyPath = keyPath as? WritableKeyPath<Record, Value>,
            let value = withLongerArrays(copy[keyPath: keyPath], new[keyPath: keyPath]) as? Value
          else { return }
          copy[keyPath: keyPath] = value
        }
        let valueType = type(of: keyPath).valueType
        replace(valueType)
      }
      return copy
    }
    return replacingFields(record.type)
  default:
    return old
  }
}
