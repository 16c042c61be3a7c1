import FocusedTestStore
import Testing

extension LiveStoreTests {
  @MainActor
  @Suite(.timeLimit(.minutes(20))) struct Effects {
    @Test func `finish waits for what follows from what an effect sends`() async {
      let store = Store(initialState: [Int]()) {
        Reduce<[Int], Int> { state, action in
          state.append(action)
          return action < 3 ? .run { send in await send(action + 1) } : .none
        }
      }
      await store.send(0).finish()
      claimEqual(store.state, [0, 1, 2, 3])
    }

    @Test(arguments: 1...20)
    func `finish waits for all effects of a sequence`(_ attempt: Int) async {
      let store = Store(initialState: [Int]()) {
        Reduce<[Int], Int> { state, action in
          state.append(action)
          guard action == 0 else { return .none }
          return .concatenate(
            .run { send in await send(1) }, .send(2), .run { _ in }, .run { send in await send(3) })
        }
      }
      await store.send(0).finish()
      claimEqual(store.state, [0, 1, 2, 3])
    }

    @Test func `finish returns at once when there are no effects`() async {
      let store = LiveStoreTests().makeStore()
      let task = store.send(.increment)
      await task.finish()
      #expect(!task.isCancelled)
    }

    @Test func `cancel ends the effect, and what it sends then is dropped`() async {
      let probe = Probe()
      let store = probe.makeStore()
      let task = store.send(.start)
      await probe.started()
      task.cancel()
      #expect(task.isCancelled)
      await probe.ended()
      await task.finish()
      claimEqual(store.state, [.start])
    }

    @Test func `cancelling a task that waits for finish cancels the effects`() async {
      let probe = Probe()
      let store = probe.makeStore()
      let waiting = Task { await store.send(.start).finish() }
      await probe.started()
      waiting.cancel()
      await probe.ended()
      await waiting.value
      claimEqual(store.state, [.start])
    }

    @Test func `cancelling one send leaves the effects of another alone`() async {
      let probe = Probe()
      let store = probe.makeStore()
      let kept = store.send(.start)
      let cancelled = store.send(.start)
      await probe.started()
      await probe.started()
      cancelled.cancel()
      await cancelled.finish()
      #expect(!kept.isCancelled)
      probe.release()
      await kept.finish()
      claimEqual(store.state, [.start, .start, .finished])
    }

    @Test func `no action of many effects at once is lost`() async {
      let store = Store(initialState: 0) {
        Reduce<Int, Bool> { state, isStart in
          guard isStart else {
            state += 1
            return .none
          }
          return .merge(
            (0..<50).map { _ in
              .run { send in
                await withTaskGroup { group in
                  for _ in 0..<20 { group.addTask { await send(false) } }
                }
              }
            })
        }
      }
      let watcher = Watcher { _ = store.state }
      await store.send(true).finish()
      claimEqual(store.state, 1_000)
      claimEqual(watcher.fired, 1_000)
    }

    @Test func `what is sent to a store that has gone is dropped`() async throws {
      let sends = AsyncStream<Send<Int>>.makeStream()
      do {
        let store = Store(initialState: 0) {
          Reduce<Int, Int> { state, action in
            state = action
            return .run { send in sends.continuation.yield(send) }
          }
        }
        await store.send(1).finish()
      }
      for await send in sends.stream {
        await send(2)
        break
      }
    }

    @Test func `the last reference may go anywhere`() async {
      let probe = Probe()
      let task: StoreTask
      do {
        let store = probe.makeStore()
        task = store.send(.start)
        await probe.started()
        let holder = Task.detached { _ = store }
        await holder.value
      }
      await probe.ended()
      await task.finish()
    }

    @Test func `a store whose effects have ended leaves nothing behind`() async {
      let object = Canary()
      weak var weakObject: Canary?
      weakObject = object
      weak var weakStore: Store<[Int], Int>?
      weak var weakBacking: AnyObject?
      do {
        let store = Store(initialState: [Int]()) { [object] in
          Reduce<[Int], Int> { state, action in
            _ = object
            state.append(action)
            return action < 3 ? .run { send in await send(action + 1) } : .none
          }
        }
        let watcher = Watcher { [weak store] in _ = store?.state }
        weakStore = store
        weakBacking = store.backing
        await store.send(0).finish()
        #expect(watcher.fired == 4)
      }
      #expect(weakStore == nil)
      #expect(weakBacking == nil)
      _ = consume object
      #expect(weakObject == nil)
    }
  }
}

// MARK: - Fixtures

extension LiveStoreTests {
  final class Canary: Sendable {}

  /// An effect that reports its start and its end, and runs until it is released or cancelled.
  @MainActor
  final class Probe {
    enum Action { case start, finished }

    private let starts = AsyncStream<Void>.makeStream()
    private let ends = AsyncStream<Void>.makeStream()
    private let releases = AsyncStream<Void>.makeStream()

    func makeStore() -> Store<[Action], Action> {
      let (starts, ends, releases) = (starts.continuation, ends.continuation, releases.stream)
      return Store(initialState: []) {
        Reduce { state, action in
          state.append(action)
          guard action == .start else { return .none }
          return .run { send in
            starts.yield()
            for await _ in releases { break }
            await send(.finished)
            ends.yield()
          }
        }
      }
    }

    func started() async { for await _ in starts.stream { return } }
    func ended() async { for await _ in ends.stream { return } }
    func release() { releases.continuation.yield() }
  }
}
