import FocusedTestStore
import Testing

struct DependencyMessageTests {
  @Test func aReadInAReducerNamesTheSend() async {
    let store = JournalFixture.store()
    let issues = await withCapturedIssues {
      await store.send(.readInReducer, line: 201)
    }
    claimEqual(issues.map(\.line), [107])
    expectText(
      issues,
      """
      Expected a test value for @Dependency(JournalFixture.Weather.self), but Weather has none, so its live value ran.

        Key: Weather
        Value: Int
        Read at: JournalFixture.swift:107

      Override it: withDependencies: { $0[JournalFixture.Weather.self] = … }
      Or give every test a value: static let testValue, in Weather.

      This happened while reducing .readInReducer, sent at DependencyMessageTests.swift:201.
      """)
  }

  @Test func aReadInAnEffectNamesTheSend() async {
    let store = JournalFixture.store()
    let issues = await withCapturedIssues {
      await store.send(.readInEffect, line: 201)
    }
    claimEqual(issues.map(\.line), [108])
    expectText(
      issues,
      """
      Expected a test value for @Dependency(JournalFixture.Weather.self), but Weather has none, so its live value ran.

        Key: Weather
        Value: Int
        Read at: JournalFixture.swift:108

      Override it: withDependencies: { $0[JournalFixture.Weather.self] = … }
      Or give every test a value: static let testValue, in Weather.

      This happened in the effect of .readInEffect, sent at DependencyMessageTests.swift:201.
      """)
  }

  @Test func aReadInALaterReductionNamesTheSendItGoesBackTo() async {
    let store = JournalFixture.store()
    let issues = await withCapturedIssues {
      await store.send(.readLater, line: 201)
    }
    claimEqual(issues.map(\.line), [107])
    expectText(
      issues,
      """
      Expected a test value for @Dependency(JournalFixture.Weather.self), but Weather has none, so its live value ran.

        Key: Weather
        Value: Int
        Read at: JournalFixture.swift:107

      Override it: withDependencies: { $0[JournalFixture.Weather.self] = … }
      Or give every test a value: static let testValue, in Weather.

      This happened while reducing .readInReducer, which follows from .readLater, sent at \
      DependencyMessageTests.swift:201.
      """)
  }
}
