extension Reducer {
  /// Runs a child feature on each element of an identified array, with a case path to its actions.
  public func forEach<
    ID: Hashable & Sendable, ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>
  >(
    _ elements: WritableKeyPath<State, IdentifiedArray<ID, ChildState>>,
    action: CasePath<Action, IdentifiedAction<ID, ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> element child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    WithChild(
      ForEach(
        parent: self, child: child(), childState: elements, childAction: action,
        callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// Runs a child feature on each element of an identified array.
  ///
  /// ```swift
  /// Reduce { state, action in .none }
  ///   .forEach(\.rows, action: { .rows($0) }) { Row() }
  /// ```
  ///
  /// Runs the element before the parent, so the parent cannot remove it first. When any reducer of
  /// the store removes an element, its effects are cancelled. Reports an issue if an action arrives
  /// for a missing element. Only the parent handles that action.
  ///
  /// The cost of a step is independent of the number of elements, unless the parent adds, moves, or
  /// removes some.
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

private struct ForEach<Parent: Reducer, ID: Hashable & Sendable, Child: Reducer>: ChildOperator {
  let parent: Parent
  let child: Child
  let childState: WritableKeyPath<Parent.State, IdentifiedArray<ID, Child.State>>
  let childAction: CasePath<Parent.Action, IdentifiedAction<ID, Child.Action>>
  let callSite: CallSite

  static func roster(
    of childState: WritableKeyPath<Parent.State, IdentifiedArray<ID, Child.State>>,
    in state: Parent.State
  ) -> Rows<ID> {
    Rows(positions: state[keyPath: childState].positions)
  }

  static func isStored(
    _ childState: WritableKeyPath<Parent.State, IdentifiedArray<ID, Child.State>>,
    in _: Parent.State
  ) -> Bool {
    isStoredField(childState)
  }

  static func keepEdits(
    of childState: WritableKeyPath<Parent.State, IdentifiedArray<ID, Child.State>>,
    in state: inout Parent.State
  ) {
    // The setter of a computed one may do anything.
    if !state[keyPath: childState].history.isKept, isStoredField(childState) {
      state[keyPath: childState].history.keep()
    }
  }

  static func edits(
    of childState: WritableKeyPath<Parent.State, IdentifiedArray<ID, Child.State>>,
    read: @escaping () -> Parent.State?
  ) -> ElementEdits? {
    var last: EditHistory<ID>.Moment?
    return ElementEdits {
      guard let history = read()?[keyPath: childState].history else { return nil }
      defer { last = history.now }
      return last.flatMap { history.edits(since: $0) }?.map { .element($0) }
    }
  }

  func reduceChild(
    of state: inout Parent.State, action childAction: IdentifiedAction<ID, Child.Action>,
    in action: Parent.Action, at place: StatePlace<Parent.State>?
  ) -> Effect<Parent.Action> {
    let rows = childState
    guard case .element(let id, let elementAction) = childAction else { return .none }
    guard state[keyPath: rows].index(id: id) != nil else {
      Issues.report(
        CompositionMessages.noElement(
          action: action, path: CompositionMessages.name(of: rows, child: Child.State.self),
          id: "\(id)", wasThere: place?.read().map { $0[keyPath: rows].index(id: id) != nil }),
        at: callSite)
      return .none
    }
    let path = NavigationPath.child(of: callSite).appending(.element(id))
    let childAction = self.childAction
    let effect = child.reduce(
      into: &state[keyPath: rows][id: id, at: callSite]!, action: elementAction, at: path,
      in: place?.element(at: path, of: rows) { $0[keyPath: rows][id: id] }
    )
    .ofChild(at: path) { childAction.embed(.element(id: id, action: $0)) }
    // An element that has changed its own id counts as another element. This has reported an issue.
    let isThere = state[keyPath: rows].index(id: id) != nil
    return isThere ? effect : effect.merge(with: .cancelChildren(at: [path]))
  }
}

/// The elements of an identified array.
///
/// Positions, not elements: an element can change in place only while nothing else references it.
/// Equal positions that nothing has touched share their storage, so comparing them takes no time.
private struct Rows<ID: Hashable & Sendable>: ChildRoster {
  let positions: [ID: Int]

  static var empty: Rows { Rows(positions: [:]) }

  func departures(to later: Rows, below path: NavigationPath) -> [NavigationPath] {
    positions.filter { later.positions[$0.key] == nil }.sorted { $0.value < $1.value }
      .map { path.appending(.element($0.key)) }
  }
}

extension IdentifiedAction: PartsProviding {
  var parts: [Part] {
    switch self {
    case .element(let id, let action):
      [
        .tuple(
          (id: id, action: action), of: [Part(id, label: "id"), Part(action, label: "action")])
      ]
    }
  }
}
