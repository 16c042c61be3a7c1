import FocusedTestStore
import Testing

struct DependencyMessageTests {
  @Test(arguments: [
    (JournalFixture.Action.readInReducer, 107, "while reducing .readInReducer"),
    (.readInEffect, 108, "in the effect of .readInEffect"),
    (.readLater, 107, "while reducing .readInReducer, which follows from .readLater"),
  ])
  func aReadNamesTheSendItGoesBackTo(
    _ action: JournalFixture.Action, readAt line: Int, place: String
  ) async {
    let store = JournalFixture.store()
    let issues = await withCapturedIssues { await store.send(action, line: 201) }
    claimEqual(issues.map(\.line), [line])
    expectText(
      issues,
      """
      Expected a test value for @Dependency(JournalFixture.Weather.self), but Weather has none, so its live value ran.

        Key: Weather
        Value: Int
        Read at: JournalFixture.swift:\(line)

      Override it: withDependencies: { $0[JournalFixture.Weather.self] = … }
      Or give every test a value: static let testValue, in Weather.

      This happened \(place), sent at DependencyMessageTests.swift:201.
      """)
  }
}
