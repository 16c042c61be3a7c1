import BankFeatures
import BankModels
import FocusedTestStore
import XCTest

@MainActor
final class SettingsTests: XCTestCase {
  private var clock: TestClock<Duration>!
  private var save: Stub<String, Void>!
  private var analytics: FakeAnalytics!
  private var store: TestStoreOf<Home>!

  override func setUp() async throws {
    clock = TestClock()
    save = Stub("SettingsClient.saveNote")
    analytics = FakeAnalytics()
    store = TestStore(
      .off,
      initialState: Home.State(session: ada, path: StackState([.settings(Settings.State())]))
    ) {
      Home()
    } withDependencies: {
      $0.continuousClock = clock
      $0[SettingsClient.self].saveNote = save.call
      $0.analytics.track = analytics.track
    }
  }

  private func send(_ action: Settings.Action) async {
    await store.send(.path(.element(id: 0, action: .settings(action))))
  }

  private var settings: Settings.State? { store.state.path[id: 0, case: { .settings($0) }] }

  func testANoteIsSavedAfterAPause() async {
    await send(.noteChanged("Rent"))
    XCTAssertEqual(settings?.isNoteSaved, false)
    await clock.advance(by: .milliseconds(500))
    await save.succeed(with: ())
    XCTAssertEqual(settings?.isNoteSaved, true)
    XCTAssertEqual(settings?.count, 1)
  }

  func testTypingOnPostponesTheSaving() async {
    save.willReturn(())
    await send(.noteChanged("Re"))
    await clock.advance(by: .milliseconds(300))
    await send(.noteChanged("Rent"))
    await clock.advance(by: .milliseconds(300))
    XCTAssertEqual(save.calls, [])
    await clock.advance(by: .milliseconds(200))
    XCTAssertEqual(save.calls, ["Rent"])
  }

  func testAFailedSaveIsShown() async {
    save.willThrow(APIError("Disk full"))
    await send(.noteChanged("Rent"))
    await clock.advance(by: .milliseconds(500))
    store.assert {
      $0.path[id: 0, case: { .settings($0) }]?.error = "Disk full"
    }
  }

  func testTogglesAreTracked() async {
    await send(.notificationsToggled(false))
    await send(.faceIDToggled(true))
    XCTAssertEqual(
      analytics.events,
      [.toggled("notifications", isOn: false), .toggled("faceID", isOn: true)])
    XCTAssertEqual(settings?.notificationsOn, false)
    XCTAssertEqual(settings?.count, 2)
  }

  func testLoggingOutEmptiesThePath() async {
    await send(.logoutTapped)
    await store.receive(.delegate(.loggedOut(ada)))
    XCTAssertTrue(store.state.path.isEmpty)
  }

  func testHelpIsOnTopOfSettings() async {
    await store.send(.helpTapped)
    XCTAssertEqual(store.state.path.count, 2)
    await store.send(.path(.element(id: 1, action: .help(.nextTapped)))) {
      $0.path[id: 1, case: { .help($0) }]?.page = 2
    }
  }
}
