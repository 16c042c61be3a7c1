import BankFeatures
import BankModels
import FocusedTestStore
import Testing

@Suite(.exhaustivity(.on)) struct WholeQuotesTests {
  let clock = TestClock()
  let socket = FakeSocket()

  @Test func aDayOfTheSocket() async {
    let store = TestStore(initialState: Quotes.State(symbols: ["ACME"])) {
      Quotes()
    } withDependencies: {
      $0.continuousClock = clock
      $0.quotes.connect = socket.connect
    }

    await store.send(.connectTapped) {
      $0.isConnecting = true
    }
    await store.send(.connectTapped)
    socket.open()
    await store.receive(.event(.opened)) {
      $0.isConnecting = false
      $0.isConnected = true
    }
    socket.quote("ACME", 100)
    await store.receive(.event(.quote(Quote(symbol: "ACME", price: Money(cents: 100))))) {
      $0.prices = ["ACME": Money(cents: 100)]
    }
    socket.quote("ACME", 120)
    await store.receive(.event(.quote(Quote(symbol: "ACME", price: Money(cents: 120))))) {
      $0.prices["ACME"] = Money(cents: 120)
    }
    socket.quote("OTHER", 7)
    await store.receive(.event(.quote(Quote(symbol: "OTHER", price: Money(cents: 7)))))

    // More symbols, and one less
    await store.send(.symbolAdded("INIT")) {
      $0.symbols = ["ACME", "INIT"]
      $0.isConnecting = true
    }
    await store.send(.symbolAdded("INIT"))
    socket.open()
    await store.receive(.event(.opened)) {
      $0.isConnecting = false
    }
    socket.quote("INIT", 900)
    await store.receive(.event(.quote(Quote(symbol: "INIT", price: Money(cents: 900))))) {
      $0.prices["INIT"] = Money(cents: 900)
    }
    await store.send(.symbolRemoved("ACME")) {
      $0.symbols = ["INIT"]
      $0.prices["ACME"] = nil
    }

    // Lost, restored
    socket.fail("Reset by peer")
    await store.receive(.closed(APIError("Reset by peer"))) {
      $0.isConnected = false
      $0.error = "Reset by peer"
      $0.reconnects = 1
    }
    await clock.advance(by: .seconds(2))
    await store.receive(.reconnectDelayPassed) {
      $0.isConnecting = true
    }
    socket.fail("No route")
    await store.receive(.closed(APIError("No route"))) {
      $0.isConnecting = false
      $0.error = "No route"
      $0.reconnects = 2
    }
    await clock.advance(by: .seconds(4))
    await store.receive(.reconnectDelayPassed) {
      $0.isConnecting = true
    }
    socket.open()
    await store.receive(.event(.opened)) {
      $0.isConnecting = false
      $0.isConnected = true
      $0.reconnects = 0
      $0.error = nil
    }
    #expect(socket.symbolsOfConnections == [["ACME"], ["ACME", "INIT"], ["INIT"], ["INIT"]])

    // Lost, and given up by the user
    socket.fail("Reset by peer")
    await store.receive(.closed(APIError("Reset by peer"))) {
      $0.isConnected = false
      $0.error = "Reset by peer"
      $0.reconnects = 1
    }
    await store.send(.disconnectTapped) {
      $0.reconnects = 0
    }

    // Connected again, and closed by the server
    await store.send(.connectTapped) {
      $0.isConnecting = true
      $0.error = nil
    }
    socket.open()
    await store.receive(.event(.opened)) {
      $0.isConnecting = false
      $0.isConnected = true
    }
    socket.close()
    await store.receive(.closed(nil)) {
      $0.isConnected = false
    }
    await store.finish()
  }
}
