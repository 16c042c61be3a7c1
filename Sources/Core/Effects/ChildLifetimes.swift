/// The children of a store's features that have effects in flight, and whether they still exist.
///
/// A composition operator notices changes of its child by the reducers that it wraps. A reducer above or
/// below it, and a parent that writes to the state directly, can also remove the child, and the operator may
/// not run again for a long time. So the operator registers a watch, which the runtime checks after each
/// action. Children in an element of an identified array are checked only if the element was edited, so that
/// the cost of a step doesn't grow with the other elements.
package final class ChildLifetimes {
  /// An operator, by its location in the tree of features.
  struct Operator: Hashable {
    let path: NavigationPath
    /// The fields that lead to the operator's children. They distinguish operators that a helper
    /// applies to several fields at one line.
    let fields: [AnyKeyPath]

    func hash(into hasher: inout Hasher) { hasher.combine(path) }
  }

  /// An element of an identified array, by the array's operator and the element's ID.
  struct Element {
    let array: Operator
    let id: NavigationPath.Component
  }

  private var watches = [Operator: any ChildWatch]()
  private var nextNumber = 0
  /// The operators whose children are checked after every action.
  private var frequent: Set<Operator> = []
  /// The operators whose children are stored in elements of arrays, by the operators of the arrays.
  private var inElements = [Operator: [NavigationPath.Component: Set<Operator>]]()
  /// The operators that were registered in this step.
  private var new: [Operator] = []
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
  func watch<Children: WatchedChildren>(
    _ children: Children, of owner: Operator, locate: @escaping () -> Element?,
    read: @escaping () -> Children?
  ) {
    let watch = WatchOfChildren(
      children, at: owner.path, number: nextNumber, locate: locate, read: read)
    nextNumber += 1
    new.append(owner)
    if let former = watches.updateValue(watch, forKey: owner) {
      watch.element = former.element
      watch.edits = former.edits
    } else {
      frequent.insert(owner)
    }
  }

  /// Records the current children of an operator.
  ///
  /// - Returns: The paths of the children that were removed since the last check. `nil` if they are not
  ///   watched.
  func update<Children: WatchedChildren>(
    _ children: @autoclosure () -> Children, of owner: Operator
  ) -> [NavigationPath]? {
    guard let watch = watches[owner] as? WatchOfChildren<Children> else { return nil }
    let paths = watch.update(children())
    return paths.isEmpty || isAlive(watch) ? paths : []
  }

  /// Notes that a reducer ran on an element of an array, which led from one revision of the array to another.
  func didEdit(_ element: Element, from old: Revision, to new: Revision) {
    guard let watch = watches[element.array], watch.edits.revision == old else { return }
    watch.edits.revision = new
    watch.edits.ids.append(element.id)
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
    for owner in new { watches[owner].map { settle($0, of: owner) } }
    var departures: [(watch: Int, paths: [NavigationPath])] = []
    var unread = Array(frequent) + new
    while let owner = unread.popLast() {
      guard let watch = watches[owner] else { continue }
      guard isAlive(watch) else {
        forget(owner)
        continue
      }
      let paths = watch.look()
      if !paths.isEmpty { departures.append((watch.number, paths)) }
      // The edit may have moved them.
      if watch.element != nil, watch.locate() == nil { moveOut(watch, of: owner) }
      let edits = watch.takeEdits()
      guard let elements = inElements[owner] else { continue }
      if let edits {
        for id in edits { unread += elements[id] ?? [] }
      } else {
        unread += elements.values.joined()
      }
    }
    // Not earlier, because an operator can be checked twice.
    for owner in new { watches[owner]?.isNew = false }
    new = []
    return departures.sorted { $0.watch < $1.watch }.flatMap(\.paths)
  }

  /// Notes that no effect is in flight, so that the next action removes all operators.
  func effectsDidEnd() {
    limit = 0
  }

  private func isAlive(_ watch: any ChildWatch) -> Bool {
    watch.isNew || isInFlight(.childEffects(at: watch.path))
  }

  /// Finds out whether the children of an operator are stored in an element.
  private func settle(_ watch: any ChildWatch, of owner: Operator) {
    // Edits are detected only by the operator of the array.
    guard watch.element == nil, let element = watch.locate(), watches[element.array] != nil else {
      return
    }
    frequent.remove(owner)
    watch.element = element
    inElements[element.array, default: [:]][element.id, default: []].insert(owner)
  }

  /// Resumes checking the children of an operator after every action.
  private func moveOut(_ watch: any ChildWatch, of owner: Operator) {
    removeFromElement(watch, owner)
    frequent.insert(owner)
  }

  private func forget(_ owner: Operator) {
    guard let watch = watches.removeValue(forKey: owner) else { return }
    for inner in (inElements.removeValue(forKey: owner) ?? [:]).values.joined() {
      watches[inner].map { moveOut($0, of: inner) }
    }
    frequent.remove(owner)
    removeFromElement(watch, owner)
  }

  private func removeFromElement(_ watch: any ChildWatch, _ owner: Operator) {
    guard let element = watch.element else { return }
    watch.element = nil
    inElements[element.array]?[element.id]?.remove(owner)
    if inElements[element.array]?[element.id]?.isEmpty == true {
      inElements[element.array]?[element.id] = nil
    }
  }
}

/// The children of one operator that determine the lifetime of its effects.
protocol WatchedChildren: Equatable {
  /// The children of an operator whose state was removed.
  static var empty: Self { get }

  /// The revision of the array that they are the elements of, if edits of its elements can be noticed by it.
  var revision: Revision? { get }

  /// The paths of the children that are missing later, given that of the operator.
  func departures(to later: Self, below path: NavigationPath) -> [NavigationPath]
}

extension WatchedChildren {
  var revision: Revision? { nil }
}

private protocol ChildWatch: AnyObject {
  var path: NavigationPath { get }
  /// The number of watches that began before this one.
  var number: Int { get }
  /// Whether the effect that caused the watch has not started yet.
  var isNew: Bool { get set }
  /// The element of an identified array that the children are stored in, if they are known to be.
  var element: ChildLifetimes.Element? { get set }
  /// Finds the element after the step.
  var locate: () -> ChildLifetimes.Element? { get }
  /// The edits of the array that the children are the elements of, since the latest look.
  var edits: ElementEdits { get set }
  /// Reads the children, and returns the paths of the removed ones.
  func look() -> [NavigationPath]
  /// The elements that were edited before the latest check, or `nil` if any may have been.
  func takeEdits() -> [NavigationPath.Component]?
}

/// The elements of an array that reducers ran on, up to a revision of the array.
private struct ElementEdits {
  var revision: Revision?
  var ids: [NavigationPath.Component] = []
}

private final class WatchOfChildren<Children: WatchedChildren>: ChildWatch {
  let path: NavigationPath
  let number: Int
  var isNew = true
  var element: ChildLifetimes.Element?
  let locate: () -> ChildLifetimes.Element?
  var edits = ElementEdits()
  private var isReliable = true
  private var children: Children
  /// The revision that the latest look found.
  private var revision: Revision?
  private let read: () -> Children?

  init(
    _ children: Children, at path: NavigationPath, number: Int,
    locate: @escaping () -> ChildLifetimes.Element?, read: @escaping () -> Children?
  ) {
    self.children = children
    self.path = path
    self.number = number
    self.locate = locate
    self.read = read
  }

  func look() -> [NavigationPath] {
    let now = read() ?? .empty
    // A state that is computed anew by each read does not show which children are there.
    if now != children, now != read() ?? .empty { isReliable = false }
    revision = now.revision
    return update(now)
  }

  func update(_ now: Children) -> [NavigationPath] {
    guard isReliable, children != now else { return [] }
    defer { children = now }
    return children.departures(to: now, below: path)
  }

  func takeEdits() -> [NavigationPath.Component]? {
    defer { edits = ElementEdits(revision: revision) }
    return revision != nil && revision == edits.revision ? edits.ids : nil
  }
}

extension Effect {
  /// Cancels the effects of the children that stood at some paths, and those of their own children.
  static func cancelChildren(at paths: [NavigationPath]) -> Effect {
    paths.isEmpty ? .none : .merge(paths.map { Effect(.cancel(.childEffects(at: $0))) })
  }
}

extension CancelID {
  /// The ID of all effects of the child at a path, including those of its own children.
  package static func childEffects(at path: NavigationPath) -> CancelID {
    CancelID(ChildEffects(), at: path)
  }

  private struct ChildEffects: Hashable {}
}
