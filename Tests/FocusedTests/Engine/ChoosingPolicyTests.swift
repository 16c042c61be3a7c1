import Core
import FocusedTestStore
import Testing

/// A policy can reorder only tasks whose order isn't fixed.
struct ChoosingPolicyTests {
  private func run(seed: UInt64) async -> [Int] {
    let random = Lock(seed)
    let scheduler = EffectScheduler(
      policy: .choosing { lanes in
        random.withLock {
          $0 = $0 &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return Int($0 >> 33) % lanes.count
        }
      })
    let runtime = EffectRuntime<[Int], Int>(
      initialState: [],
      reducer: { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        return .merge(
          .run { send in
            for n in 10..<14 {
              await send(n)
              await Task.yield()
            }
          },
          .concatenate(
            .run { send in
              await Task.yield()
              await send(20)
            },
            .send(21),
            .run { send in await send(22) }),
          .send(30))
      },
      dependencies: .current, host: scheduler, observer: Unobserved())
    await scheduler.exclusively { scheduler.asOwnWork { _ = runtime.send(0) } }
    await scheduler.settle()
    scheduler.close {}
    #expect(runtime.effectsInFlight.isEmpty)
    return runtime.state
  }

  @Test func `Every choice keeps the order in an effect and in a sequence`() async {
    var orders: Set<[Int]> = []
    for seed in 0..<200 as Range<UInt64> {
      let order = await run(seed: seed)
      orders.insert(order)
      #expect(order.filter { (10..<20).contains($0) } == [10, 11, 12, 13])
      #expect(order.filter { (20..<30).contains($0) } == [20, 21, 22])
      #expect(order.filter { $0 == 30 } == [30])
    }
    #expect(orders.count > 5)
  }

  @Test func `The same choices give the same order`() async {
    for seed in 0..<20 as Range<UInt64> {
      #expect(await run(seed: seed) == (await run(seed: seed)))
    }
  }
}

private final class Unobserved: RuntimeObserver {
  func didReduce(_: Int, from _: ActionSource, to _: [Int]) {}
}
