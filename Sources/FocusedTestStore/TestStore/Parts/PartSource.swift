import Core

/// What the line of a call of `scope` shows of the scoped store.
package struct PartSource {
  /// The variable that holds it: `login` in `let login = store.scope(…)`.
  let variable: String?
  /// What the test calls the store.
  package let store: String
  /// The text between the braces of `action: { .login($0) }`.
  let action: String?
  /// The names in the argument `state`, which distinguish scoped stores with equal values.
  let fields: [String]

  /// - Parameter outer: The scoped store whose `scope` was called.
  init(at callSite: CallSite, in outer: PartSource?) {
    let line = CallLine(at: callSite)
    variable = line?.variable
    store = outer?.store ?? line?.receiver ?? "store"
    action = line?.casePattern("action")
    fields = line?.namesOfState ?? []
  }

  /// What a call on the scoped store is made on.
  func receiver(at callSite: CallSite) -> String {
    CallLine(at: callSite)?.receiver ?? variable ?? "part"
  }
}
