import Core
import Testing

/// Work in a separate task can begin before the line that starts the task returns.
struct CancellationRaceTests {
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @MainActor
  @Test func `work that cancels itself before its task is in hand notices at once`() async {
    #expect(
      await Self.seen { id, note in
        await withTaskCancellation(id: id) {
          Task.cancel(id: id)
          note(Task.isCancelled)
        }
      } == [true])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @MainActor
  @Test func `work of an effect that is cancelled already begins cancelled`() async {
    #expect(
      await Self.seen { id, note in
        withUnsafeCurrentTask { $0?.cancel() }
        await withTaskCancellation(id: id) { note(Task.isCancelled) }
      } == [true])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @MainActor
  @Test func `work that nothing cancels is not cancelled`() async {
    #expect(
      await Self.seen { id, note in
        await withTaskCancellation(id: id) { note(Task.isCancelled) }
      } == [false])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @MainActor
  @Test func `an effect of a step during which its group is cancelled is cancelled, too`() {
    let group = EffectGroup()
    let runtime = EffectRuntime<Int, Int>(
      initialState: 0,
      reducer: { _, _ in
        // As another thread can do it at this point.
        group.cancel()
        return .run { _ in try await Task.never() }
      },
      dependencies: DependencyValues(), host: EagerHost(), observer: Bystander())
    runtime.send(0, in: group)
    claimEqual(runtime.effectsInFlight.map(\.isCancelled), [true])
  }

  /// The records of an effect whose tasks each begin immediately.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @MainActor
  private static func seen(
    _ work:
      @escaping @Sendable (_ id: Int, _ note: @escaping @Sendable (Bool) -> Void) async -> Void
  ) async -> [Bool] {
    let seen = Lock<[Bool]>([])
    let runtime = EffectRuntime<Int, Int>(
      initialState: 0,
      reducer: { _, _ in
        .run { _ in await work(1) { value in seen.withLock { $0.append(value) } } }
      },
      dependencies: DependencyValues(), host: EagerHost(), observer: Bystander())
    await runtime.send(0)?.finished()
    return seen.withLock { $0 }
  }
}

/// Acts like a fast thread: it runs a new task before the line that started it returns.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
private final class EagerHost: EffectHost {
  func makeLane(for _: EffectOrigin) -> any EffectLane { Lane() }
  func schedule(_ delivery: @escaping () -> Void) { delivery() }

  private final class Lane: EffectLane {
    func start(
      priority: TaskPriority?,
      _ operation: nonisolated(nonsending) @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
      Task.immediate(priority: priority) { await operation() }
    }

    nonisolated(nonsending) func perform(isLast _: Bool, _ work: ConfinedWork) async {
      await MainActor.run { work.perform(Task.isCancelled) }
    }

    func performNow(_ work: ConfinedWork) { work.perform(Task.isCancelled) }
  }
}

private final class Bystander: RuntimeObserver {
  func didReduce(_: Int, from _: ActionSource, to _: Int) {}
}
