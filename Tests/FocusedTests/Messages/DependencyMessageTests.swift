import FocusedTestStore
import Testing

struct DependencyMessageTests {
  @Test(arguments: [
    (JournalFixture.Action.readInReducer, 107, "while reducing .readInReducer"),
    (.readInEffect, 108, "in the effect of .readInEffect"),
    (.readLater, 107, "while reducing .readInReducer, which follows from .readLater"),
    (.readMuchLater, 107, "while reducing .readInReducer, which follows from .readMuchLater"),
  ])
  func aReadNamesTheSendItGoesBackTo(
    _ action: JournalFixture.Action, readAt line: Int, place: String
  ) async {
    let store = JournalFixture.store()
    let issues = await withCapturedIssues { await store.send(action, line: 201) }
    claimEqual(issues.map(\.line), [line])
    expectText(issues, text: place)
  }
}
