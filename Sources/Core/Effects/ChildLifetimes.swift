/// The children of a store's features that have effects in flight, and whether they are still
/// there.
///
/// A composition operator sees what happens to its child in the reducers that it wraps. A reducer
/// above or below it, and a parent that reaches in, can remove the child as well, and the operator
/// may not run again for a long time. So it leaves a watch here, which the runtime consults after
/// each action.
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

  private var watches: [Operator: any ChildWatch] = [:]
  private var nextNumber = 0

  package var isEmpty: Bool { watches.isEmpty }

  /// Starts or continues to watch the children of an operator, one of which starts an effect.
  package func watch<Roster: ChildRoster>(
    _ roster: Roster, of owner: Operator, read: @escaping () -> Roster?
  ) {
    watches[owner] = RosterWatch(roster, at: owner.path, number: nextNumber, read: read)
    nextNumber += 1
  }

  /// Notes the children that an operator has now.
  ///
  /// - Returns: The paths of those that are gone since they were last seen.
  @discardableResult
  package func update<Roster: ChildRoster>(
    _ roster: Roster, of owner: Operator
  ) -> [NavigationPath] {
    guard let watch = watches[owner] as? RosterWatch<Roster> else { return [] }
    return watch.update(roster)
  }

  /// Looks at every child after an action, and forgets those without effects.
  ///
  /// - Returns: The paths of the children that are gone since they were last seen, in the order in
  ///   which their operators began to be watched.
  func departures(isInFlight: (CancelID) -> Bool) -> [NavigationPath] {
    var departures: [(watch: Int, paths: [NavigationPath])] = []
    for (owner, watch) in watches {
      guard watch.isNew || isInFlight(.childEffects(at: owner.path)) else {
        watches[owner] = nil
        continue
      }
      let paths = watch.look()
      if !paths.isEmpty { departures.append((watch.number, paths)) }
    }
    return departures.sorted { $0.watch < $1.watch }.flatMap(\.paths)
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
  /// How many watches began before this one.
  var number: Int { get }
  /// Whether the effect that caused the watch has not started yet.
  var isNew: Bool { get }
  /// Reads the children, and returns the paths of those that are gone.
  func look() -> [NavigationPath]
}

private final class RosterWatch<Roster: ChildRoster>: ChildWatch {
  let number: Int
  private(set) var isNew = true
  private var isReliable = true
  private var roster: Roster
  private let path: NavigationPath
  private let read: () -> Roster?

  init(
    _ roster: Roster, at path: NavigationPath, number: Int, read: @escaping () -> Roster?
  ) {
    self.roster = roster
    self.path = path
    self.number = number
    self.read = read
  }

  func look() -> [NavigationPath] {
    isNew = false
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
