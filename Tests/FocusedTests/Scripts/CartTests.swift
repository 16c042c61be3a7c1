import Core
import FocusedTestStore
import Testing

struct Receipt: Equatable, Sendable {
  var number = 1
}

struct Offline: Error {}

/// A cart that can be paid twice.
struct Cart: Reducer {
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

  struct Bug: OptionSet {
    let rawValue: Int
    static let paysTwice = Bug(rawValue: 1)
    static let staysPaying = Bug(rawValue: 2)
    static let forgetsHint = Bug(rawValue: 4)
  }

  var bugs: Bug = []
  var pay: @Sendable ([Int]) async throws -> Receipt
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .addTapped:
      state.items.append(state.items.count)
      return .none
    case .removeTapped(let item):
      state.items.removeAll { $0 == item }
      return .none
    case .payTapped:
      guard !state.items.isEmpty, bugs.contains(.paysTwice) || !state.isPaying else { return .none }
      state.isPaying = true
      let items = state.items
      return .run { [pay] send in
        do { await send(.paid(.success(try await pay(items)))) } catch {
          await send(.paid(.failure(error)))
        }
      }
    case .paid(.success(let receipt)):
      state.isPaying = false
      state.items = []
      state.receipts.append(receipt)
      return .none
    case .paid(.failure):
      if !bugs.contains(.staysPaying) { state.isPaying = false }
      state.hint = "offline"
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(3))
        await send(.hintExpired)
      }
    case .hintExpired:
      if !bugs.contains(.forgetsHint) { state.hint = nil }
      return .none
    }
  }
}

@Suite struct CartTests {
  private func explore(
    _ bugs: Cart.Bug, upTo limit: Int = 6, always: @escaping (Cart.State, Stub<[Int], Receipt>, TestClock<Duration>) -> Void
  ) async -> ExplorationReport {
    nonisolated(unsafe) let always = always
    return await ExplorationReport.of(1_000) {
      let pay = Stub<[Int], Receipt>("CartClient.pay")
      pay.mayAnswer(.success(Receipt()), .failure(Offline()))
      let clock = TestClock()
      let store = TestStore(.off, initialState: Cart.State()) {
        Cart(bugs: bugs, pay: pay.call)
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.explore(upTo: limit) { state in
        [.addTapped, .payTapped] + state.items.map { .removeTapped($0) }
      } always: { state in
        always(state, pay, clock)
      }
    }
  }

  @Test func `A`() async {
    let report = await explore([]) { state, pay, _ in
      #expect(!state.isPaying || pay.heldCalls.count == 1)
    }
    print(report.issues, report.explored as Any)
  }

  @Test func `B`() async {
    let report = await explore(.paysTwice) { state, _, _ in
      #expect(state.receipts.count < 2)
    }
    print(report.issues, report.explored as Any)
  }

  @Test func `C`() async {
    let report = await explore(.staysPaying) { state, pay, _ in
      #expect(!state.isPaying || !pay.heldCalls.isEmpty)
    }
    print(report.issues, report.explored as Any)
  }

  @Test func `D`() async {
    let report = await explore(.forgetsHint) { state, pay, clock in
      #expect(state.hint == nil || clock.now.offset == .zero)
    }
    print(report.issues, report.explored as Any)
  }
}
