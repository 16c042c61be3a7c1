/// The children of a store's features that have effects in flight, and whether they still exist.
///
/// A composition operator detects changes of its child by the reducers that it wraps. A reducer above or below it, or a
/// parent that writes to the state directly, can also remove the child, and the operator may not run again for a long
/// time. So the operator registers a watch, and the runtime reads the watched children after each action. The cost of a
/// step grows with the children that have effects in flight, and not with the others.
package final class ChildLifetimes {
  private var watches = [NavigationPath: Watch]()
  private var nextNumber = 0
  private var step = 0
  private let isInFlight: (CancelID) -> Bool

  /// - Parameter isInFlight: Whether an effect with an ID is in flight.
  init(isInFlight: @escaping (CancelID) -> Bool) {
    self.isInFlight = isInFlight
  }

  package var isEmpty: Bool { watches.isEmpty }

  /// Starts or continues to watch the children of an operator, one of which starts an effect.
  ///
  /// - Parameter read: Reads the children after the step.
  func watch(
    _ children: WatchedChildren, of owner: NavigationPath,
    read: @escaping () -> WatchedChildren?
  ) {
    let watch = watches[owner] ?? Watch(of: owner, number: nextNumber)
    watch.children = children
    watch.step = step
    // A helper can apply operators to several cases at one line. They share the path, and the latest one has the child.
    watch.read = read
    if watches.updateValue(watch, forKey: owner) == nil { nextNumber += 1 }
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

  /// Checks the watched children, and drops those without effects.
  ///
  /// - Returns: The paths of the children that were removed since the last check, in the order in
  ///   which their operators were registered.
  /// - Complexity: O(*n*), where *n* is the number of operators whose children have effects in flight.
  func departures() -> [NavigationPath] {
    var departures: [(watch: Int, paths: [NavigationPath])] = []
    for (owner, watch) in watches {
      guard isAlive(watch) else {
        watches[owner] = nil
        continue
      }
      let paths = watch.look()
      if !paths.isEmpty { departures.append((watch.number, paths)) }
    }
    step += 1
    return departures.sorted { $0.watch < $1.watch }.flatMap(\.paths)
  }

  private func isAlive(_ watch: Watch) -> Bool {
    // The effect that caused the watch has not started yet in the same step.
    watch.step == step || isInFlight(.childEffects(at: watch.path))
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

/// Returns the location of a store's state. Most features have no children, so it is created for the first operator.
typealias StateRoot = DependencyBox<RuntimeConfined<() -> AnyObject?>>

/// The part of a store's state that a running reducer works on, readable after the reducer returns.
///
/// The ``StateRoot`` has the first location, for the whole state. Each composition operator passes the location of the
/// child's state to its child, together with the dependencies.
final class StateLocation<State>: Sendable {
  private let children: RuntimeConfined<ChildLifetimes>
  private let reader: RuntimeConfined<() -> State?>

  init(lifetimes: ChildLifetimes, read: @escaping () -> State?) {
    children = RuntimeConfined(lifetimes)
    reader = RuntimeConfined(read)
  }

  /// The location of the running reducer's state, or `nil` if it is unknown: outside a store, in an
  /// effect, and in a reducer that another one calls directly on a part of its state.
  static var current: StateLocation? {
    let location = DependencyValues.current.stateLocation
    return location as? StateLocation ?? (location as? StateRoot)?.value.value() as? StateLocation
  }

  /// The children of the store's features whose effects are in flight.
  var lifetimes: ChildLifetimes { children.value }

  /// Reads the state, or returns `nil` if it was removed.
  func read() -> State? { reader.value() }

  /// The location of a child's state.
  ///
  /// - Parameter part: Reads the child's state, or returns `nil` if it was removed.
  func part<Part>(_ part: @escaping (State) -> Part?) -> StateLocation<Part> {
    let read = reader.value
    return StateLocation<Part>(lifetimes: lifetimes) { read().flatMap(part) }
  }
}
