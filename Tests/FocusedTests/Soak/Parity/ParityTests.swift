import FocusedTestStore
import Testing

/// The live store and the test store reduce the same actions in the same order, if production's order is determined
/// (S9). ``EffectModel`` describes the determined orders.
struct ParityTests {
  @Test(arguments: 0..<SoakSize.chunks)
  func `random features run in a test as they run live`(chunk: Int) async {
    for seed in SoakSize.seeds(of: chunk, everyRun: 80) {
      let parity = ParityCase(seed: seed)
      guard let difference = await parity.difference() else { continue }
      let smallest = await shrink(parity, smaller: \.smaller) { await $0.difference() != nil }
      Issue.record(
        """
        The stores differ for seed \(seed). The first difference:
        \(difference)
        The smallest plan with one:
        \(smallest.plan.source)
        \(await smallest.difference() ?? "It has none in another run.")
        """)
      return
    }
  }

  @Test func `two effects at once have no order`() {
    #expect(ParityCase(plan: .race).expected == nil)
  }

  @Test func `the start of a part of an effect and its cancellation have no order`() {
    #expect(ParityCase(plan: .cancelledPart(afterSend: false)).expected == nil)
    #expect(ParityCase(plan: .cancelledPart(afterSend: true)).expected != nil)
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
    var maker = PlanMaker(seed: seed)
    self.init(plan: maker.plan(), sends: [.step(0), .step(1)])
  }

  /// The difference between the stores and the model, or nil if there is none.
  nonisolated(nonsending) func difference() async -> String? {
    guard let expected else { return nil }
    let (live, tested) = (await live(), await tested())
    guard Self.differ(live, tested: tested, expected: expected) else { return nil }
    return """
      sent:  \(sends.map(\.source).joined(separator: " "))
      rules: \(expected.source)
      live:  \(live.source) \(live.issues)
      test:  \(tested.source) \(tested.issues)
      \(diff(live.state, tested.state) ?? "The states are equal.")
      """
  }

  static func differ(_ live: StoreRun, tested: StoreRun, expected: StoreRun) -> Bool {
    live != tested || live.actions != expected.actions
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

  /// An effect with a part that can be cancelled, which the next action cancels, or the one that the effect sends first.
  fileprivate static func cancelledPart(afterSend: Bool) -> Plan {
    let part = PlannedEffect<Tree.Action>.Move.cancellable(
      [.send(.step(3))], id: 0, cancelInFlight: false)
    let cancellation = Tree.Action.step(1)
    let effect: PlannedEffect<Tree.Action> =
      afterSend
      ? .run([.send(cancellation), part])
      : .concatenate([.send(.step(2)), .send(cancellation)])
    return Plan(
      tree: [
        Tree.Reaction(action: .step(0), effect: effect),
        Tree.Reaction(action: cancellation, effect: .cancel(0)),
        Tree.Reaction(action: .step(2), effect: .run([part])),
      ])
  }
}
