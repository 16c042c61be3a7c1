import ComposableArchitecture

private struct Feature: Reducer {
  struct State: Equatable {
    var count = 0
    var total = 0
    var first = 0
    var second = 0
  }
  enum Action: Equatable {
    case add, fetch, fetchInTask, fetchDetached, fetchInGroup, fetchOnMainActor, fetchMany(Int)
    case loaded(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add:
      state.count += 1
      return .none
    case .fetch:
      return .run { send in await send(.loaded(1)) }
    case .fetchDetached:
      return .run { send in await send(.loaded(await Task.detached { 1 }.value)) }
    case .fetchInTask:
      return .run { send in await send(.loaded(await Task { 1 }.value)) }
    case .fetchInGroup:
      return .run { send in
        let value = await withTaskGroup(of: Int.self) { group in
          group.addTask { 1 }
          return await group.next() ?? 0
        }
        await send(.loaded(value))
      }
    case .fetchOnMainActor:
      return .run { send in await send(.loaded(await MainActor.run { 1 })) }
    case .fetchMany(let count):
      return .run { send in
        for number in 1...count { await send(.loaded(number)) }
      }
    case .loaded(let value):
      state.total += value
      return .none
    }
  }
}

private struct List: Reducer {
  struct State: Equatable { var rows = (0..<10_000).map(ListRow.init) }
  enum Action: Equatable { case rename(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .rename(let number):
      state.rows[5_000].title = "row \(number)"
      return .none
    }
  }
}

/// The operations of The Composable Architecture's store. `Ours` has the same ones, line by line.
@MainActor enum Theirs {
  static func send(_ count: Int) async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    for number in 1...count { await store.send(.add) { $0.count = number } }
  }

  static func sendAndReceive(_ count: Int) async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    for number in 1...count {
      await store.send(.fetch)
      await store.receive(.loaded(1)) { $0.total = number }
    }
  }

  static func createSendAndFinish(_ count: Int) async {
    for _ in 1...count {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.send(.add) { $0.count = 1 }
      await store.finish()
    }
  }

  static func actionsOfOneEffect(_ count: Int) async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    store.exhaustivity = .off
    await store.send(.fetchMany(count))
    await store.receive(.loaded(count))
  }

  static func sendOnLargeState(_ count: Int) async {
    let store = TestStore(initialState: List.State()) { List() }
    for number in 1...count {
      await store.send(.rename(number)) { $0.rows[5_000].title = "row \(number)" }
    }
  }

  static func detachedTask(_ count: Int) async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    for number in 1...count {
      await store.send(.fetchDetached)
      await store.receive(.loaded(1)) { $0.total = number }
    }
  }

  static func unstructuredTask(_ count: Int) async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    for number in 1...count {
      await store.send(.fetchInTask)
      await store.receive(.loaded(1)) { $0.total = number }
    }
  }

  static func taskGroup(_ count: Int) async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    for number in 1...count {
      await store.send(.fetchInGroup)
      await store.receive(.loaded(1)) { $0.total = number }
    }
  }

  static func mainActor(_ count: Int) async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    for number in 1...count {
      await store.send(.fetchOnMainActor)
      await store.receive(.loaded(1)) { $0.total = number }
    }
  }
}
