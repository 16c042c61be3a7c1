/// A feature that is on the screen: the item of a sheet, or a screen of a navigation stack. It keeps the last state of its
/// feature while it disappears.
public struct _PresentedStore<ID: Hashable, State, Action>: Identifiable, Hashable {
  public let id: ID
  package let store: Store<State, Action>

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension _PresentedStore: Sendable where ID: Sendable {}

extension Store {
  /// A store for a case of a presented destination. `sheet(item:)` takes it.
  ///
  /// ```swift
  /// let destination = store.scope(state: \.destination, action: { .destination($0) })
  /// let editor = destination?.scope(state: { .editor($0) }, action: { .editor($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - embedState: The case, as a closure from the state of the child to the destination.
  ///   - embed: The case of the child's actions, as a closure to the actions of the destination.
  /// - Returns: The child's store, or `nil` if another case or no case is presented.
  public func scope<Child, ChildAction, PresentedAction>(
    state embedState: @escaping (Child) -> State,
    action embed: @escaping (ChildAction) -> PresentedAction,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Store<Child, PresentationAction<ChildAction>>?
  where Action == PresentationAction<PresentedAction> {
    scope(
      state: embedState,
      action: { (action: PresentationAction<ChildAction>) -> Action in
        switch action {
        case .presented(let action): .presented(embed(action))
        case .dismiss: .dismiss
        }
      },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The feature that a sheet shows, or `nil` if it was dismissed. Observers are notified when another
  /// feature replaces it: one with another ID, or in another case.
  package func presented<PresentedAction>()
    -> _PresentedStore<CaseIdentity, State, PresentedAction>?
  where Action == PresentationAction<PresentedAction> {
    backing.access(.identity())
    guard backing.isStateThere else { return nil }
    return _PresentedStore(
      id: CaseIdentity(of: backing.state),
      store: scope(state: \.self, action: { .presented($0) }))
  }

  /// Dismisses a feature, unless it was already dismissed or another one has replaced it.
  package func dismiss<PresentedAction>(_ presented: CaseIdentity)
  where Action == PresentationAction<PresentedAction> {
    if backing.isStateThere, CaseIdentity(of: backing.state) == presented { send(.dismiss) }
  }
}

/// A screen of a navigation stack.
public typealias _StackScreen<State, Action> = _PresentedStore<StackElementID, State, Action>

extension Store {
  /// The screens of a stack. Observers are notified when a screen is pushed or popped.
  package func screens<Element, ElementAction>() -> [_StackScreen<Element, ElementAction>]
  where State == StackState<Element>, Action == StackAction<Element, ElementAction> {
    let elements: StoreCollection<StackElementID, Element, ElementAction> = scope(
      state: \.self, action: { $0 })
    return elements.indices.map { _StackScreen(id: elements.ids[$0], store: elements[$0]) }
  }

  /// Pops the screens that a navigation stack no longer shows.
  package func pop<Element, ElementAction>(to screens: [_StackScreen<Element, ElementAction>])
  where State == StackState<Element>, Action == StackAction<Element, ElementAction> {
    let ids = backing.state.ids
    let kept = zip(ids, screens).prefix { $0 == $1.id }.count
    if kept < ids.count { send(.popFrom(id: ids[kept])) }
  }
}
