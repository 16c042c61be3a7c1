/// The children of a store's features that have effects in flight, and whether they are still
/// there.
///
/// A composition operator sees what happens to its child in the reducers that it wraps. A reducer
/// above or below it, and a parent that reaches in, can remove the child as well, and the operator
/// may not run again for a long time. So it leaves a watch here, which the runtime consults after
/// each action. What is stored in the elements of an identified array is looked at only where the array
/// says that the element was edited, unless few are watched.
package final class ChildLifetimes {
  /// An operator, by its place in the tree of features.
  package struct Operator: Hashable {
    let path: NavigationPath
    /// The fields that lead to the operator's children. They tell apart operators that a helper
    /// applies to several fields at one line.
    let fields: [AnyKeyPath]

    package init(at path: NavigationPath, fields: [AnyKeyPath]) {
      self.path = path
      self.fields = fields
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(path) }
  }

  /// An element of an identified array, by the place of its operator and its id.
  struct Element {
    fileprivate let owner: Operator
    fileprivate let id: NavigationPath.Component

    init?(path: NavigationPath, fields: [AnyKeyPath]) {
      guard let (parent, id) = path.split else { return nil }
      owner = Operator(at: parent, fields: fields)
      self.id = id
    }
  }

  private var watches = [Operator: any ChildWatch]()
  private var nextNumber = 0
  /// How many operators are looked at after every action before edits of elements are asked for: a look at
  /// a few takes less time than an array that notes its edits.
  private static let few = 16
  /// Whether there have been more than a few since there were none.
  private var areMany = false

  /// The operators whose children are looked at after every action.
  private var frequent: [Operator] = []
  /// The operators whose children are stored in elements of identified arrays, by the operators of the
  /// arrays. Their children are looked at after an edit of the element.
  private var inElements = [Operator: [NavigationPath.Component: [Operator]]]()
  /// All operators in elements. A few of them are looked at after each action, in turn, to forget those
  /// without effects.
  private var inTurn: [Operator] = []
  private var turn = 0
  private var dueTurns = 1
  /// The operators that began to be watched in this step.
  private var new: [Operator] = []
  private let isInFlight: (CancelID) -> Bool

  /// - Parameter isInFlight: Whether an effect with an id is in flight.
  init(isInFlight: @escaping (CancelID) -> Bool) {
    self.isInFlight = isInFlight
  }

  package var isEmpty: Bool { watches.isEmpty }

  /// Starts or continues to watch the children of an operator, one of which starts an effect.
  ///
  /// - Parameters:
  ///   - element: Tells, once the step is over, which element of an identified array the children are
  ///     stored in, if they are in one.
  ///   - edits: Tells which of the children have been edited, if they are elements of such an array.
  ///   - read: Reads the children.
  func watch<Roster: ChildRoster>(
    _ roster: Roster, of owner: Operator, in element: @escaping () -> Element?,
    edits: @autoclosure () -> ElementEdits?, read: @escaping () -> Roster?
  ) {
    let watch = RosterWatch(
      roster, at: owner.path, number: nextNumber, locate: element, read: read)
    nextNumber += 1
    new.append(owner)
    if let former = watches.updateValue(watch, forKey: owner) {
      watch.position = former.position
      watch.element = former.element
      watch.edits = former.edits
    } else {
      watch.edits = edits()
      watch.position = frequent.count
      frequent.append(owner)
    }
  }

  /// Notes the children that an operator has now.
  ///
  /// - Returns: The paths of those that are gone since they were last seen, and whether something asks
  ///   which of them are edited; `nil` if they are not watched.
  func update<Roster: ChildRoster>(
    _ roster: @autoclosure () -> Roster, of owner: Operator
  ) -> (departures: [NavigationPath], needsEdits: Bool)? {
    guard let watch = watches[owner] as? RosterWatch<Roster> else { return nil }
    let paths = watch.update(roster())
    return (paths.isEmpty || isAlive(watch) ? paths : [], inElements[owner] != nil)
  }

  /// Looks at the children that an action may have changed, and forgets those without effects.
  ///
  /// - Returns: The paths of the children that are gone since they were last seen, in the order in
  ///   which their operators began to be watched.
  /// - Complexity: O(*n*), where *n* is the number of watched operators but for those whose children are
  ///   stored in elements of identified arrays that were not edited.
  func departures() -> [NavigationPath] {
    var departures: [(watch: Int, paths: [NavigationPath])] = []
    let unsettled = areMany ? new : watches.count > Self.few ? frequent : []
    areMany = areMany || watches.count > Self.few
    for owner in unsettled { watches[owner].map { settle($0, of: owner) } }
    var unread = nextInTurn()
    unread += frequent
    unread += new
    while let owner = unread.popLast() {
      guard let watch = watches[owner] else { continue }
      guard isAlive(watch) else {
        forget(owner)
        continue
      }
      let paths = watch.look()
      if !paths.isEmpty { departures.append((watch.number, paths)) }
      // The edit may have put them somewhere else.
      if watch.element != nil, watch.locate() == nil { moveOut(watch, of: owner) }
      guard let elements = inElements[owner] else { continue }
      if let ids = watch.edits?.next() {
        for id in ids { unread += elements[id] ?? [] }
      } else {
        unread += elements.values.joined()
      }
    }
    // Not earlier, because one can be looked at twice.
    for owner in new { watches[owner]?.isNew = false }
    new = []
    return departures.sorted { $0.watch < $1.watch }.flatMap(\.paths)
  }

  /// Notes that an effect of a child has ended. Once all have, the next action forgets all operators.
  func effectDidEnd() {
    dueTurns += 2
  }

  private func nextInTurn() -> [Operator] {
    defer { dueTurns = 1 }
    return (0..<min(dueTurns, inTurn.count)).map { _ in
      turn = turn + 1 < inTurn.count ? turn + 1 : 0
      return inTurn[turn]
    }
  }

  private func isAlive(_ watch: any ChildWatch) -> Bool {
    watch.isNew || isInFlight(.childEffects(at: watch.path))
  }

  /// Finds out whether the children of an operator are stored in an element.
  private func settle(_ watch: any ChildWatch, of owner: Operator) {
    // Without the operator of the array there is nothing that tells of edits.
    guard watch.element == nil, let element = watch.locate(), watches[element.owner] != nil else {
      return
    }
    remove(watch, from: &frequent)
    watch.element = element
    watch.position = inTurn.count
    inTurn.append(owner)
    inElements[element.owner, default: [:]][element.id, default: []].append(owner)
  }

  /// Has the children of an operator looked at after every action again.
  private func moveOut(_ watch: any ChildWatch, of owner: Operator) {
    removeFromElement(watch, of: owner)
    watch.position = frequent.count
    frequent.append(owner)
  }

  private func forget(_ owner: Operator) {
    guard let watch = watches.removeValue(forKey: owner) else { return }
    if watches.isEmpty { areMany = false }
    for inner in (inElements[owner] ?? [:]).values.joined() {
      watches[inner].map { moveOut($0, of: inner) }
    }
    inElements[owner] = nil
    if watch.element == nil {
      remove(watch, from: &frequent)
    } else {
      removeFromElement(watch, of: owner)
    }
  }

  private func removeFromElement(_ watch: any ChildWatch, of owner: Operator) {
    guard let element = watch.element else { return }
    watch.element = nil
    remove(watch, from: &inTurn)
    inElements[element.owner]?[element.id]?.removeAll { $0 == owner }
    if inElements[element.owner]?[element.id]?.isEmpty == true {
      inElements[element.owner]?[element.id] = nil
    }
  }

  private func remove(_ watch: any ChildWatch, from list: inout [Operator]) {
    let last = list.removeLast()
    guard watch.position < list.count else { return }
    list[watch.position] = last
    watches[last]?.position = watch.position
  }
}

/// The children of one operator, as far as the lifetime of their effects depends on them.
package protocol ChildRoster: Equatable {
  /// The children of an operator whose state is gone.
  static var empty: Self { get }

  /// The paths of the children that a later roster lacks, given that of the operator.
  func departures(to later: Self, below path: NavigationPath) -> [NavigationPath]
}

private protocol ChildWatch: AnyObject {
  var path: NavigationPath { get }
  /// How many watches began before this one.
  var number: Int { get }
  /// Whether the effect that caused the watch has not started yet.
  var isNew: Bool { get set }
  /// The element of an identified array that the children are stored in, if they are known to be.
  var element: ChildLifetimes.Element? { get set }
  /// Finds the element, once the step is over.
  var locate: () -> ChildLifetimes.Element? { get }
  /// The position in the list of operators in elements, or in that of the others.
  var position: Int { get set }
  var edits: ElementEdits? { get }
  /// Reads the children, and returns the paths of those that are gone.
  func look() -> [NavigationPath]
}

/// Tells which elements of an identified array have been edited since it was last asked.
struct ElementEdits {
  /// Returns the ids of the elements, or `nil` if any may have been edited.
  let next: () -> [NavigationPath.Component]?
}

private final class RosterWatch<Roster: ChildRoster>: ChildWatch {
  let path: NavigationPath
  let number: Int
  var isNew = true
  var element: ChildLifetimes.Element?
  let locate: () -> ChildLifetimes.Element?
  var position = 0
  var edits: ElementEdits?
  private var isReliable = true
  private var roster: Roster
  private let read: () -> Roster?

  init(
    _ roster: Roster, at path: NavigationPath, number: Int,
    locate: @escaping () -> ChildLifetimes.Element?, read: @escaping () -> Roster?
  ) {
    self.roster = roster
    self.path = path
    self.number = number
    self.locate = locate
    self.read = read
  }

  func look() -> [NavigationPath] {
    let now = read() ?? .empty
    // A state that is computed anew by each read does not tell which children are there.
    if now != roster, now != read() ?? .empty { isReliable = false }
    return update(now)
  }

  func update(_ now: Roster) -> [NavigationPath] {
    guard isReliable, roster != now else { return [] }
    defer { roster = now }
    return roster.departures(to: now, below: path)
  }
}

extension Effect {
  /// Cancels the effects of the children that stood at some paths, and those of their own children.
  static func cancelChildren(at paths: [NavigationPath]) -> Effect {
    paths.isEmpty ? .none : .merge(paths.map { Effect(.cancel(.childEffects(at: $0))) })
  }
}

extension CancelID {
  /// The id of all effects of the child at a path, those of its own children included.
  package static func childEffects(at path: NavigationPath) -> CancelID {
    CancelID(ChildEffects(), at: path)
  }

  private struct ChildEffects: Hashable {}
}
