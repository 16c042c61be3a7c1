import Core

/// Finds the differences between two values.
///
/// Equal parts are never reflected, so the cost grows with the changes, not with the size of the values, plus one
/// comparison of the unchanged parts. Parts at the depth limit differ as a whole, because the mirror of a value may
/// contain the value itself.
struct Comparison {
  /// The cost of reflection so far.
  private var cost = 0
  /// Pairs of instances that have been compared, possibly further up a cycle.
  private var visited: Set<[ObjectIdentifier]> = []
  private let depthLimit = 32
  private let costLimit: Int

  init(costLimit: Int = Difference.costLimit) {
    self.costLimit = costLimit
  }

  /// - Parameter isKnown: Whether the values are known to differ, because all other parts are equal.
  mutating func difference(
    _ old: Any, _ new: Any, depth: Int = 0, isKnown: Bool = false
  ) -> Difference? {
    let areAlike = type(of: old) == type(of: new)
    let isWithinLimits = areAlike && depth < depthLimit && cost < costLimit
    let verdict = isWithinLimits && !isKnown ? equatableResult(old, new) : nil
    if verdict == true { return nil }
    // Lists find out in one pass whether and where they differ. A cast of an optional would find the list in it, which is
    // a part of the optional.
    if isWithinLimits, !(old is any OptionalValue), let lhs = old as? any ArrayBacked,
      let rhs = new as? any ArrayBacked
    {
      return elements(lhs, rhs, of: (old, new), depth: depth)
    }
    // Values that are unequal by `==` are compared part by part anyway, so no search for a NaN is needed
    // first.
    let isUnequal = verdict == false
    if !isKnown, !isUnequal, areEqual(old, new) { return nil }
    guard isWithinLimits else { return .whole(old, new) }
    if let cause = causeInParts(old, new, depth: depth, areKnown: !isUnequal) {
      return Difference(old: old, new: new, cause: cause)
    }
    return isUnequal && areEqual(old, new) ? nil : .whole(old, new)
  }

  /// The parts that account for the difference of two values, or `nil` if no part does.
  ///
  /// - Parameter areKnown: Whether the values are known to differ. Then a single part is known to differ, too.
  private mutating func causeInParts(
    _ old: Any, _ new: Any, depth: Int, areKnown: Bool
  ) -> Difference.Cause? {
    switch (ShownValue(of: old).structure, ShownValue(of: new).structure) {
    case (.present(let lhs)?, .present(let rhs)?):
      return difference(lhs, rhs, depth: depth + 1, isKnown: areKnown).map { .wrapped($0) }
    case (.composite(let lhs)?, .composite(let rhs)?) where lhs.caseName == rhs.caseName:
      if let object = lhs.object, let other = rhs.object {
        let pair = [ObjectIdentifier(object), ObjectIdentifier(other)]
        guard visited.insert(pair).inserted else { return nil }
      }
      return fields(lhs, rhs, depth: depth, areKnown: areKnown)
    case (.list(let lhs)?, .list(let rhs)?):
      return elements(lhs, rhs, of: (old, new), depth: depth)?.cause
    case (.keyed(let lhs)?, .keyed(let rhs)?):
      return entries(lhs, rhs, depth: depth)
    default:
      return nil
    }
  }

  private mutating func fields(
    _ old: ValueStructure.Composite, _ new: ValueStructure.Composite, depth: Int, areKnown: Bool
  ) -> Difference.Cause? {
    cost += 1
    let count = new.fields.count
    guard old.fields.count == count,
      !new.fields.indices.contains(where: { old.fields[$0].label != new.fields[$0].label })
    else { return nil }
    // Instances can differ only by their identity.
    let isKnown =
      areKnown && count == 1 && old.object == nil && !(old.type is any DumpRepresentable.Type)
    let parts = zip(old.fields, new.fields).map { old, new in
      (
        field: new,
        difference: difference(old.value, new.value, depth: depth + 1, isKnown: isKnown)
      )
    }
    return parts.contains { $0.difference != nil } ? .fields(of: new, parts) : nil
  }

  private mutating func elements(
    _ old: any ArrayBacked, _ new: any ArrayBacked, of values: (old: Any, new: Any), depth: Int
  ) -> Difference? {
    let lists = ListPair(old, new)
    if lists.areEqual { return nil }
    let isOneElement = lists.oldMiddle.count == 1 && lists.newMiddle.count == 1
    // There are many elements without a partner, so the reason why they are unequal isn't computed.
    let matching = ElementMatching.steps(lists) {
      isOneElement ? false : equatableResult($0, $1) ?? areEqual($0, $1)
    }
    let steps = matching.map { step -> ElementStep in
      guard case .matched(let i, let j, _) = step else { return step }
      let difference = difference(
        old.element(at: i), new.element(at: j), depth: depth + 1, isKnown: isOneElement)
      return .matched(expected: i, actual: j, difference)
    }
    let elements = Difference.Elements(lists: lists, steps: steps)
    let areAllEqual = steps.allSatisfy { if case .matched(_, _, nil) = $0 { true } else { false } }
    if areAllEqual, elements.areInPlace { return nil }
    return Difference(old: values.old, new: values.new, cause: .elements(elements))
  }

  private mutating func entries(
    _ old: any KeyedElements, _ new: any KeyedElements, depth: Int
  ) -> Difference.Cause? {
    let isSet = type(of: new).isSet
    let (old, new) = (old.boxedValues, new.boxedValues)
    var entries: [AnyHashable: Difference.Change] = [:]
    for (key, value) in old {
      guard let other = new[key] else {
        entries[key] = .removed(value)
        continue
      }
      entries[key] = difference(value, other, depth: depth + 1).map(Difference.Change.changed)
    }
    let unchanged = old.count - entries.count
    for (key, value) in new where old[key] == nil {
      entries[key] = .added(value)
    }
    guard !entries.isEmpty else { return nil }
    return .entries(entries.sortedByKey.map { ($0, $1) }, unchanged: unchanged, isSet: isSet)
  }
}
