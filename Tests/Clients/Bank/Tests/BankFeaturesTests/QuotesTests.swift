import BankFeatures
import BankModels
import FocusedTestStore
import Testing

struct QuotesTests {
  let clock = TestClock()
  let socket = FakeSocket()
  let store: TestStoreOf<Quotes>

  init() {
    store = TestStore(.off, initialState: Quotes.State(symbols: ["ACME"])) {
      Quotes()
    } withDependencies: { [clock, socket] in
      $0.continuousClock = clock
      $0.quotes.connect = socket.connect
    }
  }

  @Test func connecting() async {
    await store.send(.connectTapped) { $0.isConnecting = true }
    socket.open()
    await store.receive(.event(.opened)) {
      $0.isConnecting = false
      $0.isConnected = true
    }
  }

  @Test func quotesUpdatePrices() async {
    await connect()
    socket.quote("ACME", 100)
    socket.quote("ACME", 120)
    await store.settle()
    #expect(store.state.prices == ["ACME": Money(cents: 120)])
  }

  @Test func unknownSymbolsAreIgnored() async {
    await connect()
    socket.quote("OTHER", 100)
    await store.settle()
    #expect(store.state.prices.isEmpty)
  }

  @Test func aLostConnectionIsRestored() async {
    await connect()
    socket.fail("Reset by peer")
    await store.receive(.closed(APIError("Reset by peer"))) {
      $0.isConnected = false
      $0.error = "Reset by peer"
      $0.reconnects = 1
    }
    await clock.advance(by: .seconds(2))
    socket.open()
    await store.receive(.event(.opened)) {
      $0.isConnected = true
      $0.error = nil
    }
  }

  @Test func reconnectingGivesUp() async {
    await store.send(.connectTapped)
    for attempt in 1...3 {
      socket.fail("No route")
      await store.settle()
      await clock.advance(by: .seconds(2 * attempt))
    }
    socket.fail("No route")
    await store.finish()
    #expect(socket.symbolsOfConnections.count == 4)
    #expect(store.state.error == "No route")
  }

  @Test func `disconnecting ends the stream`() async {
    await connect()
    await store.send(.disconnectTapped) { $0.isConnected = false }
    await store.finish()
  }

  @Test func `a stream that simply ends is not restored`() async {
    let (stream, server) = AsyncThrowingStream<SocketEvent, any Error>.makeStream()
    store.dependencies.quotes.connect = { _ in stream }

    await store.send(.connectTapped)
    server.yield(.opened)
    server.finish()
    await store.receive(.closed(nil)) { $0.isConnected = false }
    await store.finish()
  }

  @Test func aNewSymbolConnectsAnew() async {
    await connect()
    await store.send(.symbolAdded("INIT")) { $0.symbols = ["ACME", "INIT"] }
    #expect(socket.symbolsOfConnections == [["ACME"], ["ACME", "INIT"]])
  }

  private func connect() async {
    await store.send(.connectTapped)
    socket.open()
    await store.settle()
  }
}
