import FocusedTestStore
import Testing
@testable import TestFixtures

/// The samples in the doc comments of doubles and of `diff`, as the comments show them.
struct DoubleSampleTests {
  @Test func `The sample of Stub`() async {
    let find = Stub<String, [String]>("SearchClient.find")
    let store = TestStore(.off, initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.find = find.call
    }

    await store.send(.changeQuery("sw"))
    await find.succeed(with: ["swan", "swift"])
    await store.receive(.found(["swan", "swift"], for: "sw"))
  }

  @Test func `The sample of an answer that overtakes another`() async {
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

  @Test func `The sample of a call that meets a condition`() async {
    let find = Stub<String, [String]>("SearchClient.find")
    let store = makeStore(find)
    await store.send(.changeQuery("sw"))
    await store.send(.changeQuery("swi"))
    await find.succeed(with: ["swift"], to: { $0.hasPrefix("swi") })
    await store.receive(.found(["swift"], for: "swi"))
  }

  @Test func `The sample of answers up front`() async {
    let find = Stub<String, [String]>("SearchClient.find")
    find.willReturn(["swan", "swift"])
    let store = makeStore(find)
    await store.send(.changeQuery("sw")) { $0.query = "sw" }
    await store.receive(.found(["swan", "swift"], for: "sw"))
  }

  @Test func `The sample of an answer made of the input`() async {
    let find = Stub<String, [String]>("SearchClient.find")
    let store = makeStore(find)
    await store.send(.changeQuery("sw"))
    await find.answer { query in [query, query + "er"] }
    await store.receive(.found(["sw", "swer"], for: "sw"))
  }

  @Test func `The sample of answers by a rule`() async {
    let find = Stub<String, [String]>("SearchClient.find")
    find.willRespond { query in
      if query.isEmpty { throw NoQuery() }
      return [query]
    }
    let store = makeStore(find)
    await store.send(.changeQuery(""))
    await store.receive(.failed("NoQuery()"))
  }

  @Test func `The sample of an endpoint that cannot throw`() async {
    let suggestions = Stub<String, [String]>("SearchClient.suggestions")
    suggestions.willThrow(NoQuery())
    let suggest: @Sendable (String) async -> [String] = suggestions.call(orElse: [])
    #expect(await suggest("sw") == [])
  }

  @Test func `The sample of EffectRunner`() throws {
    let actions = try EffectRunner.run(Search().find("swift")) {
      $0.searchClient.find = { query in [query] }
    }
    #expect(actions == [.found(["swift"], for: "swift")])
  }

  @Test func `The sample of EffectRunner and outside events`() async throws {
    let index = Index()
    let actions = try await EffectRunner.run(Search().find("swift"), expecting: 1) {
      $0.searchClient.find = { query in await index.find(query) }
    }
    #expect(actions == [.found(["swift"], for: "swift")])
  }

  @Test func `The sample of diff`() {
    let difference = diff(Person(name: "Blob", age: 33), Person(name: "Blob", age: 34))
    #expect(
      difference == """
          Person(
            … (1 unchanged),
        −   age: 33
        +   age: 34
          )
        """)
  }

  private func makeStore(_ find: Stub<String, [String]>) -> TestStoreOf<Search> {
    TestStore(.off, initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.find = find.call
    }
  }

  private struct NoQuery: Error {}

  private actor Index {
    func find(_ query: String) -> [String] { [query] }
  }
}

private struct Person: Equatable {
  var name: String
  var age: Int
}
