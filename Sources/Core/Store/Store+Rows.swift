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
  /// - Complexity: O(*n*), where *n* is the number of elements. Each store is created when it is
  ///   read.
  public func scope<ID: Hashable & Sendable, Element, ElementAction>(
    state keyPath: KeyPath<State, IdentifiedArray<ID, Element>>,
    action embed: @escaping (IdentifiedAction<ID, ElementAction>) -> Action
  ) -> StoreCollection<ID, Element, ElementAction> {
    backing.access(.ids(of: keyPath))
    let elements = backing.read(keyPath)
    let ids = elements.id.ids(of: elements.elements)
    return StoreCollection(ids: ids) { [backing] position in
      let id = ids[position]
      return Store<Element, ElementAction>(
        backing: ScopedBacking(
          parent: backing, .optional(keyPath.appending(path: \.[id: id]), last: elements[position])
        ) { embed(.element(id: id, action: $0)) })
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
    backing.access(.ids(of: keyPath))
    let elements = backing.read(keyPath)
    let ids = elements.ids
    return StoreCollection(ids: ids) { [backing] position in
      let id = ids[position]
      return Store<Element, ElementAction>(
        backing: ScopedBacking(
          parent: backing, .optional(keyPath.appending(path: \.[id: id]), last: elements[position])
        ) { embed(.element(id: id, action: $0)) })
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
  private let makeStore: @MainActor (_ position: Int) -> Store<State, Action>

  init(ids: [ID], makeStore: @escaping @MainActor (_ position: Int) -> Store<State, Action>) {
    self.ids = ids
    self.makeStore = makeStore
  }

  /// A store for the element with an ID, or `nil` if it was not there.
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
