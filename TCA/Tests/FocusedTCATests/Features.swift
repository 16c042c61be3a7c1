import FocusedTCA
import Foundation

// TCA features in the style of its case studies. They use no macros, because the replica of TCA has none.

struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
    var fact: String?
    var isTimerOn = false
  }

  enum Action: Equatable {
    case incrementTapped
    case factTapped
    case factLoaded(String)
    case factFailed
    case timerTapped
    case ticked
    case doubleTapped
    case bothTapped
    case inOrderTapped
    case unhandledTapped
  }

  enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(FactClient.self) var facts

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .incrementTapped, .ticked:
        state.count += 1
        return .none

      case .factTapped:
        return .run { [count = state.count] send in
          await send(.factLoaded(try await facts.fact(count)))
        } catch: { _, send in
          await send(.factFailed)
        }

      case .factLoaded(let fact):
        state.fact = fact
        return .none

      case .factFailed:
        state.fact = "unknown"
        return .none

      case .timerTapped:
        state.isTimerOn.toggle()
        guard state.isTimerOn else { return .cancel(id: CancelID.timer) }
        return .run { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
        .cancellable(id: CancelID.timer)

      case .doubleTapped:
        return .merge(.send(.incrementTapped), .send(.incrementTapped))

      case .bothTapped:
        return .merge(
          .run { send in await send(.factLoaded("first")) },
          .run { send in await send(.factLoaded("second")) })

      case .inOrderTapped:
        return .concatenate(
          .run { send in await send(.factLoaded("first")) }, .send(.incrementTapped))

      case .unhandledTapped:
        return .run { _ in throw Unhandled() }
      }
    }
  }

  struct Unhandled: Error {}
}

struct FactClient: TestDependencyKey {
  var fact: @Sendable (Int) async throws -> String

  static let testValue = FactClient { _ in
    reportIssue("Unimplemented: FactClient.fact")
    return ""
  }
}

struct Search: Reducer {
  struct State: Equatable {
    var query = ""
    var results: [String] = []
  }

  enum Action: Equatable {
    case queryChanged(String)
    case found([String])
  }

  enum CancelID { case search }

  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .run { send in
          try await clock.sleep(for: .milliseconds(300))
          await send(.found([query]))
        }
        .cancellable(id: CancelID.search, cancelInFlight: true)

      case .found(let results):
        state.results = results
        return .none
      }
    }
  }
}

struct Shop: Reducer {
  struct State: Equatable {
    @PresentationState var sheet: Item.State?
    var path = StackState<Item.State>()
    var saved: [String] = []
  }

  enum Action: Equatable {
    case opened
    case pushed(String)
    case sheet(PresentationAction<Item.Action>)
    case path(StackAction<Item.State, Item.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .opened:
        state.sheet = Item.State()
        return .none

      case .pushed(let name):
        state.path.append(Item.State(name: name))
        return .none

      case .sheet(.presented(.saved(let name))), .path(.element(_, .saved(let name))):
        state.saved.append(name)
        return .none

      case .sheet, .path:
        return .none
      }
    }
    .ifLet(\.$sheet, action: \.sheet) { Item() }
    .forEach(\.path, action: \.path) { Item() }
  }
}

// The code that `@CasePathable` generates.
extension Counter.Action: CasePathable {
  struct AllCasePaths {
    var incrementTapped: AnyCasePath<Counter.Action, Void> {
      AnyCasePath(
        embed: { .incrementTapped }, extract: { $0 == .incrementTapped ? () : nil })
    }

    var factLoaded: AnyCasePath<Counter.Action, String> {
      AnyCasePath(
        embed: { .factLoaded($0) },
        extract: { if case .factLoaded(let fact) = $0 { fact } else { nil } })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Shop.Action: CasePathable {
  struct AllCasePaths {
    var sheet: AnyCasePath<Shop.Action, PresentationAction<Item.Action>> {
      AnyCasePath(
        embed: { .sheet($0) }, extract: { if case .sheet(let action) = $0 { action } else { nil } })
    }

    var path: AnyCasePath<Shop.Action, StackAction<Item.State, Item.Action>> {
      AnyCasePath(
        embed: { .path($0) }, extract: { if case .path(let action) = $0 { action } else { nil } })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

struct Item: Reducer {
  struct State: Equatable {
    var name = ""
  }

  enum Action: Equatable {
    case nameChanged(String)
    case saveTapped
    case saved(String)
  }

  @Dependency(\.dismiss) var dismiss

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.name = name
        return .none

      case .saveTapped:
        return .run { [name = state.name] send in
          await send(.saved(name))
          await dismiss()
        }

      case .saved:
        return .none
      }
    }
  }
}

struct Total: Reducer {
  struct State: Equatable {
    @Shared(.inMemory("total")) var total = 0
    var taps = 0
  }

  enum Action: Equatable { case tapped, tappedLater, added, addedByEffect, resetTapped }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .tapped, .added:
        state.$total.withLock { $0 += 1 }
        return .none

      case .tappedLater:
        return .run { send in
          await send(.added)
          await send(.added)
        }

      case .addedByEffect:
        return .run { [total = state.$total] _ in total.withLock { $0 += 10 } }

      case .resetTapped:
        state.taps = 0
        state.$total.withLock { $0 = 0 }
        return .none
      }
    }
  }
}

/// A feature that dismisses itself, as a root or in a sheet.
struct Closing: Reducer {
  struct State: Equatable {}

  enum Action: Equatable { case closeTapped }

  @Dependency(\.dismiss) var dismiss

  var body: some Reducer<State, Action> {
    Reduce { _, _ in .run { _ in await dismiss() } }
  }
}

/// A timer of a scheduler of combine-schedulers, which cancels itself at its third tick.
struct SchedulerTimer: Reducer {
  struct State: Equatable {
    var ticks = 0
  }

  enum Action: Equatable { case started, ticked }

  enum CancelID { case timer }

  var seconds = 1
  @Dependency(\.mainQueue) var mainQueue

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .started:
        return .run { send in
          for await _ in mainQueue.timer(interval: .seconds(seconds)) { await send(.ticked) }
        }
        .cancellable(id: CancelID.timer)

      case .ticked:
        state.ticks += 1
        return state.ticks == 3 ? .cancel(id: CancelID.timer) : .none
      }
    }
  }
}

/// Two effects whose result depends on which of them is first.
struct Race: Reducer {
  struct State: Equatable {
    var winner = ""
  }

  enum Action: Equatable { case started, finished(String) }

  /// The function that the first effect calls before it sends.
  var beforeSend: (@Sendable () async -> Void)?

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .started:
        return .merge(
          .run { send in
            await beforeSend?()
            await send(.finished("first"))
          },
          .run { send in await send(.finished("second")) })

      case .finished(let name):
        if state.winner.isEmpty { state.winner = name }
        return .none
      }
    }
  }
}

/// Rows of which each one ends an upload. Its actions can't be compared, so code names them by their cases.
struct Uploads: Reducer {
  struct State: Equatable {}

  enum Action {
    case started
    case rows(IdentifiedAction<Int, Row>)
  }

  enum Row { case finished(Int) }

  var body: some Reducer<State, Action> {
    Reduce { _, action in
      switch action {
      case .started:
        return .run { send in await send(.rows(.element(id: 3, action: .finished(7)))) }

      case .rows:
        return .none
      }
    }
  }
}

extension Uploads.Action: CasePathable {
  struct AllCasePaths {}
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Uploads.Row: CasePathable {
  struct AllCasePaths {}
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
