import FocusedTestStore
import Foundation
import Testing

/// Every public call and property of a store, a scoped store, a task handle, a clock, a stub, and the other doubles is
/// safe while another task uses any of them.
///
/// The thread sanitizer finds the races: `swift test --sanitize=thread --scratch-path .build/thread --filter S24`.
struct S24_SafeFromAnyTaskTests {
  /// A store, and the other objects of a test. This is more sharing than safe Swift allows: two tasks share the store
  /// itself.
  private final class Scene: @unchecked Sendable {
    let clock = TestClock()
    let stub = Stub<Int, Int>("Client.find", timeout: .zero)
    let store: TestStore<Probe.State, Probe.Action>
    let part: ScopedTestStore<Probe.State, Probe.Action>
    let handle: TestStoreTask

    nonisolated(nonsending) init() async {
      let (clock, stub) = (clock, stub)
      store = Probe.store(
        clock: clock,
        onTap: { send in
          await send(.got(0))
          try? await clock.sleep(for: .seconds(1))
          await send(.got((try? await stub.call(1)) ?? -1))
        })
      store.timeout = .zero
      part = store.scope(state: \.self, action: { $0 })
      handle = await store.send(.tap)
      await store.send(.tap)
    }
  }

  private struct Call: Sendable, CustomTestStringConvertible {
    let name: String
    let run: @Sendable (Scene) async -> Void
    var testDescription: String { name }

    init(_ name: String, _ run: @escaping @Sendable (Scene) async -> Void) {
      self.name = name
      self.run = run
    }
  }

  private static let storeCalls = [
    Call("store.send") { await $0.store.send(.tap) { $0.taps = 3 } },
    Call("store.receive") { await $0.store.receive(.got(0)) { $0.values = [0] } },
    Call("store.receive(where:)") { await $0.store.receive(where: { $0 == .got(1) }) },
    Call("store.receive(inOrder:)") { await $0.store.receive(inOrder: .got(0), .got(0)) },
    Call("store.assertNotReceived") { await $0.store.assertNotReceived(.got(5)) },
    Call("store.assert") { $0.store.assert { $0.taps = 2 } },
    Call("store.assert, which fails") { $0.store.assert { $0.taps = 9 } },
    Call("store.finish") { await $0.store.finish(timeout: .zero) },
    Call("store.settle") { await $0.store.settle() },
    Call("store.skipReceivedActions") { await $0.store.skipReceivedActions(strict: false) },
    Call("store.skipInFlightEffects") { await $0.store.skipInFlightEffects(strict: false) },
    Call("store.withExhaustivity") { $0.store.withExhaustivity(.on) {} },
    Call("store.withDependencies") {
      $0.store.withDependencies({ $0.uuid = .incrementing }, operation: {})
    },
    Call("store.state") { _ = $0.store.state },
    Call("store.history") { _ = $0.store.history.map(\.origin) },
    Call("store.isDismissed") { _ = $0.store.isDismissed },
    Call("store.exhaustivity") { _ = $0.store.exhaustivity },
    Call("store.exhaustivity = .on") { $0.store.exhaustivity = .on },
    Call("store.exhaustivity = .off(showSkippedAssertions: true)") {
      $0.store.exhaustivity = .off(showSkippedAssertions: true)
    },
    Call("store.dependencies") { _ = $0.store.dependencies.uuid },
    Call("store.dependencies = …") { $0.store.dependencies.uuid = .incrementing },
    Call("store.timeout") { _ = $0.store.timeout },
    Call("store.timeout = …") { $0.store.timeout = .zero },
    Call("store.jobLimit") { _ = $0.store.jobLimit },
    Call("store.jobLimit = …") { $0.store.jobLimit = 1_000 },
    Call("store.scope") { _ = $0.store.scope(state: \.taps, action: { $0 }).state },
  ]

  private static let partCalls = [
    Call("part.send") { await $0.part.send(.rename("part")) { $0.name = "part" } },
    Call("part.receive") { await $0.part.receive(.got(0)) },
    Call("part.assertNotReceived") { await $0.part.assertNotReceived(.got(5)) },
    Call("part.assert") { $0.part.assert { $0.taps = 9 } },
    Call("part.state") { _ = $0.part.state },
    Call("part.scope") { _ = $0.part.scope(state: \.name, action: { $0 }).state },
  ]

  private static let otherCalls = [
    Call("task.isCancelled") { _ = $0.handle.isCancelled },
    Call("task.isFinished") { _ = $0.handle.isFinished },
    Call("task.cancel") { await $0.handle.cancel() },
    Call("task.finish") { await $0.handle.finish(timeout: .zero) },
    Call("clock.now") { _ = $0.clock.now },
    Call("clock.advance") { await $0.clock.advance(by: .seconds(1)) },
    Call("clock.run") { await $0.clock.run() },
    Call("clock.checkSuspension") { try? await $0.clock.checkSuspension() },
    Call("clock.sleep") { try? await $0.clock.sleep(until: $0.clock.now) },
    Call("stub.calls") { _ = $0.stub.calls },
    Call("stub.pendingCalls") { _ = $0.stub.pendingCalls },
    Call("stub.call") { scene in
      let call = Task { try await scene.stub.call(2) }
      call.cancel()
      _ = try? await call.value
    },
    Call("stub.succeed") { await $0.stub.succeed(with: 1) },
    Call("stub.fail") { await $0.stub.fail(with: CancellationError()) },
    Call("stub.answer") { await $0.stub.answer { $0 } },
    Call("stub.willReturn") { $0.stub.willReturn(3) },
    Call("stub.willThrow") { $0.stub.willThrow(CancellationError()) },
    Call("stub.willRespond") { $0.stub.willRespond { $0 } },
    Call("stub.willHold") { $0.stub.willHold() },
    Call("stub.mayAnswer") { $0.stub.mayAnswer(.success(4)) },
    Call("EffectRunner.run") {
      _ = try? EffectRunner.run(Effect<Int>.send($0.clock.now.hashValue))
    },
  ]

  private static let calls = storeCalls + partCalls + otherCalls

  /// The number of times that each pair of calls runs.
  private static let rounds = SoakSize.seeds(everyRun: 1).count

  /// Runs each call concurrently with itself and with each later call.
  @Test(arguments: Array(calls.indices)) func `Two tasks can make any two calls at once`(
    _ index: Int
  ) async {
    let first = Self.calls[index]
    for second in Self.calls[index...] {
      for _ in 0..<Self.rounds {
        let scene = await Scene()
        // The issues of the calls don't matter: a second task that drives the store reports one.
        _ = await withCapturedIssues {
          async let one: Void = first.run(scene)
          async let other: Void = second.run(scene)
          _ = await (one, other)
          // The next call reports the issue of a refused call.
          await scene.store.settle()
        }
        await expectIntact(scene, after: "\(first.name) beside \(second.name)")
      }
    }
  }

  /// Expects that the store still works, and that its properties are consistent.
  nonisolated(nonsending) private func expectIntact(_ scene: Scene, after pair: String) async {
    let store = scene.store
    let issues = await withCapturedIssues {
      store.exhaustivity = .off
      store.jobLimit = 100_000
      await store.skipInFlightEffects(strict: false)
      await store.send(.rename("intact")) { $0.name = "intact" }
    }
    let taps = store.history.count { $0.action == .tap }
    #expect(
      issues.isEmpty && store.state.name == "intact" && store.state.taps == taps,
      "\(pair): \(issues.map(\.message)), \(store.state), \(taps)")
  }

  // MARK: - A setter takes effect when the running call ends

  @Test func `Exhaustivity that a closure sets is that of the next call`() async {
    let store = Probe.store()
    await store.send(.tap) {
      $0.taps = 1
      store.exhaustivity = .on
    }
    claimEqual(store.exhaustivity, .on)
    let issues = await withCapturedIssues { await store.send(.tap) }
    claimEqual(issues.count, 1)
    await store.send(.tap) {
      $0.taps = 3
      store.exhaustivity = .off
    }
    await store.send(.tap)
  }

  @Test func `Dependencies that a condition sets are those of the next call`() async {
    let ids = Lock<[UUID]>([])
    let store = Probe.store(
      .off, withDependencies: { $0.uuid = .constant(UUID(1)) },
      effects: { action in
        @Dependency(\.uuid) var uuid
        let id = uuid()
        ids.withLock { $0.append(id) }
        return action == .tap ? .send(.got(1)) : .none
      })
    await store.send(.tap)
    await store.receive(
      where: {
        store.dependencies.uuid = .constant(UUID(2))
        return $0 == .got(1)
      })
    await store.send(.idle)
    claimEqual(ids.withLock { $0 }, [UUID(1), UUID(1), UUID(2)])
  }

  @Test func `A setter beside a clock that another task advances takes effect`() async {
    let clock = TestClock()
    let store = Probe.store(
      clock: clock,
      onTap: { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.got(1)) }
      })
    await store.send(.tap)
    async let advanced: Void = clock.advance(by: .seconds(300))
    for _ in 0..<300 {
      store.exhaustivity = .on
      store.exhaustivity = .off
      store.dependencies.uuid = .incrementing
      _ = store.history.count
    }
    await advanced
    claimEqual(store.state.values.count, 300)
    await store.skipInFlightEffects()
  }

  @Test func `A receive waits beside a clock that another task advances`() async {
    let clock = TestClock()
    let store = Probe.store(
      clock: clock,
      effects: { action in
        switch action {
        case .tap:
          .merge(
            .run { send in
              for tick in 1...300 {
                try await clock.sleep(for: .seconds(1))
                await send(tick < 300 ? .idle : .got(1))
              }
            },
            // Without external work, the receive would not wait.
            .run { _ in try await Task.sleep(for: .seconds(3600)) })
        // The effects in flight change with each tick.
        case .idle: .run { _ in }
        default: .none
        }
      })
    await store.send(.tap)
    async let advanced: Void = clock.advance(by: .seconds(300))
    await store.receive(.got(1), timeout: .seconds(3600))
    await advanced
    claimEqual(store.state.values, [1])
    await store.skipInFlightEffects()
  }

  private final class Door: @unchecked Sendable {
    enum State: Equatable { case open(Int, name: String) }
    enum Action: Equatable { case open, opened(by: Int) }

    let clock = TestClock()
    let store: TestStore<State, Action>
    let part: ScopedTestStore<Int, Int>

    nonisolated(nonsending) init() async {
      let clock = clock
      store = TestStore(.off, initialState: .open(0, name: "oak")) {
        Reduce { state, action in
          switch action {
          case .open:
            return .run { send in
              for angle in 1...100 {
                try await clock.sleep(for: .seconds(1))
                await send(.opened(by: angle))
              }
            }
          case .opened(let angle):
            state = .open(angle, name: "oak")
            return .none
          }
        }
      }
      // With a constant beside the value, each search tries it.
      part = store.scope(state: { .open($0, name: "oak") }, action: { .opened(by: $0) })
      await store.send(.open)
    }
  }

  @Test func `A case is read while another task drives the store`() async {
    let door = await Door()
    async let advanced: Void = door.clock.advance(by: .seconds(100))
    var angles: [Int?] = []
    for _ in 0..<500 { angles.append(door.part.state) }
    await advanced
    #expect(angles.allSatisfy { $0 != nil })
    claimEqual(door.part.state, 100)
  }

  // MARK: - A closure sees the state of its call

  /// Lets another task do some work while a closure of `assert` runs. Returns the state in the closure, and after the work.
  ///
  /// - Parameter isAwaited: Whether the closure blocks its thread until the work is done.
  private func states(
    of store: TestStore<Probe.State, Probe.Action>, isAwaited: Bool,
    beside work: @escaping @Sendable (TestStore<Probe.State, Probe.Action>) async -> Void
  ) async -> [Probe.State] {
    let confined = RuntimeConfined(store)
    let seen = Lock<[Probe.State]>([])
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let store = confined.value
        let isDone = DispatchSemaphore(value: 0)
        store.assert { _ in
          Task.detached {
            await work(confined.value)
            isDone.signal()
          }
          if isAwaited { isDone.wait() }
          let state = store.state
          seen.withLock { $0.append(state) }
        }
        if !isAwaited { isDone.wait() }
        let state = store.state
        seen.withLock { $0.append(state) }
        continuation.resume()
      }
    }
    return seen.withLock { $0 }
  }

  @Test func `A clock that another task advances waits for the end of an assertion`()
    async
  {
    let clock = TestClock()
    let store = Probe.store(
      clock: clock,
      onTap: { send in
        try? await clock.sleep(for: .seconds(1))
        await send(.got(1))
      })
    await store.send(.tap)
    let states = await states(of: store, isAwaited: false) { _ in
      await clock.advance(by: .seconds(1))
    }
    claimEqual(states.map(\.values), [[], [1]])
  }

  @Test func `An assertion while another task advances a clock is an issue, and does nothing`()
    async
  {
    let clock = TestClock()
    let isAsserted = DispatchSemaphore(value: 0)
    let isTicking = DispatchSemaphore(value: 0)
    let store = Probe.store(
      clock: clock,
      onTap: { send in
        try? await clock.sleep(for: .seconds(1))
        isTicking.signal()
        // A wait in the effect itself would be an error of the compiler.
        let wait = { isAsserted.wait() }
        wait()
        await send(.got(1))
      })
    await store.send(.tap)
    let confined = RuntimeConfined(store)
    Thread.detachNewThread {
      isTicking.wait()
      confined.value.assert { $0.taps = 9 }
      isAsserted.signal()
    }
    let issues = await withCapturedIssues {
      await clock.advance(by: .seconds(1))
      await store.settle()
    }
    claim(
      issues.count == 1 && issues[0].message.contains("another task ran the effects"), "\(issues)")
  }

  @Test func `A call of another task during an assertion is an issue, and does nothing`() async {
    let store = Probe.store()
    let states = await states(of: store, isAwaited: true) { _ = await $0.send(.tap) }
    claimEqual(states.map(\.taps), [0, 0])
    let issues = await withCapturedIssues { await store.settle() }
    claim(
      issues.count == 1 && issues[0].message.contains("`assert` at S24_SafeFromAny"), "\(issues)")
  }

  // MARK: - No code of the app runs under a lock

  /// An object in the state that reads its store when it is released, as an app's object may.
  private final class Reader {
    let box: Box

    init(_ box: Box) { self.box = box }

    deinit {
      box.counts.withLock { $0.append(box.store?.state.count ?? -1) }
    }
  }

  private final class Box: @unchecked Sendable {
    weak var store: TestStore<[Reader], Int>?
    let counts = Lock<[Int]>([])
  }

  @Test func `An object of a state can read the store when it is released`() async {
    let box = Box()
    let store = TestStore(.off, initialState: []) {
      Reduce<[Reader], Int> { state, count in
        state = (0..<count).map { _ in Reader(box) }
        return .none
      }
    }
    box.store = store
    for count in [1, 2, 0] { await store.send(count) }
    claimEqual(box.counts.withLock { $0 }, [2, 0, 0])
  }
}
