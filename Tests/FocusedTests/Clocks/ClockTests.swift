import Core
import FocusedTestStore
import Testing

struct ClockTests {
  @Test func `An immediate clock moves by what was slept`() async throws {
    let clock = ImmediateClock()
    let start = clock.now
    try await clock.sleep(for: .seconds(3600))
    try await (clock as any Clock<Duration>).sleep(for: .seconds(1))
    claimEqual(start.duration(to: clock.now), .seconds(3601))
  }

  @Test func `An immediate clock never goes back`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(2))
    try await clock.sleep(until: .init(offset: .seconds(1)))
    claimEqual(clock.now.offset, .seconds(2))
  }

  @Test func `A cancelled sleep throws and does not move an immediate clock`() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    claimEqual(clock.now.offset, .zero)
  }

  @Test func `A wrapped clock counts from the moment of wrapping`() async throws {
    let base = ImmediateClock()
    try await base.sleep(for: .seconds(5))
    let clock = AnyClock(base)
    claimEqual(clock.now.offset, .zero)
    try await clock.sleep(for: .seconds(1))
    claimEqual(clock.now.offset, .seconds(1))
    claimEqual(base.now.offset, .seconds(6))
  }

  @Test func `The first use of an unimplemented clock is an issue at the clock's line`()
    async throws
  {
    let issues = try await withCapturedIssues {
      let base = ImmediateClock()
      let clock = UnimplementedClock(base, name: "Feature.clock")
      try await (clock as any Clock<Duration>).sleep(for: .seconds(1))
      #expect(base.now.offset == .seconds(1))
    }
    claimEqual(issues.map(\.line), [#line - 4])
    expectText(issues.first?.message)
  }

  @Test func `An unused unimplemented clock is no issue`() {
    let issues = withCapturedIssues { _ = UnimplementedClock() as any Clock<Duration> }
    #expect(issues.isEmpty)
  }

  @Test func `A timer ticks in the task that consumes it`() async {
    let clock: any Clock<Duration> = .immediate
    var ticks: [Duration] = []
    for await tick in clock.timer(interval: .seconds(2)) {
      ticks.append(tick.offset)
      if ticks.count == 3 { break }
    }
    claimEqual(ticks, [.seconds(2), .seconds(4), .seconds(6)])
  }

  @Test func `Ticks that a slow body misses are skipped, and the rhythm is kept`() async throws {
    let clock = ImmediateClock()
    var iterator = clock.timer(interval: .seconds(2)).makeAsyncIterator()
    _ = await iterator.next()
    try await clock.sleep(for: .seconds(5))
    let tick = await iterator.next()
    claimEqual(tick?.offset, .seconds(8))
  }

  @Test func `A timer that missed more ticks than it can count goes on`() async throws {
    let clock = ImmediateClock()
    var iterator = clock.timer(interval: .seconds(1)).makeAsyncIterator()
    try await clock.sleep(for: .seconds(Int64.max))
    let tick = await iterator.next()
    claimEqual(tick?.offset, .seconds(1))
  }

  @Test func `A cancelled timer ends for good`() async {
    let clock = ImmediateClock()
    let ticks = await Task {
      var iterator = clock.timer(interval: .seconds(1)).makeAsyncIterator()
      let first = await iterator.next()
      withUnsafeCurrentTask { $0?.cancel() }
      return await [first, iterator.next(), iterator.next()]
    }.value
    claimEqual(ticks.map { $0?.offset }, [.seconds(1), nil, nil])
  }
}
