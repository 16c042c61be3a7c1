import FocusedTestStore
import Testing

struct ReducerBuilderTests {
  @Test(arguments: [true, false])
  func anIfWithoutElseRunsItsReducerOnlyWhereItsConditionHolds(_ isLogging: Bool) async {
    let store = store {
      note("before")
      if isLogging {
        note("logged")
      }
      note("after")
    }
    await store.send(.step) {
      $0 = isLogging ? ["before", "logged", "after"] : ["before", "after"]
    }
  }

  @Test func anIfAvailableRunsItsReducerWhereItIsAvailable() async {
    let store = store {
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
    await store.send(.step) { $0 = ["available", "also", "known"] }
  }

  @Test(arguments: [true, false]) func anIfWithElseRunsOneOfTheTwo(_ isFirst: Bool) async {
    let store = store {
      if isFirst {
        note("first")
      } else {
        note("second")
        note("third")
      }
    }
    await store.send(.step) { $0 = isFirst ? ["first"] : ["second", "third"] }
  }

  @Test func aLoopRunsItsReducersInOrder() async {
    let store = store {
      for index in 0..<3 {
        note("\(index)")
      }
    }
    await store.send(.step) { $0 = ["0", "1", "2"] }
  }

  @Test func theEffectsOfAConditionalReducerRun() async {
    let isOn = true
    let store = store {
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
    await store.send(.step)
    await store.receive(.echo) { $0 = ["echo"] }
  }

  private func store<R: Reducer<[String], Action>>(
    @ReducerBuilder<[String], Action> _ reducer: () -> R
  ) -> TestStore<[String], Action> {
    let reducer = reducer()
    return TestStore(initialState: []) { reducer }
  }
}

private enum Action: Equatable { case step, echo }

/// A reducer that records that it ran.
private func note(_ name: String) -> Reduce<[String], Action> {
  Reduce { state, _ in
    state.append(name)
    return .none
  }
}
