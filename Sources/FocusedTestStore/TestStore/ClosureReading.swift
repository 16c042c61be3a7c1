/// The meaning of a closure in `.off`: it states values, or describes a change.
///
/// A closure that states values changes nothing in a state that has them, and nothing in its own
/// result. One that describes a change, such as `$0.count += 1`, changes its own result again; it is then
/// read as a change of the state before the step. `min(9, $0.count + 1)` may do neither, so where it is no value
/// of the actual state it may be a change, too. So a closure runs three times at most, on two states.
/// One that states values runs only on the actual state, where a wrong value traps no more than a right
/// one.
struct ClosureReading<State> {
  /// The state before the step.
  let before: State
  /// The state right after it.
  let after: State
  /// The actual state with the closure applied.
  let said: State
  /// The elements with ids that the closure adds, as they are there with other values: `said` may be no
  /// other state though the closure describes a change.
  let taken: [Any]
  /// Whether the closure changes what is not there, and may have taken that away itself.
  let takesAway: Bool
  /// Whether the closure makes a value of one of the state's own, and can run on the state before.
  let derivesValues: () -> Bool
  /// Applies the closure once more, with what it reports held back.
  let reapply: (State) throws -> State
  /// Called when the closure has been applied to the state before, with whether what it changes and the
  /// actual state lacks may be what it takes away.
  let didReadAsChange: (Bool) -> Void

  /// The fields that are not as the closure says.
  func mismatches() throws -> [FieldMismatch] {
    guard let difference = Difference.between(said, after) else {
      if areEqual(before, after) { return [] }
      return try taken.isEmpty ? judgeTakingAway() : mismatchesOfAdded()
    }
    let asValues = difference.mismatches
    // If nothing changed, both readings are the same.
    if areEqual(before, after) { return asValues }

    let exhausting = asValues.filter(\.mayExhaust)
    guard exhausting.isEmpty else {
      // Applied to its own result, the closure might find nothing left to remove. If the step removed
      // something too, the state before has more than the actual one, so the closure can run there.
      guard exhausting.allSatisfy({ $0.isOvershoot(from: before) }) else { return asValues }
      let changed = try asChange()
      let asChange = mismatches(changed: changed, asValues: asValues)
      guard asChange.isEmpty else { return asChange }
      return changesAgain(changed) ? [] : asValues
    }
    if changesAgain(said) { return mismatches(changed: try asChange(), asValues: asValues) }
    guard derivesValues() else { return asValues }
    return mismatches(changed: try asChange(), asValues: asValues).isEmpty ? [] : asValues
  }

  /// The added elements that do not have the values that the closure gives them, read as a change. What
  /// else the step did to their collections is not compared.
  private func mismatchesOfAdded() throws -> [FieldMismatch] {
    let changed = try reapply(before)
    didReadAsChange(takesAway)
    let paths = FieldPath.paths(in: after) { part in
      taken.contains { type(of: $0) == type(of: part) && areEqual($0, part) }
    }
    return paths.compactMap { path in
      guard let expected = path.value(in: changed), let actual = path.value(in: after),
        !areEqual(expected, actual), path.value(in: before).map({ !areEqual($0, expected) }) ?? true
      else { return nil }
      return FieldMismatch(path: path, expected: expected, actual: actual)
    }
  }

  /// What the closure changes and then takes away is not there after the step.
  private func judgeTakingAway() throws -> [FieldMismatch] {
    guard takesAway else { return [] }
    let changed = try reapply(before)
    if FieldMismatch.unmet(changedFrom: before, to: changed, actual: after).isEmpty {
      didReadAsChange(true)
    }
    return []
  }

  /// The state before with the closure applied.
  private func asChange() throws -> State {
    defer { didReadAsChange(true) }
    return try reapply(before)
  }

  /// Whether the closure changes its own result again, or throws.
  private func changesAgain(_ result: State) -> Bool {
    guard let again = try? reapply(result) else { return true }
    return !areEqual(again, result)
  }

  /// The fields that are not as the closure says, read as a change.
  ///
  /// A field that it changes in either reading must have the actual value; one that only the reading of
  /// the actual state changes has the wrong one.
  private func mismatches(changed: State, asValues: [FieldMismatch]) -> [FieldMismatch] {
    var result =
      areEqual(changed, after)
      ? [] : FieldMismatch.unmet(changedFrom: before, to: changed, actual: after)
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
