@_spi(FocusedTCA) import Core
import Dispatch
import FocusedTestStore
import Testing

/// An external action that the test causes itself is reduced at once, with all that follows.
extension S09_EffectsRunTests {
  @Test(.needsOwnership)
  nonisolated(nonsending) func `What a subject of the test sends is reduced at once`() async {
    let subject = Subject()
    let store = Probe.store(effects: { action in
      switch action {
      case .tap: subject.effect
      case .got(1):
        .merge(
          .send(.got(2)),
          .run { send in
            await Task.yield()
            await send(.got(3))
            await Task { await send(.got(4)) }.value
          })
      default: .none
      }
    })
    await store.send(.tap)
    subject.send(1)
    claimEqual(store.state.values, [1, 2, 3, 4])
    subject.send(5)
    claimEqual(store.state.values, [1, 2, 3, 4, 5])
    await store.receive(.got(4)) { $0.values = [1, 2, 3, 4] }
  }

  @MainActor @Test(.needsOwnership)
  func `On the main actor, main-actor code is part of what follows`() async {
    let subject = Subject()
    let store = Self.storeWithMainActorCode(subject)
    await store.send(.tap)
    subject.send(1)
    claimEqual(store.state.values, [1, 2])
  }

  @Test(.needsOwnership)
  nonisolated(nonsending) func `A test off the main actor leaves main-actor code to its next call`()
    async
  {
    let subject = Subject()
    let store = Self.storeWithMainActorCode(subject)
    await store.send(.tap)
    subject.send(1)
    await store.settle()
    claimEqual(store.state.values, [1, 2])
  }

  /// A store in which main-actor code follows what the subject sends.
  private static func storeWithMainActorCode(
    _ subject: Subject
  ) -> TestStore<Probe.State, Probe.Action> {
    Probe.store(effects: { action in
      switch action {
      case .tap: subject.effect
      case .got(1): .run { @MainActor send in await send(.got(2)) }
      default: .none
      }
    })
  }

  /// In production, the reader of a stream continues after the line that feeds it, too.
  @Test nonisolated(nonsending) func `What a subject feeds to a stream is read at the next call`()
    async
  {
    let subject = Subject()
    let (stream, source) = AsyncStream<Int>.makeStream()
    subject.subscribe { source.yield($0) }
    let store = Probe.store(onTap: { send in for await value in stream { await send(.got(value)) } }
    )
    await store.send(.tap)
    subject.send(1)
    subject.send(2)
    await store.settle()
    claimEqual(store.state.values, [1, 2])
  }

  @Test nonisolated(nonsending) func `What a callback that a spy kept sends is reduced at once`()
    async
  {
    let callbacks = Collected<@Sendable (Int) -> Void>()
    let asyncCallbacks = Collected<@Sendable (Int) async -> Void>()
    let store = Probe.store(onTap: { send in
      callbacks.append { send.now(.got($0)) }
      asyncCallbacks.append { await send(.got($0)) }
      try await Task.never()
    })
    await store.send(.tap)
    callbacks.values[0](1)
    claimEqual(store.state.values, [1])
    await asyncCallbacks.values[0](2)
    claimEqual(store.state.values, [1, 2])
  }

  @Test
  nonisolated(nonsending) func
    `A timer that cancels itself at the third of six ticks ticks three times`()
    async
  {
    let scheduler = ManualScheduler()
    let store = Probe.store(effects: { action in
      switch action {
      case .tap:
        .run { send in
          let ticks = IncrementingCounter()
          let timer = scheduler.schedule { send.now(.got(ticks.next() + 1)) }
          await withTaskCancellationHandler {
            try? await Task.never()
          } onCancel: {
            timer.cancel()
          }
        }
        .cancellable(id: "timer")
      case .got(3): .cancel(id: "timer")
      default: .none
      }
    })
    await store.send(.tap)
    scheduler.advance(by: 6)
    claimEqual(scheduler.ticks, 3)
    claimEqual(store.state.values, [1, 2, 3])
    await store.finish()
  }

  @Test nonisolated(nonsending) func `Under schedules, too, it is reduced at once`() async {
    let report = await ExplorationReport.of(20) {
      let subject = Subject()
      let store = Probe.store(effects: { action in
        switch action {
        case .tap: subject.effect
        case .got(1): .merge(.run { await $0(.got(2)) }, .run { await $0(.got(3)) })
        default: .none
        }
      })
      await store.send(.tap)
      subject.send(1)
      #expect(store.state.values.sorted() == [1, 2, 3])
    }
    #expect(!report.hasFailed)
    #expect((report.explored?.count ?? 0) > 1)
  }

  @Test nonisolated(nonsending) func `What another thread sends is reduced at the next call`() async
  {
    let subject = Subject()
    let store = Probe.store(effects: { $0 == .tap ? subject.effect : .none })
    await store.send(.tap)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        subject.send(1)
        continuation.resume()
      }
    }
    claimEqual(store.state.values, [])
    await store.receive(.got(1))
  }

  @Test
  nonisolated(nonsending) func `A callback in a reducer or an assert closure waits for its turn`()
    async
  {
    let subject = Subject()
    let store = Probe.store(effects: { action in
      switch action {
      case .tap: return subject.effect
      case .rename:
        subject.send(1)
        return .send(.got(2))
      default: return .none
      }
    })
    await store.send(.tap)
    await store.send(.rename("Blob"))
    claimEqual(store.state.values, [2, 1])
    store.assert {
      $0.name = "Blob"
      subject.send(3)
      claimEqual(store.history.count, 4)
    }
    await store.settle()
    claimEqual(store.state.values, [2, 1, 3])
  }

  @MainActor @Test func `A live store reduces what a callback sends, in order`() async {
    let subject = Subject()
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { values, action in
        values.append(action)
        return action == 0
          ? .run { send in
            subject.subscribe { send.now($0) }
            try await Task.never()
          } : .none
      }
    }
    let task = store.send(0)
    while subject.isEmpty { await Task.yield() }
    subject.send(1)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        for value in 2...4 { subject.send(value) }
        continuation.resume()
      }
    }
    while store.state.count < 5 { await Task.yield() }
    claimEqual(store.state, [0, 1, 2, 3, 4])
    task.cancel()
  }
}

/// Calls its subscribers synchronously.
private final class Subject: Sendable {
  private let subscribers = Collected<@Sendable (Int) -> Void>()

  var isEmpty: Bool { subscribers.values.isEmpty }

  func subscribe(_ receive: @escaping @Sendable (Int) -> Void) { subscribers.append(receive) }

  func send(_ value: Int) {
    for receive in subscribers.values { receive(value) }
  }

  /// An effect that subscribes, and sends what it receives.
  var effect: Effect<Probe.Action> {
    .run { send in
      self.subscribe { send.now(.got($0)) }
      try await Task.never()
    }
  }
}

/// A scheduler whose time the test advances. Its timers run before `advance` returns.
private final class ManualScheduler: Sendable {
  final class Timer: Sendable {
    let tick: @Sendable () -> Void
    private let isOver = Lock(false)

    init(_ tick: @escaping @Sendable () -> Void) { self.tick = tick }

    var isCancelled: Bool { isOver.withLock { $0 } }
    func cancel() { isOver.withLock { $0 = true } }
  }

  private let timers = Collected<Timer>()
  private let ticked = Collected<Void>()

  /// The number of ticks of all timers.
  var ticks: Int { ticked.values.count }

  /// Starts a timer that ticks once per second.
  func schedule(_ tick: @escaping @Sendable () -> Void) -> Timer {
    let timer = Timer(tick)
    timers.append(timer)
    return timer
  }

  func advance(by seconds: Int) {
    for _ in 0..<seconds {
      for timer in timers.values where !timer.isCancelled {
        ticked.append(())
        timer.tick()
      }
    }
  }
}
