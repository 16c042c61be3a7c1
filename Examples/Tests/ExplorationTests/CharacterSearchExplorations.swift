import CharacterSearch
import FocusedExploration
import FocusedTestStore
import Testing

struct CharacterSearchExplorations {
  private struct Setup {
    let store: TestStoreOf<CharacterSearch>
    let clock: TestClock<Duration>
    let service: CharacterService
    let companion: Companion<CharacterSearchModel>

    init(_ state: CharacterSearch.State = CharacterSearch.State()) {
      let clock = TestClock()
      let service = CharacterService(clock: clock)
      let companion = Companion(CharacterSearchModel(state), clock: clock)
      self.clock = clock
      self.service = service
      self.companion = companion
      store = TestStore(.off, initialState: state) {
        companion.watch
        CharacterSearch()
      } withDependencies: {
        $0.continuousClock = clock
        $0.characterClient = service.client
      }
    }

    func check() {
      companion.check(store)
      companion.model.expectCalls(service.calls.entries, at: clock.time)
      let pending = service.find.pendingCalls
      #expect(pending.isEmpty || pending == [store.state.query])
      #expect(pending.isEmpty || store.state.isSearching)
    }

    /// Answers the last query, and asserts that the screen shows its answer.
    func settle() async {
      await clock.run()
      check()
      if let open = companion.model.open {
        #expect(service.find.pendingCalls == [open.text])
        #expect(service.calls.entries.last == open.call)
        await service.find.succeed()
      }
      #expect(service.find.pendingCalls.isEmpty)
      await store.finish()
      check()
      #expect(!store.state.isSearching)
    }
  }

  @Test(.schedules(400)) func `the last query has the last word`() async {
    let setup = Setup()
    setup.service.find.mayAnswer(.success(()), .failure(Broken()))
    let store = setup.store
    await store.explore(upTo: 8) { state in
      [.queryChanged(state.query + "r"), .queryChanged("i"), .queryChanged("")]
    } always: { _ in
      setup.check()
    }
    await setup.settle()
  }

  @Test(.schedules(300)) func `letters are added and deleted`() async {
    let found = [FilmCharacter(id: 3, name: "old"), FilmCharacter(id: 1, name: "older")]
    let setup = Setup(
      CharacterSearch.State(
        query: "ol", hasFailed: true, characters: IdentifiedArray(uniqueElements: found)))
    setup.service.find.mayAnswer(.success(()), .failure(Broken()))
    let store = setup.store
    await store.explore(upTo: 6) { state in
      [
        .queryChanged(state.query + "r"), .queryChanged(String(state.query.dropLast())),
        .queryChanged(state.query), .queryChanged("zz"), .queryChanged(" é i "),
      ]
    } always: { _ in
      setup.check()
    }
    await setup.settle()
  }

  @Test(.schedules(150)) func `quick letters are one search`() async {
    let setup = Setup()
    let (store, service) = (setup.store, setup.service)
    await store.send(.queryChanged("r"))
    await store.send(.queryChanged("ri"))
    await store.send(.queryChanged(""))
    await store.send(.queryChanged("i"))
    await setup.clock.advance(by: .milliseconds(299))
    #expect(service.calls.entries.isEmpty)
    await setup.clock.advance(by: .milliseconds(1))
    #expect(service.find.pendingCalls == ["i"])
    await setup.settle()
    #expect(service.find.calls == ["i"])
    #expect(
      store.state
        == CharacterSearch.State(
          query: "i",
          characters: [allCharacters[0], allCharacters[1], allCharacters[3]]))
  }

  @Test(.schedules(150))
  func `clearing the query cancels its call`() async {
    let setup = Setup()
    let (store, service) = (setup.store, setup.service)
    await store.send(.queryChanged("r"))
    await setup.clock.advance(by: .milliseconds(300))
    #expect(service.find.pendingCalls == ["r"])
    await store.send(.queryChanged("ri"))
    await store.send(.queryChanged(""))
    #expect(service.find.pendingCalls.isEmpty)
    #expect(store.state == CharacterSearch.State())
    await setup.settle()
    #expect(store.state == CharacterSearch.State())
  }
}

/// A service whose answer depends only on the query.
struct CharacterService {
  let find = Stub<String, Void>("CharacterClient.find")
  let calls = Log<CharacterSearchModel.Call>()
  let clock: TestClock<Duration>

  var client: CharacterClient {
    CharacterClient { [find, calls, clock] query in
      calls.note(.init(query: query, time: clock.time))
      try await find.call(query)
      return allCharacters.filter { $0.name.contains(query) }
    }
  }
}

/// The order is neither that of the IDs nor that of the names.
let allCharacters =
  [
    FilmCharacter(id: 7, name: "ir"), FilmCharacter(id: 2, name: "ri"),
    FilmCharacter(id: 5, name: "rr"), FilmCharacter(id: 1, name: "i"),
  ] + (100..<130).reversed().map { FilmCharacter(id: $0, name: "zz") }
