/// The one walk over two values.
///
/// Parts that are equal by their own `==` are never reflected, so the cost goes with what changed and
/// not with the size of the values, plus one comparison of the parts beside it. Parts at the depth limit
/// are compared as a whole, and not at all if their type has no `==`: the mirror of a value may contain
/// itself.
struct Comparison {
  /// Whether one difference is enough, whatever it is.
  private var isForVerdict = false
  /// The cost of reflection so far. A value without `==` costs more, since all of its parts are reflected.
  private var cost = 0
  /// The number of values found that are not equal to themselves.
  private var neverEqual = 0
  /// Pairs of instances that have been compared, possibly further up a cycle.
  private var visited: Set<[ObjectIdentifier]> = []
  private let depthLimit = 32
  private let costLimit: Int

  init(costLimit: Int = Difference.costLimit) {
    self.costLimit = costLimit
  }

  /// Whether there is a difference. Less work than finding all of it.
  mutating func finds(_ old: Any, _ new: Any, depth: Int = 0) -> Bool {
    let outer = (isForVerdict, visited)
    defer { (isForVerdict, visited) = outer }
    isForVerdict = true
    return difference(old, new, depth: depth) != nil
  }

  mutating func difference(_ old: Any, _ new: Any, depth: Int = 0) -> Difference? {
    let areAlike = type(of: old) == type(of: new)
    // Lists find where they differ and that they do in one pass, so they go first.
    if areAlike, depth < depthLimit, let lhs = old as? any ArrayBacked,
      let rhs = new as? any ArrayBacked
    {
      return elements(lhs, rhs, of: (old, new), depth: depth)
    }
    let verdict = equatableResult(old, new)
    if verdict == true { return nil }
    guard areAlike else { return .whole(old, new) }
    guard depth < depthLimit, cost < costLimit else {
      return verdict == nil ? nil : .whole(old, new)
    }
    let met = neverEqual
    if let difference = differenceOfParts(old, new, verdict, depth: depth) { return difference }
    guard verdict == false else { return nil }
    // No part differs, so the values differ as a whole, unless a NaN is the reason.
    let isUnequalToItself = equatableResult(old, old) == false && equatableResult(new, new) == false
    guard neverEqual > met || isUnequalToItself else { return .whole(old, new) }
    neverEqual += 1
    return nil
  }

  private mutating func differenceOfParts(
    _ old: Any, _ new: Any, _ verdict: Bool?, depth: Int
  ) -> Difference? {
    var cause: Difference.Cause?
    switch (Shape(of: old), Shape(of: new)) {
    case (.absent, .absent):
      break
    case (.plain(let lhs), .plain(let rhs)):
      if verdict == nil, lhs.dumpText != rhs.dumpText { cause = .whole }
    case (.string(let lhs), .string(let rhs)), (.opaque(let lhs), .opaque(let rhs)):
      if verdict == nil, lhs != rhs { cause = .whole }
    case (.function, .function):
      break
    case (.present(let lhs), .present(let rhs)):
      cause = difference(lhs, rhs, depth: depth + 1).map { .wrapped($0) }
    case (.composite(let lhs), .composite(let rhs)) where lhs.caseName == rhs.caseName:
      if let object = lhs.object, let other = rhs.object {
        let pair = [ObjectIdentifier(object), ObjectIdentifier(other)]
        guard object !== other else { return nil }
        if visited.insert(pair).inserted { cause = fields(lhs, rhs, verdict, depth: depth) }
        if verdict == nil, cause == nil { cause = .whole }
      } else {
        cause = fields(lhs, rhs, verdict, depth: depth)
      }
    case (.list(let lhs), .list(let rhs)):
      return elements(lhs, rhs, of: (old, new), depth: depth)
    case (.dictionary(let lhs), .dictionary(let rhs)):
      cause = entries(lhs, rhs, depth: depth)
    default:
      cause = .whole
    }
    return cause.map { Difference(old: old, new: new, cause: $0) }
  }

  private mutating func fields(
    _ old: Shape.Composite, _ new: Shape.Composite, _ verdict: Bool?, depth: Int
  ) -> Difference.Cause? {
    cost += verdict == nil ? 10 : 1
    let count = new.fields.count
    // By index, because `zip` takes three times as long in debug builds.
    guard old.fields.count == count,
      !new.fields.indices.contains(where: { old.fields[$0].label != new.fields[$0].label })
    else {
      return .whole
    }
    var parts: [(field: Shape.Field, difference: Difference?)] = []
    var isChanged = false
    for index in 0..<count where !(isForVerdict && isChanged) {
      let field = new.fields[index]
      let difference = difference(old.fields[index].value, field.value, depth: depth + 1)
      isChanged = isChanged || difference != nil
      parts.append((field, difference))
    }
    return isChanged ? .fields(of: new, parts) : nil
  }

  private mutating func elements(
    _ old: any ArrayBacked, _ new: any ArrayBacked, of values: (old: Any, new: Any), depth: Int
  ) -> Difference? {
    let lists = ListPair(old, new) { !finds($0, $1, depth: depth + 1) }
    if lists.areEqual { return nil }
    if isForVerdict { return .whole(values.old, values.new) }
    let matching = ElementMatching.steps(lists) {
      equatableResult($0, $1) ?? !finds($0, $1, depth: depth + 1)
    }
    var areEqual = true
    let steps = matching.map { step -> ElementStep in
      guard case .matched(let i, let j, _) = step else { return step }
      let difference = difference(old.element(at: i), new.element(at: j), depth: depth + 1)
      areEqual = areEqual && difference == nil
      return .matched(expected: i, actual: j, difference)
    }
    let elements = Difference.Elements(lists: lists, steps: steps)
    if areEqual, elements.areInPlace { return nil }
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
      if equatableResult(value, other) == true { continue }
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
