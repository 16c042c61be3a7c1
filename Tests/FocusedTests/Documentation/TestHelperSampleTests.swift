import FocusedTestStore
import Foundation
import Testing

/// The samples of test helpers other than the store.
struct TestHelperSampleTests {
  @Test func `The sample of reportIssue`() {
    let client = Client(pages: [0: ["a"]])
    #expect(withCapturedIssues { _ = client.fetch(page: 0) } == [])
    #expect(
      withCapturedIssues { _ = client.fetch(page: -1) }.map(\.message) == [
        "Expected a page, but got -1."
      ])
  }

  @Test func `The sample of a dump`() {
    #expect(String(dumping: Row(id: 1)) == "Row(\n  id: 1,\n  title: \"\"\n)")
  }

  @Test func `The sample of expectNoDifference`() {
    let store = TestStore(initialState: List.State(rows: [Row(id: 1, title: "Milk")])) { List() }
    expectNoDifference(store.state.rows, [Row(id: 1, title: "Milk")])
  }
}

@Suite(.dependencies { $0.uuid = .incrementing }) struct InboxTests {
  @Test(.dependencies { $0.date.now = Date(timeIntervalSince1970: 0) })
  func `a new message gets an id and a date`() async {
    let store = TestStore(.off, initialState: Inbox.State()) { Inbox() }
    await store.send(.composeTapped) { $0.draftID = UUID(0) }
  }
}

// MARK: - Fixtures

private struct Row: Equatable, Identifiable {
  var id: Int
  var title = ""
}

private struct Inbox: Reducer {
  struct State: Equatable {
    var draftID: UUID?
    var date: Date?
  }
  enum Action { case composeTapped }

  @Dependency(\.uuid) var uuid
  @Dependency(\.date.now) var now

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.draftID = uuid()
    state.date = now
    return .none
  }
}

extension TestHelperSampleTests {
  struct Client {
    var pages: [Int: [String]]

    func fetch(page: Int) -> [String] {
      if page < 0 { reportIssue("Expected a page, but got \(page).") }
      return pages[page] ?? []
    }
  }

  fileprivate struct List: Reducer {
    struct State: Equatable { var rows: [Row] = [] }
    enum Action { case none }

    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
  }
}
