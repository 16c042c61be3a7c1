// What all composition operators do with a child: run it at a place of its own, and tie its effects
// to that place.

extension NavigationPath {
  /// Where the child of an operator stands, seen from the reducer that runs now.
  static func child(of operatorSite: CallSite) -> NavigationPath {
    DependencyValues.current.navigationPath.appending(.operator(operatorSite))
  }
}

extension Reducer {
  /// Reduces as the child that stands at a path.
  func reduce(
    into state: inout State, action: Action, at path: NavigationPath, isPresented: Bool = false
  ) -> Effect<Action> {
    DependencyValues.current.forChild(at: path, isPresented: isPresented)
      .asCurrent { reduce(into: &state, action: action) }
  }
}

extension Effect {
  /// The effect of the child that stands at a path as one of its parent, cancelled when the child goes.
  func ofChild<ParentAction>(
    at path: NavigationPath, embeddedBy embed: @escaping (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    if isNone { return .none }
    return cancellable(id: CancelID(ChildEffects(), at: path)).map(embed)
  }

  /// Cancels the effects of the child that stood at a path, and those of its own children.
  static func cancelChild(at path: NavigationPath) -> Effect {
    Effect(.cancel(CancelID(ChildEffects(), at: path)))
  }
}

private struct ChildEffects: Hashable {}
