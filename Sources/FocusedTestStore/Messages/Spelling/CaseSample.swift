import Core

/// Names the case of a closure by a sample of its payload.
///
/// The case of a closure such as `{ .loaded($0) }` is known only once it is called, with a value that cannot
/// be made up. But a feature that loads products most likely has one, in its state or in an action.
enum CaseSample {
  static func name<Action, Value>(
    of path: CasePath<Action, Value>, amongPayloadsOf values: [Any]
  ) -> String? {
    for value in values {
      guard let payload: Value = find(in: value) else { continue }
      let inner = ActionPath.ofOnlyPayloads(in: payload).names
      return ActionName.spelled(
        cases: ActionPath.ofOnlyPayloads(in: path.embed(payload)).names.dropLast(inner.count))
    }
    return nil
  }

  private static func find<Value>(in root: Any) -> Value? {
    var found: Value?
    visitParts(of: root, atMost: 10_000) { value, _ in
      found = value as? Value
      return found == nil ? .enters : .ends
    }
    return found
  }
}
