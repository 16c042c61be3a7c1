extension Reducer {
  /// Runs a child feature on each element of an identified array.
  ///
  /// ```swift
  /// Reduce { state, action in .none }
  ///   .forEach(\.rows, action: { .rows($0) }) { Row() }
  /// ```
  ///
  /// Runs the element before the parent, so the parent cannot remove it first. When an element goes,
  /// its effects are cancelled. An action of an element that is not there is an issue, and only the
  /// parent gets it.
  ///
  /// The cost of a step does not depend on the number of elements, unless the parent adds, moves or
  /// removes some.
  public func forEach<
    ID: Hashable & Sendable, ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>
  >(
    _ elements: WritableKeyPath<State, IdentifiedArray<ID, ChildState>>,
    action: CasePath<Action, IdentifiedAction<ID, ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> element child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    ForEach(
      parent: self, child: child(), elements: elements, elementAction: action,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child feature on each element of an identified array.
  ///
  /// Runs the element before the parent, so the parent cannot remove it first. When an element goes,
  /// its effects are cancelled. An action of an element that is not there is an issue, and only the
  /// parent gets it.
  public func forEach<
    ID: Hashable & Sendable, ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>
  >(
    _ elements: WritableKeyPath<State, IdentifiedArray<ID, ChildState>>,
    action: @escaping (IdentifiedAction<ID, ChildAction>) -> Action,
    @ReducerBuilder<ChildState, ChildAction> element child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    forEach(
      elements, action: CasePath(action), element: child,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

private struct ForEach<Parent: Reducer, ID: Hashable & Sendable, Child: Reducer>: Reducer {
  let parent: Parent
  let child: Child
  let elements: WritableKeyPath<Parent.State, IdentifiedArray<ID, Child.State>>
  let elementAction: CasePath<Parent.Action, IdentifiedAction<ID, Child.Action>>
  let callSite: CallSite

  func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    // The positions and not the elements: those change in place only while nobody holds them. Equal
    // positions that nobody touched share their storage, so comparing them takes no time.
    let before = state[keyPath: elements].positions
    let childEffect = reduceChild(of: &state, action: action)
    let effect = childEffect.merge(with: parent.reduce(into: &state, action: action))
    let after = state[keyPath: elements].positions
    guard before != after else { return effect }
    let removed = before.filter { after[$0.key] == nil }.sorted { $0.value < $1.value }
    guard !removed.isEmpty else { return effect }
    let path = NavigationPath.child(of: callSite)
    return .merge([effect] + removed.map { .cancelChild(at: path.appending(.element($0.key))) })
  }

  private func reduceChild(
    of state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard case .element(let id, let childAction)? = elementAction.extract(from: action) else {
      return .none
    }
    guard state[keyPath: elements].index(id: id) != nil else {
      Issues.report(
        ReducerMessages.noElement(
          action: action,
          path: ReducerMessages.name(of: elements, child: Child.State.self), id: "\(id)"),
        at: callSite)
      return .none
    }
    let path = NavigationPath.child(of: callSite).appending(.element(id))
    let elementAction = elementAction
    return child.reduce(into: &state[keyPath: elements][id: id]!, action: childAction, at: path)
      .ofChild(at: path) { elementAction.embed(.element(id: id, action: $0)) }
  }
}
