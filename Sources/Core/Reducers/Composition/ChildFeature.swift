// The composition operators run a child at a path of its own, and tie its effects to that path.

extension NavigationPath {
  /// The path of an operator's child, below the running reducer.
  static func child(of operatorSite: CallSite) -> NavigationPath {
    DependencyValues.current.navigationPath.appending(.operator(operatorSite))
  }
}

extension Reducer {
  /// Reduces as the child at a path.
  func reduce(
    into state: inout State, action: Action, at path: NavigationPath, isPresented: Bool = false,
    in place: StatePlace<State>?
  ) -> Effect<Action> {
    DependencyValues.current.forChild(at: path, isPresented: isPresented, statePlace: place)
      .asCurrent { reduce(into: &state, action: action) }
  }
}

extension Effect {
  /// The effect of the child at a path as one of its parent, cancelled when the child goes.
  func ofChild<ParentAction>(
    at path: NavigationPath, embeddedBy embed: @escaping (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    if isNone { return .none }
    return cancellable(id: .childEffects(at: path)).map(embed)
  }
}
