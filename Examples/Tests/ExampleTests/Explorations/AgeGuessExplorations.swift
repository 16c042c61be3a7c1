import AgeGuess
import FocusedTestStore
import Testing

/// What holds of one guess whatever its user does, and whatever the service answers.
struct AgeGuessExplorations {
  @Test(.schedules(300)) func `the age is the one that goes with the name`() async {
    let guess = Stub<String, Void>("AgeGuessClient.guess")
    guess.mayAnswer(.success(()), .failure(Busy()))
    let store = makeStore(guess)

    await store.explore(upTo: 8, actions) { state in
      if let age = state.age { #expect(age == state.name.guessedAge) }
      #expect(guess.heldCalls.allSatisfy { $0 == state.name })
    }
  }

  @Test(.schedules(300)) func `it guesses as long as the service is asked`() async {
    let guess = Stub<String, Void>("AgeGuessClient.guess")
    guess.mayAnswer(.success(()), .failure(Busy()))
    let store = makeStore(guess)

    await store.explore(upTo: 8, actions) { state in
      #expect(state.isGuessing == !guess.heldCalls.isEmpty)
      #expect(guess.heldCalls.count <= 1)
      #expect(state.failure == nil || !state.isGuessing)
    }
  }

  @Test(.schedules(300)) func `what is shown follows from what was last heard`() async {
    let guess = Stub<String, Void>("AgeGuessClient.guess")
    guess.mayAnswer(.success(()), .failure(Busy()))
    let store = makeStore(guess)

    await store.explore(upTo: 7, actions) { state in
      let model = store.history.reduce(into: AgeGuess.State()) { model, step in
        switch step.action {
        case .nameChanged(let name):
          model.name = name
          model.age = nil
        case .guessTapped:
          model.isGuessing = true
          model.failure = nil
        case .guessed(.success(let age)):
          model.isGuessing = false
          model.age = age
        case .guessed(.failure(let failure)):
          model.isGuessing = false
          model.failure = failure
        case .correctTapped(let age): model.age = age
        case .guessLaterTapped: break
        }
      }
      #expect(state == model)
      let answered = guess.calls.count - guess.heldCalls.count
      let told = store.history.count { if case .guessed = $0.action { true } else { false } }
      #expect(answered == told)
    }
  }

  @Test(.schedules(300)) func `the service learns each correction`() async {
    let guess = Stub<String, Void>("AgeGuessClient.guess")
    let correct = Stub<Correction, Void>("AgeGuessClient.correct")
    correct.mayAnswer(.success(()))
    let store = makeStore(guess)
    store.dependencies.ageGuessClient.correct = { name, age in
      try? await correct.call(Correction(name: name, age: age))
    }

    await store.explore(upTo: 6) { _ in
      [.nameChanged("Marie"), .correctTapped(66), .correctTapped(67)]
    } always: { state in
      var name = ""
      var corrections: [Correction] = []
      for step in store.history {
        if case .nameChanged(let new) = step.action { name = new }
        if case .correctTapped(let age) = step.action {
          corrections.append(Correction(name: name, age: age))
        }
      }
      // Two corrections at once reach the service in either order.
      #expect(Set(correct.calls) == Set(corrections))
      #expect(correct.calls.count == corrections.count)
      if case .correctTapped(let age) = store.history.last?.action { #expect(state.age == age) }
    }
  }

  @Test(.schedules(300)) func `a later guess comes after two minutes, and not before`() async {
    let guess = Stub<String, Void>("AgeGuessClient.guess")
    let clock = TestClock()
    let store = makeStore(guess, clock)

    await store.explore(upTo: 3) { _ in
      [.nameChanged("Marie"), .nameChanged("Eve")]
    }
    await store.send(.guessLaterTapped)
    await clock.advance(by: .seconds(119))
    #expect(guess.calls == [])
    #expect(!store.state.isGuessing)
    await clock.advance(by: .seconds(1))
    #expect(guess.calls == [store.state.name])
    #expect(store.state.isGuessing)
  }
}

/// What holds of the stack of guesses.
struct AgeGuessesExplorations {
  @Test(.schedules(300)) func `screens are pushed on top and popped from the top`() async {
    let guess = Stub<String, Void>("AgeGuessClient.guess")
    guess.mayAnswer(.success(()), .failure(Busy()))
    let store = makeStackStore(guess)

    await store.explore(upTo: 7, stackActions) { state in
      var model: [StackElementID] = []
      var next = 0
      for step in store.history {
        switch step.action {
        case .newGuessTapped, .helpTapped:
          model.append(StackElementID(integerLiteral: next))
          next += 1
        case .path(.popFrom(let id)): model = Array(model.prefix { $0 != id })
        default: break
        }
      }
      #expect(Array(state.path.ids) == model)
    }
  }

  @Test(.schedules(300)) func `no guess goes on without its screen`() async {
    let guess = Stub<String, Void>("AgeGuessClient.guess")
    guess.mayAnswer(.success(()), .failure(Busy()))
    let store = makeStackStore(guess)

    await store.explore(upTo: 7, stackActions) { state in
      let guessing = state.path.ids.compactMap { id in
        state.path[id: id, case: { .guess($0) }]
      }.filter(\.isGuessing)
      #expect(guess.heldCalls.sorted() == guessing.map(\.name).sorted())
    }
  }

  @Test(.schedules(300)) func `the list holds what was guessed`() async {
    let guess = Stub<String, Void>("AgeGuessClient.guess")
    guess.mayAnswer(.success(()), .failure(Busy()))
    let store = makeStackStore(guess)

    await store.explore(upTo: 8, stackActions) { state in
      for (name, age) in state.ages { #expect(age == name.guessedAge) }
      for id in state.path.ids {
        guard let shown = state.path[id: id, case: { .guess($0) }], let age = shown.age else {
          continue
        }
        #expect(age == shown.name.guessedAge)
        #expect(state.ages[shown.name] == age)
      }
      let hasGuessed = store.history.contains {
        if case .path(.element(_, .guess(.guessed(.success)))) = $0.action { true } else { false }
      }
      #expect(state.ages.isEmpty == !hasGuessed)
    }
  }

  @Test(.schedules(300)) func `a failure takes nothing from the list`() async {
    let guess = Stub<String, Void>("AgeGuessClient.guess")
    guess.mayAnswer(.success(()), .failure(Busy()))
    let store = makeStackStore(guess)

    await store.explore(upTo: 7) { state in
      [.newGuessTapped]
        + state.path.ids.map { .path(.element(id: $0, action: .guess(.guessTapped))) }
    } always: { state in
      let hasGuessed = store.history.contains {
        if case .path(.element(_, .guess(.guessed(.success)))) = $0.action { true } else { false }
      }
      #expect(state.ages.isEmpty == !hasGuessed)
    }
  }

  @Test(.schedules(300)) func `back leads to the list, one screen at a time`() async {
    let guess = Stub<String, Void>("AgeGuessClient.guess")
    let store = makeStackStore(guess)

    await store.explore(upTo: 6, stackActions)
    while let top = store.state.path.ids.last {
      let under = store.state.path.ids.dropLast()
      await store.send(.path(.popFrom(id: top)))
      #expect(Array(store.state.path.ids) == Array(under))
      if Array(store.state.path.ids) != Array(under) { break }
    }
    #expect(guess.heldCalls == [])
  }
}

private struct Correction: Hashable, Sendable {
  var name: String
  var age: Int
}

private struct Busy: Error {}

extension String {
  /// The age that the service of these tests guesses.
  fileprivate var guessedAge: Int { 60 + count }
}

/// A name is changed, and a guess asked for, when none is under way: the feature takes an answer for an older name
/// as one for the name that it shows.
private func actions(_ state: AgeGuess.State) -> [AgeGuess.Action] {
  state.isGuessing ? [] : [.nameChanged("Marie"), .nameChanged("Eve"), .guessTapped]
}

private func stackActions(_ state: AgeGuesses.State) -> [AgeGuesses.Action] {
  var all: [AgeGuesses.Action] = [.newGuessTapped, .helpTapped]
  for id in state.path.ids {
    all.append(.path(.popFrom(id: id)))
    if let guess = state.path[id: id, case: { .guess($0) }], !guess.isGuessing {
      all += [AgeGuess.Action.nameChanged("Marie"), .guessTapped]
        .map { .path(.element(id: id, action: .guess($0))) }
    }
  }
  return all
}

private func makeStore(
  _ guess: Stub<String, Void>, _ clock: TestClock<Duration> = TestClock()
) -> TestStoreOf<AgeGuess> {
  TestStore(.off, initialState: AgeGuess.State()) {
    AgeGuess()
  } withDependencies: {
    $0.continuousClock = clock
    $0.ageGuessClient.guess = { name in
      try await guess.call(name)
      return name.guessedAge
    }
  }
}

private func makeStackStore(_ guess: Stub<String, Void>) -> TestStoreOf<AgeGuesses> {
  TestStore(.off, initialState: AgeGuesses.State()) {
    AgeGuesses()
  } withDependencies: {
    $0.ageGuessClient.guess = { name in
      try await guess.call(name)
      return name.guessedAge
    }
  }
}
