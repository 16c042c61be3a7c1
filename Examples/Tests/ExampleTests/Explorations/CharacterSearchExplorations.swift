import CharacterSearch
import FocusedTestStore
import Testing

/// What holds of a search whatever is typed, and whatever the service answers.
struct CharacterSearchExplorations {
  @Test(.schedules(300)) func `who is shown is who was searched last`() async {
    let find = Stub<String, Void>("CharacterClient.find")
    find.mayAnswer(.success(()), .failure(Offline()))
    let store = makeStore(find)

    await store.explore(upTo: 8) { _ in
      [.queryChanged("R"), .queryChanged("Ri"), .queryChanged("")]
    } always: { state in
      if !state.isSearching, !state.hasFailed {
        #expect(state.characters.map(\.name) == (state.query.isEmpty ? [] : [state.query]))
      }
    }
  }

  @Test(.schedules(300)) func `it searches as long as someone is searched for`() async {
    let find = Stub<String, Void>("CharacterClient.find")
    find.mayAnswer(.success(()), .failure(Offline()))
    let clock = TestClock()
    let store = makeStore(find, clock)

    await store.explore(upTo: 6) { _ in
      [.queryChanged("R"), .queryChanged("Ri"), .queryChanged("")]
    } always: { state in
      #expect(find.heldCalls.isEmpty || state.isSearching)
      #expect(find.heldCalls.count <= 1)
    }
    await clock.advance(by: .milliseconds(300))
    if !find.heldCalls.isEmpty { await find.succeed() }
    #expect(!store.state.isSearching)
  }

  @Test(.schedules(300)) func `a failure is told until something else is typed`() async {
    let find = Stub<String, Void>("CharacterClient.find")
    find.mayAnswer(.failure(Offline()))
    let store = makeStore(find)

    await store.explore(upTo: 6) { _ in
      [.queryChanged("R"), .queryChanged("Ri"), .queryChanged("")]
    } always: { state in
      #expect(!state.hasFailed || !state.isSearching)
      #expect(!state.hasFailed || !state.query.isEmpty)
      if !state.isSearching { #expect(state.hasFailed == !state.query.isEmpty) }
      #expect(state.characters.isEmpty)
    }
  }

  @Test(.schedules(300)) func `the query is what was typed`() async {
    let find = Stub<String, Void>("CharacterClient.find")
    find.mayAnswer(.success(()), .failure(Offline()))
    let store = makeStore(find)

    await store.explore(upTo: 6) { _ in
      [.queryChanged("R"), .queryChanged("Ri"), .queryChanged("")]
    } always: { state in
      let typed = store.history.compactMap { step -> String? in
        if case .queryChanged(let query) = step.action { query } else { nil }
      }
      #expect(state.query == typed.last ?? "")
      #expect(find.heldCalls.allSatisfy { $0 == state.query })
      #expect(!find.calls.contains(""))
      #expect(find.calls.count <= typed.count)
    }
  }

  @Test(.schedules(300)) func `who is found is shown as the service orders them`() async {
    let ripley = FilmCharacter(id: 2, name: "Ripley")
    let ash = FilmCharacter(id: 1, name: "Ash")
    let find = Stub<String, [FilmCharacter]>("CharacterClient.find")
    find.mayAnswer(.success([]), .success([ripley, ash]))
    let clock = TestClock()
    let store = TestStore(.off, initialState: CharacterSearch.State()) {
      CharacterSearch()
    } withDependencies: {
      $0.continuousClock = clock
      $0.characterClient.find = find.call
    }

    await store.explore(upTo: 6) { _ in
      [.queryChanged("R"), .queryChanged("")]
    } always: { state in
      #expect(state.characters.isEmpty || state.characters == [ripley, ash])
    }
  }

  @Test(.schedules(200, overlappingSends: true)) func `one search for what is typed at once`() async
  {
    let find = Stub<String, Void>("CharacterClient.find")
    let clock = TestClock()
    let store = makeStore(find, clock)

    await store.send(.queryChanged("R"))
    await store.send(.queryChanged("Ri"))
    await clock.advance(by: .milliseconds(299))
    #expect(find.calls == [])
    await clock.advance(by: .milliseconds(1))
    #expect(find.calls == ["Ri"])
    await find.succeed()
    #expect(store.state.characters.map(\.name) == ["Ri"])
  }

  @Test(.schedules(200, overlappingSends: true)) func `clearing ends the search`() async {
    let find = Stub<String, Void>("CharacterClient.find")
    let clock = TestClock()
    let store = makeStore(find, clock)

    await store.send(.queryChanged("R"))
    await store.send(.queryChanged(""))
    await clock.advance(by: .milliseconds(300))
    #expect(find.calls == [])
    #expect(store.state == CharacterSearch.State())
  }
}

private struct Offline: Error {}

/// A search that finds one character, named as what was searched for.
private func makeStore(
  _ find: Stub<String, Void>, _ clock: TestClock<Duration> = TestClock()
) -> TestStoreOf<CharacterSearch> {
  TestStore(.off, initialState: CharacterSearch.State()) {
    CharacterSearch()
  } withDependencies: {
    $0.continuousClock = clock
    $0.characterClient.find = { query in
      try await find.call(query)
      return [FilmCharacter(id: query.count, name: query)]
    }
  }
}
