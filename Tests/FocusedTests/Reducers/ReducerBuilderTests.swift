import FocusedTestStore
import Testing

struct ReducerBuilderTests {
  @Test(arguments: [true, false])
  func anIfWithoutElseRunsItsReducerOnlyWhereItsConditionHolds(_ isLogging: Bool) async {
    let store = TestStore(initialState: [String]()) { Steps(isLogging: isLogging) }
    await store.send(.step) {
      $0 = isLogging ? ["before", "logged", "after"] : ["before", "after"]
    }
  }

  @Test func anIfAvailableRunsItsReducerWhereItIsAvailable() async {
    let store = TestStore(initialState: [String]()) { Available() }
    await store.send(.step) { $0 = ["available", "also", "known"] }
  }

  @Test(arguments: [true, false]) func anIfWithElseRunsOneOfTheTwo(_ isFirst: Bool) async {
    let store = TestStore(initialState: [String]()) { OneOfTwo(isFirst: isFirst) }
    await store.send(.step) { $0 = isFirst ? ["first"] : ["second", "third"] }
  }

  @Test func aLoopRunsItsReducersInOrder() async {
    let store = TestStore(initialState: [String]()) { Loop() }
    await store.send(.step) { $0 = ["0", "1", "2"] }
  }

  @Test func theEffectsOfAConditionalReducerRun() async {
    let store = TestStore(initialState: [String]()) { Echo(isOn: true) }
    await store.send(.step)
    await store.receive(.echo) { $0 = ["echo"] }
  }
}

private enum Action: Equatable { case step, echo }

/// A reducer that records that it ran.
private func note(_ name: String) -> some Reducer<[String], Action> {
  Reduce { state, _ in
    state.append(name)
    return .none
  }
}

private struct Steps: Reducer {
  let isLogging: Bool

  var body: some Reducer<[String], Action> {
    note("before")
    if isLogging {
      note("logged")
    }
    note("after")
  }
}

private struct Available: Reducer {
  var body: some Reducer<[String], Action> {
    if #available(macOS 15, *) {
      note("available")
    }
    if #available(macOS 15, *) {
      note("also")
    } else {
      note("never")
    }
    if let name = Optional("known") {
      note(name)
    }
  }
}

private struct OneOfTwo: Reducer {
  let isFirst: Bool

  var body: some Reducer<[String], Action> {
    if isFirst {
      note("first")
    } else {
      note("second")
      note("third")
    }
  }
}

private struct Loop: Reducer {
  var body: some Reducer<[String], Action> {
    for index in 0..<3 {
      Reduce { state, _ in
        state.append("\(index)")
        return .none
      }
    }
  }
}

private struct Echo: Reducer {
  let isOn: Bool

  var body: some Reducer<[String], Action> {
    if isOn {
      Reduce { state, action in
        if case .echo = action {
          state.append("echo")
          return .none
        }
        return .send(.echo)
      }
    }
  }
}
