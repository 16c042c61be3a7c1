/// The messages of issues about composed reducers.
enum CompositionMessages {
  static func noState(action: Any, path: String) -> String {
    """
    Expected \(path) to hold a state for \(SourceRendering.brief(action)), but it is nil.
    The child did not get the action; its parent did.

    Most likely the child was dismissed before the action arrived, or was not presented yet.
    Set the state before anything sends the child's actions, and send none once it is nil.
    \(order(of: "ifLet", sets: "sets or removes the state"))
    """
  }

  static func otherCase<State>(
    action: Any, state: State, child: Any.Type, inScope: Bool
  ) -> String {
    let likely =
      inScope
      ? """
      Most likely the case was changed while an effect of the child was in flight, or the action was sent
      for a case that is not shown. Cancel such effects by composing the child with .ifCaseLet on the
      reducer that changes the case, or the enum with .ifLet where it is presented.
      """
      : """
      Most likely the case was changed before the action arrived, or was not set yet.
      Set the case before anything sends the child's actions, and send none once it is another.
      """
    return """
      Expected a state of the case that holds \(TypeName.of(child)) for \
      \(SourceRendering.brief(action)), but it is \(SourceRendering.caseName(state)).
      The child did not get the action\(inScope ? "" : "; its parent did").

      \(likely)
      \(order(of: inScope ? "Scope" : "ifCaseLet", sets: "changes the case"))
      """
  }

  static func noElement(action: Any, path: String, id: String) -> String {
    """
    Expected \(path) to have an element with the id \(id) for \(SourceRendering.brief(action)), but it \
    has none.
    No element got the action; the parent did.

    Most likely the element was removed before the action arrived, or was not added yet.
    Add the element before anything sends its actions, and send none once it is removed.
    \(order(of: "forEach", sets: "adds or removes the element"))
    """
  }

  /// The other cause: the action itself adds or removes the child, in a reducer on the wrong side of the operator.
  private static func order(of operatorName: String, sets change: String) -> String {
    "If a reducer \(change) in this same action, put it below this \(operatorName), or use an earlier action."
  }

  /// The field in source code, `\.rows`, or the child's type if the key path has no name.
  static func name<Root, Value>(of keyPath: KeyPath<Root, Value>, child: Any.Type) -> String {
    SourceRendering.field(keyPath) ?? "the field of \(TypeName.of(child))"
  }
}
