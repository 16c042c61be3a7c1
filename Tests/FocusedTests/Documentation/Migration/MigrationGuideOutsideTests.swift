import FocusedTestStore
import Testing
import XCTest
@testable import TestFixtures

/// The migration guide's samples of external events, of optional elements, and of stores in properties.
struct MigrationGuideOutsideTests {
  @Test func eachMessageIsShown() async {
    let (messages, continuation) = AsyncStream<String>.makeStream()
    let store = TestStore(.off, initialState: Chat.State()) {
      Chat()
    } withDependencies: {
      $0[ChatClient.self].messages = { messages }
    }

    await store.send(.appeared)
    continuation.yield("Hello")
    await store.settle()
    #expect(store.state.messages == ["Hello"])

    continuation.yield("Anybody there?")
    await store.receive(.arrived("Anybody there?"))
  }

  @Test func withoutSettlingNothingHasArrivedYet() async {
    let (messages, continuation) = AsyncStream<String>.makeStream()
    let store = TestStore(.off, initialState: Chat.State()) {
      Chat()
    } withDependencies: {
      $0[ChatClient.self].messages = { messages }
    }
    await store.send(.appeared)
    continuation.yield("Hello")
    #expect(store.state.messages == [])
  }

  @Test func aLateAnswerDoesNotReplaceANewerOne() async {
    let find = Stub<String, [String]>("SearchClient.find")
    let store = TestStore(.off, initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.find = find.call
    }

    await store.send(.changeQuery("sw"))
    await store.send(.changeQuery("swan"))
    await find.succeed(with: ["swan"], to: "swan")
    await find.succeed(with: ["swan", "swift"], to: "sw")
    #expect(store.state.results == ["swan"])
  }

  @Test func whatMayBeGoneIsReadByAnExpectation() async {
    let store = TestStore(.off, initialState: Cart.State(lines: [CartLine(id: 1)])) { Cart() }

    await store.send(.plusTapped(id: 1))
    #expect(store.state.lines[id: 1]?.quantity == 2)
  }

  @Test func aRemovalIsWrittenAsWhatIsLeft() async {
    let lines: IdentifiedArrayOf<CartLine> = [CartLine(id: 1), CartLine(id: 2)]
    let store = TestStore(.off, initialState: Cart.State(lines: lines)) { Cart() }

    await store.send(.removeTapped(id: 1)) { $0.lines = [CartLine(id: 2)] }
  }
}

final class CartTests: XCTestCase {
  let store = TestStore(.off, initialState: Cart.State(lines: [CartLine(id: 1)])) { Cart() }

  func testPlus() async {
    await store.send(.plusTapped(id: 1)) { $0.lines = [CartLine(id: 1, quantity: 2)] }
  }
}

struct Chat: Reducer {
  struct State: Equatable { var messages: [String] = [] }

  enum Action: Equatable {
    case appeared
    case arrived(String)
  }

  @Dependency(ChatClient.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return .run { send in
        for await message in client.messages() { await send(.arrived(message)) }
      }

    case .arrived(let message):
      state.messages.append(message)
      return .none
    }
  }
}

struct ChatClient: TestDependencyKey {
  var messages: @Sendable () -> AsyncStream<String>

  static let testValue = ChatClient(
    messages: unimplemented("ChatClient.messages", placeholder: AsyncStream { $0.finish() }))
}

struct Cart: Reducer {
  struct State: Equatable { var lines: IdentifiedArrayOf<CartLine> = [] }

  enum Action: Equatable {
    case plusTapped(id: Int)
    case removeTapped(id: Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .plusTapped(let id): state.lines[id: id]?.quantity += 1
    case .removeTapped(let id): state.lines.remove(id: id)
    }
    return .none
  }
}

struct CartLine: Equatable, Identifiable {
  let id: Int
  var quantity = 1
}
