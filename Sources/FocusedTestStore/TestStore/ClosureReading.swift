import Core

/// The meaning of a closure in `.off`: it states values, or describes a change.
///
/// A closure that states values changes nothing in a state that has these values, and nothing in its own result. A
/// closure that describes a change, such as `$0.count += 1`, changes its own result again. It is then applied to the
/// state before the step. So a closure runs at most twice on the actual state, once on the state before, and once on each
/// result. A closure that states values runs only on the actual state, where a wrong value doesn't trap either.
struct ClosureReading<State> {
  /// The state before the step, or `nil` in `assert`.
  let before: State?
  /// The state right after the step.
  let actual: State
  /// The actual state with the closure applied.
  let applied: State
  /// The side effects of the closure on the actual state, such as merged elements.
  let outcome: AssertionContext.Outcome
  /// Applies the closure to another state, without reporting its issues again.
  let reapply: (State) throws -> State

  /// The reason why the closure doesn't hold, or `nil` if it holds.
  func failure() throws -> UnmetExpectation? {
    guard outcome.missed.isEmpty else { return .missed(outcome.missed) }
    let mismatches = try mismatches()
    return mismatches.isEmpty ? nil : .fields(mismatches)
  }

  private func mismatches() throws -> [FieldMismatch] {
    let asValues = mismatchesOfValues()
    // If nothing changed, both readings are the same.
    guard !asValues.isEmpty, let before, !Equality<State>().areEqual(before, actual) else {
      return asValues
    }

    let exhausting = asValues.filter(\.mayExhaust)
    guard exhausting.isEmpty else {
      // Applied to its own result, the closure might find no element left to remove. If the step also removed
      // elements, the closure can run on the state before the step.
      guard exhausting.allSatisfy({ $0.isOvershoot(from: before) }) else { return asValues }
      let changed = try reapply(before)
      let asChange = mismatches(before: before, changed: changed, asValues: asValues)
      guard asChange.isEmpty else { return asChange }
      return changesAgain(changed) ? [] : asValues
    }
    if changesAgain(applied) {
      return mismatches(before: before, changed: try reapply(before), asValues: asValues)
    }
    // A closure that removes an element and adds another may not change its own result again:
    // `removeFirst()`, `append(3)`.
    guard replacesElements(onPathsTo: asValues, before) else { return asValues }
    let changed = try reapply(before)
    let isRight = mismatches(before: before, changed: changed, asValues: asValues).isEmpty
    return isRight && changesAgain(changed) ? [] : asValues
  }

  /// Whether the closure and the step both removed elements of a list on the path to a mismatch, and the list is no
  /// longer than before.
  private func replacesElements(
    onPathsTo mismatches: [FieldMismatch], _ before: State
  ) -> Bool {
    var known: Set<FieldPath> = []
    return mismatches.contains { mismatch in
      (0...mismatch.path.components.count).contains { depth in
        let path = mismatch.path.prefix(depth)
        return known.insert(path).inserted && replacesElements(path, before)
      }
    }
  }

  private func replacesElements(_ path: FieldPath, _ before: State) -> Bool {
    guard let before = path.value(in: before).flatMap(FieldMismatch.elements),
      let actual = path.value(in: actual).flatMap(FieldMismatch.elements),
      let applied = path.value(in: applied).flatMap(FieldMismatch.elements)
    else { return false }
    return actual.elementCount <= before.elementCount && !before.isContained(in: actual)
      && (outcome.removesElements || !actual.isContained(in: applied))
  }

  /// Whether the closure changes its own result again, or throws.
  private func changesAgain(_ result: State) -> Bool {
    guard let again = try? reapply(result) else { return true }
    return !areEqual(again, result)
  }

  // MARK: - As values

  /// The fields that differ from the closure, if it is read as values.
  private func mismatchesOfValues() -> [FieldMismatch] {
    let mismatches = Difference.between(applied, actual)?.mismatches ?? []
    return outcome.needsSettling ? settled(mismatches) : mismatches
  }

  /// The mismatches, except for added elements that have the values that the closure states.
  ///
  /// Only collections on the paths to mismatches are read, because a state can have thousands of other parts.
  ///
  /// - Parameter depth: The number of components of the shortest paths to read.
  private func settled(_ mismatches: [FieldMismatch], from depth: Int = 0) -> [FieldMismatch] {
    /// Whether the mismatches of the value at a path have been replaced.
    var isSettled: [FieldPath: Bool] = [:]
    return mismatches.flatMap { mismatch -> [FieldMismatch] in
      for depth in stride(from: depth, through: mismatch.path.components.count, by: 1) {
        let path = mismatch.path.prefix(depth)
        if isSettled[path] == true { return [] }
        if isSettled[path] == false { continue }
        let inner = settledMismatches(at: path)
        isSettled[path] = inner != nil
        if let inner { return settled(inner, from: depth + 1) }
      }
      return [mismatch]
    }
  }

  /// The mismatches of the collection at a path, except for those of added elements that have the values that the
  /// closure states. `nil` if there is no such collection.
  private func settledMismatches(at path: FieldPath) -> [FieldMismatch]? {
    // Unlike the type, a cast of the value would also find an optional that wraps such a collection.
    guard let collection = path.value(in: applied),
      type(of: collection) is any SettlingCollection.Type,
      let actual = path.value(in: actual),
      let settled = (collection as? any SettlingCollection)?
        .settled(with: actual, before: before.flatMap { path.value(in: $0) })
    else { return nil }
    return (Difference.between(settled, actual)?.mismatches ?? []).map { mismatch in
      FieldMismatch(
        path: FieldPath(path.components + mismatch.path.components),
        expected: mismatch.expected, actual: mismatch.actual)
    }
  }

  // MARK: - As a change

  /// The fields that differ from the closure, if it is read as a change.
  ///
  /// A field that the closure changes in either reading must have the actual value. A field that it changes
  /// only on the actual state has a wrong value.
  private func mismatches(
    before: State, changed: State, asValues: [FieldMismatch]
  ) -> [FieldMismatch] {
    var result =
      areEqual(changed, actual)
      ? [] : FieldMismatch.unmet(changedFrom: before, to: changed, actual: actual)
    var paths = FieldPathSet(result.map(\.path))
    for var field in asValues where !paths.overlaps(field.path) {
      if let value = field.path.value(in: changed),
        !(field.path.value(in: before).map { areEqual($0, value) } ?? false)
      {
        if areEqual(value, field.actual) { continue }
        field = FieldMismatch(path: field.path, expected: value, actual: field.actual)
      }
      result.append(field)
      paths.insert(field.path)
    }
    result.removeAll { holdsByPosition($0.path, before: before, changed: changed) }
    // Mismatches of a field and of a part of that field have one cause.
    paths = FieldPathSet(result.map(\.path))
    return result.filter { !paths.encloses($0.path) }
  }

  /// Whether a list without IDs is as expected if the closure is read as a change, and each position as a field.
  ///
  /// A closure that swaps two elements states nothing about the other elements, nor about elements that the step
  /// appended.
  private func holdsByPosition(_ path: FieldPath, before: State, changed: State) -> Bool {
    guard let before = FieldMismatch.positions(of: path, in: before),
      let changed = FieldMismatch.positions(of: path, in: changed),
      let actual = FieldMismatch.positions(of: path, in: actual),
      let applied = FieldMismatch.positions(of: path, in: applied),
      before.elementCount == changed.elementCount, actual.elementCount == applied.elementCount
    else { return false }
    func areEqual(_ first: any ArrayBacked, _ second: any ArrayBacked, at offset: Int) -> Bool {
      max(first.elementCount, second.elementCount) <= offset
        || min(first.elementCount, second.elementCount) > offset
          && Core.areEqual(first.element(at: offset), second.element(at: offset))
    }
    return (0..<max(before.elementCount, actual.elementCount)).allSatisfy { offset in
      areEqual(before, changed, at: offset)
        ? areEqual(applied, actual, at: offset) : areEqual(changed, actual, at: offset)
    }
  }
}

extension FieldMismatch {
  /// Whether it may be impossible to repeat the change from the actual to the expected value, because elements were
  /// removed or a number is near the end of its range.
  fileprivate var mayExhaust: Bool {
    if let expected = Self.elements(of: expected), let actual = Self.elements(of: actual) {
      return expected.elementCount < actual.elementCount && expected.isContained(in: actual)
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

  /// Whether the step changed the value in the same way as the closure changes the actual one: both removed elements,
  /// and enough elements existed, or the number changed in the same direction.
  fileprivate func isOvershoot(from before: Any) -> Bool {
    guard let before = path.value(in: before) else { return false }
    if let before = Self.elements(of: before), let actual = Self.elements(of: actual) {
      guard let expected = Self.elements(of: expected), !before.isContained(in: actual) else {
        return false
      }
      return before.elementCount >= actual.elementCount - expected.elementCount
    }
    return (expected as? any FixedWidthInteger).map { isOvershoot($0, from: before) } ?? false
  }

  private func isOvershoot<I: FixedWidthInteger>(_ expected: I, from before: Any) -> Bool {
    guard let before = before as? I, let actual = actual as? I else { return false }
    return expected < actual ? actual < before : before < actual
  }

  /// A list whose elements have no IDs.
  fileprivate static func positions(of path: FieldPath, in root: Any) -> (any ArrayBacked)? {
    guard let value = path.value(in: root),
      case .structure(.list(let list)) = ShownValue(of: value),
      type(of: list).elementAccess == .byPosition,
      list.elementCount == 0 || list.elementID(at: 0) == nil
    else { return nil }
    return list
  }

  /// The elements of a list, or the characters of a string.
  fileprivate static func elements(of value: Any) -> (any ArrayBacked)? {
    switch ShownValue(of: value) {
    case .structure(.list(let list)): list
    case .string(let string): Array(string)
    default: nil
    }
  }
}

extension ArrayBacked {
  /// Whether the other list contains these elements, in this order, possibly among others.
  fileprivate func isContained(in other: any ArrayBacked) -> Bool {
    var found = 0
    for offset in 0..<other.elementCount where found < elementCount {
      if let id = elementID(at: found) {
        if id == other.elementID(at: offset) { found += 1 }
      } else if areEqual(element(at: found), other.element(at: offset)) {
        found += 1
      }
    }
    return found == elementCount
  }
}
