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
    ForEach(
      parent: self, child: child(), childState: elements, childAction: action,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child feature on each element of an identified array.
  ///
  /// ```swift
  /// Reduce { state, action in .none }
  ///   .forEach(\.rows, action: { .rows($0) }) { Row() }
  /// ```
  ///
  /// Runs the element before the parent, so the parent cannot remove it first. When any reducer of the store
  /// removes an element, its effects are cancelled. Reports an issue for an action of a missing element, and
  /// passes it only to the parent.
  ///
  /// The cost of a step is independent of the number of elements, unless the parent adds, moves, or removes elements.
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

private struct ForEach<Parent: Reducer, Child: Reducer>: ChildOperator
where Child.State: Identifiable, Child.State.ID: Sendable {
  typealias ChildState = WritableKeyPath<Parent.State, IdentifiedArrayOf<Child.State>>
  typealias ChildAction = IdentifiedActionOf<Child>

  let parent: Parent
  let child: Child
  let childState: ChildState
  let childAction: CasePath<Parent.Action, ChildAction>
  let callSite: CallSite

  static func children(of childState: ChildState, in state: Parent.State) -> WatchedChildren {
    .rows(WatchedChildren.Rows(state[keyPath: childState].positions))
  }

  func reduceChild(
    of state: inout Parent.State, action childAction: ChildAction,
    in action: Parent.Action, at location: StateLocation<Parent.State>?, path: NavigationPath
  ) -> Effect<Parent.Action>? {
    let rows = childState
    guard case .element(let id, let elementAction) = childAction,
      state[keyPath: rows].index(id: id) != nil
    else { return nil }
    let list = path
    let path = list.appending(.element(id))
    let childAction = self.childAction
    let effect = child.reduce(
      into: &state[keyPath: rows][
        id: id, fileID: _SourceFileName(callSite.fileID),
        filePath: _SourceFileName(callSite.filePath), line: callSite.line, column: callSite.column]!,
      action: elementAction, at: path,
      in: location?.part(inListAt: list) { $0[keyPath: rows][id: id] }
    )
    .ofChild(at: path) { childAction.embed(.element(id: id, action: $0)) }
    if !effect.isNone, let location {
      location.lifetimes.watchList(
        at: list, mayHoldObject: Core.mayHoldObject(state[keyPath: rows][id: id] as Any)
      ) { location.read().flatMap { ArrayStorage(of: $0[keyPath: rows].elements) } }
    }
    // If an element has changed its own ID, which is reported as an issue, it counts as another element.
    let isThere = state[keyPath: rows].index(id: id) != nil
    return isThere ? effect : effect.merge(with: .cancelChildren(at: [path]))
  }

  func missing(
    _ childAction: ChildAction, in action: Parent.Action, state _: Parent.State
  ) -> String {
    let id =
      if case .element(let id, _) = childAction { SourceRendering.element(id) } else { "" }
    return CompositionMessages.noElement(
      action: action, path: CompositionMessages.name(of: childState, child: Child.State.self),
      id: id)
  }
}

/// An action of one element of an identified array.
///
/// ```swift
/// enum Action {
///   case rows(IdentifiedAction<Row.State.ID, Row.Action>)
/// }
/// ```
///
/// A view sends `.rows(.element(id: 3, action: .tapped))`.
public enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  /// An action of the element with an ID.
  case element(id: ID, action: Action)
}

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where Action: Sendable {}

/// The actions of an array of features, for the parent's action type: `case rows(IdentifiedActionOf<Row>)`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable
