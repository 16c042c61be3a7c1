import FocusedTestStore
import Testing

/// A feature that can cause every failure that has a message. Its effects have fixed line numbers, so that tests can
/// pin messages that contain them.
struct JournalFixture: Reducer {
  struct State: Equatable {
    var name = "Ada"
    var surname = ""
    var age = 33
    var mood = 0
    var address = Address(street: "Main Street", city: "Rome")
    var rows: [TitledRow] = []
    var token = Token(version: 1)
  }

  struct Address: Equatable {
    var street: String
    var city: String
  }

  /// A value that prints the same text for each version.
  struct Token: Equatable, DumpRepresentable {
    var version: Int
    var dumpValue: Any { "token" }
  }

  enum Action: Equatable {
    case touch
    case rename(name: String, surname: String)
    case setAge(Int)
    case setMood(Int)
    case append(TitledRow)
    case renewToken
    case load
    case loadTwice
    case loaded(Int)
    case failed(String)
    case tick
    case tickForEver
    case waitOutside
    case loop
    case pong
    case spin
    case fail
    case readInReducer
    case readInEffect
    case readLater
    case readMuchLater
    case dismiss
    case dismissAndSend
    case rows([TitledRow])
    case child(Child)
    case echo
    case leaveTick
    case watch
    case watchAnything
    case stopWatching(id: Int)
    case tickBesideTask
    case leaveTask
    case text(String)
  }

  enum CancelID: Hashable {
    case watch
  }

  enum Child: Equatable {
    case opened(Int)
    case closed
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .touch, .failed, .child, .text: return .none
    case .rename(let name, let surname):
      state.name = name
      state.surname = surname
      return .none
    case .setAge(let age):
      state.age = age
      return .none
    case .setMood(let mood), .loaded(let mood):
      state.mood = mood
      return .none
    case .append(let row):
      state.rows.append(row)
      return .none
    case .rows(let rows):
      state.rows = rows
      return .none
    case .renewToken:
      state.token.version += 1
      return .none
    case .load:
      return .run(operation: { await $0(.loaded(1)) }, line: 101)
    case .loadTwice:
      return .run(
        operation: { send in
          await send(.loaded(1))
          await send(.loaded(2))
        }, line: 102)
    case .tick:
      return .run(
        operation: { send in
          try await clock.sleep(for: .seconds(1))
          await send(.setMood(1))
        }, line: 103)
    case .tickForEver:
      return .run(
        operation: { _ in while true { try await clock.sleep(for: .seconds(1)) } }, line: 110)
    case .leaveTick:
      return .run(
        name: "ticker",
        operation: { send in
          Task {
            try await clock.sleep(for: .seconds(1))
            await send(.setMood(1))
          }
        }, line: 111)
    case .waitOutside:
      return .run(
        operation: { _ in for await _ in AsyncStream<Void>.makeStream().stream {} }, line: 104)
    case .loop: return .send(.pong)
    case .pong: return .send(.loop)
    case .spin:
      return .run(operation: { _ in while !Task.isCancelled { await Task.yield() } }, line: 105)
    case .fail: return .run(operation: { _ in throw Offline() }, line: 106)
    case .readInReducer:
      state.mood = Self.readUnset(line: 107)
      return .none
    case .readInEffect: return .run { await $0(.loaded(Self.readUnset(line: 108))) }
    case .readLater: return .send(.readInReducer)
    case .readMuchLater: return .send(.readLater)
    case .dismiss: return .run(operation: { _ in await dismiss() }, line: 116)
    case .dismissAndSend:
      return .run(
        operation: { send in
          await dismiss()
          await send(.loaded(1))
        }, line: 117)
    case .echo: return .merge(.send(.child(.opened(1))), .send(.text("hi")), .send(.touch))
    case .watch:
      return .run(operation: { _ in try await clock.sleep(for: .seconds(1)) }, line: 112)
        .cancellable(id: CancelID.watch)
    case .watchAnything:
      return .run(operation: { _ in try await clock.sleep(for: .seconds(1)) }, line: 113)
        .cancellable(id: 1)
    case .stopWatching(let id): return .cancel(id: id)
    case .tickBesideTask:
      return .run(
        operation: { _ in
          Task { for await _ in AsyncStream<Void>.makeStream().stream {} }
          try await clock.sleep(for: .seconds(1))
        }, line: 114)
    case .leaveTask:
      return .run(
        operation: { _ in Task { for await _ in AsyncStream<Void>.makeStream().stream {} } },
        line: 115)
    }
  }

  private static func readUnset(line: UInt) -> Int {
    Dependency(Weather.self, line: line).wrappedValue
  }

  struct Offline: Error {}

  /// A dependency without a value for tests.
  enum Weather: DependencyKey {
    static let liveValue = 21
  }
}

extension JournalFixture {
  static func store(
    _ exhaustivity: Exhaustivity = .off, clock: TestClock<Duration> = TestClock()
  ) -> TestStoreOf<JournalFixture> {
    TestStore(exhaustivity, initialState: State()) {
      JournalFixture()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }
}
