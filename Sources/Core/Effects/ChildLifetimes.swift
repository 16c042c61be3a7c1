/// The children of a store's features that have effects in flight, and whether they still exist.
///
/// A composition operator detects changes of its child by the reducers that it wraps. A reducer above or below it, or a
/// parent that writes to the state directly, can also remove the child, and the operator may not run again for a long
/// time. So the operator registers a watch, and the runtime reads the watched children after each action. The cost of a
/// step grows with the children that have effects in flight, except those in rows of a list that the step didn't change.
package final class ChildLifetimes {
  /// The watches, by the path of the innermost list that contains their children.
  private var lists = [NavigationPath: WatchedList]()
  private var nextNumber = 0
  private var step = 0
  private let cancellations: CancellationRegistry

  init(_ cancellations: CancellationRegistry) {
    self.cancellations = cancellations
  }

  package var isEmpty: Bool { lists.isEmpty }

  /// Starts or continues to watch the children of an operator, one of which starts an effect.
  ///
  /// - Parameters:
  ///   - path: The path of the innermost list that contains the children, or the root's path.
  ///   - read: Reads the children after the step.
  func watch(
    _ children: WatchedChildren, of owner: NavigationPath, inListAt path: NavigationPath,
    read: @escaping () -> WatchedChildren?
  ) {
    let list = lists[path] ?? WatchedList()
    lists[path] = list
    let watch = list.watches[owner] ?? Watch(of: owner, number: nextNumber)
    watch.children = children
    watch.step = step
    // A helper can apply operators to several cases at one line. They share the path, and the latest one has the child.
    watch.read = read
    if list.watches.updateValue(watch, forKey: owner) == nil { nextNumber += 1 }
  }

  /// Notes that a child in an element of a list starts an effect.
  ///
  /// - Parameters:
  ///   - mayHoldObject: Whether the child may be in an object, whose content can change without an edit of the list.
  ///   - read: Reads the list after the step.
  func watchList(
    at path: NavigationPath, mayHoldObject: @autoclosure () -> Bool,
    read: @escaping () -> ArrayStorage?
  ) {
    // Without watched children below the elements, the list's own watch is enough.
    guard let list = lists[path] else { return }
    list.mayHoldObject = list.mayHoldObject || mayHoldObject()
    list.read = read
    // A later reducer of the step can restore the list of the step before.
    list.storage = nil
  }

  /// Records the current children of an operator.
  ///
  /// - Returns: The paths of the children that were removed since the last check. `nil` if they are not
  ///   watched.
  func update(
    _ children: @autoclosure () -> WatchedChildren, of owner: NavigationPath,
    inListAt path: NavigationPath
  ) -> [NavigationPath]? {
    guard let watch = lists[path]?.watches[owner] else { return nil }
    let paths = watch.update(children())
    return paths.isEmpty || isAlive(watch) ? paths : []
  }

  /// Checks the watched children, and drops those without effects.
  ///
  /// - Returns: The paths of the children that were removed since the last check, in the order in
  ///   which their operators were registered.
  /// - Complexity: O(*n*), where *n* is the number of operators whose children have effects in flight. Of those in the
  ///   rows of an unchanged list, only the list counts.
  func departures() -> [NavigationPath] {
    var departures: [(watch: Int, paths: [NavigationPath])] = []
    for (path, list) in lists where list.mayHaveChanged() {
      for (owner, watch) in list.watches {
        guard isAlive(watch) else {
          list.watches[owner] = nil
          continue
        }
        let paths = watch.look()
        if !paths.isEmpty { departures.append((watch.number, paths)) }
      }
      if list.watches.isEmpty { lists[path] = nil }
    }
    step += 1
    return departures.sorted { $0.watch < $1.watch }.flatMap(\.paths)
  }

  private func isAlive(_ watch: Watch) -> Bool {
    // The effect that caused the watch has not started yet in the same step.
    watch.step == step || cancellations.contains(.childEffects(at: watch.path))
  }
}

/// The children of one operator that determine the lifetime of its effects.
enum WatchedChildren: Equatable {
  /// The child at the path of the operator itself, if there is one.
  case only(CaseIdentity?)
  /// The presented child, or the elements of a stack.
  case elements([NavigationPath.Component])
  case rows(Rows)

  /// The elements of an identified array.
  ///
  /// Positions, not elements: an element can change in place only while nothing else references it.
  /// Positions that were not changed share their storage, so comparing them takes no time.
  struct Rows: Equatable {
    private let positions: any Equatable
    /// The elements that are missing later, in order.
    let departures: (_ later: Rows?) -> [NavigationPath.Component]

    init<ID: Hashable & Sendable>(_ positions: [ID: Int]) {
      self.positions = positions
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
    case .elements(let elements):
      var kept: Set<NavigationPath.Component> = []
      if case .elements(let later)? = later { kept = Set(later) }
      return elements.filter { !kept.contains($0) }.map { path.appending($0) }
    case .rows(let rows):
      return rows.departures(later?.rows).map { path.appending($0) }
    }
  }
}

/// The watched children in the elements of a list, or outside of lists.
private final class WatchedList {
  var watches = [NavigationPath: Watch]()
  var mayHoldObject = false
  /// Reads the list. Returns `nil` if that doesn't show whether the elements have changed.
  var read: () -> ArrayStorage? = { nil }
  /// The storage after the latest check. `nil` if an effect has started since.
  var storage: ArrayStorage?

  /// Whether the children may have changed since the latest check.
  func mayHaveChanged() -> Bool { storage.mayChange(to: read()) || mayHoldObject }
}

/// The children of an operator, while they have effects.
private final class Watch {
  let path: NavigationPath
  /// The number of watches that began before this one.
  let number: Int
  /// The latest step in which one of the children started an effect.
  var step = 0
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
/// The effect runtime creates the location of the whole state. Each composition operator passes the location of the child's
/// state to its child, together with the dependencies.
final class StateLocation<State>: Sendable {
  private let children: RuntimeConfined<ChildLifetimes>
  private let reader: RuntimeConfined<() -> State?>
  /// The path of the innermost list that contains the state, or the root's path.
  let list: NavigationPath

  init(
    lifetimes: ChildLifetimes, inListAt list: NavigationPath = .root,
    read: @escaping () -> State?
  ) {
    children = RuntimeConfined(lifetimes)
    reader = RuntimeConfined(read)
    self.list = list
  }

  /// The location of the running reducer's state, or `nil` if it is unknown: outside a store, in an
  /// effect, and in a reducer that another one calls directly on a part of its state.
  static var current: StateLocation? {
    DependencyValues.current.stateLocation as? StateLocation
  }

  /// The children of the store's features whose effects are in flight.
  var lifetimes: ChildLifetimes { children.value }

  /// Reads the state, or returns `nil` if it was removed.
  func read() -> State? { reader.value() }

  /// The location of a child's state.
  ///
  /// - Parameters:
  ///   - list: The path of the list that the child is an element of, if it is one.
  ///   - part: Reads the child's state, or returns `nil` if it was removed.
  func part<Part>(
    inListAt list: NavigationPath? = nil, _ part: @escaping (State) -> Part?
  ) -> StateLocation<Part> {
    let read = reader.value
    return StateLocation<Part>(lifetimes: lifetimes, inListAt: list ?? self.list) {
      read().flatMap(part)
    }
  }
}
