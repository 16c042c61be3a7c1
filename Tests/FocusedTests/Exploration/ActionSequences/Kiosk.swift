import Core
import FocusedTestStore

struct Receipt: Equatable, Sendable {
  var number = 1
}

struct Offline: Error {}

/// A cart that is paid for. Its actions are not equatable.
struct Kiosk: Reducer {
  struct State: Equatable, Sendable {
    var items: [Int] = []
    var isPaying = false
    var receipts: [Receipt] = []
    var hint: String?
  }

  enum Action {
    case addTapped
    case removeTapped(Int)
    case payTapped
    case paid(Result<Receipt, any Error>)
    case hintExpired
  }

  enum Bug {
    case keepsPaying, keepsHint
  }

  var bug: Bug
  var pay: @Sendable ([Int]) async throws -> Receipt
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .addTapped: state.items.append(state.items.count)
    case .removeTapped(let item): state.items.removeAll { $0 == item }
    case .payTapped:
      guard !state.items.isEmpty, !state.isPaying else { return .none }
      state.isPaying = true
      return .run { [pay, items = state.items] send in
        do { await send(.paid(.success(try await pay(items)))) } catch {
          await send(.paid(.failure(error)))
        }
      }
    case .paid(.success(let receipt)):
      state.isPaying = false
      state.items = []
      state.receipts.append(receipt)
    case .paid(.failure):
      if bug != .keepsPaying { state.isPaying = false }
      state.hint = "You are offline."
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(3))
        await send(.hintExpired)
      }
    case .hintExpired: if bug != .keepsHint { state.hint = nil }
    }
    return .none
  }
}

/// Services that the tests in other files of the folder use.
struct KioskServices: Sendable {
  let pay = Stub<[Int], Receipt>("KioskServices.pay")
}
