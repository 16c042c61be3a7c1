import Alpha
import FocusedTestStore
import Testing

struct SettingsTests {
  @Test func louder() async {
    let store = TestStore(.off, initialState: Settings.State()) { Settings() }
    await store.send(.louderTapped) { $0.volume = 1 }
  }

  @Test func muting() async {
    let store = TestStore(.off, initialState: Settings.State()) { Settings() }
    await store.send(.muteTapped) { $0.isMuted = true }
  }
}

struct PagesTests {
  @Test func aPage() async {
    let store = TestStore(.off, initialState: Pages.State()) { Pages { _ in .success(["a"]) } }
    await store.send(.appeared)
    await store.receive(.pageResponse(1, .success(["a"]))) { $0.rows = ["a"] }
  }

  @Test func offlineIsOnlyExercised() async {
    let store = TestStore(.off, initialState: Pages.State()) { Pages { _ in .failure(.init()) } }
    await store.send(.appeared)
    await store.receive(.pageResponse(1, .failure(.init())))
  }

  @Test func everything() async {
    let store = TestStore(initialState: Pages.State()) {
      Pages { page in page == 1 ? .success(["a"]) : .failure(.init()) }
    }
    await store.send(.appeared)
    await store.receive(.pageResponse(1, .success(["a"]))) { $0.rows = ["a"] }
    await store.send(.pageResponse(2, .failure(.init()))) { $0.isOffline = true }
  }
}
