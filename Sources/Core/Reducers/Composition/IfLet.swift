extension Reducer {
  /// Runs a child feature on an optional part of the state, with a case path to its actions.
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

  /// Runs a child feature on an optional part of the state, while it isn't `nil`.
  ///
  /// ```swift
  /// Reduce { state, action in .none }
  ///   .ifLet(\.editor, action: { .editor($0) }) { Editor() }
  /// ```
  ///
  /// Runs the child before the parent, so the parent cannot remove its state first. When any reducer of the store
  /// sets the state to `nil`, or to one with another ID or of another case, the child's effects are cancelled. A
  /// child that changes its own ID or case keeps them. Reports an issue for a child action while the state is
  /// `nil`, and passes it only to the parent.
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

private struct IfLet<Parent: Reducer, Child: Reducer>: ChildOperator {
  typealias ChildState = WritableKeyPath<Parent.State, Child.State?>
  typealias ChildAction = Child.Action

  let parent: Parent
  let child: Child
  let childState: ChildState
  let childAction: CasePath<Parent.Action, Child.Action>
  let callSite: CallSite

  static func children(of childState: ChildState, in state: Parent.State) -> WatchedChildren {
    .only(state[keyPath: childState].map { CaseIdentity(of: $0) })
  }

  func reduceChild(
    of state: inout Parent.State, action childAction: Child.Action, in action: Parent.Action,
    at location: StateLocation<Parent.State>?, path: NavigationPath
  ) -> Effect<Parent.Action>? {
    let field = childState
    guard state[keyPath: field] != nil else { return nil }
    return child.reduce(
      into: &state[keyPath: field]!, action: childAction, at: path,
      in: location?.part { $0[keyPath: field] }
    )
    .ofChild(at: path, embeddedBy: self.childAction.embed)
  }

  func missing(_: Child.Action, in action: Parent.Action, state _: Parent.State) -> String {
    CompositionMessages.noState(
      action: action, path: CompositionMessages.name(of: childState, child: Child.State.self))
  }
}
