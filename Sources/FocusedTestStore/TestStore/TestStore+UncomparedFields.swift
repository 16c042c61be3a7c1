import Core

// A state without `==` can have fields that no comparison reaches. In `.on` a test relies on each field
// being compared, so the store names those that are not.

extension TestStore {
  /// Whether a step can be compared in full. Reports an issue, once, if nothing of the state can be compared.
  func canCompareEveryField(_ before: State, _ after: State, at callSite: CallSite) -> Bool {
    guard comparison.isStructural else { return true }
    let fields = UncomparedFields(of: after)
    // The type of a value alone may make a difference.
    guard fields.areAll, comparison.areEqual(before, after) else { return true }
    if !hasNamedUncomparedFields.exchange(true, ordering: .relaxed) {
      Issues.report(
        FailureMessages.nothingToCompare(in: State.self, fields.names), at: callSite)
    }
    return false
  }

  /// Notes the fields of a compared state that no comparison reached, once.
  func noteUncomparedFields(of state: State, at callSite: CallSite) {
    guard comparison.isStructural, !hasNamedUncomparedFields.load(ordering: .relaxed) else {
      return
    }
    let fields = UncomparedFields(of: state)
    guard !fields.names.isEmpty, !hasNamedUncomparedFields.exchange(true, ordering: .relaxed)
    else { return }
    Issues.report(FailureMessages.notCompared(fields.names), severity: .note, at: callSite)
  }

  /// The last line of a failure: the fields that no comparison reached.
  func lineOfUncomparedFields(in part: (any StorePart<State, Action>)?) -> String? {
    guard comparison.isStructural else { return nil }
    let state = runtime.state
    let names = UncomparedFields(of: part.map { $0.value(in: state) ?? () } ?? state).names
    guard !names.isEmpty else { return nil }
    hasNamedUncomparedFields.store(true, ordering: .relaxed)
    return FailureMessages.lineOfUncomparedFields(names)
  }
}
