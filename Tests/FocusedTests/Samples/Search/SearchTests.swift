import FocusedTestStore
import Testing
import XCTest

struct SearchTests {
  @Test func `Results are those of the query`() async {
    let find = Stub<String, [String]>("SearchClient.find")
    let store = TestStore(.off, initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.find = find.call
    }

    await store.send(.changeQuery("sw"))
    await find.succeed(with: ["swan", "swift"])
    await store.receive(.found(["swan", "swift"], for: "sw")) {
      $0.results = ["swan", "swift"]
    }
  }

  @Test func `The newer results stay when the older answer comes last`() async {
    let find = Stub<String, [String]>("SearchClient.find")
    let store = TestStore(.off, initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.find = find.call
    }

    await store.send(.changeQuery("sw"))
    await store.send(.changeQuery("swi"))
    await find.succeed(with: ["swift"], to: "swi")
    await find.succeed(with: ["swan", "swift"], to: "sw")
    store.assert { $0.results = ["swift"] }
  }

  @Test func `A feature that takes whichever answer comes last fails that test`() async {
    let find = Stub<String, [String]>("SearchClient.find")
    let store = TestStore(.off, initialState: Search.State()) {
      NaiveSearch()
    } withDependencies: {
      $0.searchClient.find = find.call
    }

    await store.send(.changeQuery("sw"))
    await store.send(.changeQuery("swi"))
    await find.succeed(with: ["swift"], to: "swi")
    await find.succeed(with: ["swan", "swift"], to: "sw")
    let issues = withCapturedIssues {
      store.assert { $0.results = ["swift"] }
    }
    #expect(issues.map(\.line) == [#line - 2])
    #expect(issues.first?.message.contains(#""swan""#) == true)
  }

  @Test func `A failed search is told`() async {
    let find = Stub<String, [String]>("SearchClient.find")
    let store = TestStore(.off, initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.find = find.call
    }
    find.willThrow(Offline())

    await store.send(.changeQuery("sw"))
    await store.receive(.failed("offline")) { $0.problem = "offline" }
  }

  @Test func `Finding sends what was found`() throws {
    let actions = try EffectRunner.run(Search().find("swift")) {
      $0.searchClient.find = { query in [query] }
    }
    #expect(actions == [.found(["swift"], for: "swift")])
  }

  @Test func `Finding waits for a client that works elsewhere`() async throws {
    let index = Index()
    let actions = try await EffectRunner.run(Search().find("swift"), expecting: 1) {
      $0.searchClient.find = { query in await index.find(query) }
    }
    #expect(actions == [.found(["swift"], for: "swift")])
  }

  @Test func `Answers can be made of the query, up front or one by one`() async {
    let find = Stub<String, [String]>("SearchClient.find")
    let store = TestStore(.off, initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.find = find.call
    }

    await store.send(.changeQuery("sw"))
    await find.answer { query in [query, query + "er"] }
    store.assert { $0.results = ["sw", "swer"] }

    find.willRespond { query in
      if query.isEmpty { throw NoQuery() }
      return [query]
    }
    await store.send(.changeQuery(""))
    await store.receive(.failed("no query"))
    await store.send(.changeQuery("swift"))
    await store.receive(.found(["swift"], for: "swift"))
  }

  actor Index {
    func find(_ query: String) -> [String] { [query] }
  }

  struct NoQuery: Error, CustomStringConvertible {
    var description: String { "no query" }
  }

  struct Offline: Error, CustomStringConvertible {
    var description: String { "offline" }
  }
}

/// The same from a test that is bound to the main actor.
final class SearchMainActorTests: XCTestCase {
  @MainActor func testTheNewerResultsStayWhenTheOlderAnswerComesLast() async {
    let find = Stub<String, [String]>("SearchClient.find")
    let store = TestStore(.off, initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.find = find.call
    }

    await store.send(.changeQuery("sw"))
    await store.send(.changeQuery("swi"))
    await find.succeed(with: ["swift"], to: { $0.hasPrefix("swi") })
    await find.succeed(with: ["swan", "swift"])
    XCTAssertEqual(store.state.results, ["swift"])
    XCTAssertEqual(find.calls, ["sw", "swi"])
  }
}
