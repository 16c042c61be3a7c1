#if canImport(Combine)
  import Combine
#else
  import OpenCombineShim
#endif
import ComposableArchitecture
import Foundation
@_spi(FocusedTCA) import FocusedTestStore

// Schedulers of a test drive its stores. The effects of an action of the scheduler become idle before the next action. The
// extensions are constrained, so they take precedence over the scheduler's own methods.

extension TestScheduler
where
  SchedulerTimeType == DispatchQueue.SchedulerTimeType,
  SchedulerOptions == DispatchQueue.SchedulerOptions
{
  /// Moves the time, and lets the effects of the test's stores become idle after each of the scheduled actions.
  nonisolated(nonsending) public func advance(by duration: SchedulerTimeType.Stride = .zero) async {
    await move(to: now.advanced(by: duration))
  }

  /// Moves the time, and lets the effects of the test's stores become idle after each of the scheduled actions.
  nonisolated(nonsending) public func advance(to instant: SchedulerTimeType) async {
    await move(to: instant)
  }

  /// Runs all scheduled actions.
  nonisolated(nonsending) public func run() async { await move(to: nil) }
}

extension TestScheduler
where
  SchedulerTimeType == RunLoop.SchedulerTimeType, SchedulerOptions == RunLoop.SchedulerOptions
{
  /// Moves the time, and lets the effects of the test's stores become idle after each of the scheduled actions.
  nonisolated(nonsending) public func advance(by duration: SchedulerTimeType.Stride = .zero) async {
    await move(to: now.advanced(by: duration))
  }

  /// Moves the time, and lets the effects of the test's stores become idle after each of the scheduled actions.
  nonisolated(nonsending) public func advance(to instant: SchedulerTimeType) async {
    await move(to: instant)
  }

  /// Runs all scheduled actions.
  nonisolated(nonsending) public func run() async { await move(to: nil) }
}

extension TestScheduler {
  /// - Parameter limit: The last instant. `nil` stands for the last scheduled action.
  nonisolated(nonsending) fileprivate func move(to limit: SchedulerTimeType?) async {
    await settleStoresOfTest()
    while let next = nextInstant, limit.map({ next <= $0 }) ?? true {
      await run(to: next)
      await settleStoresOfTest()
    }
    guard let limit else { return }
    await run(to: limit)
    await settleStoresOfTest()
  }

  /// Runs the actions up to an instant, on the main actor, where TCA runs most effects. A `sleep(for: .zero)` is a timer
  /// with this interval. It fires until the effect stops it, so the effect has to run in between.
  nonisolated(nonsending) private func run(to instant: SchedulerTimeType) async {
    nonisolated(unsafe) let instant = instant
    guard storesOwnTasks else { return await runYielding(to: instant) }
    await MainActor.run { runningArrivals { moveNow(to: instant) } }
  }

  /// Where stores don't own the main-actor jobs of effects, an effect can run only while the main actor is free: the
  /// library's own asynchronous `advance`, which this extension reaches, yields before each action.
  nonisolated(nonsending) private func runYielding(to instant: SchedulerTimeType) async {
    nonisolated(unsafe) let instant = instant
    let isDone = LockIsolated(false)
    Task { @MainActor in
      await advance(to: instant)
      isDone.setValue(true)
    }
    while !isDone.value { await settleStoresOfTest() }
  }

  private func moveNow(to instant: SchedulerTimeType) { advance(to: instant) }

  /// The instant of the first scheduled action, which only a mirror shows. If it doesn't, all actions up to the limit run at
  /// once.
  private var nextInstant: SchedulerTimeType? {
    let scheduled = Mirror(reflecting: self).children.first { $0.label == "scheduled" }?.value
    let actions = scheduled as? [(sequence: UInt, date: SchedulerTimeType, action: () -> Void)]
    return actions?.map(\.date).min()
  }
}
