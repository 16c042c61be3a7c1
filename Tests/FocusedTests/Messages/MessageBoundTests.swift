import FocusedTestStore
import Testing

/// A message stays readable for a state of any size.
struct MessageBoundTests {
  @Test func aHugeStateMakesNoHugeMessage() async {
    let rows = (0..<10_000).map { TitledRow(id: $0, title: "\($0)") }
    let store = JournalFixture.store(.on)
    await expectIssue {
      await store.send(.rows(rows)) {
        $0.rows = rows
        $0.rows[5_000].title = "another"
      }
    }
  }

  @Test func aListStatesHowManyItemsItLeavesOut() {
    let failure = #expect(throws: EffectRunner.Failure.self) {
      try EffectRunner.run(Effect<Int>.merge([.merge((1...20).map { .send($0) }), .never]))
    }
    expectText(failure?.description)
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func noMessageIsLongerThanSixtyLines(_ exhaustivity: Exhaustivity) async {
    let rows = (0..<10_000).map { TitledRow(id: $0, title: "\($0)\n\($0)") }
    let store = JournalFixture.store(exhaustivity)
    let issues = await withCapturedIssues {
      await store.send(.rows(rows)) { $0.rows = rows.map { TitledRow(id: $0.id + 20_000) } }
      await store.receive(.rows(rows))
    }
    claimEqual(issues.count, 2)
    #expect(issues.allSatisfy { $0.message.split(separator: "\n").count <= 60 })
    #expect(issues.allSatisfy { $0.message.count < 8_000 })
  }
}

extension Effect {
  /// An effect that never ends.
  fileprivate static var never: Effect {
    .run(
      operation: { _ in for await _ in AsyncStream<Void>.makeStream().stream {} }, line: 203)
  }
}
