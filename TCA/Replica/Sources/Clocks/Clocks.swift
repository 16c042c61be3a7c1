import Foundation

/// A name that FocusedTCA declares as well: a clock that a test moves.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock, @unchecked Sendable {
  public struct Instant: InstantProtocol {
    private let offset: Duration

    public init(offset: Duration = .zero) { self.offset = offset }

    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    public func duration(to other: Self) -> Duration { other.offset - offset }
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  private let lock = NSLock()
  private var sleepers: [(deadline: Instant, end: AsyncStream<Never>.Continuation)] = []
  public private(set) var now = Instant()

  public init() {}

  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance _: Duration? = nil) async throws {
    let end = lock.withLock {
      let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
      sleepers.append((deadline, continuation))
      return stream
    }
    for await _ in end {}
    try Task.checkCancellation()
  }

  public func advance(by duration: Duration = .zero) async {
    let woken = lock.withLock {
      now = now.advanced(by: duration)
      let woken = sleepers.filter { $0.deadline <= now }
      sleepers.removeAll { $0.deadline <= now }
      return woken
    }
    for sleeper in woken { sleeper.end.finish() }
    await Task.yield()
  }
}
