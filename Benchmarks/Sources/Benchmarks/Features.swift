import Dispatch
import FocusedTestStore

/// A state of four integers, with one effect per row of the table.
struct Small: Reducer {
  struct State: Equatable {
    var count = 0
    var total = 0
    var low = 0
    var high = 0
  }

  enum Action: Equatable {
    case add(Int)
    case fetch
    case loaded(Int)
    case burst(Int)
    case fetchOnMainActor
    case fetchByMainActorRun
    case fetchDetached
    case fetchOnQueue
    case sleep
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let amount):
      state.count &+= amount
      return .none
    case .fetch:
      return .run { send in await send(.loaded(1)) }
    case .loaded(let value):
      state.total &+= value
      return .none
    case .burst(let size):
      return .run { send in
        for value in 1...size { await send(.loaded(value)) }
      }
    case .fetchOnMainActor:
      return .run { @MainActor send in await send(.loaded(1)) }
    case .fetchByMainActorRun:
      return .run { send in
        let value = await MainActor.run { 1 }
        await send(.loaded(value))
      }
    case .fetchDetached:
      return .run { send in
        await Task.detached {}.value
        await send(.loaded(1))
      }
    case .fetchOnQueue:
      return .run { send in
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async { continuation.resume() }
        }
        await send(.loaded(1))
      }
    case .sleep:
      return .run { _ in try await clock.sleep(for: .seconds(1)) }
    }
  }
}

/// A state with an array of many structs.
struct Large: Reducer {
  struct Row: Equatable, Identifiable {
    let id: Int
    var title: Int
    var isDone: Bool
    var amount: Double
  }

  struct State: Equatable {
    var rows: [Row]
    var touches = 0

    init(rows: Int = 10_000) {
      self.rows = (0..<rows).map { Row(id: $0, title: $0, isDone: false, amount: 1) }
    }
  }

  enum Action: Equatable {
    case touch
    case flood(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .touch:
      state.touches &+= 1
      state.rows[5_000].title &+= 1
      return .none
    case .flood(let size):
      return .run { send in
        for _ in 0..<size { await send(.touch) }
      }
    }
  }
}

struct Payload: Equatable {
  var id: Int
  var name: String
}

enum Shape {
  case single(Int)
  case payload(Payload)
  case pair(x: Int, y: Int)
  case done
}

/// Two effects that take turns.
struct Race: Reducer {
  struct State: Equatable {
    var sum = 0
  }

  enum Action: Equatable {
    case start
    case arrived(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      let effect = Effect<Action>.run { send in
        for number in 1...6 {
          await send(.arrived(number))
          await Task.yield()
        }
      }
      return .merge(effect, effect)
    case .arrived(let number):
      state.sum += number
      return .none
    }
  }
}
