import FocusedTestStore
import Testing

/// The live store and the test store reduce the same actions in the same order, if production's order is determined
/// (S9). ``EffectModel`` describes the determined orders.
struct ParityTests {
  @Test(arguments: 0..<SoakSize.chunks)
  func `random features run in a test as they run live`(chunk: Int) async {
    for seed in SoakSize.seeds(of: chunk, everyRun: 800) {
      let parity = ParityCase(seed: seed)
      guard await parity.differs() else { continue }
      let smallest = await shrink(parity, smaller: \.smaller) { await $0.differs() }
      Issue.record("\(await smallest.report(seed: seed))")
      return
    }
  }

  @Test func `two effects at once have no order`() {
    #expect(ParityCase(plan: .race).expected == nil)
  }

  @Test func `most random features have one order, and send a lot`() {
    let runs = (0..<400 as Range<UInt64>).compactMap { ParityCase(seed: $0).expected }
    #expect(runs.count > 200)
    #expect(runs.count { $0.actions.count > 4 } > 80)
    #expect(runs.count { $0.actions.contains(.sheet(.dismiss)) } > 0)
  }

  @Test func `a store with another order is noticed`() async throws {
    // The second action has the follow-up, not the first one. This is another determined order.
    var late = Plan.followUp
    late.tree[1] = Tree.Reaction(action: .step(2), effect: .send(.step(3)))
    let usual = ParityCase(plan: .followUp)
    let (live, other) = await (usual.live(), ParityCase(plan: late).live())
    claimEqual(live.source, ".step(0) .step(1) .step(3) .step(2)")
    claimEqual(other.source, ".step(0) .step(1) .step(2) .step(3)")
    let expected = try #require(usual.expected)
    #expect(!ParityCase.differ(live, tested: live, expected: expected))
    #expect(ParityCase.differ(live, tested: other, expected: expected))
    #expect(ParityCase.differ(other, tested: other, expected: expected))
  }
}

extension ParityCase {
  init(seed: UInt64) {
    var maker = PlanMaker(seed: seed, for: .parity)
    self.init(plan: maker.plan(), sends: [.step(0), .step(1)])
  }

  /// Whether the stores and the model differ.
  nonisolated(nonsending) func differs() async -> Bool {
    guard let expected else { return false }
    return Self.differ(await live(), tested: await tested(), expected: expected)
  }

  static func differ(_ live: StoreRun, tested: StoreRun, expected: StoreRun) -> Bool {
    live != tested || live.actions != expected.actions
  }

  nonisolated(nonsending) func report(seed: UInt64) async -> String {
    let (live, tested) = (await live(), await tested())
    return """
      The stores differ for seed \(seed), which shrinks to
      \(plan.source)

      sent:  \(sends.map(\.source).joined(separator: " "))
      rules: \(expected?.source ?? "no order")
      live:  \(live.source) \(live.issues)
      test:  \(tested.source) \(tested.issues)
      \(diff(live.state, tested.state) ?? "The states are equal.")
      """
  }
}

extension Plan {
  fileprivate static let followUp = Plan(
    tree: [
      Tree.Reaction(
        action: .step(0), effect: .run([.send(.step(1)), .send(.step(2))])),
      Tree.Reaction(action: .step(1), effect: .send(.step(3))),
    ])

  fileprivate static let race = Plan(
    tree: [
      Tree.Reaction(
        action: .step(0), effect: .merge([.run([.send(.step(1))]), .run([.send(.step(2))])]))
    ])
}
