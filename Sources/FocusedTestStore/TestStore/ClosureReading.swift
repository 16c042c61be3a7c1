import Core

/// Whether an assert closure of `.off` holds.
enum ClosureVerdict {
  case holds
  /// The closure writes to elements that are not there.
  case missed([MissedMutation])
  /// Fields do not have the values that the closure states.
  case differs([FieldMismatch])
}

/// The meaning of a closure in `.off`: it states values, or describes a change.
///
/// A closure that states values changes nothing in a state that has them, and nothing in its own
/// result. One that describes a change, such as `$0.count += 1`, changes its own result again. It is then
/// read as a change of the state before the step. So a closure runs three times at most, on two states.
/// One that states values runs only on the actual state, where a wrong value traps no more than a right
/// one.
struct ClosureReading<State> {
  /// The state before the step, or `nil` in `assert`.
  let before: State?
  /// The state right after it.
  let actual: State
  /// The actual state with the closure applied.
  let applied: State
  /// What the closure did to the actual state besides changing it.
  let outcome: AssertionContext.Outcome
  /// Applies the closure once more, with what it reports held back.
  let reapply: (State, AssertionContext.Target) throws -> State

  func verdict() throws -> ClosureVerdict {
    let mismatches = try mismatches()
    if !mismatches.isEmpty { return .differs(mismatches) }
    return outcome.missed.isEmpty ? .holds : .missed(outcome.missed)
  }

  private func mismatches() throws -> [FieldMismatch] {
    let asValues = mismatchesOfValues()
    // If nothing changed, both readings are the same.
    guard !asValues.isEmpty, let before, !areEqual(before, actual) else { return asValues }

    let exhausting = asValues.filter(\.mayExhaust)
    guard exhausting.isEmpty else {
      // Applied to its own result, the closure might find nothing left to remove. If the step removed
      // something too, the state before has more than the actual one, so the closure can run there.
      guard exhausting.allSatisfy({ $0.isOvershoot(from: before) }) else { return asValues }
      let changed = try reapply(before, .other)
      let asChange = mismatches(before: before, changed: changed, asValues: asValues)
      guard asChange.isEmpty else { return asChange }
      return changesAgain(changed, .other) ? [] : asValues
    }
    guard changesAgain(applied, .actual(isAfterStep: true)) else { return asValues }
    return mismatches(before: before, changed: try reapply(before, .other), asValues: asValues)
  }

  /// Whether the closure changes its own result again, or throws.
  private func changesAgain(_ result: State, _ target: AssertionContext.Target) -> Bool {
    guard let again = try? reapply(result, target) else { return true }
    return !areEqual(again, result)
  }

  // MARK: - As values

  /// The fields that are not as the closure says, read as values.
  private func mismatchesOfValues() -> [FieldMismatch] {
    guard !areEqual(applied, actual) || outcome.hidesValues else { return [] }
    let mismatches = Difference.between(applied, actual)?.mismatches ?? []
    return outcome.needsSettling ? settled(mismatches) : mismatches
  }

  /// The mismatches without those of elements that the closure adds and that are as it says.
  private func settled(_ mismatches: [FieldMismatch]) -> [FieldMismatch] {
    var result = mismatches
    for path in FieldPath.paths(in: applied, where: { $0 is any SettlingCollection }) {
      guard let actual = path.value(in: actual),
        let settled = (path.value(in: applied) as? any SettlingCollection)?
          .settled(with: actual, before: before.flatMap { path.value(in: $0) })
      else { continue }
      result.removeAll { path.contains($0.path) }
      for mismatch in Difference.between(settled, actual)?.mismatches ?? [] {
        var inner = path
        inner.components += mismatch.path.components
        result.append(
          FieldMismatch(path: inner, expected: mismatch.expected, actual: mismatch.actual))
      }
    }
    return result
  }

  // MARK: - As a change

  /// The fields that are not as the closure says, read as a change.
  ///
  /// A field that it changes in either reading must have the actual value; one that only the reading of
  /// the actual state changes has the wrong one.
  private func mismatches(
    before: State, changed: State, asValues: [FieldMismatch]
  ) -> [FieldMismatch] {
    var result =
      areEqual(changed, actual)
      ? [] : FieldMismatch.unmet(changedFrom: before, to: changed, actual: actual)
    for field in asValues {
      let isTold = result.contains { $0.path.contains(field.path) || field.path.contains($0.path) }
      if isTold { continue }
      guard let value = field.path.value(in: changed) else {
        result.append(field)
        continue
      }
      if let old = field.path.value(in: before), areEqual(old, value) {
        result.append(field)
      } else if !areEqual(value, field.actual) {
        result.append(FieldMismatch(path: field.path, expected: value, actual: field.actual))
      }
    }
    // A field and a part of it are one cause.
    return result.filter { field in
      !result.contains { $0.path != field.path && $0.path.contains(field.path) }
    }
  }
}

extension FieldMismatch {
  /// Whether the change from the actual to the expected value may be impossible to repeat: elements were
  /// removed, or a number came near the end of its range.
  fileprivate var mayExhaust: Bool {
    if let expected = Self.elements(of: expected), let actual = Self.elements(of: actual) {
      var found = 0
      for offset in 0..<actual.elementCount where found < expected.elementCount {
        if areEqual(expected.element(at: found), actual.element(at: offset)) { found += 1 }
      }
      return expected.elementCount < actual.elementCount && found == expected.elementCount
    }
    return (expected as? any FixedWidthInteger).map { overflows($0, after: actual) } ?? false
  }

  private func overflows<I: FixedWidthInteger>(_ expected: I, after actual: Any) -> Bool {
    guard let actual = actual as? I else { return false }
    let (step, isHuge) = expected.subtractingReportingOverflow(actual)
    let (back, isTooFar) = actual.subtractingReportingOverflow(expected)
    guard isHuge else { return expected.addingReportingOverflow(step).overflow }
    return isTooFar || expected.subtractingReportingOverflow(back).overflow
  }

  /// Whether the actual value differs from the one before in the direction of the expected one.
  fileprivate func isOvershoot(from before: Any) -> Bool {
    guard let before = path.value(in: before) else { return false }
    if let before = Self.elements(of: before), let actual = Self.elements(of: actual) {
      return actual.elementCount < before.elementCount
    }
    return (expected as? any FixedWidthInteger).map { isOvershoot($0, from: before) } ?? false
  }

  private func isOvershoot<I: FixedWidthInteger>(_ expected: I, from before: Any) -> Bool {
    guard let before = before as? I, let actual = actual as? I else { return false }
    return expected < actual ? actual < before : before < actual
  }

  /// The elements of a list, or the characters of a string.
  private static func elements(of value: Any) -> (any ArrayBacked)? {
    switch Shape(of: value) {
    case .list(let list): list
    case .string(let string): Array(string)
    default: nil
    }
  }
}
