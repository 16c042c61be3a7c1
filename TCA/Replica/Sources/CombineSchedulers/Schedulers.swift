import Dispatch
import Foundation

/// An instant in nanoseconds.
public struct SchedulerTime: Strideable, InitialInstant, Sendable {
  public init() {}

  public struct Stride: SignedNumeric, Comparable, Sendable, ExpressibleByFloatLiteral {
    public var magnitude: Int64

    public init(_ nanoseconds: Int64) { magnitude = nanoseconds }
    public init(integerLiteral value: Int64) { self.init(value) }
    public init(floatLiteral value: Double) { self.init(Int64(value)) }
    public init?(exactly source: some BinaryInteger) { self.init(Int64(source)) }

    public static func seconds(_ seconds: Int) -> Stride { Stride(Int64(seconds) * 1_000_000_000) }

    public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
    public static func + (lhs: Stride, rhs: Stride) -> Stride {
      Stride(lhs.magnitude + rhs.magnitude)
    }
    public static func - (lhs: Stride, rhs: Stride) -> Stride {
      Stride(lhs.magnitude - rhs.magnitude)
    }
    public static func * (lhs: Stride, rhs: Stride) -> Stride {
      Stride(lhs.magnitude * rhs.magnitude)
    }
    public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
  }

  private var nanoseconds: Int64 = 0

  public func distance(to other: Self) -> Stride { Stride(other.nanoseconds - nanoseconds) }

  public func advanced(by stride: Stride) -> Self {
    var result = self
    result.nanoseconds += stride.magnitude
    return result
  }
}

extension DispatchQueue {
  public typealias SchedulerTimeType = SchedulerTime
  public struct SchedulerOptions {}
  public static var test: TestScheduler<SchedulerTimeType, SchedulerOptions> { TestScheduler() }
}

extension RunLoop {
  public typealias SchedulerTimeType = SchedulerTime
  public struct SchedulerOptions {}
}

/// A scheduler whose time the test moves.
public final class TestScheduler<SchedulerTimeType: Strideable & InitialInstant, SchedulerOptions>:
  @unchecked Sendable
where SchedulerTimeType.Stride: Sendable {
  public private(set) var now = SchedulerTimeType()
  private var scheduled: [(sequence: UInt, date: SchedulerTimeType, action: () -> Void)] = []
  private var sequence: UInt = 0

  init() {}

  public func advance(by stride: SchedulerTimeType.Stride = .zero) {
    advance(to: now.advanced(by: stride))
  }

  public func advance(to instant: SchedulerTimeType) {
    while runNext(to: instant) {}
  }

  /// Yields before each action.
  @MainActor public func advance(to instant: SchedulerTimeType) async {
    repeat { await Task.yield() } while runNext(to: instant)
  }

  /// Runs the first scheduled action. Returns `false` if there is none up to the instant.
  private func runNext(to instant: SchedulerTimeType) -> Bool {
    guard let next = scheduled.filter({ $0.date <= instant }).min(by: { $0.date < $1.date })
    else {
      now = instant
      return false
    }
    now = next.date
    scheduled.removeAll { $0.sequence == next.sequence }
    next.action()
    return true
  }

  fileprivate func schedule(after stride: SchedulerTimeType.Stride, _ action: @escaping () -> Void)
    -> UInt
  {
    sequence += 1
    scheduled.append((sequence, now.advanced(by: stride), action))
    return sequence
  }

  fileprivate func remove(_ sequence: UInt) { scheduled.removeAll { $0.sequence == sequence } }
}

extension TestScheduler where SchedulerTimeType == SchedulerTime {
  public func eraseToAnyScheduler() -> AnyScheduler<SchedulerOptions> {
    AnyScheduler(base: self)
  }
}

public protocol InitialInstant {
  init()
}

public struct AnyScheduler<SchedulerOptions>: Sendable {
  let base: TestScheduler<SchedulerTime, SchedulerOptions>

  /// An endless sequence of the instants of a timer.
  public func timer(interval: SchedulerTime.Stride) -> AsyncStream<SchedulerTime> {
    AsyncStream { continuation in
      let timer = Timer(base, interval, continuation)
      continuation.onTermination = { _ in timer.stop() }
      timer.start()
    }
  }

  private final class Timer: @unchecked Sendable {
    private let base: TestScheduler<SchedulerTime, SchedulerOptions>
    private let interval: SchedulerTime.Stride
    private let continuation: AsyncStream<SchedulerTime>.Continuation
    private var next: UInt?

    init(
      _ base: TestScheduler<SchedulerTime, SchedulerOptions>, _ interval: SchedulerTime.Stride,
      _ continuation: AsyncStream<SchedulerTime>.Continuation
    ) {
      self.base = base
      self.interval = interval
      self.continuation = continuation
    }

    func start() {
      next = base.schedule(after: interval) { [self] in
        start()
        continuation.yield(base.now)
      }
    }

    func stop() { if let next { base.remove(next) } }
  }
}

public typealias AnySchedulerOf<S: SchedulerOptionsProvider> = AnyScheduler<S.SchedulerOptions>

public protocol SchedulerOptionsProvider {
  associatedtype SchedulerOptions
}

extension DispatchQueue: SchedulerOptionsProvider {}
