/// The reason why a child was missing when its operator ran.
enum MissingChild {
  /// The child existed when the action arrived, and a reducer above the operator removed it.
  case removedAbove
  /// A reducer that runs after the operator added the child in the same action.
  case added
  /// The child didn't exist when the action arrived, as far as is known.
  case absent
}

/// The messages of issues about composed reducers.
enum CompositionMessages {
  static func noState(action: Any, path: String, because reason: MissingChild) -> String {
    """
    Expected \(path) to hold a state for \(SourceRendering.brief(action)), but it is nil.
    The child did not get the action; its parent did.

    \(cause(reason, of: "ifLet", else: """
      Most likely the child was dismissed before the action arrived, or was not presented yet.
      Set the state before anything sends the child's actions, and send none once it is nil.
      """))
    """
  }

  static func otherCase<State>(
    action: Any, state: State, child: Any.Type, because reason: MissingChild, inScope: Bool
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

      \(cause(reason, of: inScope ? "Scope" : "ifCaseLet", else: likely))
      """
  }

  static func noElement(action: Any, path: String, id: String, because reason: MissingChild)
    -> String
  {
    """
    Expected \(path) to have an element with the id \(id) for \(SourceRendering.brief(action)), but it \
    has none.
    No element got the action; the parent did.

    \(cause(reason, of: "forEach", else: """
      Most likely the element was removed before the action arrived, or was not added yet.
      Add the element before anything sends its actions, and send none once it is removed.
      """))
    """
  }

  /// - Parameter likely: The likely cause if the state didn't exist when the action arrived.
  private static func cause(
    _ reason: MissingChild, of operatorName: String, else likely: String
  ) -> String {
    switch reason {
    case .removedAbove:
      """
      It existed when the action arrived, but a reducer that runs before this \(operatorName) changed the state first.
      Put the \(operatorName) above that reducer, so that the child gets the action first.
      """
    case .added:
      """
      It was added in this same action, but after this \(operatorName) had run: by its Reduce, or by a later reducer.
      Add it in an earlier action, or give the parent an action of its own.
      """
    case .absent: likely
    }
  }

  /// The field in source code, `\.rows`, or the child's type if the key path has no name.
  static func name<Root, Value>(of keyPath: KeyPath<Root, Value>, child: Any.Type) -> String {
    SourceRendering.field(keyPath) ?? "the field of \(TypeName.of(child))"
  }
}
