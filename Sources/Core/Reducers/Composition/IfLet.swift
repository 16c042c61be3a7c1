extension Reducer {
  /// Runs a child feature on an optional part of the state, while there is one.
  ///
  /// ```swift
  /// Reduce { state, action in .none }
  ///   .ifLet(\.editor, action: { .editor($0) }) { Editor() }
  /// ```
  ///
  /// Runs the child before the parent, so the parent cannot remove its state first. When the parent
  /// sets the state to `nil`, or to one with another id or of another case, the child's effects are
  /// cancelled. A child action while the state is `nil` is an issue, and only the parent gets it.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: WritableKeyPath<State, ChildState?>,
    action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    IfLet(
      parent: self, child: child(), childState: state, childAction: action,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child feature on an optional part of the state, while there is one.
  ///
  /// Runs the child before the parent, so the parent cannot remove its state first. When the parent
  /// sets the state to `nil`, or to one with another id or of another case, the child's effects are
  /// cancelled. A child action while the state is `nil` is an issue, and only the parent gets it.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: WritableKeyPath<State, ChildState?>,
    action: @escaping (ChildAction) -> Action,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifLet(
      state, action: CasePath(action), then: child,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

private struct IfLet<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: Parent
  let child: Child
  let childState: WritableKeyPath<Parent.State, Child.State?>
  let childAction: CasePath<Parent.Action, Child.Action>
  let callSite: CallSite

  func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    let identity = identity(in: state)
    let childEffect = reduceChild(of: &state, action: action)
    let effect = childEffect.merge(with: parent.reduce(into: &state, action: action))
    guard let identity, identity != self.identity(in: state) else { return effect }
    return effect.merge(with: .cancelChild(at: .child(of: callSite)))
  }

  private func reduceChild(
    of state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let childAction = self.childAction.extract(from: action) else { return .none }
    let effect = withWrapped(&state[keyPath: childState]) { childState in
      let path = NavigationPath.child(of: callSite)
      return child.reduce(into: &childState, action: childAction, at: path)
        .ofChild(at: path, embeddedBy: self.childAction.embed)
    }
    if let effect { return effect }
    Issues.report(
      ReducerMessages.noState(
        action: action, path: ReducerMessages.name(of: childState, child: Child.State.self)),
      at: callSite)
    return .none
  }

  private func identity(in state: Parent.State) -> CaseIdentity? {
    state[keyPath: childState].map { CaseIdentity(of: $0) }
  }
}

/// Changes the value inside of an optional in place.
private func withWrapped<Wrapped, R>(
  _ optional: inout Wrapped?, _ body: (inout Wrapped) -> R
) -> R? {
  if case .none = optional { return nil }
  return body(&optional!)
}
