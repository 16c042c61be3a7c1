/// The children of a store's features that have effects in flight, and whether they still exist.
///
/// A composition operator detects changes of its child by the reducers that it wraps. A reducer above or below it, or a
/// parent that writes to the state directly, can also remove the child, and the operator may not run again for a long
/// time. So the operator registers a watch, which the runtime checks after each action. Children in an element of an
/// identified array are checked only if the element was edited. So the cost of a step doesn't grow with the other
/// elements.
package final class ChildLifetimes {
  /// An element of an identified array, by the array's operator and the element's ID.
  struct Element: Equatable {
    let array: NavigationPath
    let id: NavigationPath.Component
  }

  private var watches = [NavigationPath: Watch]()
  private var nextNumber = 0
  private var step = 0
  /// The operators whose children are checked after every action.
  private var frequent: Set<NavigationPath> = []
  /// The operators whose children are checked after the current action, because it edited their element.
  private var edited: [NavigationPath] = []
  /// The number of watched operators above which those without effects are removed.
  private var limit = minimumLimit
  private static let minimumLimit = 16
  private let isInFlight: (CancelID) -> Bool

  /// - Parameter isInFlight: Whether an effect with an ID is in flight.
  init(isInFlight: @escaping (CancelID) -> Bool) {
    self.isInFlight = isInFlight
  }

  package var isEmpty: Bool { watches.isEmpty }

  /// Starts or continues to watch the children of an operator, one of which starts an effect.
  ///
  /// - Parameters:
  ///   - locate: Returns, once the step is over, the element of an identified array that the children are
  ///     stored in, if there is one.
  ///   - read: Reads the children.
  func watch(
    _ children: WatchedChildren, of owner: NavigationPath, locate: @escaping () -> Element?,
    read: @escaping () -> WatchedChildren?
  ) {
    let watch = watches[owner] ?? Watch(of: owner, number: nextNumber)
    watch.children = children
    watch.step = step
    // A helper can apply operators to several cases at one line. They share the path, and the latest one has the child.
    watch.locate = locate
    watch.read = read
    guard watches.updateValue(watch, forKey: owner) == nil else { return }
    nextNumber += 1
    frequent.insert(owner)
  }

  /// Records the current children of an operator.
  ///
  /// - Returns: The paths of the children that were removed since the last check. `nil` if they are not
  ///   watched.
  func update(
    _ children: @autoclosure () -> WatchedChildren, of owner: NavigationPath
  ) -> [NavigationPath]? {
    guard let watch = watches[owner] else { return nil }
    let paths = watch.update(children())
    return paths.isEmpty || isAlive(watch) ? paths : []
  }

  /// Records that a reducer ran on an element of an array and changed the array's revision.
  func didEdit(_ element: Element, from old: Revision, to new: Revision) {
    guard let watch = watches[element.array], watch.revision == old else { return }
    watch.revision = new
    edited += watch.operators[element.id] ?? []
  }

  /// Checks the children that an action may have changed, and drops those without effects.
  ///
  /// - Returns: The paths of the children that were removed since the last check, in the order in
  ///   which their operators were registered.
  /// - Complexity: O(*n*), where *n* is the number of watched operators except those whose children are
  ///   stored in elements of identified arrays that were not edited.
  func departures() -> [NavigationPath] {
    if watches.count > limit {
      for (owner, watch) in watches where !isAlive(watch) { forget(owner) }
      limit = max(Self.minimumLimit, 2 * watches.count)
    }
    var departures: [(watch: Int, paths: [NavigationPath])] = []
    var unread = frequent + edited
    edited = []
    while let owner = unread.popLast() {
      guard let watch = watches[owner] else { continue }
      guard isAlive(watch) else {
        forget(owner)
        continue
      }
      let revision = watch.revision
      let paths = watch.look()
      if !paths.isEmpty { departures.append((watch.number, paths)) }
      // An edit may have moved the children.
      move(owner, to: watch.locate())
      // Any element may have been edited other than by a reducer that ran on it.
      if revision == nil || watch.revision != revision {
        unread += watch.operators.values.joined()
      }
    }
    step += 1
    return departures.sorted { $0.watch < $1.watch }.flatMap(\.paths)
  }

  private func isAlive(_ watch: Watch) -> Bool {
    // The effect that caused the watch has not started yet in the same step.
    watch.step == step || isInFlight(.childEffects(at: watch.path))
  }

  private func forget(_ owner: NavigationPath) {
    guard let watch = watches[owner] else { return }
    for inner in watch.operators.values.joined() { move(inner, to: nil) }
    self[watch.element].remove(owner)
    watches[owner] = nil
  }

  /// Checks the children of an operator when an element is edited, or after every action if they are in no element.
  private func move(_ owner: NavigationPath, to element: Element?) {
    // Only the operator of the array detects edits.
    let element = element.flatMap { watches[$0.array] == nil ? nil : $0 }
    guard let watch = watches[owner], watch.element != element else { return }
    self[watch.element].remove(owner)
    self[element].insert(owner)
    watch.element = element
  }

  /// The operators whose children are stored in an element, or those that are checked after every action.
  private subscript(element: Element?) -> Set<NavigationPath> {
    get { element.map { watches[$0.array]?.operators[$0.id] ?? [] } ?? frequent }
    // In place: when the effects of many elements have ended, one step moves and removes all of their operators.
    _modify {
      guard let element else {
        yield &frequent
        return
      }
      var operators = watches[element.array]?.operators.removeValue(forKey: element.id) ?? []
      defer {
        if !operators.isEmpty { watches[element.array]?.operators[element.id] = operators }
      }
      yield &operators
    }
  }
}

/// The children of one operator that determine the lifetime of its effects.
enum WatchedChildren: Equatable {
  /// The child at the path of the operator itself, if there is one.
  case only(CaseIdentity?)
  case presented(Identity?)
  /// The elements of a stack. Stacks that share their storage compare in constant time, so a step of one element doesn't
  /// depend on the number of the others.
  case stack([StackElementID])
  case rows(Rows)

  /// The elements of an identified array.
  ///
  /// Positions, not elements: an element can change in place only while nothing else references it.
  /// Positions that were not changed share their storage, so comparing them takes no time.
  struct Rows: Equatable {
    private let positions: any Equatable
    /// The revision of the array, if edits of its elements can be noticed by it.
    let revision: Revision?
    /// The elements that are missing later, in order.
    let departures: (_ later: Rows?) -> [NavigationPath.Component]

    init<ID: Hashable & Sendable>(_ positions: [ID: Int], revision: Revision?) {
      self.positions = positions
      self.revision = revision
      departures = { later in
        let later = later?.positions as? [ID: Int] ?? [:]
        return positions.filter { later[$0.key] == nil }.sorted { $0.value < $1.value }
          .map { .element($0.key) }
      }
    }

    static func == (lhs: Rows, rhs: Rows) -> Bool {
      func isRight<Positions: Equatable>(_ left: Positions) -> Bool {
        rhs.positions as? Positions == left
      }
      return isRight(lhs.positions)
    }
  }

  var rows: Rows? { if case .rows(let rows) = self { rows } else { nil } }

  /// The paths of the children that are missing later, given that of the operator.
  func departures(to later: WatchedChildren?, below path: NavigationPath) -> [NavigationPath] {
    switch self {
    case .only(let child): return child == nil ? [] : [path]
    case .presented(let child): return child.map { [path.appending(.element($0))] } ?? []
    case .stack(let ids):
      var kept: Set<StackElementID> = []
      if case .stack(let later)? = later { kept = Set(later) }
      return ids.filter { !kept.contains($0) }.map { path.appending(.element($0)) }
    case .rows(let rows):
      return rows.departures(later?.rows).map { path.appending($0) }
    }
  }
}

/// The children of an operator, while they have effects.
private final class Watch {
  let path: NavigationPath
  /// The number of watches that began before this one.
  let number: Int
  /// The latest step in which one of the children started an effect.
  var step = 0
  /// The element of an identified array that the children are stored in, if they are known to be.
  var element: ChildLifetimes.Element?
  /// Finds the element after the step.
  var locate: () -> ChildLifetimes.Element? = { nil }
  /// The revision of the array that the children are the elements of, after the latest edit that was noticed.
  var revision: Revision?
  /// The operators whose children are stored in elements of this array.
  var operators: [NavigationPath.Component: Set<NavigationPath>] = [:]
  private var isReliable = true
  /// `nil` if the operator's state was removed.
  var children: WatchedChildren?
  var read: () -> WatchedChildren? = { nil }

  init(of path: NavigationPath, number: Int) {
    self.path = path
    self.number = number
  }

  /// Reads the children, and returns the paths of the removed ones.
  func look() -> [NavigationPath] {
    let now = read()
    // A state that is computed anew by each read does not show which children are there.
    if now != children, now != read() { isReliable = false }
    revision = now?.rows?.revision
    return update(now)
  }

  func update(_ now: WatchedChildren?) -> [NavigationPath] {
    guard isReliable, children != now else { return [] }
    defer { children = now }
    return children?.departures(to: now, below: path) ?? []
  }
}

extension Effect {
  /// Cancels the effects of the children at some paths, and the effects of their own children.
  static func cancelChildren(at paths: [NavigationPath]) -> Effect {
    paths.isEmpty ? .none : .merge(paths.map { Effect(.cancel(.childEffects(at: $0))) })
  }
}

/// The part of a store's state that a running reducer works on, readable after the reducer returns.
///
/// The ``StateRoot`` has the first location, for the whole state. Each composition operator passes the location of the
/// child's state to its child, together with the dependencies.
final class StateLocation<State>: Sendable {
  private struct Content {
    let lifetimes: ChildLifetimes
    /// The innermost element of an identified array that contains the state, if there is one.
    let element: ChildLifetimes.Element?
    /// Reads the state. The flag is `false` if a field on the path may be stored outside the element.
    let read: () -> (state: State, isInElement: Bool)?
  }

  private let content: RuntimeConfined<Content>

  init(
    lifetimes: ChildLifetimes, element: ChildLifetimes.Element? = nil,
    read: @escaping () -> (state: State, isInElement: Bool)?
  ) {
    content = RuntimeConfined(Content(lifetimes: lifetimes, element: element, read: read))
  }

  /// The location of the running reducer's state, or `nil` if it is unknown: outside a store, in an
  /// effect, and in a reducer that another one calls directly on a part of its state.
  static var current: StateLocation? {
    let location = DependencyValues.current.stateLocation
    return location as? StateLocation ?? (location as? StateRoot)?.value.value() as? StateLocation
  }

  /// The children of the store's features whose effects are in flight.
  var lifetimes: ChildLifetimes { content.value.lifetimes }

  /// Reads the state, or returns `nil` if it was removed.
  func read() -> State? { content.value.read()?.state }

  /// The innermost element of an identified array that contains the state, if the state meets a condition and is stored
  /// in the element itself. Such a state changes only with an edit of the element.
  func element(where condition: (State) -> Bool) -> ChildLifetimes.Element? {
    guard let element = content.value.element, let (state, isInElement) = content.value.read()
    else { return nil }
    return isInElement && condition(state) ? element : nil
  }

  /// The location of a child's state.
  ///
  /// - Parameters:
  ///   - field: The key path to the child or its container, if there is one.
  ///   - isStored: Whether the child is stored only in the state itself. The default depends on the field.
  ///   - part: Reads the child's state, or returns `nil` if it was removed.
  func part<Part>(
    of field: PartialKeyPath<State>?, isStored: ((State) -> Bool)? = nil,
    _ part: @escaping (State) -> Part?
  ) -> StateLocation<Part> {
    let read = content.value.read
    return StateLocation<Part>(lifetimes: lifetimes, element: content.value.element) {
      guard let (state, isInElement) = read(), let part = part(state) else { return nil }
      let isStored = { isStored?(state) ?? field.map { isStoredField($0) } ?? false }
      return (part, isInElement && isStored())
    }
  }

  /// The location of a child that is an element of an identified array.
  func element<Part>(
    _ element: ChildLifetimes.Element, _ part: @escaping (State) -> Part?
  ) -> StateLocation<Part> {
    let read = content.value.read
    return StateLocation<Part>(lifetimes: lifetimes, element: element) {
      // The content of an object can change without an edit of the array.
      (read()?.state).flatMap(part).map { ($0, !(Part.self is any AnyObject.Type)) }
    }
  }
}

/// Whether a field is a stored property of a struct. Another field may read its value from an object.
func isStoredField<Whole>(_ field: PartialKeyPath<Whole>) -> Bool {
  MemoryLayout<Whole>.offset(of: field) != nil
}
