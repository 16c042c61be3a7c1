import Beta
import FocusedTestStore
import Testing

struct SettingsTests {
  @Test func louder() async {
    let store = TestStore(.off, initialState: Settings.State()) { Settings() }
    await store.send(.louderTapped) { $0.volume = 1 }
  }

  @Test func mutingIsOnlyExercised() async {
    let store = TestStore(.off, initialState: Settings.State()) { Settings() }
    await store.send(.muteTapped)
  }
}
