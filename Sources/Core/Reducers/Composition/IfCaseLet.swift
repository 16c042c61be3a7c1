extension Reducer {
  /// Runs a child feature on one case of the state, with case paths to its state and actions.
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

  /// Runs a child feature on one case of the state, while the state is in that case.
  ///
  /// ```swift
  /// Reduce { state, action in .none }
  ///   .ifCaseLet({ .signedOut($0) }, action: { .signedOut($0) }) { SignIn() }
  ///   .ifCaseLet({ .main($0) }, action: { .main($0) }) { Main() }
  /// ```
  ///
  /// Runs the child before the parent, so the parent cannot change the case first. When any reducer of the store
  /// changes the case, or sets a state with another ID, the child's effects are cancelled. A child that changes
  /// its own ID or case keeps them. Reports an issue for a child action while the state is in another case, and
  /// passes it only to the parent.
  ///
  /// An enum's payload cannot change in place, so a step of the child copies the collections that it changes.
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
}

private struct IfCaseLet<Parent: Reducer, Child: Reducer>: ChildOperator {
  typealias ChildState = CasePath<Parent.State, Child.State>
  typealias ChildAction = Child.Action

  let parent: Parent
  let child: Child
  let childState: ChildState
  let childAction: CasePath<Parent.Action, Child.Action>
  let callSite: CallSite

  static func children(of childState: ChildState, in state: Parent.State) -> WatchedChildren {
    .only(childState.find(in: state).map { CaseIdentity(of: $0) })
  }

  func reduceChild(
    of state: inout Parent.State, action childAction: Child.Action, in action: Parent.Action,
    at location: StateLocation<Parent.State>?, path: NavigationPath
  ) -> Effect<Parent.Action>? {
    var isMissing = false
    let effect = child.reduce(
      inCase: childState, of: &state, action: childAction, at: path, operator: callSite,
      in: location, embeddedBy: self.childAction.embed
    ) { _ in isMissing = true }
    // If reflection can't decide the case, that is reported already.
    return isMissing ? nil : effect ?? Effect.none
  }

  func missing(_: Child.Action, in action: Parent.Action, state: Parent.State) -> String {
    CompositionMessages.otherCase(
      action: action, state: state, child: Child.State.self, inScope: false)
  }
}
