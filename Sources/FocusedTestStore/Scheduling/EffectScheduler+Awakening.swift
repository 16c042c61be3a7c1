extension EffectScheduler {
  /// Lets everything come to rest that follows from waking tasks in these lanes.
  ///
  /// For whatever makes effects wait and wakes them again: a clock, a stub. A lane is nil for a task
  /// that belongs to no test store. It runs where nobody can see it come to rest, so all that can be
  /// done is to make way.
  nonisolated(nonsending) static func settle(_ lanes: [ExecutorLane?]) async {
    var settled: [EffectScheduler] = []
    for scheduler in lanes.compactMap({ $0?.scheduler })
    where !settled.contains(where: { $0 === scheduler }) {
      settled.append(scheduler)
      await scheduler.settle()
    }
    if lanes.isEmpty || lanes.contains(where: { $0 == nil }) { await makeWay() }
  }

  nonisolated(nonsending) private static func makeWay() async {
    for _ in 0..<10 {
      await Task.yield()
      await Task { @MainActor in }.value
    }
  }
}
