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
  // Serialized, so that the code that the tool suggests is that of the first argument in each run.
  @Test(.serialized, arguments: [["a"], ["b", "c"]])
  func aPage(of rows: [String]) async {
    let store = TestStore(.off, initialState: Pages.State()) { Pages { _ in .success(rows) } }
    await store.send(.appeared)
    await store.receive(.pageResponse(1, .success(rows))) { $0.rows = rows }
  }

  @Test func `A failure / (offline) is only exercised`() async {
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
