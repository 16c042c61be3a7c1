import Synchronization

/// Which elements of an identified array have been edited of late, if something watches them.
///
/// A ``Moment`` of it later lists the elements that may have changed since then, without comparing
/// them. Copies of an array have one history, until one of them is edited: that one begins a new
/// history, of which no earlier moment is known.
package struct EditHistory<ID: Hashable> {
  /// A point in a history. Two arrays at the same moment of one history have the same elements, except
  /// that elements may have been added, and the order may be another.
  package struct Moment: Hashable {
    fileprivate let history: Int
    fileprivate let edit: Int
  }

  fileprivate struct Log {
    var origin = Origin()
    var editCount = 0
    /// The number of the last edit that is not remembered.
    var forgotten = 0
    /// The latest edit of each of the last elements, in order.
    var recent: [(id: ID, edit: Int)] = []
  }

  /// How many different elements in a row are remembered.
  private static var capacity: Int { 16 }

  private var log: Log?

  /// Whether edits are noted. Most arrays do without.
  package var isKept: Bool { log != nil }

  /// `nil` if no edits are noted.
  package var now: Moment? { log.map { Moment(history: $0.origin.number, edit: $0.editCount) } }

  /// The elements that may have been edited since a moment; `nil` if any may.
  package func edits(since moment: Moment) -> [ID]? {
    guard let log, moment.history == log.origin.number, moment.edit >= log.forgotten else {
      return nil
    }
    return log.recent.reversed().prefix { $0.edit > moment.edit }.map(\.id)
  }

  /// Starts to note edits, unless they are noted already.
  package mutating func keep() {
    if log == nil { log = Log() }
  }

  /// Notes that an element is added.
  mutating func noteAddition() {
    if isShared { startOver() }
  }

  /// Notes that an element is edited or removed.
  mutating func noteEdit(of id: ID) {
    if log != nil { log(editOf: id) }
  }

  /// Notes that any of the elements may be other ones.
  mutating func startOver() {
    if log != nil { log = Log() }
  }

  /// Whether a copy of the array has the same history.
  private var isShared: Bool {
    mutating get { log != nil && !isKnownUniquelyReferenced(&log!.origin) }
  }

  private mutating func log(editOf id: ID) {
    if isShared { return startOver() }
    log!.editCount += 1
    let edit = log!.editCount
    if let last = log!.recent.indices.last, log!.recent[last].id == id {
      log!.recent[last].edit = edit
      return
    }
    if log!.recent.count == 2 * Self.capacity {
      log!.forgotten = log!.recent[Self.capacity - 1].edit
      log!.recent.removeFirst(Self.capacity)
    }
    log!.recent.append((id, edit))
  }
}

extension EditHistory.Log: Sendable where ID: Sendable {}

extension EditHistory: Sendable where ID: Sendable {}

/// A reference that all arrays of one history share. An edit begins a new history if another array
/// still references it.
private final class Origin: Sendable {
  private static let count = Atomic(0)

  /// A number and not the object is remembered, because another reference would look like another array.
  let number = Origin.count.add(1, ordering: .relaxed).newValue
}
