import Foundation
import FocusedTestStore
import Testing

@testable import Core

/// Code of the app runs while the package uses an object, and may use the same object. If the package held a lock, each
/// of these tests would wait forever.
struct CodeOfTheAppTests {
  @Test func `a cancellation ID can use the registry while it is hashed and compared`() {
    let registry = CancellationRegistry(recordsAttempts: true)
    let root = NavigationPath.root
    let id = CancelID(CuriousID { _ = registry.contains(CancelID(1, at: root)) }, at: root)
    let cancellations = Lock(0)

    let work = CancellationRegistry.Work.waiting(step: 1) { _ in
      cancellations.withLock { $0 += 1 }
    }
    _ = registry.register(work, under: [id])
    let second = registry.register(work, under: [id])
    claim(registry.contains(id))
    registry.unregister(second)
    claim(registry.cancel(id, by: .step(0)).hasFound)
    claim(!registry.contains(id))
    claimEqual(cancellations.withLock { $0 }, 1)

    registry.note(.init(id: id, cause: .step(0), hasFound: false))
    registry.note(.init(id: id, cause: .step(1), hasFound: false))
    claimEqual(registry.attempts.count, 1)
  }

  @Test func `a cancellation ID can use the registry when it is released`() {
    let registry = CancellationRegistry(recordsAttempts: true)
    let root = NavigationPath.root
    func register() -> CancellationRegistry.Registration {
      let id = CuriousID(onRelease: Release { _ = registry.contains(CancelID(1, at: root)) })
      return registry.register(.waiting(step: 1) { _ in }, under: [CancelID(id, at: root)])
    }
    registry.unregister(register())
    claim(!registry.contains(CancelID(1, at: root)))
  }

  @Test func `a duration can read the clock while it is compared`() async throws {
    let clock = TestClock(now: .init(offset: Ticks(0)))
    let immediate = ImmediateClock(now: .init(offset: Ticks(0)))
    let readClocks: @Sendable () -> Void = {
      _ = (clock.now, clock.pendingSpans, immediate.now)
    }
    try await Ticks.$whenCompared.withValue(readClocks) {
      let sleeps = (1...3).map { n in
        Task { try await clock.sleep(until: .init(offset: Ticks(n))) }
      }
      while clock.pendingSpans.count < sleeps.count { await Task.yield() }
      claimEqual(clock.nextDeadline?.span.count, 1)
      await clock.advance(by: Ticks(2))
      await clock.run()
      for sleep in sleeps { try await sleep.value }
      claimEqual(clock.now.offset.count, 3)
      try await immediate.sleep(until: .init(offset: Ticks(2)))
      claimEqual(immediate.now.offset.count, 2)
    }
  }

  @Test func `a random number generator gives each number once to tasks that draw at once`() async {
    let random = WithRandomNumberGenerator(Counting())
    let numbers = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<500).map { _ in random { $0.next() } } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    claimEqual(numbers.sorted(), (1...4000).map { UInt64($0) })
  }

  @Test func `a prepared dependency can read another when it is released`() {
    withDependencies {
      $0.context = .live
    } operation: {
      prepareDependencies {
        $0[Prepared.self] = Release { _ = DependencyValues.current[Prepared.self] }
      }
      prepareDependencies { $0[Prepared.self] = nil }
    }
  }

  private enum Prepared: DependencyKey {
    static let liveValue: Release? = nil
    static let testValue: Release? = nil
  }
}

/// Runs a closure when the last reference is released.
private final class Release: Sendable {
  let action: @Sendable () -> Void
  init(_ action: @escaping @Sendable () -> Void) { self.action = action }
  deinit { action() }
}

/// An ID that runs a closure when it is hashed or compared.
private struct CuriousID: Hashable, Sendable {
  var whenUsed: @Sendable () -> Void = {}
  var onRelease: Release?

  init(whenUsed: @escaping @Sendable () -> Void) { self.whenUsed = whenUsed }
  init(onRelease: Release) { self.onRelease = onRelease }

  static func == (a: Self, b: Self) -> Bool {
    a.whenUsed()
    return true
  }
  func hash(into hasher: inout Hasher) { whenUsed() }
}

/// A duration that runs a closure when it is compared.
private struct Ticks: DurationProtocol, Hashable {
  @TaskLocal static var whenCompared: @Sendable () -> Void = {}
  @TaskLocal private static var isComparing = false

  var count: Int
  init(_ count: Int) { self.count = count }

  static let zero = Ticks(0)
  static func + (a: Self, b: Self) -> Self { Ticks(a.count + b.count) }
  static func - (a: Self, b: Self) -> Self { Ticks(a.count - b.count) }
  static func / (a: Self, b: Int) -> Self { Ticks(a.count / b) }
  static func * (a: Self, b: Int) -> Self { Ticks(a.count * b) }
  static func / (a: Self, b: Self) -> Double { Double(a.count) / Double(b.count) }
  static func < (a: Self, b: Self) -> Bool {
    if !isComparing { $isComparing.withValue(true) { whenCompared() } }
    return a.count < b.count
  }
}

private struct Counting: RandomNumberGenerator, Sendable {
  var count: UInt64 = 0
  mutating func next() -> UInt64 {
    count += 1
    return count
  }
}
