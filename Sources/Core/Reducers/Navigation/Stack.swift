extension Reducer {
  /// Runs the features of a navigation stack.
  ///
  /// ```swift
  /// Reduce { state, action in .none }
  ///   .forEach(\.path, action: { .path($0) }) { Path() }
  /// ```
  ///
  /// Runs the element before the parent, so the parent cannot remove it first. `.push` appends the
  /// element and then runs the parent; on `.popFrom` the parent runs, and can still read the
  /// elements; then they are removed. However an element goes, its effects are cancelled. In
  /// an element `\.isPresented` is true, and `\.dismiss`, called in an effect, sends `.popFrom` with
  /// its id.
  ///
  /// An action with an unknown id, and a push with an id that is there already, is an issue, and only
  /// the parent gets it.
  public func forEach<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ stack: WritableKeyPath<State, StackState<ChildState>>,
    action: CasePath<Action, StackAction<ChildState, ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    Stacking(
      parent: self, child: child(), stack: stack, stackAction: action,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the features of a navigation stack.
  ///
  /// Runs the element before the parent, so the parent cannot remove it first. `.push` appends the
  /// element and then runs the parent; on `.popFrom` the parent runs, and can still read the
  /// elements; then they are removed. However an element goes, its effects are cancelled. In
  /// an element `\.isPresented` is true, and `\.dismiss`, called in an effect, sends `.popFrom` with
  /// its id.
  ///
  /// An action with an unknown id, and a push with an id that is there already, is an issue, and only
  /// the parent gets it.
  public func forEach<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ stack: WritableKeyPath<State, StackState<ChildState>>,
    action: @escaping (StackAction<ChildState, ChildAction>) -> Action,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    forEach(
      stack, action: CasePath(action), destination: child,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

private struct Stacking<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: Parent
  let child: Child
  let stack: WritableKeyPath<Parent.State, StackState<Child.State>>
  let stackAction: CasePath<Parent.Action, StackAction<Child.State, Child.Action>>
  let callSite: CallSite

  func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    let before = state[keyPath: stack].ids
    let stackAction = self.stackAction.extract(from: action)
    var effect = Effect<Parent.Action>.none
    switch stackAction {
    case .element(let id, let childAction)?:
      effect = reduceElement(id, of: &state, action: childAction, in: action)
    case .push(let id, let element)?:
      push(element, id: id, onto: &state, action: action)
    case .popFrom(let id)?:
      if !before.contains(id) { report(action, id: id) }
    case nil:
      break
    }
    effect = effect.merge(with: parent.reduce(into: &state, action: action))
    if case .popFrom(let id)? = stackAction { state[keyPath: stack].pop(from: id) }
    let after = state[keyPath: stack].ids
    guard before != after else { return effect }
    let path = NavigationPath.child(of: callSite)
    return .merge(
      [effect]
        + before.filter { !after.contains($0) }
        .map { .cancelChild(at: path.appending(.element($0))) })
  }

  private func reduceElement(
    _ id: StackElementID, of state: inout Parent.State, action childAction: Child.Action,
    in action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let index = state[keyPath: stack].index(id: id) else {
      report(action, id: id)
      return .none
    }
    let path = NavigationPath.child(of: callSite).appending(.element(id))
    let stackAction = stackAction
    return
      child.reduce(
        into: &state[keyPath: stack].elements[index], action: childAction, at: path,
        isPresented: true
      )
      .ofChild(at: path) { stackAction.embed(.element(id: id, action: $0)) }
      .dismissing(path) { stackAction.embed(.popFrom(id: id)) }
  }

  private func push(
    _ element: Child.State, id: StackElementID, onto state: inout Parent.State,
    action: Parent.Action
  ) {
    guard state[keyPath: stack].index(id: id) == nil else {
      Issues.report(
        ReducerMessages.alreadyOnStack(action: action, path: name, id: id), at: callSite)
      return
    }
    DependencyValues.current.stackElementID.skip(id.generation)
    state[keyPath: stack].push(element, id: id)
  }

  private func report(_ action: Parent.Action, id: StackElementID) {
    Issues.report(
      ReducerMessages.noElement(action: action, path: name, id: id.description), at: callSite)
  }

  private var name: String { ReducerMessages.name(of: stack, child: Child.State.self) }
}
