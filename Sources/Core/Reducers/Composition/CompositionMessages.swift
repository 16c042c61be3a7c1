/// The messages of issues about composed reducers.
enum CompositionMessages {
  /// - Parameter wasThere: Whether the state existed when the action arrived. `nil` if that is
  ///   unknown.
  static func noState(action: Any, path: String, wasThere: Bool?) -> String {
    """
    Expected \(path) to hold a state for \(SourceRendering.brief(action)), but it is nil.
    The child did not get the action; its parent did.

    \(cause(wasThere, of: "ifLet", else: """
      Most likely the child was dismissed before the action arrived, or was not presented yet.
      Set the state before anything sends the child's actions, and send none once it is nil.
      """))
    """
  }

  static func otherCase<State>(
    action: Any, state: State, child: Any.Type, wasThere: Bool?, inScope: Bool
  ) -> String {
    let likely =
      inScope
      ? """
      Most likely the case was changed while an effect of the child was in flight, or the action was sent
      for a case that is not shown. Cancel such effects by composing the child with .ifCaseLet on the
      reducer that changes the case, or the enum with .ifLet where it is presented.
      """
      : """
      Most likely the case was changed before the action arrived.
      Set the case before anything sends the child's actions, and send none once it is another.
      """
    return """
      Expected a state of the case that holds \(TypeName.of(child)) for \
      \(SourceRendering.brief(action)), but it is \(SourceRendering.caseName(state)).
      The child did not get the action\(inScope ? "" : "; its parent did").

      \(cause(wasThere, of: inScope ? "Scope" : "ifCaseLet", else: likely))
      """
  }

  static func noElement(action: Any, path: String, id: String, wasThere: Bool?) -> String {
    """
    Expected \(path) to have an element with the id \(id) for \(SourceRendering.brief(action)), but it \
    has none.
    No element got the action; the parent did.

    \(cause(wasThere, of: "forEach", else: """
      Most likely the element was removed before the action arrived.
      Add the element before anything sends its actions, and send none once it is removed.
      """))
    """
  }

  /// - Parameter likely: The likely cause if the state didn't exist when the action arrived.
  private static func cause(
    _ wasThere: Bool?, of operatorName: String, else likely: String
  ) -> String {
    switch wasThere {
    case true?:
      """
      It existed when the action arrived, but a reducer that runs before this \(operatorName) changed the state first.
      Put the \(operatorName) above that reducer, so that the child gets the action first.
      """
    case false?: likely
    case nil:
      """
      \(likely)
      Or a reducer that runs before this \(operatorName) has just changed the state: then put the \(operatorName) above it.
      """
    }
  }

  /// The field in source code, `\.rows`, or the child's type if the key path has no name.
  static func name<Root, Value>(of keyPath: KeyPath<Root, Value>, child: Any.Type) -> String {
    SourceRendering.field(keyPath) ?? "the field of \(TypeName.of(child))"
  }
}
