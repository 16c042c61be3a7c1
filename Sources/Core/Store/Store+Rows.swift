extension Store {
  /// Stores for the elements of an identified array, each observed by itself.
  ///
  /// ```swift
  /// ForEach(store.scope(state: \.rows, action: { .rows($0) })) { row in
  ///   RowView(store: row)
  /// }
  /// ```
  ///
  /// Observers of the call are notified when an element comes, goes or moves, not when something in
  /// one changes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements. Each store is created on its first
  ///   access.
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

  /// Stores for the elements of a stack, each observed by itself.
  ///
  /// Observers of the call are notified when an element comes, goes or moves, not when something in
  /// one changes.
  ///
  /// - Complexity: O(*n*), where *n* is the depth of the stack. Each store is created on its first
  ///   access.
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
