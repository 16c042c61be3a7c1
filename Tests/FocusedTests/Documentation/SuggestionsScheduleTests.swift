import FocusedTestStore
import Testing

/// A bug that doesn't show in tests whose effects run in the order in which they become ready.
struct SuggestionsScheduleTests {
  private func theNearestPlacesAreSuggested() async {
    let popular = Stub<Void, [String]>("popular")
    let nearby = Stub<Void, [String]>("nearby")
    popular.willReturn(["Paris"])
    nearby.willReturn(["Zurich"])
    let store = TestStore(.off, initialState: Suggestions.State()) {
      Suggestions(popular: popular.call, nearby: nearby.call)
    }

    await store.send(.appeared)
    store.assert { $0.places = ["Zurich"] }
  }

  @Test func `the popular places may come last`() async {
    let issues = await withCapturedIssues {
      await withSchedules(200) { await theNearestPlacesAreSuggested() }
    }
    #expect(
      issues.last?.message == """
        Expected the order of effects not to matter, but the test fails when .foundNearby(["Zurich"]) arrives \
        before .foundPopular(["Paris"]).
        It passes when effects run as they become ready.

        The state at the end, − if it passes and + if it fails:
            Suggestions.State(
              places: [
          −     [0]: "Zurich"
          +     [0]: "Paris"
              ]
            )

        Found with schedule 2 of 200. To repeat it, run this test alone with
        FOCUSED_SCHEDULE=1-pasz4-0:1-dy
        """)
  }
}
