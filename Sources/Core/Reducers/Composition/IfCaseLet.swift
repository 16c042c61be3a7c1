extension Reducer {
  /// Runs a child feature on one case of the state, while the state is in it.
  ///
  /// ```swift
  /// Reduce { state, action in .none }
  ///   .ifCaseLet({ .signedOut($0) }, action: { .signedOut($0) }) { SignIn() }
  ///   .ifCaseLet({ .main($0) }, action: { .main($0) }) { Main() }
  /// ```
  ///
  /// Runs the child before the parent, so the parent cannot change the case first. When the parent
  /// does, or sets a state with another id, the child's effects are cancelled. A child action while
  /// the state is in another case is an issue, and only the parent gets it.
  ///
  /// What an enum holds cannot change in place, so a step of the child copies what it changes.
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: CasePath<State, ChildState>,
    action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    IfCaseLet(
      parent: self, child: child(), childState: state, childAction: action,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child feature on one case of the state, while the state is in it.
  ///
  /// Runs the child before the parent, so the parent cannot change the case first. When the parent
  /// does, or sets a state with another id, the child's effects are cancelled. A child action while
  /// the state is in another case is an issue, and only the parent gets it.
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: @escaping (ChildState) -> State,
    action: @escaping (ChildAction) -> Action,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifCaseLet(
      CasePath(state), action: CasePath(action), then: child,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs a child feature on one case of the state, as the operator that takes two case paths.
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: CasePath<State, ChildState>,
    action: @escaping (ChildAction) -> Action,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifCaseLet(
      state, action: CasePath(action), then: child,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs a child feature on one case of the state, as the operator that takes two case paths.
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: @escaping (ChildState) -> State,
    action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifCaseLet(
      CasePath(state), action: action, then: child,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

private struct IfCaseLet<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: Parent
  let child: Child
  let childState: CasePath<Parent.State, Child.State>
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
    guard var childState = self.childState.extract(from: state) else {
      Issues.report(
        ReducerMessages.otherCase(action: action, state: state, child: Child.State.self),
        at: callSite)
      return .none
    }
    let path = NavigationPath.child(of: callSite)
    let effect = child.reduce(into: &childState, action: childAction, at: path)
    state = self.childState.embed(childState)
    return effect.ofChild(at: path, embeddedBy: self.childAction.embed)
  }

  private func identity(in state: Parent.State) -> CaseIdentity? {
    childState.extract(from: state).map { CaseIdentity(of: $0) }
  }
}
