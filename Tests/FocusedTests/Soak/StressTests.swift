import FocusedTestStore
import Testing

/// Many stores at once, while the main actor is busy with other work.
@Suite(.timeLimit(.minutes(20))) struct StressTests {
  @Test func `two hundred parallel stores do as each does alone`() async {
    let different = await withTaskGroup { group in
      for seed in 0..<200 as Range<UInt64> {
        group.addTask { await ParityCase(seed: 1_000_000 + seed).difference() }
      }
      return await group.compactMap(\.self).reduce(into: []) { $0.append($1) }
    }
    claimEqual(different, [])
  }

  @Test func `what hops to a busy main actor comes back, in order`() async {
    await withBusyMainActor {
      await withTaskGroup { group in
        for _ in 0..<100 {
          group.addTask {
            let store = Self.store(.run(Self.hops))
            await store.send(.step(0))
            await store.receive(.step(5))
            await store.finish()
            #expect(store.history.map(\.action) == (0...5).map { .step($0) })
          }
        }
      }
    }
  }

  @Test(.needsOwnership) func `a random feature has one order, whatever else goes on`() async {
    let different = await withBusyMainActor {
      var different: [String] = []
      for seed in SoakSize.seeds(everyRun: 16) {
        let parity = ParityCase(seed: seed)
        let (one, two) = (await parity.tested(), await parity.tested())
        if one != two { different.append("\(seed): \(one) or \(two)") }
      }
      return different
    }
    claimEqual(different, [])
  }

  @Test func `a store that waits for a busy main actor in vain says so once`() async {
    let issues = await withBusyMainActor {
      await withCapturedIssues {
        let store = Self.store(.run([.hopToMain, .send(.step(1))]))
        await store.send(.step(0))
        await store.receive(.step(2))
        await store.finish()
      }
    }
    claimEqual(issues.count, 1)
    claimEqual(issues.first?.message.contains("step(2)"), true)
  }
}

extension StressTests {
  private static let hops: [PlannedEffect<Tree.Action>.Move] = [
    .send(.step(1)), .hopToMain, .send(.step(2)), .sendFromMain(.step(3)), .yield,
    .inChildTasks([[.hopToMain, .sendFromMain(.step(4))]]), .hopToMain, .send(.step(5)),
  ]

  private static func store(
    _ effect: PlannedEffect<Tree.Action>
  ) -> TestStore<Tree.State, Tree.Action> {
    let plan = Plan(tree: [Tree.Reaction(action: .step(0), effect: effect)])
    let store = TestStore(.off, initialState: Tree.State()) { PlannedFeature(plan: plan) }
    // The main actor runs when it is free: this test doesn't check how soon.
    store.timeout = .seconds(60)
    return store
  }

  /// Keeps the main actor busy with short jobs during the test.
  private nonisolated(nonsending) func withBusyMainActor<Result>(
    _ operation: nonisolated(nonsending) () async -> Result
  ) async -> Result {
    let load = (0..<4).map { _ in
      Task { @MainActor in
        var sum = 0
        while !Task.isCancelled {
          for number in 0..<2_000 { sum &+= number }
          await Task.yield()
        }
        return sum
      }
    }
    let result = await operation()
    for task in load { task.cancel() }
    for task in load { _ = await task.value }
    return result
  }
}
