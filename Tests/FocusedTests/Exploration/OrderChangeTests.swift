import FocusedTestStore
import Testing

/// The sentences about the order in which a test fails.
struct OrderChangeTests {
  /// A test that fails in another order than the usual one.
  struct Change: CustomTestStringConvertible {
    let sentence: String
    var overlappingSends = false
    let test: @Sendable () async -> Void

    var testDescription: String { sentence }
  }

  static let changes = [
    Change(sentence: #""a" does not arrive"#) {
      let store = PlantedFeature.store(
        starting: .sends("a").cancellable(id: 1), .run { _ in Task.cancel(id: 1) })
      await store.send("-")
      #expect(store.state.order == "-a")
    },
    Change(sentence: #""a" arrives, which it does not do otherwise"#) {
      let store = PlantedFeature.store(
        starting: .run { _ in Task.cancel(id: 1) }, .sends("a").cancellable(id: 1))
      await store.send("-")
      #expect(store.state.order == "-")
    },
    Change(sentence: #""b" arrives from another effect first"#, overlappingSends: true) {
      await claimLate { isDone in
        .run { send in
          isDone.now = true
          await send("b")
        }
      }
    },
    Change(
      sentence: "the next `send` runs before the effect at OrderChangeTests.swift:901 continues",
      overlappingSends: true
    ) {
      await claimLate { isDone in .run(operation: { _ in isDone.now = true }, line: 901) }
    },
  ]

  /// Sends an action, and claims that the next one is reduced after the effect of the first.
  private static func claimLate(
    _ effect: @escaping @Sendable (SharedValue<Bool>) -> Effect<String>
  ) async {
    let isDone = SharedValue(false)
    let store = PlantedFeature.store { state, action in
      if action == "b", !isDone.now { state["early"] = 1 }
      return action == "a" ? effect(isDone) : .none
    }
    await store.send("a")
    await store.send("b")
    #expect(store.state["early"] == 0)
  }

  @Test(arguments: changes) func `The issue says what changed`(_ change: Change) async {
    let report = await ExplorationReport.of(
      200, overlappingSends: change.overlappingSends, change.test)
    let message = report.issues.last?.message ?? ""
    #expect(
      message.hasPrefix(
        """
        Expected the order of effects not to matter, but the test fails when \(change.sentence).
        It passes when effects run as they become ready.
        """), "\(message)")
  }
}
