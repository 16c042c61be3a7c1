import Core

/// A task that runs in a lane.
struct LaneTask {
  /// The task of the lane that created it; `nil` for the root, and where that is not known.
  let creator: UInt?
  /// Whether it is the task of an operation.
  let isRoot: Bool
  var queuedJobs = 0
  var parkings: [Parking] = []
}

/// The tasks of a lane, by their identities.
///
/// Most lanes have one task, which each of its jobs looks up and changes a few times. So one is stored apart:
/// a change in place of a dictionary's value allocates eleven blocks.
struct LaneTasks {
  private var firstID: UInt = 0
  private var first: LaneTask?
  private var others = [UInt: LaneTask]()
  /// A number of its own, because a dictionary's type would be looked up for its count in a debug build.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The tasks, in any order.
  var all: [LaneTask] { (first.map { [$0] } ?? []) + others.values }

  func allSatisfy(_ holds: (LaneTask) -> Bool) -> Bool {
    (first.map(holds) ?? true) && (!hasOthers || others.values.allSatisfy(holds))
  }

  func ids(where isMeant: (LaneTask) -> Bool) -> [UInt] {
    let others = others.filter { isMeant($0.value) }.keys
    return first.map(isMeant) == true ? [firstID] + others : Array(others)
  }

  subscript(id: UInt) -> LaneTask? {
    if id == firstID { return first }
    return hasOthers ? others[id] : nil
  }

  /// Adds a task that is not there.
  mutating func insert(_ task: LaneTask, id: UInt) {
    count += 1
    if first == nil {
      (firstID, first) = (id, task)
    } else {
      others[id] = task
    }
  }

  mutating func remove(_ id: UInt) {
    if self[id] == nil { return }
    count -= 1
    if id == firstID {
      (firstID, first) = (0, nil)
    } else {
      others[id] = nil
    }
  }

  /// Changes a task. Returns `false`, and does nothing, if it is not there.
  @discardableResult
  mutating func change(_ id: UInt, _ change: (inout LaneTask) -> Void) -> Bool {
    if id == firstID, first != nil {
      change(&first!)
      return true
    }
    guard var task = self[id] else { return false }
    change(&task)
    others[id] = task
    return true
  }

  private var hasOthers: Bool { count > (first == nil ? 0 : 1) }
}
