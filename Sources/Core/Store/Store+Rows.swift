extension Store {
  /// Stores for the elements of an identified array, which are observed separately.
  ///
  /// ```swift
  /// ForEach(store.scope(state: \.rows, action: { .rows($0) })) { row in
  ///   RowView(store: row)
  /// }
  /// ```
  ///
  /// Observers of the call are notified when an element is added, removed, or moved, but not when
  /// an element changes.
  ///
  /// Each row reads its element from the array. Prefer a stored array, because a computed one is computed again for each
  /// row, also after each action.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements. Each store is created when it is
  ///   read.
  public func scope<ID: Hashable & Sendable, Element, ElementAction>(
    state keyPath: KeyPath<State, IdentifiedArray<ID, Element>>,
    action embed: @escaping (IdentifiedAction<ID, ElementAction>) -> Action
  ) -> StoreCollection<ID, Element, ElementAction> {
    let list = ObservedList<State>(id: [keyPath]) {
      ArrayStorage(of: $0[keyPath: keyPath].elements)
    }
    // Positions that were not changed share their storage, so comparing them takes no time.
    return stores(
      at: keyPath, observing: \.positions, in: list,
      ids: { $0.elements.map { $0.id } }, element: { $0[id: $1] }
    ) {
      embed(.element(id: $0, action: $1))
    }
  }

  /// Stores for the elements of a stack, which are observed separately.
  ///
  /// Observers of the call are notified when an element is added, removed, or moved, but not when
  /// an element changes.
  ///
  /// - Complexity: O(*n*), where *n* is the depth of the stack. Each store is created when it is
  ///   read.
  public func scope<Element, ElementAction>(
    state keyPath: KeyPath<State, StackState<Element>>,
    action embed: @escaping (StackAction<Element, ElementAction>) -> Action
  ) -> StoreCollection<StackElementID, Element, ElementAction> {
    stores(at: keyPath, observing: \.ids, in: nil, ids: { $0.ids }, element: { $0[id: $1] }) {
      embed(.element(id: $0, action: $1))
    }
  }

  private func stores<
    Elements: RandomAccessCollection<Element>, Order, ID: Hashable, Element, ElementAction
  >(
    at keyPath: KeyPath<State, Elements>, observing order: KeyPath<Elements, Order>,
    in list: ObservedList<State>?, ids: (Elements) -> [ID],
    element: @escaping (Elements, ID) -> Element?,
    embeddedBy embed: @escaping (ID, ElementAction) -> Action
  ) -> StoreCollection<ID, Element, ElementAction> where Elements.Index == Int {
    backing.access(.member(keyPath.appending(path: order)))
    let elements = backing.state[keyPath: keyPath]
    let ids = ids(elements)
    return StoreCollection(ids: ids) { [backing] position in
      let id = ids[position]
      let row = StatePart<State, Element>(
        id: [keyPath, id], read: { element($0[keyPath: keyPath], id) }, list: list)
      return Store<Element, ElementAction>(
        backing: ScopedBacking(
          parent: backing, row, last: row.read(backing.state) ?? elements[position]
        ) { embed(id, $0) })
    }
  }

  /// Stores for the elements of an identified array, whose actions a case path wraps.
  public func scope<ID: Hashable & Sendable, Element, ElementAction>(
    state keyPath: KeyPath<State, IdentifiedArray<ID, Element>>,
    action casePath: CasePath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> StoreCollection<ID, Element, ElementAction> {
    scope(state: keyPath, action: casePath.embed)
  }

  /// Stores for the elements of a stack, whose actions a case path wraps.
  public func scope<Element, ElementAction>(
    state keyPath: KeyPath<State, StackState<Element>>,
    action casePath: CasePath<Action, StackAction<Element, ElementAction>>
  ) -> StoreCollection<StackElementID, Element, ElementAction> {
    scope(state: keyPath, action: casePath.embed)
  }
}

/// The stores of the rows of a list, or of the elements of a stack. Each store is created when it
/// is read.
///
/// ```swift
/// let rows = store.scope(state: \.rows, action: { .rows($0) })
/// rows[id: 2]?.send(.toggle)
/// #expect(rows.map(\.isDone) == [false, true])
/// ```
///
/// In SwiftUI, `ForEach(rows) { row in RowView(store: row) }` creates a view of each row, which is updated
/// when a field that it reads from its own row changes. For elements that are not `Identifiable`, use their
/// IDs: `ForEach(rows.ids, id: \.self) { RowView(store: rows[id: $0]!) }`.
///
/// The collection has the elements that existed when it was created. The store of a removed element keeps the
/// element's last state. A store that is created after the removal shows the state at the creation of the
/// collection. While the collection exists, an action that changes an element copies the array once.
@MainActor
public struct StoreCollection<ID: Hashable & Sendable, State, Action> {
  /// The IDs of the elements, in order.
  public let ids: [ID]
  let makeStore: @MainActor (_ position: Int) -> Store<State, Action>

  /// A store for the element with an ID, or `nil` if the collection doesn't contain the element.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public subscript(id id: ID) -> Store<State, Action>? {
    ids.firstIndex(of: id).map(makeStore)
  }
}

extension StoreCollection: @MainActor RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { ids.count }

  /// A store for the element at a position.
  public subscript(position: Int) -> Store<State, Action> { makeStore(position) }
}

extension Store: @MainActor Identifiable where State: Identifiable {
  /// The ID of the state, by which SwiftUI identifies a row of a list.
  public var id: State.ID { self[dynamicMember: \.id] }
}
