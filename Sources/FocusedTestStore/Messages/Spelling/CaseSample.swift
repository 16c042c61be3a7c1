import Core

/// Names the case of a closure by a sample of its payload.
///
/// The case of a closure such as `{ .loaded($0) }` is known only once it is called, with a value that cannot
/// be made up. But a feature that loads products most likely has one, in its state or in an action.
enum CaseSample {
  static func name<Action, Value>(
    of path: CasePath<Action, Value>, amongPayloadsOf values: [Any]
  ) -> String? {
    var budget = 10_000
    for value in values {
      guard let payload: Value = find(in: value, depth: 0, budget: &budget) else { continue }
      let inner = ActionName.caseNames(of: payload)
      return ActionName.spelled(
        cases: ActionName.caseNames(of: path.embed(payload)).dropLast(inner.count))
    }
    return nil
  }

  private static func find<Value>(in value: Any, depth: Int, budget: inout Int) -> Value? {
    if let value = value as? Value { return value }
    guard depth < 12 else { return nil }
    for child in Mirror(reflecting: value).children {
      budget -= 1
      guard budget > 0 else { return nil }
      if let found: Value = find(in: child.value, depth: depth + 1, budget: &budget) {
        return found
      }
    }
    return nil
  }
}
