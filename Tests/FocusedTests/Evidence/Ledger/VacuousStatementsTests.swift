import FocusedEvidence
import FocusedTestStore
import Testing

@testable import TestEvents
@testable import TestFixtures

/// Statements of assert closures that assert nothing in the state of the test.
struct VacuousStatementsTests {
  @Test func `a chain that ends at nil asserts nothing`() async throws {
    let line = #line + 4
    let found = try await vacuous {
      let store = Shelf.store()
      await store.send(.count) {
        $0.page?.title = "x"
        $0.count = 1
      }
    }
    claimEqual(found, [Found(line, #"`$0.page?.title = "x"` while `page` is `nil`"#)])
  }

  @Test func `a chain that leads to its end asserts something, also through elements and cases`()
    async throws
  {
    let found = try await vacuous {
      let store = Shelf.store(
        Shelf.State(
          page: Shelf.Page(note: Shelf.Note()), rows: [Shelf.Page(id: 1)],
          sheet: .edit(Shelf.Page())))
      await store.send(.count) {
        $0.page?.title = ""
        $0.page?.note?.text = ""
        $0.rows[id: 1]?.title = ""
        $0.$sheet[case: { .edit($0) }]?.title = ""
        $0.count = 1
      }
    }
    claimEqual(found, [])
  }

  @Test func `the inner one of two optionals may be the end`() async throws {
    let line = #line + 4
    let found = try await vacuous {
      let store = Shelf.store(Shelf.State(page: Shelf.Page()))
      await store.send(.count) {
        $0.page?.note?.text = "a"
        $0.page?.note = nil
        $0.count = 1
      }
    }
    claimEqual(found, [Found(line, #"`$0.page?.note?.text = "a"` while `page.note` is `nil`"#)])
  }

  @Test func `a value that a dictionary does not have is an end`() async throws {
    let line = #line + 4
    let found = try await vacuous {
      let store = Shelf.store(Shelf.State(pages: ["b": Shelf.Page()]))
      await store.send(.count) {
        $0.pages["a"]?.title = "a"
        $0.pages["b"]?.title = ""
        $0.count = 1
      }
    }
    claimEqual(found, [Found(line, #"`$0.pages["a"]?.title = "a"` while `pages["a"]` is `nil`"#)])
  }

  @Test func `a statement of a branch need not run`() async throws {
    let found = try await vacuous {
      let store = Shelf.store()
      await store.send(.count) {
        if $0.page != nil { $0.page?.title = "x" }
        $0.count = 1
      }
    }
    claimEqual(found, [])
  }

  @Test func `the state of a scoped store counts`() async throws {
    let line = #line + 5
    let found = try await vacuous {
      let store = Shelf.store(Shelf.State(page: Shelf.Page()))
      let page = store.scope(state: \.page, action: { .page($0) })
      await page.send(.rename("b")) {
        $0.note?.text = "a"
        $0.title = "b"
      }
    }
    claimEqual(found, [Found(line, #"`$0.note?.text = "a"` while `note` is `nil`"#)])
  }

  private struct Found: Equatable {
    var line: Int
    var reason: String

    init(_ line: Int, _ reason: String) {
      self.line = line
      self.reason = reason
    }
  }

  private func vacuous(_ body: () async -> Void) async throws -> [Found] {
    let directory = try TemporaryDirectory()
    await LedgerWriter(directory: directory.path).use { await body() }
    return try Ledger(directories: [directory.path]).vacuous.sorted().map {
      claimEqual($0.file, "FocusedTests/VacuousStatementsTests.swift")
      return Found($0.line, $0.reason)
    }
  }
}

private struct Shelf: Reducer {
  struct Note: Equatable { var text = "" }

  struct Page: Equatable, Identifiable {
    var id = 0
    var title = ""
    var note: Note?
  }

  enum Sheet: Equatable { case edit(Page), about }

  struct State: Equatable {
    var count = 0
    var page: Page?
    var rows: IdentifiedArrayOf<Page> = []
    var pages: [String: Page] = [:]
    @PresentationState var sheet: Sheet?
  }

  enum PageAction: Equatable { case rename(String) }

  enum Action: Equatable {
    case count
    case page(PageAction)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .count: state.count += 1
    case .page(.rename(let title)): state.page?.title = title
    }
    return .none
  }

  static func store(_ state: State = State()) -> TestStore<State, Action> {
    TestStore(.off, initialState: state) { Shelf() }
  }
}
