import FocusedTestStore

/// Jars in pages, a stack of numbers, a timer, and a field that nothing changes.
struct Pantry: Reducer, Sendable {
  struct Jar: Equatable, Identifiable {
    let id: Int
    var label: String
    var isOpen = false
  }

  struct Offline: Error {}

  struct State: Equatable {
    var visits = 0
    var page = 0
    var isRefreshing = false
    var jars: IdentifiedArrayOf<Jar> = []
    var seconds = 0
    var name = ""
    var marks: Set<String> = []
    var path = StackState<Int>()
    var owner = ""
  }

  enum Action {
    case refresh
    case pageResponse(Int, Result<[Jar], any Error>)
    case count
    case counted
    case open(id: Int)
    case add
    case show(Int)
    case mark(String)
    case startTimer
    case stopTimer(id: Int)
    case tick
    case move(x: Int)
    case flash
    case flashed(Bool)
    case blink
    case edit((inout State) -> Void)
    case path(StackAction<Int, Shelf>)
  }

  enum Shelf {
    case saveTapped
    case moved(x: Int, y: Int)
    case delegate(Delegate)

    enum Delegate: Equatable {
      case saved(String)
    }
  }

  let response: [Jar]
  let isOffline: Bool
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .refresh:
      state.visits += 1
      state.isRefreshing = true
      let result: Result<[Jar], any Error> = isOffline ? .failure(Offline()) : .success(response)
      return .run(operation: { await $0(.pageResponse(1, result)) }, line: 901)
    case .pageResponse(let page, .success(let jars)):
      state.isRefreshing = false
      state.page = page
      for jar in jars { state.jars[id: jar.id] = jar }
    case .pageResponse(_, .failure):
      state.isRefreshing = false
    case .count:
      state.visits += 1
      return .send(.counted)
    case .counted: state.visits += 1
    case .open(let id): state.jars[id: id]?.isOpen = true
    case .add: state.jars.append(Jar(id: state.jars.count + 1, label: "New"))
    case .show(let number): state.path.append(number)
    case .mark(let color): state.marks.insert(color)
    case .startTimer:
      return .run(
        operation: { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }, line: 902
      ).cancellable(id: 7)
    case .stopTimer(let id): return .cancel(id: id)
    case .tick: state.seconds += 1
    case .move: return .send(.path(.element(id: 1, action: .moved(x: 3, y: 4))))
    case .flash:
      return .run(
        operation: { send in
          await send(.flashed(true))
          try await clock.sleep(for: .seconds(1))
          await send(.flashed(false))
        }, line: 903)
    case .flashed(let isOn): state.isRefreshing = isOn
    case .blink:
      return .run(
        operation: { send in
          await send(.flashed(true))
          await send(.flashed(false))
        }, line: 904)
    case .edit(let update): update(&state)
    case .path(.element(let id, .saveTapped)):
      return .send(.path(.element(id: id, action: .delegate(.saved("Salt")))))
    case .path(.element(let id, .delegate(.saved(let name)))):
      state.name = name
      state.path.pop(from: id)
    case .path: break
    }
    return .none
  }

  static func store(
    _ exhaustivity: Exhaustivity = .off, jars: [Jar] = [],
    response: [Jar] = [Jar(id: 2, label: "Rice")], isOffline: Bool = false,
    clock: TestClock<Duration> = TestClock()
  ) -> TestStore<State, Action> {
    TestStore(exhaustivity, initialState: State(jars: IdentifiedArray(uniqueElements: jars))) {
      Pantry(response: response, isOffline: isOffline)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }
}

/// A feature whose state has no literal.
struct Hatch: Reducer {
  enum State {
    case closed
    case open(onClose: @Sendable () -> Void)
  }

  enum Action {
    case open
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state = .open(onClose: {})
    return .none
  }
}

extension Pantry {
  /// A feature whose state is an enum.
  struct House: Reducer {
    enum State: Equatable {
      case closed
      case open(Pantry.State)
    }

    enum Action {
      case open(Pantry.Action)
    }

    var body: some ReducerOf<House> {
      Scope(state: { .open($0) }, action: { .open($0) }) {
        Pantry(response: [], isOffline: false)
      }
    }

    static func store(path: [Int] = []) -> TestStore<State, Action> {
      TestStore(.on, initialState: .open(Pantry.State(path: StackState(path)))) { House() }
    }
  }
}
